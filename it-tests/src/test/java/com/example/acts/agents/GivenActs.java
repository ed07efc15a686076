package com.example.acts.agents;

import com.example.acts.Act;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An application that does not know how, or how often, it was given an agent. */
public final class GivenActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(GivenActs.class, arguments);
  }

  /** One honest call and one attack. */
  static void both() throws Exception {
    System.out.println("honest: " + Touch.honest());
    System.out.println("attack: " + Touch.attack());
  }

  /** The same, here and in a JVM that this one starts. */
  static void bothHereAndInAChild() throws Exception {
    both();
    run(
        tool("java"),
        "-cp",
        System.getProperty("java.class.path"),
        GivenActs.class.getName(),
        "both");
  }

  /** The JDK's tools, which get what the environment gives to every JVM. */
  static void jdkTools() throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    String list = run(tool("jcmd"), "-l");
    System.out.println("jcmd lists this JVM: " + list.contains(pid + " "));
    String stacks = run(tool("jstack"), pid);
    System.out.println("jstack shows it: " + stacks.contains("GivenActs.jdkTools"));
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** What the program printed on standard output; that of a JVM is shown. */
  private static String run(String... command) throws Exception {
    File output = new File("output");
    int exit =
        new ProcessBuilder(command)
            .redirectOutput(output)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    String text = Files.readString(output.toPath(), StandardCharsets.UTF_8);
    output.delete();
    System.out.println("exit code " + exit);
    if (command[0].endsWith("java")) {
      System.out.print(text);
    } else {
      System.out.println("marked as ours: " + text.contains("countersign: "));
    }
    return text;
  }

  private GivenActs() {}
}
