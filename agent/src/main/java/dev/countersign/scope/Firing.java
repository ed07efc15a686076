package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.Divergence;
import dev.countersign.ledger.BodyState;

/**
 * An effect that may fire: the sink tells it how the effect ended. The first end counts; exactly
 * one is written.
 */
public interface Firing {

  /** Nothing is written for this effect. */
  Firing UNRECORDED =
      new Firing() {
        @Override
        public void ended(BodyState state, Throwable thrown) {}

        @Override
        public EffectRefusedException refused(Divergence divergence) {
          return null;
        }
      };

  /**
   * The effect ended as the wrapper saw it (spec 2.3).
   *
   * @param thrown what it threw when {@code state} is {@link BodyState#RAISED}; else null
   */
  void ended(BodyState state, Throwable thrown);

  /**
   * The effect was stopped behind the point where it was allowed: its outcome is {@code raised},
   * {@code EffectRefused}.
   *
   * @return what to throw; null when nothing is recorded or in {@code observe}
   */
  EffectRefusedException refused(Divergence divergence);
}
