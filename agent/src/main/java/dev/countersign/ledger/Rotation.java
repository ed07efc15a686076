package dev.countersign.ledger;

import java.time.Duration;
import java.util.Objects;

/**
 * When a chain goes on in a new segment (spec 5.9, {@code ledger.rotate}).
 *
 * @param bytes once a segment's two files together have so many
 * @param age once the first of its lines is so old when another one is written
 */
public record Rotation(long bytes, Duration age) {

  /** Of spec 5.9: 256 MiB, 24 hours. */
  public static final Rotation STANDARD = new Rotation(256L << 20, Duration.ofHours(24));

  public Rotation {
    Objects.requireNonNull(age, "age");
    if (bytes <= 0 || age.isNegative() || age.isZero()) {
      throw new IllegalArgumentException("a segment has room for something, for some time");
    }
  }
}
