package dev.countersign.approval;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * An approval that was taken: it is for one request, and for a while. By the clock of the wall and
 * by the one that nobody sets, whichever ends it first.
 */
public final class Grant {

  private final String requestDigest;
  private final Instant ends;
  private final long endsNanos;
  private final Clock clock;

  Grant(String requestDigest, Instant ends, Clock clock) {
    this.requestDigest = requestDigest;
    this.ends = ends;
    this.clock = clock;
    this.endsNanos = System.nanoTime() + Duration.between(clock.instant(), ends).toNanos();
  }

  /** Whether it is for the request of this digest. */
  public boolean isFor(String digest) {
    return requestDigest.equals(digest);
  }

  /** Whether its time has passed. */
  public boolean isOver() {
    return System.nanoTime() - endsNanos >= 0 || !clock.instant().isBefore(ends);
  }
}
