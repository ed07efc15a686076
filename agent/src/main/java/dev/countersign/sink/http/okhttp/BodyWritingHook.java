package dev.countersign.sink.http.okhttp;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Has held bytes written in the steps in which the application wrote them. */
final class BodyWritingHook implements SiteHandler {

  private final Attempts attempts;

  BodyWritingHook(Attempts attempts) {
    this.attempts = attempts;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // The call's receiver and its argument: the body, and what it is written into.
    Attempt attempt = attempts.passing().attempt;
    if (attempt != null && attempt.heldBody() == args[0]) {
      OkLibrary library = OkLibrary.of(self);
      args[0] = library.anyBody(); // the held one need not have its bytes
      args[1] = SteppingSink.proxy(library, attempt.held(), args[1]);
    }
    return null;
  }
}
