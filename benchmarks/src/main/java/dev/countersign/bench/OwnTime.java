package dev.countersign.bench;

import dev.countersign.it.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What of the processor time of a small request outside any tool is spent by the agent, for clients
 * whose requests need a server and several threads: no clock shows one microsecond in theirs. The
 * flight recorder takes samples by processor time from JDK 25 on (JEP 509, on Linux); a sample is
 * ours where the topmost frame outside the JDK is, so that what the JDK does for us counts as well.
 */
final class OwnTime {

  /** As {@link Load#CLIENTS} has them; those of the other three have {@link UnboundBenchmark}. */
  static final List<String> CLIENTS = List.of("jdk", "apache-async", "netty", "jetty");

  private static final int FIRST_JDK = 25;
  private static final int MILLIS = 1000;
  private static final int TIMES = 20;
  private static final String SAMPLE = "jdk.CPUTimeSample";
  private static final String OURS = "dev.countersign.";
  private static final String[] OF_THE_JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};

  /** Fewer say nothing about one of a hundred. */
  private static final int LEAST_SAMPLES = 500;

  private final Plan plan;

  OwnTime(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    for (Jdk jdk : plan.jdks()) {
      for (String client : CLIENTS) {
        String name = "send.unbound." + client;
        if (jdk.feature() >= FIRST_JDK && plan.includes(name)) {
          Plan.say(name + ", JDK " + jdk.feature());
          rows.add(row(name, client, jdk));
        }
      }
    }
  }

  private Row row(String name, String client, Jdk jdk) throws IOException, InterruptedException {
    Path directory = plan.directory("own");
    Path recording = directory.resolve("recording.jfr");
    List<String> options =
        List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+DebugNonSafepoints",
            "-XX:FlightRecorderOptions=stackdepth=128",
            "-XX:StartFlightRecording=settings=none,filename="
                + recording
                + ",+"
                + SAMPLE
                + "#enabled=true,+"
                + SAMPLE
                + "#throttle=1ms");
    Load load = Load.run(plan, jdk, directory, client, true, options, MILLIS, TIMES);
    int all = 0;
    int ours = 0;
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals(SAMPLE)
            && event.getStackTrace() != null
            && event.getStartTime().isAfter(load.began())
            && event.getStartTime().isBefore(load.ended())) {
          all++;
          ours += isOurs(event.getStackTrace().getFrames()) ? 1 : 0;
        }
      }
    }
    Plan.delete(directory);
    if (all < LEAST_SAMPLES) {
      throw new IllegalStateException(name + " has " + all + " samples only");
    }
    double share = (double) ours / all;
    return Row.of(name, jdk.feature())
        .with("own_us", share * load.cpuMicros())
        .with("own_share", share)
        .with("samples", all)
        .with("cpu_us", load.cpuMicros());
  }

  private static boolean isOurs(List<RecordedFrame> frames) {
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      if (!isOfTheJdk(type)) {
        return type.startsWith(OURS);
      }
    }
    return false;
  }

  private static boolean isOfTheJdk(String type) {
    for (String beginning : OF_THE_JDK) {
      if (type.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
