package dev.countersign.agent;

import dev.countersign.ledger.LedgerWatcher;
import dev.countersign.observe.FlightEvents;
import dev.countersign.scope.EffectWatcher;

/** Shows the flight recorder what becomes of effects. Made only where somebody records. */
final class FlightWatcher implements EffectWatcher, LedgerWatcher {

  FlightWatcher() {
    FlightEvents.register();
  }

  /** Everything is shown from now on. */
  void joined(String version, String mode, String chainId) {
    FlightEvents.agent(version, mode, chainId);
  }

  @Override
  public void previewed(String callId, String verb, String scope, String digest, boolean allowed) {
    FlightEvents.preview(callId, verb, scope, digest, allowed);
  }

  @Override
  public void committed(String callId, String verb, String scope, String digest, int use) {
    FlightEvents.commit(callId, verb, scope, digest, use);
  }

  @Override
  public void refused(String code, String action, String callId) {
    FlightEvents.refusal(code, action, callId);
  }

  @Override
  public Object begins() {
    return FlightEvents.beginWrite();
  }

  @Override
  public void wrote(Object begun, String entry, String callId, boolean written) {
    FlightEvents.endWrite(begun, entry, callId, written);
  }
}
