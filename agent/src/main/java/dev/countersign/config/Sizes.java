package dev.countersign.config;

/**
 * Sizes as they are written in the file: {@code 512B}, {@code 64KiB}, {@code 8MiB}, {@code 1GiB}.
 */
final class Sizes {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

  /**
   * @param least in bytes
   * @param most in bytes
   */
  static long read(Section section, String key, long absent, long least, long most) {
    Tree at = section.get(key);
    if (at == null) {
      return absent;
    }
    long size = at.value instanceof String ? parse((String) at.value) : -1;
    if (size < least || size > most) {
      section.error(
          key,
          "expected a size from "
              + text(least)
              + " to "
              + text(most)
              + " with a unit (B, KiB, MiB, GiB), like 8MiB; found "
              + at.described());
      return absent;
    }
    return size;
  }

  private static long parse(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    if (digits == 0 || digits > 9) {
      return -1;
    }
    long count = Long.parseLong(text, 0, digits, 10);
    String unit = text.substring(digits);
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(unit)) {
        return count << 10 * i;
      }
    }
    return -1;
  }

  /** The shortest way to write it. */
  static String text(long bytes) {
    int unit = 0;
    long count = bytes;
    while (unit < UNITS.length - 1 && count > 0 && count % 1024 == 0) {
      count /= 1024;
      unit++;
    }
    return count + UNITS[unit];
  }

  private Sizes() {}
}
