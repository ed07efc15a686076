package dev.countersign.it.http;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The newest line of every client that is bound, all on one class path. */
public final class NewestClients {

  static List<ClientLine> lines() {
    return List.of(
        last(OkHttpIT.LINES),
        ApacheIT.NEWEST_4,
        ApacheIT.NEWEST_5,
        last(ApacheAsyncIT.LINES),
        last(HttpAsyncClientIT.LINES),
        last(ReactorNettyIT.LINES),
        last(JettyIT.LINES));
  }

  private static ClientLine last(List<ClientLine> lines) {
    return lines.get(lines.size() - 1);
  }

  /**
   * @param itTests the directory of that module, built
   */
  public static List<Path> classPath(Path itTests) {
    List<Path> jars = new ArrayList<>();
    for (ClientLine line : lines()) {
      for (String jar : line.jars()) {
        jars.add(itTests.resolve("target").resolve(line.client() + "-lines").resolve(jar));
      }
    }
    return jars;
  }

  private NewestClients() {}
}
