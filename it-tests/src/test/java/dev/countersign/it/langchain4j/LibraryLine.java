package dev.countersign.it.langchain4j;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One line of the library. The build puts the jars into {@code target/langchain4j-lines}.
 *
 * @param version of {@code langchain4j}
 * @param core of {@code langchain4j-core}, which can be newer
 */
public record LibraryLine(String version, String core) {

  private static final Path JARS = Path.of("target", "langchain4j-lines");

  /** What every line needs beside its own two jars. */
  private static final List<String> OTHERS = List.of("jackson", "jspecify", "slf4j-api", "opennlp");

  static LibraryLine of(String version) {
    return new LibraryLine(version, version);
  }

  /** The number after {@code 1.}. */
  int minor() {
    return Integer.parseInt(version.split("\\.")[1]);
  }

  Path jar() {
    return jar("langchain4j", version);
  }

  Path coreJar() {
    return jar("langchain4j-core", core);
  }

  /** The line, what it needs, and the test's own classes. */
  public List<Path> classPath() {
    List<Path> path = new ArrayList<>(List.of(jar(), coreJar()));
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String entry : all.split(File.pathSeparator)) {
      Path file = Path.of(entry);
      if (OTHERS.stream().anyMatch(file.getFileName().toString()::startsWith)) {
        path.add(file);
      }
    }
    return path;
  }

  /** A jar that the build put there. */
  public static Path jar(String artifact, String version) {
    Path jar = JARS.resolve(artifact + "-" + version + ".jar").toAbsolutePath();
    if (!Files.isReadable(jar)) {
      throw new AssertionError(
          "no "
              + jar
              + ". The build copies it before the integration tests: run \"mvn verify\", or"
              + " \"mvn -pl it-tests dependency:copy@langchain4j-lines\" once. There are "
              + Arrays.toString(JARS.toFile().list()));
    }
    return jar;
  }

  @Override
  public String toString() {
    return "LangChain4j " + version + (core.equals(version) ? "" : " on core " + core);
  }
}
