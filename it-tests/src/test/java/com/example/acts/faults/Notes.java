package com.example.acts.faults;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A tool whose effects can be counted: each call of {@link #note} appends a line of eight bytes to
 * the file {@code effects} in the working directory, in one write.
 */
final class Notes {

  private static final FileOutputStream EFFECTS = effects();

  private static FileOutputStream effects() {
    try {
      return new FileOutputStream("effects", true);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The tool. */
  static void note(String id) {
    happen(id);
  }

  /** The tool, which ends the JVM after its effect. */
  static void noteAndEnd(String id, String how) {
    happen(id);
    switch (how) {
      case "halt" -> Runtime.getRuntime().halt(3);
      case "exit" -> System.exit(3);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void happen(String id) {
    try {
      EFFECTS.write((id + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The name of the number-th call: seven characters. */
  static String id(int number) {
    String digits = "000000" + number;
    return "n" + digits.substring(digits.length() - 6);
  }

  private Notes() {}
}
