package com.example.acts.agents;

import com.example.acts.Act;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.management.ObjectName;

/**
 * Every way that the JDK offers to attach an agent to a JVM that runs, one method each; each is
 * given the agent's jar.
 */
public final class LateActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(LateActs.class, arguments);
  }

  /** Attaches in each way, {@code way=jar}, takes the gates out from there, and attacks. */
  static void all(String[] ways) throws Exception {
    System.out.println("honest: " + Touch.honest());
    for (String each : ways) {
      String way = each.substring(0, each.indexOf('='));
      Method attach = LateActs.class.getDeclaredMethod(way, String.class);
      try {
        attach.invoke(null, each.substring(way.length() + 1));
      } catch (InvocationTargetException failed) {
        failed.getCause().printStackTrace();
      }
      System.out.println(way + ": came by " + Late.way);
      HostileActs.takesTheGatesOut();
      System.out.println(way + ": " + Touch.attack());
    }
    System.out.println("honest: " + Touch.honest());
  }

  /** A native agent, which no Java code of this JVM sees come. */
  static void nativeAgent(String[] library) throws Exception {
    run(tool("jcmd"), pid(), "JVMTI.agent_load", library[0]);
    System.out.println("attack: " + Touch.attack());
  }

  static void selfAttach(String jar) throws Exception {
    Attacher.attach(pid(), jar);
  }

  static void attachFromAnotherJvm(String jar) throws Exception {
    run(
        tool("java"),
        "-cp",
        System.getProperty("java.class.path"),
        Attacher.class.getName(),
        pid(),
        jar);
  }

  static void jcmd(String jar) throws Exception {
    run(tool("jcmd"), pid(), "JVMTI.agent_load", jar);
  }

  static void managementBean(String jar) throws Exception {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "jvmtiAgentLoad",
            new Object[] {new String[] {jar}},
            new String[] {String[].class.getName()});
  }

  /** What the launcher calls for the agent in a program's own manifest. */
  static void reflection(String jar) throws Exception {
    Class.forName("sun.instrument.InstrumentationImpl")
        .getMethod("loadAgent", String.class)
        .invoke(null, jar);
  }

  private static String pid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private static void run(String... command) throws Exception {
    List<String> all = Arrays.asList(command);
    Process process =
        new ProcessBuilder(all)
            .redirectErrorStream(true)
            .redirectOutput(new File("tool-output"))
            .start();
    int exit = process.waitFor();
    if (exit != 0) {
      throw new IllegalStateException("exit code " + exit + " of " + all);
    }
  }

  private LateActs() {}
}
