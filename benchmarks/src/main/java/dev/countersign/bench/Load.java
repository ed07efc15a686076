package dev.countersign.bench;

import dev.countersign.it.Jdk;
import dev.countersign.it.http.NewestClients;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One JVM in which one client makes small requests that no tool asks for, after a tool has run
 * whose work another thread did. One client alone: what several have in common would be compiled
 * for all of them.
 *
 * @param perSecond requests, the median of several times
 * @param cpuMicros what the whole JVM spent for each of them, on all its processors
 * @param began when it was warm and measuring began
 * @param ended when measuring ended
 */
record Load(double perSecond, double cpuMicros, Instant began, Instant ended) {

  /** As {@link com.example.acts.http.LoadClients} calls them. */
  static final List<String> CLIENTS =
      List.of("jdk", "url", "okhttp", "apache", "apache-async", "netty", "jetty");

  private static final String MAIN = "com.example.acts.http.LoadMain";
  private static final String WARM_UP_MILLIS = "8000";

  /**
   * Runs one.
   *
   * @param directory of its own, for books and what it prints
   * @param attached whether with the agent
   * @param options more of the JVM's
   * @param millis of each time
   * @param times that it is measured
   */
  static Load run(
      Plan plan,
      Jdk jdk,
      Path directory,
      String client,
      boolean attached,
      List<String> options,
      int millis,
      int times)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    if (attached) {
      Path configuration = Configurations.write(directory, Configurations.LOAD, "write");
      arguments.add("-javaagent:" + plan.agent() + "=" + configuration);
    }
    arguments.addAll(options);
    arguments.addAll(List.of("-Xms256m", "-Xmx256m", "-cp", classPath(plan), MAIN, client));
    arguments.addAll(List.of(WARM_UP_MILLIS, Integer.toString(millis), Integer.toString(times)));
    String printed = Child.run(jdk, directory, directory, arguments).stdout();
    String[] values = printed.lines().reduce("", (before, line) -> line).split(" ");
    return new Load(
        Double.parseDouble(values[0]),
        Double.parseDouble(values[1]),
        Instant.ofEpochMilli(Long.parseLong(values[2])),
        Instant.ofEpochMilli(Long.parseLong(values[3])));
  }

  /** The newest line of each client, and what asks them. */
  static String classPath(Plan plan) {
    Path itTests = plan.root().resolve("it-tests");
    StringBuilder classPath = new StringBuilder().append(itTests.resolve("target/test-classes"));
    for (Path jar : NewestClients.classPath(itTests)) {
      classPath.append(File.pathSeparator).append(jar);
    }
    return classPath.toString();
  }
}
