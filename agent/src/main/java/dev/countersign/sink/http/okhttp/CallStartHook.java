package dev.countersign.sink.http.okhttp;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * A request of the application begins, perhaps one of several that an interceptor of its own makes
 * of a call: none of them was sent on by an answer.
 */
final class CallStartHook implements SiteHandler {

  private final Attempts attempts;

  CallStartHook(Attempts attempts) {
    this.attempts = attempts;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (attempts.anyMade()) {
      attempts.begin(OkLibrary.of(self).call(args[0]));
    }
    return null;
  }
}
