package dev.countersign.ledger;

import java.time.Duration;
import java.util.Objects;

/**
 * When a chain goes on in a new segment (spec 5.9, {@code ledger.rotate}).
 *
 * @param bytes once a segment's two files together have so many
 * @param age once it was begun so long ago, by the monotonic clock, when another line is written;
 *     below 290 years
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

  /** {@link #age} of the monotonic clock. */
  long nanos() {
    return age.toNanos();
  }
}
