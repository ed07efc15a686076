package dev.countersign.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;

/**
 * Attaches Countersign to this JVM. Runs before {@code main}; loads nothing that the application
 * could have replaced.
 *
 * <p>There is no {@code agentmain}: attached late, an agent cannot say what fired before it. There
 * is no way to take it off again.
 */
public final class CountersignAgent {

  /** The exit code of a JVM that was not started because it would have been unprotected. */
  static final int NOT_STARTED = 78;

  /**
   * Called by the JVM.
   *
   * @param options what follows {@code =} in {@code -javaagent:countersign-agent.jar=}: the path of
   *     the configuration, or null
   */
  public static void premain(String options, Instrumentation instrumentation) {
    try {
      AgentJar jar = AgentJar.own();
      // Before the jar may be appended to the boot search: after that, this package is found there,
      // and the classes of two loaders do not see each other.
      AgentClassLoader loader = jar.isolatedLoader(ClassLoader.getPlatformClassLoader());
      jar.showGateToEveryLoader(instrumentation);
      loader
          .loadClass("dev.countersign.agent.Startup")
          // The same shape as this method: for another one the JDK would make eight classes first.
          .getMethod("run", String[].class, Instrumentation.class)
          .invoke(null, new String[] {options, jar.file().getPath()}, instrumentation);
    } catch (InvocationTargetException failed) {
      notStarting(failed.getCause());
    } catch (Throwable failed) {
      notStarting(failed);
    }
  }

  private static void notStarting(Throwable failed) {
    // An exception out of premain would abort the JVM with a core; halt ends it with a code that
    // says what it is.
    try {
      System.err.println(
          "countersign: not starting this JVM (exit 78): the agent could not be set up: "
              + failed
              + (failed instanceof SecurityException
                  ? ". A check runs on the application's own stack: grant"
                      + " java.security.AllPermission to all code in this JVM's policy, or start"
                      + " it without a security manager."
                  : ". Use the countersign-agent.jar of one release, as it was built."));
    } finally {
      Runtime.getRuntime().halt(NOT_STARTED);
    }
  }

  private CountersignAgent() {}
}
