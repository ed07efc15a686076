package dev.countersign.sink.exec;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The environment of this JVM, read late and once: on JDK 25 {@link System#getenv()} initialises
 * {@code ProcessImpl}, which freezes the property {@code jdk.lang.Process.launchMechanism} before
 * the application could set it. It does not change after that.
 */
public final class OwnEnvironment implements Supplier<Map<String, String>> {

  private final ProcessAccess access;
  private volatile Map<String, String> texts;
  private volatile Map<String, String> bytes;

  public OwnEnvironment(ProcessAccess access) {
    this.access = access;
  }

  /** The variables that a process inherits, as texts; first asked when something is judged. */
  @Override
  public Map<String, String> get() {
    Map<String, String> known = texts;
    if (known == null) {
      known = read(StandardCharsets.UTF_8);
      texts = known;
    }
    return known;
  }

  /** The same to compare with: one character per byte, for variables need not be UTF-8. */
  Map<String, String> bytes() {
    Map<String, String> known = bytes;
    if (known == null) {
      known = read(StandardCharsets.ISO_8859_1);
      bytes = known;
    }
    return known;
  }

  private Map<String, String> read(Charset charset) {
    byte[][] all = access.ownEnvironment();
    Map<String, String> variables = new HashMap<>();
    for (int i = 0; i + 1 < all.length; i += 2) {
      // Of two with one name, the JDK takes the first.
      variables.putIfAbsent(new String(all[i], charset), new String(all[i + 1], charset));
    }
    return variables;
  }

  /**
   * One variable as the kernel gave it to this process, read without the JDK's own copy.
   *
   * @return null when it is not set, or when this system does not show it
   */
  public static String initial(String name) {
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
