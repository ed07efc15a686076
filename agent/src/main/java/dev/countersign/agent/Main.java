package dev.countersign.agent;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * {@code java -jar countersign-agent.jar}: hands over to the command line behind the isolated
 * loader.
 */
public final class Main {

  /** Runs the command line in this JVM. */
  public static void main(String[] args) throws Throwable {
    Class<?> cli;
    try {
      // The gate's classes are on the class path here, not on the boot class path.
      cli =
          AgentJar.own()
              .isolatedLoader(Main.class.getClassLoader())
              .loadClass("dev.countersign.cli.Cli");
    } catch (IOException broken) {
      System.err.println("countersign: " + broken.getMessage());
      System.exit(4);
      return;
    }
    try {
      cli.getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException failed) {
      throw failed.getCause();
    }
  }

  private Main() {}
}
