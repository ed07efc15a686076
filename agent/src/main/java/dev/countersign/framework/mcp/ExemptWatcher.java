package dev.countersign.framework.mcp;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;

/**
 * While one subscription goes on, inside which requests are exempt.
 *
 * @param frame null where the subscriber is in such a frame already
 */
record ExemptWatcher(Effects effects, CallScope frame, Object carried) implements Watcher {

  static ExemptWatcher in(Effects effects) {
    ExemptWatcher watcher = entered(effects);
    watcher.leave();
    return watcher;
  }

  /**
   * The calling thread is inside until {@link #leave}: for what sends before anybody subscribes.
   */
  static ExemptWatcher entered(Effects effects) {
    CallScope frame = effects.enterExemption();
    return new ExemptWatcher(effects, frame, Carry.capture());
  }

  void leave() {
    if (frame != null) {
      effects.leaveExemption(frame);
    }
  }

  @Override
  public void ended() {
    if (frame != null) {
      effects.endExemption(frame);
    }
  }

  @Override
  public Object failed(Throwable thrown) {
    ended();
    return null;
  }

  @Override
  public void cancelled() {
    ended();
  }
}
