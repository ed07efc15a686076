package dev.countersign.verify;

import java.time.LocalDate;

/**
 * How much happened when, in {@value #BUCKETS} intervals of equal length. The length doubles
 * whenever something later comes, so that neither the number of entries nor the time they span
 * matters.
 */
public final class Timeline {

  /** Intervals. */
  public static final int BUCKETS = 96;

  /** What is counted. */
  public enum Kind {
    ALLOWED,
    REFUSED,
    FAILED
  }

  private final long[][] counts = new long[Kind.values().length][BUCKETS];
  private long first = Long.MIN_VALUE;
  private long last;
  private long width = 1;
  private long undated;
  private boolean turnsBack;

  /**
   * @param ts as the entry states it; something that is no RFC 3339 text in UTC is counted as
   *     undated
   */
  void add(Kind kind, String ts) {
    long at = millis(ts);
    if (at < 0) {
      undated++;
      return;
    }
    if (first == Long.MIN_VALUE) {
      first = at;
      last = at;
    }
    turnsBack |= at < last;
    last = Math.max(last, at);
    long since = Math.max(0, at - first);
    while (since / width >= BUCKETS) {
      halve();
    }
    counts[kind.ordinal()][(int) (since / width)]++;
  }

  private void halve() {
    width *= 2;
    for (long[] count : counts) {
      for (int i = 0; i < BUCKETS; i++) {
        count[i] = i < BUCKETS / 2 ? count[2 * i] + count[2 * i + 1] : 0;
      }
    }
  }

  /** In one interval. */
  public long count(Kind kind, int bucket) {
    return counts[kind.ordinal()][bucket];
  }

  /** Whether there is anything with a date. */
  public boolean isEmpty() {
    return first == Long.MIN_VALUE;
  }

  /** Milliseconds since 1970 of the first date, where the intervals begin. */
  public long first() {
    return first;
  }

  /** Of the latest one. */
  public long last() {
    return last;
  }

  /** Of one interval, in milliseconds. */
  public long width() {
    return width;
  }

  /** How many had no date that could be read. */
  public long undated() {
    return undated;
  }

  /** Whether an entry states an earlier time than one before it. */
  public boolean turnsBack() {
    return turnsBack;
  }

  /** Milliseconds since 1970 of a text like {@code 2026-11-29T20:00:01.000Z}; -1 for another. */
  private static long millis(String ts) {
    if (ts == null || ts.length() < 20 || ts.length() > 30 || !ts.endsWith("Z")) {
      return -1;
    }
    String form = "0000-00-00T00:00:00";
    for (int i = 0; i < form.length(); i++) {
      char c = ts.charAt(i);
      boolean fits = form.charAt(i) == '0' ? c >= '0' && c <= '9' : c == form.charAt(i);
      if (!fits) {
        return -1;
      }
    }
    int month = number(ts, 5, 2);
    int day = number(ts, 8, 2);
    int year = number(ts, 0, 4);
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28 && day > days(year, month)) {
      return -1;
    }
    long seconds =
        LocalDate.of(year, month, day).toEpochDay() * 86_400
            + number(ts, 11, 2) * 3600L
            + number(ts, 14, 2) * 60L
            + number(ts, 17, 2);
    int milli = 0;
    for (int i = 20, weight = 100; i < ts.length() - 1 && weight > 0; i++, weight /= 10) {
      milli += (ts.charAt(i) - '0') * weight;
    }
    return seconds * 1000 + Math.max(0, Math.min(999, milli));
  }

  private static int days(int year, int month) {
    return LocalDate.of(year, month, 1).lengthOfMonth();
  }

  private static int number(String text, int at, int digits) {
    int number = 0;
    for (int i = at; i < at + digits; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }
}
