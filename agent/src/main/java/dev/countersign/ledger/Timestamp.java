package dev.countersign.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** RFC 3339 in UTC, written by hand: {@code Instant.toString} costs milliseconds the first time. */
public final class Timestamp {

  /** Bytes of a text. */
  static final int LENGTH = 30;

  private static final int NANOS_AT = 20;

  /** The last second of the year 9999; the format has no later one. */
  private static final long LAST = 253_402_300_799L;

  /**
   * For example {@code 2026-11-29T20:00:01.000000000Z}: always nine digits of the second, 30 bytes
   * of ASCII.
   */
  static byte[] of(Instant instant) {
    byte[] out = new byte[LENGTH];
    long seconds = Math.min(Math.max(instant.getEpochSecond(), 0), LAST);
    date(out, (int) (seconds / 86_400));
    int time = (int) (seconds % 86_400);
    out[10] = 'T';
    digits(out, 11, 2, time / 3600);
    out[13] = ':';
    digits(out, 14, 2, time / 60 % 60);
    out[16] = ':';
    digits(out, 17, 2, time % 60);
    out[19] = '.';
    digits(out, NANOS_AT, 9, instant.getNano());
    out[29] = 'Z';
    return out;
  }

  /** Makes of a text that of another instant in the same second. */
  static void withNanos(byte[] text, int nano) {
    digits(text, NANOS_AT, 9, nano);
  }

  /** The same as a text. */
  public static String text(Instant instant) {
    return new String(of(instant), StandardCharsets.US_ASCII);
  }

  /** For file names, for example {@code 20261129T200001Z}. */
  static String compact(Instant instant) {
    String text = text(instant);
    return text.substring(0, 4)
        + text.substring(5, 7)
        + text.substring(8, 13)
        + text.substring(14, 16)
        + text.substring(17, 19)
        + "Z";
  }

  /**
   * Gregorian date of a day since 1970, by years of 365.2425 days that begin in March, so that leap
   * days end a year.
   */
  private static void date(byte[] out, int day) {
    int shifted = day + 719_468; // days since 0000-03-01
    int era = shifted / 146_097; // of 400 years
    int dayOfEra = shifted % 146_097;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    digits(out, 0, 4, era * 400 + yearOfEra + (month <= 2 ? 1 : 0));
    out[4] = '-';
    digits(out, 5, 2, month);
    out[7] = '-';
    digits(out, 8, 2, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1);
  }

  private static void digits(byte[] out, int at, int count, int value) {
    int rest = value;
    for (int i = at + count - 1; i >= at; i--) {
      out[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private Timestamp() {}
}
