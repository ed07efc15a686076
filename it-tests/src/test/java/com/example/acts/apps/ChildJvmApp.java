package com.example.acts.apps;

import com.example.acts.Act;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A tool that works in a JVM of its own, as isolated workers and compilers do. */
public final class ChildJvmApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(ChildJvmApp.class, arguments);
  }

  static void application() throws Exception {
    String json = "{\"file\": \"judged\", \"options\": [\"-q\", \"--deep\"]}";
    System.out.println(Desk.call("scan", json, () -> scan("judged", List.of("-q", "--deep"))));
    Desk.attack("scan", "{\"file\": \"asked\", \"options\": []}", () -> scan("asked", List.of()));
  }

  /** The tool. */
  static String scan(String file, List<String> options) throws Exception {
    List<String> command =
        new java.util.ArrayList<>(
            List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName()));
    command.addAll(options);
    command.add("--");
    command.add(file);
    Process child = Desk.starting(command.toArray(new String[0])).redirectErrorStream(true).start();
    child.getOutputStream().close();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return child.waitFor() + " " + said.strip();
  }

  /** The other JVM. */
  public static final class Child {
    public static void main(String[] arguments) throws Exception {
      new File(arguments[arguments.length - 1]).createNewFile();
      System.out.println("scanned " + String.join(" ", arguments));
      System.exit(3);
    }
  }

  private ChildJvmApp() {}
}
