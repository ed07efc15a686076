package dev.countersign.it.agents;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Options of the JVM for the agents that run beside this one, none of which is given anybody to
 * talk to. The build puts their jars into {@code target/peers}.
 */
public final class Peers {

  /** OpenTelemetry's, which traces and tells nobody. */
  public static String[] openTelemetry() {
    return new String[] {
      "-Dotel.traces.exporter=none",
      "-Dotel.metrics.exporter=none",
      "-Dotel.logs.exporter=none",
      agent("opentelemetry-javaagent.jar")
    };
  }

  /** Datadog's, with its application security. */
  public static String[] datadog() {
    return new String[] {
      "-Ddd.appsec.enabled=true",
      // Port 9 of the loopback interface: nobody listens.
      "-Ddd.trace.agent.url=http://127.0.0.1:9",
      "-Ddd.instrumentation.telemetry.enabled=false",
      "-Ddd.remote_config.enabled=false",
      "-Ddd.profiling.enabled=false",
      "-Ddd.jmxfetch.enabled=false",
      "-Ddd.crashtracking.enabled=false",
      agent("dd-java-agent.jar")
    };
  }

  private static String agent(String jar) {
    Path path = Path.of("target", "peers", jar).toAbsolutePath();
    if (!Files.isReadable(path)) {
      throw new AssertionError(
          "no " + path + ": run \"mvn -pl it-tests dependency:copy@peers\" first");
    }
    return "-javaagent:" + path;
  }

  private Peers() {}
}
