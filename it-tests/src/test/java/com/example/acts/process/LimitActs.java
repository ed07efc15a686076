package com.example.acts.process;

import static com.example.acts.process.Tools.run;

import java.io.File;
import java.nio.file.Files;

/**
 * What no comparison of a request can see: the request is the judged one, and what it starts is
 * another thing (B11). Each of these happens, and the limits say so.
 */
public final class LimitActs {

  /** The script is another one when it is read. */
  static void scriptChanged() throws Exception {
    Tools.script(
        "probe",
        () -> {
          Files.writeString(new File("probe").toPath(), ">fired\n");
          run(new ProcessBuilder("sh", "probe"));
        });
  }

  /** The program file is. */
  static void programChanged() throws Exception {
    Tools.toolIn(
        "one",
        () -> {
          File tool = new File("one/tool");
          Files.writeString(tool.toPath(), "#!/bin/sh\n>fired\n");
          tool.setExecutable(true);
          run(new ProcessBuilder("./tool").directory(new File("one")));
        });
  }

  /** A text that names no interpreter is run by the shell. */
  static void programThatIsATextOnly() throws Exception {
    Tools.toolIn(
        "one",
        () -> {
          File tool = new File("one/tool");
          Files.writeString(tool.toPath(), ">fired\n");
          tool.setExecutable(true);
          run(new ProcessBuilder("./tool").directory(new File("one")));
        });
  }

  /** The name of the directory leads elsewhere. */
  static void linkMoved() throws Exception {
    new File("two/tool").setExecutable(true);
    Tools.toolIn(
        "link",
        () -> {
          Files.createSymbolicLink(new File("link").toPath(), new File("two").toPath());
          run(new ProcessBuilder("./tool").directory(new File("link")));
          Files.delete(new File("link").toPath());
        });
  }

  private LimitActs() {}
}
