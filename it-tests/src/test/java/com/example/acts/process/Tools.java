package com.example.acts.process;

import java.util.List;

/**
 * Tools that may each start one kind of process, and whose bodies do what an act says: {@code
 * configs/processes.yaml} binds them.
 */
final class Tools {

  /** What the body of a tool does: what an attacker, a bug or a library made of it. */
  interface Body {
    void run() throws Exception;
  }

  /** May start {@code touch FILE}, once. */
  static void touch(String file, Body body) throws Exception {
    body.run();
  }

  /** May start {@code touch FIRST} and {@code touch SECOND}, once each. */
  static void touchBoth(String first, String second, Body body) throws Exception {
    body.run();
  }

  /** May start {@code ./tool} in that directory, once. */
  static void toolIn(String dir, Body body) throws Exception {
    body.run();
  }

  /** May start {@code sh SCRIPT} with the JVM's own environment, once. */
  static void script(String name, Body body) throws Exception {
    body.run();
  }

  /** May start {@code echo hello} into that file, which is truncated, once. */
  static void echoInto(String file, Body body) throws Exception {
    body.run();
  }

  /** May start that program without arguments, once. */
  static void program(String name, Body body) throws Exception {
    body.run();
  }

  /** May start {@code sh ARGUMENTS…}, once. */
  static void arguments(List<String> values, Body body) throws Exception {
    body.run();
  }

  /** May start {@code env ARGUMENTS…}, once. */
  static void env(List<String> values, Body body) throws Exception {
    body.run();
  }

  /** May start {@code echo TEXT} and {@code sh}, once each. */
  static void echoAndShell(String text, Body body) throws Exception {
    body.run();
  }

  /** May start {@code sh} with its standard input from that file, once. */
  static void shellReading(String file, Body body) throws Exception {
    body.run();
  }

  /** May start {@code PROGRAM ARGUMENTS…}, once. */
  static void anything(String name, List<String> values, Body body) throws Exception {
    body.run();
  }

  /** May start {@code sh count VALUES…}, once. */
  static void count(List<String> values, Body body) throws Exception {
    body.run();
  }

  /** May start nothing. */
  static void idle(Body body) throws Exception {
    body.run();
  }

  /** Starts it and waits for its end. */
  static void run(ProcessBuilder builder) throws Exception {
    builder.start().waitFor();
  }

  private Tools() {}
}
