package dev.countersign.bench;

import dev.countersign.it.Jdk;
import dev.countersign.it.http.NewestClients;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How many small requests the newest line of each client makes in a second that no tool asks for,
 * with the agent and without it, in turns.
 */
final class Throughput {

  private static final String MAIN = "com.example.acts.http.LoadMain";

  /** As {@link com.example.acts.http.LoadClients} calls them. */
  static final List<String> CLIENTS =
      List.of("jdk", "url", "okhttp", "apache", "apache-async", "netty", "jetty");

  private static final String WARM_UP_MILLIS = "2500";
  private static final String MILLIS = "300";
  private static final String TIMES = "5";

  private final Plan plan;

  Throughput(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    List<String> clients = new ArrayList<>();
    for (String client : CLIENTS) {
      if (plan.includes("throughput." + client)) {
        clients.add(client);
      }
    }
    if (clients.isEmpty()) {
      return;
    }
    for (Jdk jdk : plan.jdks()) {
      Medians[] rates = new Medians[clients.size()];
      for (int i = 0; i < rates.length; i++) {
        rates[i] = new Medians(2, plan.rounds());
      }
      for (int round = 0; round < plan.rounds(); round++) {
        Plan.say(
            "throughput, JDK " + jdk.feature() + ", round " + (round + 1) + " of " + plan.rounds());
        run(jdk, clients, false, round, rates);
        run(jdk, clients, true, round, rates);
      }
      for (int i = 0; i < rates.length; i++) {
        rows.add(
            Row.of("throughput." + clients.get(i), jdk.feature())
                .with("none_per_s", rates[i].of(0))
                .with("countersign_per_s", rates[i].of(1))
                .with("ratio", rates[i].of(1) / rates[i].of(0)));
      }
    }
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

  private void run(Jdk jdk, List<String> clients, boolean attached, int round, Medians[] rates)
      throws IOException, InterruptedException {
    Path directory = plan.directory("throughput");
    List<String> arguments = new ArrayList<>();
    if (attached) {
      arguments.add(
          "-javaagent:"
              + plan.agent()
              + "="
              + Configurations.write(directory, Configurations.DESK, "write"));
    }
    arguments.addAll(List.of("-Xms256m", "-Xmx256m", "-cp", classPath(plan), MAIN));
    arguments.addAll(List.of(WARM_UP_MILLIS, MILLIS, TIMES));
    arguments.addAll(clients);
    List<String> lines = Child.run(jdk, directory, directory, arguments).stdout().lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      double rate = Double.parseDouble(line.substring(line.indexOf(' ') + 1));
      rates[i].add(attached ? 1 : 0, round, rate);
    }
    Plan.delete(directory);
  }
}
