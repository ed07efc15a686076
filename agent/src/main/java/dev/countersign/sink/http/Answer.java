package dev.countersign.sink.http;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Our one dependent of a client's future: writes the outcome of a wire attempt when its answer's
 * head arrived or it failed. Runs on the completing thread; what it throws would only reach the
 * stage that nobody holds, so failures are counted.
 */
public final class Answer implements BiConsumer<Object, Throwable> {

  private final Effects effects;
  private final Firing firing;

  public Answer(Effects effects, Firing firing) {
    this.effects = effects;
    this.firing = firing;
  }

  @Override
  public void accept(Object answer, Throwable thrown) {
    try {
      Throwable cause =
          thrown instanceof CompletionException && thrown.getCause() != null
              ? thrown.getCause()
              : thrown;
      if (cause == null) {
        firing.ended(BodyState.RETURNED, null);
      } else if (cause instanceof CancellationException) {
        firing.ended(BodyState.ABANDONED, null);
      } else {
        firing.ended(BodyState.RAISED, cause);
      }
    } catch (Throwable failed) {
      effects.outcomeLost(failed);
    }
  }
}
