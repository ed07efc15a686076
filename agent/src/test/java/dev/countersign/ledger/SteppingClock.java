package dev.countersign.ledger;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** Every look is one second later than the one before. */
final class SteppingClock extends Clock {

  private final Instant start;
  private final AtomicLong looks = new AtomicLong();

  private SteppingClock(Instant start) {
    this.start = start;
  }

  static SteppingClock from(String instant) {
    return new SteppingClock(Instant.parse(instant));
  }

  @Override
  public Instant instant() {
    return start.plusSeconds(looks.getAndIncrement());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
