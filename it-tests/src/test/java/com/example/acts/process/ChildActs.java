package com.example.acts.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An application that starts another JVM (B17, F04). */
public final class ChildActs {

  static void withoutTheAgent() throws Exception {
    wait(new ProcessBuilder(java(), "-version"));
  }

  static void withTheAgent() throws Exception {
    wait(new ProcessBuilder(java(), agent(), "-version"));
  }

  static void withTheAgentInItsEnvironment() throws Exception {
    ProcessBuilder builder = new ProcessBuilder(java(), "-version");
    builder.environment().put("JAVA_TOOL_OPTIONS", agent());
    wait(builder);
  }

  static void withoutTheAgentAgain() throws Exception {
    wait(new ProcessBuilder(java(), "-version"));
  }

  /** A tool of the JDK, which is a JVM with few modules. */
  static void toolOfTheJdkWithTheAgent() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(new File(System.getProperty("java.home"), "bin/jcmd").getPath(), "-l");
    builder.environment().put("JAVA_TOOL_OPTIONS", agent());
    wait(builder);
  }

  private static String java() {
    return new File(System.getProperty("java.home"), "bin/java").getPath();
  }

  /** This JVM's own option; one that changes nothing where it has none. */
  private static String agent() throws IOException {
    for (String option : Files.readString(Path.of("/proc/self/cmdline")).split("\0")) {
      if (option.startsWith("-javaagent:")) {
        return option;
      }
    }
    return "-Dno.agent=true";
  }

  private static void wait(ProcessBuilder builder) throws Exception {
    if (builder
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        != 0) {
      throw new IllegalStateException("the child failed");
    }
  }

  private ChildActs() {}
}
