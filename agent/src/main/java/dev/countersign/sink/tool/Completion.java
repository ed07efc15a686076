package dev.countersign.sink.tool;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Our one dependent of a returned future: writes the outcome when it completes (spec 2.3). Runs on
 * the completing thread; what it throws would only reach the stage that nobody holds, so failures
 * are counted.
 */
final class Completion implements BiConsumer<Object, Throwable> {

  private final Effects effects;
  private final CallScope scope;
  private final Firing firing;

  Completion(Effects effects, CallScope scope, Firing firing) {
    this.effects = effects;
    this.scope = scope;
    this.firing = firing;
  }

  @Override
  public void accept(Object value, Throwable thrown) {
    try {
      tell(firing, thrown);
    } catch (Throwable failed) {
      effects.outcomeLost(failed);
    } finally {
      if (scope != null) {
        effects.completed(scope);
      }
    }
  }

  /** Tells how a future ended. */
  static void tell(Firing firing, Throwable thrown) {
    if (thrown == null) {
      firing.ended(BodyState.RETURNED, null);
    } else if (thrown instanceof CancellationException) {
      firing.ended(BodyState.ABANDONED, null);
    } else {
      firing.ended(BodyState.RAISED, unwrapped(thrown));
    }
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }
}
