package dev.countersign.config;

import java.time.Duration;

/**
 * Durations as they are written in the file: {@code 500ms}, {@code 30s}, {@code 10m}, {@code 1h},
 * {@code 7d}.
 */
final class Durations {

  private static final Duration MOST = Duration.ofDays(7);

  private Durations() {}

  static Duration read(Section section, String key, Duration absent) {
    Tree at = section.get(key);
    if (at == null) {
      return absent;
    }
    Duration duration = at.value instanceof String ? parse((String) at.value) : null;
    if (duration == null || duration.isZero() || duration.compareTo(MOST) > 0) {
      section.error(
          key,
          "expected a duration of at most 7d with a unit (ms, s, m, h, d), like 10m; found "
              + at.described());
      return absent;
    }
    return duration;
  }

  private static Duration parse(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > 10) {
      return null;
    }
    long count = Long.parseLong(text, 0, digits, 10);
    switch (text.substring(digits)) {
      case "ms":
        return Duration.ofMillis(count);
      case "s":
        return Duration.ofSeconds(count);
      case "m":
        return Duration.ofSeconds(count * 60);
      case "h":
        return Duration.ofSeconds(count * 3600);
      case "d":
        return Duration.ofSeconds(count * 86_400);
      default:
        return null;
    }
  }

  /** The shortest way to write it. */
  static String text(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3600 == 0) {
      return seconds / 3600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
