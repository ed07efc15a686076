package com.example.acts.agents;

import java.lang.instrument.Instrumentation;

/**
 * Agents that are attached while the application runs, one class for each way, so that the books
 * tell them apart. The first thing that each does is to start a process.
 */
public final class Late {

  /** Attached by this JVM itself. */
  public static final class Self {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("self", given);
    }
  }

  /** Attached by another JVM, which this one started. */
  public static final class Other {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("other", given);
    }
  }

  /** Attached by the JDK's tool. */
  public static final class Jcmd {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("jcmd", given);
    }
  }

  /** Attached by a management bean. */
  public static final class Bean {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("bean", given);
    }
  }

  /** Loaded by what the JDK's launcher calls. */
  public static final class Reflection {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("reflection", given);
    }
  }

  /** Named in the manifest of the program's own jar. */
  public static final class Launcher {
    public static void agentmain(String options, Instrumentation given) throws Exception {
      came("launcher", given);
    }
  }

  /** Of the agent that came last. */
  static String way;

  private static void came(String how, Instrumentation given) throws Exception {
    new ProcessBuilder("true").start().waitFor();
    Hostile.instrumentation = given;
    way = how;
  }

  private Late() {}
}
