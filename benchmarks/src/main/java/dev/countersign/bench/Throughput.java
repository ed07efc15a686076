package dev.countersign.bench;

import dev.countersign.it.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * How many small requests the newest line of each client makes in a second that no tool asks for,
 * and what they cost the whole JVM, with the agent and without it, in turns.
 */
final class Throughput {

  private static final int MILLIS = 400;
  private static final int TIMES = 5;

  private final Plan plan;

  Throughput(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    for (Jdk jdk : plan.jdks()) {
      for (String client : Load.CLIENTS) {
        String name = "throughput." + client;
        if (plan.includes(name)) {
          Plan.say(name + ", JDK " + jdk.feature());
          rows.add(row(name, client, jdk));
        }
      }
    }
  }

  private Row row(String name, String client, Jdk jdk) throws IOException, InterruptedException {
    Medians rates = new Medians(2, plan.rounds());
    Medians cpu = new Medians(2, plan.rounds());
    for (int round = 0; round < plan.rounds(); round++) {
      for (int attached = 0; attached < 2; attached++) {
        Path directory = plan.directory("throughput");
        Load load = Load.run(plan, jdk, directory, client, attached == 1, List.of(), MILLIS, TIMES);
        Plan.delete(directory);
        rates.add(attached, round, load.perSecond());
        cpu.add(attached, round, load.cpuMicros());
      }
    }
    return Row.of(name, jdk.feature())
        .with("none_per_s", rates.of(0))
        .with("countersign_per_s", rates.of(1))
        .with("ratio", rates.of(1) / rates.of(0))
        .with("none_cpu_us", cpu.of(0))
        .with("cpu_us", cpu.of(1));
  }
}
