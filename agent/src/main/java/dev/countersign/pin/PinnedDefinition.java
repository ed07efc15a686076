package dev.countersign.pin;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One definition of a tool that was met.
 *
 * @param digest BLAKE3-256 hex of it
 * @param since when it was met, or accepted: RFC 3339 UTC, whole seconds
 * @param by {@link #FIRST_USE}, or the user who accepted it; null where it waits to be accepted
 * @param text its canonical form, whose bytes are digested; null where it is longer than {@link
 *     #MOST_KEPT}, or was no longer that when it was read
 */
public record PinnedDefinition(String digest, String since, String by, String text) {

  /** What pinned the first one. */
  public static final String FIRST_USE = "first-use";

  /** Longest definition that is kept, in bytes of its canonical form; of others only the digest. */
  public static final int MOST_KEPT = 256 << 10;

  /**
   * @param digest of the definition as the call was judged by it
   * @param definition as it is read now: of one that somebody changes meanwhile only the digest is
   *     kept
   */
  static PinnedDefinition met(
      String digest, String now, String by, Map<String, Object> definition) {
    byte[] text = definition == null ? null : Canonical.rho(definition);
    boolean kept = text != null && text.length <= MOST_KEPT && Blake3.hex(text).equals(digest);
    return new PinnedDefinition(
        digest, now, by, kept ? new String(text, StandardCharsets.UTF_8) : null);
  }

  /** {@code {name, description, parameters}}; null where it is not kept. */
  public Map<?, ?> definition() {
    return text == null ? null : (Map<?, ?>) Json.parse(text);
  }

  /** The same, accepted by that user at that time. */
  PinnedDefinition accepted(String user, String now) {
    return new PinnedDefinition(digest, now, user, text);
  }
}
