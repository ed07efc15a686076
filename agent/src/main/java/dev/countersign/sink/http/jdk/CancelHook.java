package dev.countersign.sink.http.jdk;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.IOException;

/**
 * A request was given up, by the application or because its time is over: whoever provides its body
 * is told at once, as without us. Decides nothing.
 */
final class CancelHook implements SiteHandler {

  /**
   * @param why as the client says it; null where the application cancels
   */
  private record Cancelled(Sending sending, IOException why) {}

  private final Sendings sendings;

  CancelHook(Sendings sendings) {
    this.sendings = sendings;
  }

  @Override
  public boolean passesInsideCheck(Object multi, Object[] args) {
    return true;
  }

  @Override
  public Object enter(WovenMethod woven, Object multi, Object[] args) {
    Sending sending = sendings.of(multi);
    return sending == null
        ? null
        : new Cancelled(sending, args[0] instanceof IOException why ? why : null);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Cancelled cancelled = (Cancelled) token;
    if (!Boolean.FALSE.equals(result)) {
      cancelled.sending().giveUp(cancelled.why());
    }
    return result;
  }
}
