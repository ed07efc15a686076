package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of an application's preview or preflight (spec 4): every sink is closed to whoever
 * carries its scope, for good. A thread that outlives the run keeps it, so what is attempted later
 * is refused as well. Thread-safe.
 */
final class Closing {

  private final List<String> attempts = new ArrayList<>(2);

  /** Hears of the first attempt. */
  private final Runnable found;

  /**
   * @param found hears of the first effect that is attempted in it
   */
  Closing(Runnable found) {
    this.found = found;
    // Before the first run no thread can carry one, and nobody has to look.
    ThreadCell.mayBeClosed();
  }

  /** The run that the calling thread belongs to; null for none. */
  static Closing current() {
    if (!ThreadCell.anyIsClosed()) {
      return null;
    }
    CallScope scope = ThreadCell.current().scope();
    return scope == null ? null : scope.closing();
  }

  /**
   * An effect is attempted.
   *
   * @return what is thrown in its place, always
   */
  EffectRefusedException refuse(ActionClass action) {
    boolean first;
    synchronized (attempts) {
      first = attempts.isEmpty();
      if (!attempts.contains(action.text())) {
        attempts.add(action.text());
      }
    }
    if (first) {
      found.run();
    }
    return Watch.refused(new EffectRefusedException(RefusalCode.UNBOUND, action, ""));
  }

  /** What was attempted so far, each kind once. */
  List<String> attempts() {
    synchronized (attempts) {
      return List.copyOf(attempts);
    }
  }
}
