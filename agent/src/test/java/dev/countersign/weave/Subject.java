package dev.countersign.weave;

import java.util.function.Supplier;

/** What is woven in the tests: read as bytes, defined anew, called by reflection. */
public class Subject implements SubjectDefaults {

  public static int runs;

  final String made;

  public Subject() {
    this("default");
  }

  public Subject(String made) {
    this.made = made;
  }

  public String made() {
    return made;
  }

  public String mixed(
      boolean z, byte b, char c, short s, int i, long j, float f, double d, String[] t, Object o) {
    runs++;
    return z + "," + b + "," + c + "," + s + "," + i + "," + j + "," + f + "," + d + "," + t.length
        + "," + o;
  }

  public static long twice(long value) {
    runs++;
    return value * 2;
  }

  public double half(double value) {
    return value / 2;
  }

  public void nothing() {
    runs++;
  }

  public String fails(String text) {
    throw new IllegalStateException(text);
  }

  public synchronized int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  public String swallowsEverything() {
    try {
      runs++;
      return "result";
    } catch (Throwable swallowed) {
      return "swallowed " + swallowed;
    }
  }

  @SuppressWarnings("finally")
  public String returnsInFinally(boolean fail) {
    StringBuilder order = new StringBuilder();
    try {
      try {
        if (fail) {
          throw new IllegalArgumentException("inner");
        }
        order.append("body ");
      } finally {
        order.append("inner ");
      }
    } finally {
      return order.append("outer").toString();
    }
  }

  public int branches(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      switch (i % 3) {
        case 0 -> sum += i;
        case 1 -> {
          long wide = sum * 2L;
          sum = (int) wide;
        }
        default -> {
          if (sum > 1000) {
            return sum;
          }
          sum--;
        }
      }
    }
    return sum;
  }

  public static String joined(String first, Object... rest) {
    return first + rest.length;
  }

  public String runsTask(Runnable task, Supplier<String> after) {
    task.run();
    return after.get();
  }
}
