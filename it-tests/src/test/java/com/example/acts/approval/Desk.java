package com.example.acts.approval;

import java.util.concurrent.Callable;

/** An application with a dispatcher of its own, and its tools. */
final class Desk {

  /**
   * The resolution point.
   *
   * @param tool the tool's name, as the model called it
   * @param json the arguments, as the model presented them
   * @param body what the application makes of them
   */
  static Object dispatch(String tool, String json, Callable<?> body) throws Exception {
    return body.call();
  }

  static Object refund(String to) {
    System.out.println("refunded " + to);
    return null;
  }

  static Object refundAndDie(String to) {
    Runtime.getRuntime().halt(137);
    return null;
  }

  /** A tool that nobody has to approve, and that does as it likes with files. */
  static Object help(Callable<?> task) throws Exception {
    return task.call();
  }

  private Desk() {}
}
