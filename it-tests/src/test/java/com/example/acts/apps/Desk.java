package com.example.acts.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What the applications of this package have in common: how a model's call reaches a method. */
final class Desk {

  /**
   * The resolution point.
   *
   * @param tool the tool's name, as the model called it
   * @param json the arguments, as the model presented them
   * @param body what carries the call out
   */
  static <T> T call(String tool, String json, Callable<T> body) throws Exception {
    return body.call();
  }

  private static volatile boolean compromised;

  /**
   * The application's last act: an attacker has got into what starts its processes, which takes
   * {@code fired} where it was given {@code asked}. Prints what came of it.
   */
  static void attack(String tool, String json, Callable<?> body) throws Exception {
    compromised = true;
    try {
      call(tool, json, body);
      System.out.println("attack: worked");
    } catch (SecurityException refused) {
      System.out.println("attack: " + refused.getMessage());
    }
  }

  /**
   * Starts a process and waits for its end.
   *
   * @return its exit code
   */
  static int run(String... command) throws Exception {
    return starting(command).start().waitFor();
  }

  /** What every process of the application is started with. */
  static ProcessBuilder starting(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    if (compromised) {
      arguments.replaceAll(argument -> argument.equals("asked") ? "fired" : argument);
    }
    return new ProcessBuilder(arguments);
  }

  private Desk() {}
}
