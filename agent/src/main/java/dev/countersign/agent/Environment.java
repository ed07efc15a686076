package dev.countersign.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The environment of this JVM, read late: on JDK 25 {@link System#getenv()} initialises {@code
 * ProcessImpl}, which freezes the property {@code jdk.lang.Process.launchMechanism} before the
 * application could set it.
 */
final class Environment implements Supplier<Map<String, String>> {

  static final Environment OWN = new Environment();

  /** The variables as the application reads them; first asked when something is judged. */
  @Override
  public Map<String, String> get() {
    return System.getenv();
  }

  /**
   * One variable as the kernel gave it to this process, read without the JDK's own copy.
   *
   * @return null when it is not set, or when this system does not show it
   */
  static String initial(String name) {
    String start = name + "=";
    try (InputStream in = new FileInputStream("/proc/self/environ")) {
      for (String variable :
          new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\0", -1)) {
        if (variable.startsWith(start)) {
          return variable.substring(start.length());
        }
      }
      return null;
    } catch (IOException hidden) {
      return System.getenv(name);
    }
  }

  private Environment() {}
}
