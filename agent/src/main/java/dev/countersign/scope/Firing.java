package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

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
        public EffectRefusedException refused(Map<String, Object> actual, List<String> paths) {
          return null;
        }
      };

  /**
   * The effect ended as the wrapper saw it (spec 2.3).
   *
   * @param thrown what it threw when {@code state} is {@link BodyState#RAISED}; else null
   */
  void ended(BodyState state, Throwable thrown);

  /** Whether its entry refuses every request that an answer sends it on to (spec 5.4). */
  default boolean staysWhereItWasSent() {
    return false;
  }

  /** Scheme, host and port of a bound request; null for anything else. */
  default String sentTo() {
    return null;
  }

  /** Whether the request may go to that address: its preview says so, or leaves it open. */
  default boolean mayGoTo(InetAddress address) {
    return true;
  }

  /**
   * A request is stopped behind the point where it was allowed, because it would go to that
   * address.
   *
   * @param address null where it is not known
   * @return what to throw; null when nothing is recorded or in {@code observe}
   */
  default EffectRefusedException refusedGoingTo(InetAddress address) {
    return null;
  }

  /**
   * The effect was stopped behind the point where it was allowed: its outcome is {@code raised},
   * {@code EffectRefused}.
   *
   * @param actual the intent that would have fired; null when it has no canonical form
   * @param paths JSON pointers of the parts that differ from what was allowed
   * @return what to throw; null when nothing is recorded or in {@code observe}
   */
  EffectRefusedException refused(Map<String, Object> actual, List<String> paths);
}
