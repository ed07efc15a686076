package dev.countersign.ledger;

import java.io.File;
import java.io.IOException;

/** The number of this process. */
public final class ProcessNumber {

  /**
   * From {@code /proc} where there is one: initialising {@code ProcessHandle} costs 5 to 10 ms
   * before {@code main}.
   */
  public static long own() {
    String name;
    try {
      name = new File("/proc/self").getCanonicalFile().getName();
    } catch (IOException e) {
      return ProcessHandle.current().pid();
    }
    long number = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c < '0' || c > '9' || i == 18) {
        return ProcessHandle.current().pid();
      }
      number = number * 10 + c - '0';
    }
    return number;
  }

  private ProcessNumber() {}
}
