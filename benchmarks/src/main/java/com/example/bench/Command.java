package com.example.bench;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A command line whose main class the property {@code bench.main} names; its peak of memory is
 * written when it ends, by whatever way.
 */
public final class Command {

  public static void main(String[] arguments) throws Exception {
    Runtime.getRuntime().addShutdownHook(new Thread(Command::ended));
    Example.run(arguments);
  }

  private static void ended() {
    try {
      Peak.write();
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }

  private Command() {}
}
