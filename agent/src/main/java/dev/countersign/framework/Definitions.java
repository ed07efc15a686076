package dev.countersign.framework;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Definitions of tools whose library hands out maps that somebody may change in place: each is read
 * anew at every call, and what was read is compared with what was read before, which costs less
 * than a digest.
 */
public final class Definitions {

  /** As many as are kept; a power of two. */
  private static final int KEPT = 64;

  /** Longest canonical form of one that is kept, in bytes. */
  private static final int LONGEST_KEPT = 1 << 16;

  /** What was read last, by the tool's name. */
  private final AtomicReferenceArray<Defined> recent = new AtomicReferenceArray<>(KEPT);

  /**
   * The definition as it is now.
   *
   * @param now as {@link dev.countersign.pin.Definition#of} shapes it, of texts, numbers and
   *     containers that nobody else holds
   */
  public Defined of(Map<String, Object> now) {
    int place = Objects.hashCode(now.get("name")) & KEPT - 1;
    Defined before = recent.get(place);
    if (before != null && before.definition().equals(now)) {
      return before;
    }
    Defined read = new Defined(now);
    if (isShort(now)) {
      recent.set(place, read);
    }
    return read;
  }

  private static boolean isShort(Map<String, Object> definition) {
    try {
      return Canonical.rho(definition).length <= LONGEST_KEPT;
    } catch (NotCanonicalException noForm) {
      return false; // whoever asks for its digest is told
    }
  }
}
