package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Around {@code tryFire} of a completion of {@code CompletableFuture}: it runs for whom it was
 * registered, on the thread that completes what it waits for.
 *
 * <p>Where nothing was kept, whoever registered it was in no scope. Only one that is fired by the
 * thread that registers it, because there is nothing to wait for, runs on what that thread carries.
 */
final class CompletionRun implements SiteHandler {

  /** {@code CompletableFuture.SYNC}: fired by who registers it, as {@code unipush} says. */
  private static final Integer SYNC = 0;

  private final Associations completions;

  CompletionRun(Associations completions) {
    this.completions = completions;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object captured = completions.peek(self);
    if (captured == null && (!Carry.carries() || SYNC.equals(args[0]))) {
      return null;
    }
    return NestedRun.token(Carry.enterBecause(captured));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }

  @Override
  public boolean mayBeOfACall() {
    return completions.any();
  }
}
