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
    CallScope frame = effects.enterExemption();
    Object carried = Carry.capture();
    if (frame != null) {
      effects.leaveExemption(frame);
    }
    return new ExemptWatcher(effects, frame, carried);
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
