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
    CallScope frame = effects.exemptions().fresh();
    return new ExemptWatcher(effects, frame, frame == null ? Carry.capture() : frame);
  }

  /**
   * The calling thread is inside until {@link #leave}: for what sends before anybody subscribes. It
   * enters last: short of memory or stack, nothing is left open.
   */
  static ExemptWatcher entered(Effects effects) {
    ExemptWatcher watcher = in(effects);
    if (watcher.frame != null) {
      Carry.enter(watcher.frame);
    }
    return watcher;
  }

  void leave() {
    if (frame != null) {
      effects.exemptions().leave(frame);
    }
  }

  @Override
  public void ended() {
    if (frame != null) {
      effects.exemptions().end(frame);
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
