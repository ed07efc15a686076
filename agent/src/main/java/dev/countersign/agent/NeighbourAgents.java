package dev.countersign.agent;

import dev.countersign.jdk.JdkCalls;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * The other agents on the command line of this JVM, {@code JAVA_TOOL_OPTIONS} and option files
 * included. Each is a hole that is known before {@code main}; one that comes later is found by
 * {@link dev.countersign.weave.OtherAgents}.
 */
final class NeighbourAgents {

  private static final String JAVA_AGENT = "-javaagent:";
  private static final String[] NATIVE = {"-agentlib:", "-agentpath:", "-Xrun"};

  /** Seen with 1.62.0. */
  private static final String DATADOG = "dd-java-agent";

  private static final String DATADOG_VARIABLE = "_DD_ROOT_JAVA_SESSION_ID";
  private static final String OWN_CLASS = "dev/countersign/agent/CountersignAgent.class";

  /**
   * The holes that they make; empty for the usual command line.
   *
   * @param own the agent's own file
   * @param environmentIgnored {@code exec.env_ignore} of the configuration
   * @throws IllegalStateException when this JDK does not tell its arguments; {@code
   *     jdk.internal.misc} must be exported to this class
   */
  static List<Hole> holes(File own, List<String> environmentIgnored) {
    return holes(arguments(), own, environmentIgnored);
  }

  static List<Hole> holes(String[] arguments, File own, List<String> environmentIgnored) {
    List<Hole> holes = new ArrayList<>(0);
    int javaAgents = 0;
    for (String argument : arguments) {
      javaAgents += argument.startsWith(JAVA_AGENT) ? 1 : 0;
    }
    boolean before = true;
    for (String argument : arguments) {
      if (argument.startsWith(JAVA_AGENT) && javaAgents > 1) {
        String path = upTo('=', argument.substring(JAVA_AGENT.length()));
        if (isOurs(new File(path), own)) {
          before = false;
        } else {
          holes.add(javaAgent(new File(path).getName(), before, environmentIgnored));
        }
      }
      for (String option : NATIVE) {
        if (argument.startsWith(option)) {
          // Its options may hold secrets; they are not repeated.
          String name = upTo(':', upTo('=', argument.substring(option.length())));
          holes.add(
              new Hole(
                  "agents",
                  "the native agent "
                      + name
                      + " is on the command line: nothing here sees what native code changes"));
        }
      }
    }
    return holes;
  }

  private static Hole javaAgent(String name, boolean before, List<String> environmentIgnored) {
    return new Hole(
        "agents",
        "the agent "
            + name
            + (before
                ? " is on the command line before this one: what it changed before this one started"
                    + " is not seen. List this one first"
                : " is on the command line: it can change every class; what it makes of one that"
                    + " carries a gate is in force only where the gate stays")
            + (name.startsWith(DATADOG) && !environmentIgnored.contains(DATADOG_VARIABLE)
                ? ". It sets "
                    + DATADOG_VARIABLE
                    + " where a process is given an environment of its own, which makes that"
                    + " another start than the one that was judged: name it in exec.env_ignore"
                : ""));
  }

  private static boolean isOurs(File jar, File own) {
    if (jar.getAbsoluteFile().equals(own.getAbsoluteFile())) {
      return true;
    }
    // A copy, which will find that it comes second.
    try (ZipFile zip = new ZipFile(jar)) {
      return zip.getEntry(OWN_CLASS) != null;
    } catch (IOException unreadable) {
      // The JVM will say so when it comes to it.
      return false;
    }
  }

  private static String upTo(char end, String text) {
    int at = text.indexOf(end);
    return at < 0 ? text : text.substring(0, at);
  }

  private static String[] arguments() {
    try {
      String[] arguments = JdkCalls.arguments();
      return arguments == null ? new String[0] : arguments;
    } catch (LinkageError other) {
      throw new IllegalStateException("this JDK does not tell the arguments of its JVM", other);
    }
  }

  private NeighbourAgents() {}
}
