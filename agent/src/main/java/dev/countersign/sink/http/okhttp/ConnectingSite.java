package dev.countersign.sink.http.okhttp;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code ConnectPlan.connectTcp} of OkHttp 5: it runs on threads that work for whichever call comes
 * next, so what happens there is said to be the call's own.
 */
final class ConnectingSite implements SiteHandler {

  private final Attempts attempts;

  ConnectingSite(Attempts attempts) {
    this.attempts = attempts;
  }

  /** What the thread carried before, which may be nothing. */
  private record Before(Object carried) {}

  @Override
  public Object enter(WovenMethod woven, Object connecting, Object[] args) {
    Before before = new Before(Carry.capture());
    Object call = OkLibrary.of(connecting).callOfConnecting(connecting);
    Carry.enter(call == null ? null : attempts.carriedBy(call));
    return before;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Carry.enter(((Before) token).carried());
    return result;
  }
}
