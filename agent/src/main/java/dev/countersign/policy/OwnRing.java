package dev.countersign.policy;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;

/**
 * Which ring of a rollout this machine is in, and what such a ring had it enforce last: that goes
 * on where the rollout is gone. One thread at a time.
 */
final class OwnRing {

  private static final String INSTANCE = "instance";
  private static final String HELD = "enforced";

  private final PinnedState state;
  private final Map<String, String> labels;
  private final Clock clock;

  /** By which a ring takes a share of all machines. */
  private final String instance;

  /** Hash of the bundle that a ring of this machine enforced last; null for none. */
  private String held;

  private String heldOnDevice;

  private OwnRing(PinnedState state, Map<String, String> labels, Clock clock, String instance) {
    this.state = state;
    this.labels = labels;
    this.clock = clock;
    this.instance = instance;
  }

  /**
   * What a machine remembers of it.
   *
   * @param signed whether there are rollouts at all
   */
  static OwnRing in(PinnedState state, Map<String, String> labels, Clock clock, boolean signed)
      throws IOException {
    OwnRing ring = new OwnRing(state, labels, clock, instance(state, labels));
    byte[] enforced = signed ? state.note(HELD) : null;
    ring.heldOnDevice = enforced == null ? null : new String(enforced, StandardCharsets.US_ASCII);
    ring.held = ring.heldOnDevice;
    return ring;
  }

  private static String instance(PinnedState state, Map<String, String> labels) throws IOException {
    String label = labels.get(INSTANCE);
    if (label != null) {
      return label;
    }
    byte[] known = state.note(INSTANCE);
    if (known == null) {
      byte[] random = new byte[16];
      Randomness.fill(random);
      known = Hex.of(random).getBytes(StandardCharsets.US_ASCII);
      state.note(INSTANCE, known);
    }
    return new String(known, StandardCharsets.US_ASCII);
  }

  /** The ring of a rollout that this machine is in now; null for none. */
  Ring of(Rollout rollout) {
    return rollout.ringOf(instance, labels, clock.instant());
  }

  /**
   * Whether the pinned bundle is enforced because a ring says so, or said so before it was gone.
   *
   * @param now the ring that says how that bundle judges here; null where none does
   * @param bundle null where none is pinned
   */
  boolean enforces(Ring now, Ref bundle) {
    return bundle != null && bundle.sha256().equals(held(now, bundle));
  }

  private String held(Ring now, Ref bundle) {
    if (now != null) {
      held = now.enforce() ? bundle.sha256() : null;
    }
    return held;
  }

  /**
   * Before anything replaces the rollout: a later one is about another bundle, and whoever keeps
   * that one from coming must not loosen the one that goes on.
   *
   * @param now as in {@link #enforces}
   */
  void hold(Ring now, Ref bundle) throws IOException {
    String holds = held(now, bundle);
    if (holds != null && !holds.equals(heldOnDevice)) {
      state.note(HELD, holds.getBytes(StandardCharsets.US_ASCII));
    } else if (holds == null && heldOnDevice != null) {
      state.forget(HELD);
    }
    heldOnDevice = holds;
  }
}
