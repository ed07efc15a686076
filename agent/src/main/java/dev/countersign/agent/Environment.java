package dev.countersign.agent;

import dev.countersign.sink.exec.ProcessAccess;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The environment of this JVM, read late: on JDK 25 {@link System#getenv()} initialises {@code
 * ProcessImpl}, which freezes the property {@code jdk.lang.Process.launchMechanism} before the
 * application could set it.
 */
final class Environment implements Supplier<Map<String, String>> {

  private final ProcessAccess access;
  private volatile Map<String, String> own;

  Environment(ProcessAccess access) {
    this.access = access;
  }

  /** The variables that a process inherits; first asked when something is judged. */
  @Override
  public Map<String, String> get() {
    Map<String, String> known = own;
    if (known == null) {
      known = new HashMap<>();
      byte[][] texts = access.ownEnvironment();
      for (int i = 0; i + 1 < texts.length; i += 2) {
        known.putIfAbsent(
            new String(texts[i], StandardCharsets.UTF_8),
            new String(texts[i + 1], StandardCharsets.UTF_8));
      }
      own = known;
    }
    return known;
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
}
