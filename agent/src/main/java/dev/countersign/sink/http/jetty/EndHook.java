package dev.countersign.sink.http.jetty;

import dev.countersign.ledger.BodyState;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** An exchange has had its answer, or will have none: the outcome of its attempt. */
final class EndHook implements SiteHandler {

  private final Exchanges exchanges;

  EndHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public Object enter(WovenMethod woven, Object exchange, Object[] args) {
    Sending sending =
        exchanges.isEmpty() ? null : exchanges.of(JettyLibrary.of(exchange).request(exchange));
    if (sending == null) {
      return null;
    }
    exchanges.settle(sending);
    sending.release();
    Sending.Judged judged = sending.judged();
    if (judged != null) {
      Throwable failed = (Throwable) args[0];
      judged.firing().ended(failed == null ? BodyState.RETURNED : BodyState.RAISED, failed);
    }
    return null;
  }
}
