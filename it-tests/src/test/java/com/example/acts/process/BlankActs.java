package com.example.acts.process;

import static com.example.acts.process.Tools.count;

import java.util.ArrayList;
import java.util.List;

/** F23: an argument that is empty is an argument. */
public final class BlankActs {

  static void emptyAsJudged() throws Exception {
    count(List.of(""), () -> start(""));
  }

  static void noneAsJudged() throws Exception {
    count(List.of(), () -> start());
  }

  static void blankAsJudged() throws Exception {
    count(List.of(" "), () -> start(" "));
  }

  static void severalAsJudged() throws Exception {
    count(List.of("", "x", ""), () -> start("", "x", ""));
  }

  static void emptyForNone() throws Exception {
    count(List.of(), () -> start(""));
  }

  static void noneForEmpty() throws Exception {
    count(List.of(""), () -> start());
  }

  static void blankForEmpty() throws Exception {
    count(List.of(""), () -> start(" "));
  }

  static void emptyForBlank() throws Exception {
    count(List.of(" "), () -> start(""));
  }

  static void blankForNone() throws Exception {
    count(List.of(), () -> start(" "));
  }

  private static void start(String... values) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", "count"));
    command.addAll(List.of(values));
    Tools.run(new ProcessBuilder(command));
  }

  private BlankActs() {}
}
