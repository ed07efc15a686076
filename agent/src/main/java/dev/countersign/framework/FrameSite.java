package dev.countersign.framework;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;

/** Around a method whose requests are exempt. */
final class FrameSite implements SiteHandler {

  private final Effects effects;
  private final boolean goesOn;
  private final Seal seal;

  /**
   * @param goesOn whether what was begun goes on behind the method, whatever it returns
   * @param seal looks at what leaves in there; null for nobody
   */
  FrameSite(Effects effects, boolean goesOn, Seal seal) {
    this.effects = effects;
    this.goesOn = goesOn;
    this.seal = seal;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return effects.exemptions().enter(seal);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    CallScope frame = (CallScope) token;
    effects.exemptions().leave(frame);
    if (thrown != null) {
      effects.exemptions().end(frame);
    } else if (result instanceof CompletableFuture<?> future) {
      effects.exemptions().endLater(frame);
      future.whenComplete(new Completed(effects, frame));
    } else if (goesOn) {
      effects.exemptions().endLater(frame);
    } else {
      effects.exemptions().end(frame);
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
      effects.exemptions().end(frame);
    }
  }
}
