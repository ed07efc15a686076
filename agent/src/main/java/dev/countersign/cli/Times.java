package dev.countersign.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Spans as options give them: {@code 30m}, {@code 12h}, {@code 90d}. */
final class Times {

  static Duration span(String option, String text) {
    int last = text.length() - 1;
    try {
      long count = last < 1 ? 0 : Long.parseLong(text.substring(0, last));
      if (count > 0 && count < 10_000_000) {
        switch (text.charAt(last)) {
          case 'm':
            return Duration.ofMinutes(count);
          case 'h':
            return Duration.ofHours(count);
          case 'd':
            return Duration.ofDays(count);
          case 's':
            return Duration.ofSeconds(count);
          default:
            break;
        }
      }
    } catch (NumberFormatException noNumber) {
      throw wrong(option);
    }
    throw wrong(option);
  }

  private static CommandFailure wrong(String option) {
    return new CommandFailure(Exit.USAGE, option + ": expected a span like 30m, 12h or 90d");
  }

  /** From now on, in whole seconds. */
  static Instant in(Duration span) {
    return now().plus(span);
  }

  static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private Times() {}
}
