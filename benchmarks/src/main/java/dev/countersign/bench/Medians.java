package dev.countersign.bench;

import java.util.Arrays;

/** Rounds of one measurement under several conditions, interleaved by whoever fills it. */
final class Medians {

  private final double[][] values;

  /**
   * @param conditions how many are compared
   * @param rounds how often each is measured
   */
  Medians(int conditions, int rounds) {
    values = new double[conditions][rounds];
  }

  /** A negative round is the warm-up of files and caches, and does not count. */
  void add(int condition, int round, double value) {
    if (round >= 0) {
      values[condition][round] = value;
    }
  }

  double of(int condition) {
    double[] sorted = values[condition].clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
