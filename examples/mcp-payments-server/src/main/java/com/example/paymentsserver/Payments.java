package com.example.paymentsserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** What was paid: a line {@code supplier,amount} each, in euros. */
final class Payments {

  /** What a tool does with the arguments of its call. */
  interface Action {
    String on(Map<String, Object> arguments);
  }

  private final Path file;

  Payments(Path file) {
    this.file = file;
  }

  String pay(Map<String, Object> arguments) {
    String line = arguments.get("supplier") + "," + arguments.get("amount");
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return "Paid " + arguments.get("amount") + " EUR";
  }

  String soFar() {
    try {
      return (Files.exists(file) ? Files.readAllLines(file).size() : 0) + " paid so far";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
