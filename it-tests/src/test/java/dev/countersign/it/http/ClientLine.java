package dev.countersign.it.http;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * One line of a client's library. The build puts its jars into {@code target/CLIENT-lines}.
 *
 * @param name of the client and version, as a test is named by it
 * @param jars file names, the client's own first
 */
record ClientLine(String client, String name, List<String> jars) {

  static ClientLine of(String client, String name, String... jars) {
    return new ClientLine(client, name, List.of(jars));
  }

  List<Path> classPath() {
    return jars.stream().map(this::jar).toList();
  }

  private Path jar(String file) {
    Path directory = Path.of("target", client + "-lines");
    Path jar = directory.resolve(file).toAbsolutePath();
    if (!Files.isReadable(jar)) {
      throw new AssertionError(
          "no "
              + jar
              + ". The build copies it before the integration tests: run \"mvn verify\", or"
              + " \"mvn -pl it-tests dependency:copy@"
              + client
              + "-lines\" once. There are "
              + Arrays.toString(directory.toFile().list()));
    }
    return jar;
  }

  @Override
  public String toString() {
    return name;
  }
}
