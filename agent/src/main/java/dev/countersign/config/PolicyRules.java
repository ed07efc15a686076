package dev.countersign.config;

import java.time.Duration;
import java.util.Map;

/**
 * Where the policy comes from ({@code policy}, spec 3.2, 3.3, 5.9).
 *
 * @param kind what {@code source} is
 * @param location its path, or its URL with a slash at the end
 * @param root the file of the fleet's root document; null where the source is not signed
 * @param interval between two looks at the source, before jitter
 * @param ca a PEM file with the authorities of an HTTPS source; null for those of the JDK
 * @param proxy {@code host:port} that an HTTPS source is reached through; null for none
 * @param refuseOnRollback whether a lower version closes this JVM until somebody acknowledges it
 * @param refuseOnTamper whether other bytes of a known version do
 * @param refuseOnStale whether a head that expired does, once {@code staleGrace} is over
 * @param staleGrace how long an expired head is borne
 * @param maxJump how far a version may be above the pinned one
 * @param labels what rollouts select this JVM by
 */
public record PolicyRules(
    Kind kind,
    String location,
    String root,
    Duration interval,
    String ca,
    String proxy,
    boolean refuseOnRollback,
    boolean refuseOnTamper,
    boolean refuseOnStale,
    Duration staleGrace,
    long maxJump,
    Map<String, String> labels) {

  static final Duration INTERVAL = Duration.ofSeconds(60);
  static final Duration STALE_GRACE = Duration.ofHours(1);
  static final long MAX_JUMP = 1000;

  /** What a source is, by how it begins. */
  public enum Kind {
    /** One document. */
    FILE("file:"),
    /** The tree of documents in a directory. */
    DIRECTORY("dir:"),
    /** The same tree behind a server. */
    HTTPS("https:");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }

    String prefix() {
      return prefix;
    }
  }

  /** Whether whoever changes the source has changed this machine. */
  public boolean isLocal() {
    return kind != Kind.HTTPS;
  }

  /** The source as it is written. */
  public String source() {
    return kind == Kind.HTTPS ? location : kind.prefix() + location;
  }
}
