package dev.countersign.cli;

import java.io.Console;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Whether a person sits at standard input. */
final class Terminal {

  /** JDK 22 to 24 have a console where there is no terminal, and say so when asked. */
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      Method asks = Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(asks.invoke(console));
    } catch (NoSuchMethodException older) {
      return true;
    } catch (ReflectiveOperationException unknown) {
      return false;
    }
  }

  /** What a terminal writes in; UTF-8 elsewhere is what most write in. */
  static Charset charset() {
    Console console = System.console();
    return console == null ? StandardCharsets.UTF_8 : console.charset();
  }

  private Terminal() {}
}
