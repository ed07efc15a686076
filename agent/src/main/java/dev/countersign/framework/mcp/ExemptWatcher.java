package dev.countersign.framework.mcp;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;

/**
 * While one subscription goes on, inside which requests are exempt.
 *
 * @param frame null where there is none: in an application's preview
 */
record ExemptWatcher(Effects effects, CallScope frame, Object carried) implements Watcher {

  /**
   * @param seal looks at what leaves
   */
  static ExemptWatcher in(Effects effects, Seal seal) {
    CallScope frame = effects.exemptions().fresh(seal);
    return new ExemptWatcher(effects, frame, frame == null ? Carry.capture() : frame);
  }

  /**
   * The calling thread is inside until {@link #leave}: for what sends before anybody subscribes.
   * Called last: short of memory or stack, nothing is left open.
   */
  void enter() {
    if (frame != null) {
      Carry.enter(frame);
    }
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
