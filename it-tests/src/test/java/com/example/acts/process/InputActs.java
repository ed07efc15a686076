package com.example.acts.process;

import java.io.File;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a command was judged by and what it does are two things where it reads its program from
 * standard input (B12).
 */
public final class InputActs {

  private static final String PROGRAM = "touch fired";

  static void shell() throws Exception {
    Tools.program("sh", () -> write(new ProcessBuilder("sh")));
  }

  static void shellByItsPath() throws Exception {
    Tools.program("/bin/sh", () -> write(new ProcessBuilder("/bin/sh")));
  }

  static void shellThatIsToldSo() throws Exception {
    Tools.arguments(List.of("-s", "x"), () -> write(new ProcessBuilder("sh", "-s", "x")));
  }

  static void shellWithADash() throws Exception {
    Tools.arguments(List.of("-"), () -> write(new ProcessBuilder("sh", "-")));
  }

  static void shellWithOptions() throws Exception {
    Tools.arguments(List.of("-eu"), () -> write(new ProcessBuilder("sh", "-eu")));
  }

  static void shellWithTheFileThatIsItsInput() throws Exception {
    Tools.arguments(List.of("/dev/stdin"), () -> write(new ProcessBuilder("sh", "/dev/stdin")));
  }

  static void shellStartedByAnotherProgram() throws Exception {
    Tools.env(List.of("A=b", "sh"), () -> write(new ProcessBuilder("env", "A=b", "sh")));
  }

  /** Nobody writes to it, and nobody could: it is the pipe from the first stage. */
  static void shellAtTheEndOfAPipeline() throws Exception {
    Tools.echoAndShell(
        PROGRAM,
        () -> {
          for (Process stage :
              ProcessBuilder.startPipeline(
                  List.of(new ProcessBuilder("echo", PROGRAM), new ProcessBuilder("sh")))) {
            stage.waitFor();
          }
        });
  }

  /** Its program is a file; what it reads is data. */
  static void shellWithAScript() throws Exception {
    Tools.script("copy", () -> write(new ProcessBuilder("sh", "copy")));
  }

  /** Its program is in the request. */
  static void shellWithAText() throws Exception {
    Tools.arguments(
        List.of("-c", "cat >copied"), () -> write(new ProcessBuilder("sh", "-c", "cat >copied")));
  }

  static void noInterpreter() throws Exception {
    Tools.program("cat", () -> write(new ProcessBuilder("cat")));
  }

  /** Nothing is read from this. */
  static void shellWithoutInput() throws Exception {
    Tools.shellReading(
        "script", () -> run(new ProcessBuilder("sh").redirectInput(new File("script"))));
  }

  private static void run(ProcessBuilder builder) throws Exception {
    builder.start().waitFor();
  }

  private static void write(ProcessBuilder builder) throws Exception {
    Process process = builder.start();
    try (OutputStream input = process.getOutputStream()) {
      input.write(PROGRAM.getBytes(StandardCharsets.US_ASCII));
    }
    process.waitFor();
  }

  private InputActs() {}
}
