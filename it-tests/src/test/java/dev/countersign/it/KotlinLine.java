package dev.countersign.it;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The tools in Kotlin as one of its compilers wrote them, and what they run with, which the module
 * {@code lines/kotlin-LINE} puts together.
 *
 * @param line {@code 1.9}
 */
public record KotlinLine(String line) {

  /** That of Spring Boot 3. */
  public static final KotlinLine FIRST = new KotlinLine("1.9");

  public static final KotlinLine NEWEST = new KotlinLine("2.3");

  /** The first JDK on which the compiler of the first line does not run. */
  private static final int TOO_NEW = 24;

  /** Puts them on the class path of an application, in the place of the tests' own classes. */
  public AgentRun.Builder on(AgentRun.Builder builder) {
    Path classes = Path.of("lines", "kotlin-" + line, "target", "classes").toAbsolutePath();
    if (!Files.isDirectory(classes)) {
      assumeThat(equals(FIRST) && Runtime.version().feature() >= TOO_NEW)
          .as("%s compiles on an older JDK only, and this build runs on a newer one", this)
          .isFalse();
      throw new AssertionError(
          "no " + classes + ". The build of it-tests/lines/kotlin-" + line + " fills it");
    }
    return builder.classPathFirst(classes).line("kotlin-" + line);
  }

  @Override
  public String toString() {
    return "Kotlin " + line;
  }
}
