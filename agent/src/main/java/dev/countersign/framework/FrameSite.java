package dev.countersign.framework;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;

/** Around a method whose requests are exempt. */
final class FrameSite implements SiteHandler {

  private final Effects effects;
  private final boolean goesOn;

  /**
   * @param goesOn whether what was begun goes on behind the method, whatever it returns
   */
  FrameSite(Effects effects, boolean goesOn) {
    this.effects = effects;
    this.goesOn = goesOn;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return effects.enterExemption();
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    CallScope frame = (CallScope) token;
    effects.leaveExemption(frame);
    if (thrown != null) {
      effects.endExemption(frame);
    } else if (result instanceof CompletableFuture<?> future) {
      effects.endExemptionLater(frame);
      future.whenComplete(new Completed(effects, frame));
    } else if (goesOn) {
      effects.endExemptionLater(frame);
    } else {
      effects.endExemption(frame);
    }
    if (thrown != null) {
      return result;
    }
    return result instanceof Flow.Publisher<?> source
        ? new ExemptPublisher<>(effects, source)
        : ReactorPublisher.exempt(effects, result);
  }

  /** Our one dependent of a future that such a method returned. */
  private record Completed(Effects effects, CallScope frame)
      implements BiConsumer<Object, Throwable> {

    @Override
    public void accept(Object value, Throwable thrown) {
      effects.endExemption(frame);
    }
  }
}
