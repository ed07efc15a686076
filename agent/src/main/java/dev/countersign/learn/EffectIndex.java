package dev.countersign.learn;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * Which line of the files holds which effect, of which group, and where its call is: 16 bytes an
 * effect, so that a further reading passes over lines that nothing depends on. Lines are counted
 * from 0 over all files.
 */
final class EffectIndex {

  static final int NONE = -1;

  private int[] lines = new int[1 << 10];
  private int[] groups = new int[1 << 10];
  private int[] calls = new int[1 << 10];
  private int[] arguments = new int[1 << 10];
  private int count;

  /**
   * Adds an effect; lines come in their order.
   *
   * @param call the line of its call; {@link #NONE} for none
   * @param args the line that has the arguments of that call; {@link #NONE} for none
   */
  void add(int line, int group, int call, int args) {
    if (count == lines.length) {
      lines = Arrays.copyOf(lines, 2 * count);
      groups = Arrays.copyOf(groups, 2 * count);
      calls = Arrays.copyOf(calls, 2 * count);
      arguments = Arrays.copyOf(arguments, 2 * count);
    }
    lines[count] = line;
    groups[count] = group;
    calls[count] = call;
    arguments[count] = args;
    count++;
  }

  /** The group of the effect in a line; {@link #NONE} where there is none. */
  int groupAt(int line) {
    int at = Arrays.binarySearch(lines, 0, count, line);
    return at < 0 ? NONE : groups[at];
  }

  /** The lines that effects of some groups depend on. */
  BitSet linesOf(IntPredicate wanted) {
    BitSet needed = new BitSet();
    for (int i = 0; i < count; i++) {
      if (wanted.test(groups[i])) {
        needed.set(lines[i]);
        if (calls[i] != NONE) {
          needed.set(calls[i]);
        }
        if (arguments[i] != NONE) {
          needed.set(arguments[i]);
        }
      }
    }
    return needed;
  }
}
