package dev.countersign.it;

import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/**
 * A JDK that Countersign is tested on.
 *
 * @param feature feature release, for example 17
 * @param found its home directory; null when none was found on this machine
 */
public record Jdk(int feature, Path found) {

  /**
   * The home directory. Where the JDK was not found, the test fails in CI (environment variable
   * {@code CI}) and is skipped with a line elsewhere.
   */
  public Path home() {
    if (found != null) {
      return found;
    }
    String reason =
        "JDK "
            + feature
            + " was not found beside this JVM, JAVA_HOME* or the java on PATH. Install it beside one of them, or set"
            + " JAVA_HOME_"
            + feature
            + ".";
    if (System.getenv("CI") != null) {
      return fail(reason);
    }
    System.err.println("skipped: " + reason);
    return Assumptions.abort(reason);
  }

  /** Its launcher. */
  public Path java() {
    return home().resolve("bin").resolve("java");
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
