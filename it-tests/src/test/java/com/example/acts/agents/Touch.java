package com.example.acts.agents;

import java.io.File;

/** A tool that may touch the file it is given, and touches the one that an attacker gave it. */
final class Touch {

  /** The tool. */
  static void touch(String file, String started) throws Exception {
    new ProcessBuilder("touch", started).start().waitFor();
  }

  /** What becomes of a start that was not judged: {@code refused} or {@code fired}. */
  static String attack() throws Exception {
    return outcome("judged", "fired");
  }

  /** What becomes of an honest one. */
  static String honest() throws Exception {
    return outcome("judged", "judged");
  }

  private static String outcome(String file, String started) throws Exception {
    File made = new File(started);
    made.delete();
    try {
      touch(file, started);
    } catch (SecurityException refused) {
      return made.exists() ? "refused too late" : "refused";
    }
    return made.delete() ? "fired" : "nothing";
  }

  private Touch() {}
}
