package dev.countersign.bench;

import com.example.bench.Empty;
import com.example.bench.Example;
import com.example.bench.Hello;
import com.example.bench.Host;
import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Wall time and peak memory of whole JVMs: without an agent, with ours and with two peers',
 * interleaved, because machines are shared and only ratios of one run say anything.
 */
final class StartUp {

  private static final int NONE = 0;
  private static final int OURS = 1;
  private static final int OPEN_TELEMETRY = 2;
  private static final int DATADOG = 3;
  private static final int CONDITIONS = 4;

  /** Nothing to send to, nothing exported: what is left is the cost of being there. */
  private static final List<String> OPEN_TELEMETRY_OFFLINE =
      List.of(
          "-Dotel.traces.exporter=none",
          "-Dotel.metrics.exporter=none",
          "-Dotel.logs.exporter=none");

  private static final List<String> DATADOG_OFFLINE =
      List.of(
          "-Ddd.instrumentation.telemetry.enabled=false",
          "-Ddd.remote_config.enabled=false",
          "-Ddd.jmxfetch.enabled=false",
          "-Ddd.trace.startup.logs=false",
          "-Ddd.trace.agent.host=127.0.0.1",
          "-Ddd.trace.agent.port=9");

  private final Plan plan;

  StartUp(Plan plan) {
    this.plan = plan;
  }

  /**
   * An application that is measured.
   *
   * @param main the class that is started
   * @param example null for one of the measurement's own
   */
  private record Application(String name, Class<?> main, String configuration, Sample example) {}

  /**
   * An example of this repository.
   *
   * @param jar below {@code examples}
   * @param main of that jar
   * @param workspace below {@code examples} as well, copied for each run
   * @param honest the file of the workspace that is used, and its name there
   */
  private record Sample(String jar, String main, String workspace, String... honest) {}

  private static final Application[] APPLICATIONS = {
    new Application("empty", Empty.class, Configurations.README, null),
    new Application("exec", Hello.class, Configurations.README, null),
    new Application(
        "langchain4j",
        Example.class,
        Configurations.ASSISTANT,
        new Sample(
            "langchain4j-repo-assistant/target/repo-assistant.jar",
            "com.example.repoassistant.RepoAssistant",
            "langchain4j-repo-assistant/workspace",
            "pages/honest.md",
            "pages/release.md")),
    new Application(
        "spring-ai",
        Example.class,
        Configurations.REFUNDS,
        new Sample(
            "spring-ai-refund-desk/target/refund-desk.jar",
            "org.springframework.boot.loader.launch.JarLauncher",
            "spring-ai-refund-desk/workspace",
            "tenants/honest.json",
            "tenants/shop.json")),
    new Application(
        "mcp",
        Host.class,
        Configurations.PAYMENTS,
        new Sample(
            "mcp-payments-server/target/payments-server.jar",
            "com.example.paymentsserver.PaymentsServer",
            "mcp-payments-server/workspace",
            "names/honest.txt",
            "names.txt",
            "descriptions/honest.md",
            "pay.md")),
    new Application(
        "adk",
        Example.class,
        Configurations.INVOICES,
        new Sample(
            "adk-invoice-desk/target/invoice-desk.jar",
            "com.example.invoicedesk.InvoiceDesk",
            "adk-invoice-desk/workspace",
            "suppliers/honest.txt",
            "suppliers.txt")),
  };

  void measure(List<Row> rows) throws IOException, InterruptedException {
    for (Application application : APPLICATIONS) {
      String name = "startup." + application.name;
      if (plan.includes(name)) {
        for (Jdk jdk : plan.jdks()) {
          measure(name, application, jdk, rows);
        }
      }
    }
  }

  private void measure(String name, Application application, Jdk jdk, List<Row> rows)
      throws IOException, InterruptedException {
    Medians millis = new Medians(CONDITIONS, plan.rounds());
    Medians mebibytes = new Medians(CONDITIONS, plan.rounds());
    for (int round = -1; round < plan.rounds(); round++) {
      Plan.say(name + ", JDK " + jdk.feature() + ", round " + (round + 1) + " of " + plan.rounds());
      for (int condition = 0; condition < CONDITIONS; condition++) {
        Path directory = plan.directory(application.name);
        Path peak = directory.resolve("peak");
        List<String> arguments = new ArrayList<>(agent(condition, application, directory));
        arguments.add("-Dbench.peak=" + peak);
        if (application.example != null) {
          arguments.add("-Dbench.main=" + application.example.main);
        }
        arguments.add("-cp");
        arguments.add(classPath(application));
        arguments.add(application.main.getName());
        Path work = work(application, directory);
        millis.add(condition, round, Child.run(jdk, directory, work, arguments).millis());
        mebibytes.add(condition, round, Long.parseLong(Files.readString(peak)) / 1024.0);
        Plan.delete(directory);
      }
    }
    rows.add(added(name, jdk, millis));
    rows.add(
        Row.of("memory." + application.name, jdk.feature())
            .with("none_mib", mebibytes.of(NONE))
            .with("countersign_mib", mebibytes.of(OURS))
            .with("opentelemetry_mib", mebibytes.of(OPEN_TELEMETRY))
            .with("datadog_mib", mebibytes.of(DATADOG)));
  }

  private static Row added(String name, Jdk jdk, Medians millis) {
    double none = millis.of(NONE);
    double ours = millis.of(OURS) - none;
    double openTelemetry = millis.of(OPEN_TELEMETRY) - none;
    double datadog = millis.of(DATADOG) - none;
    return Row.of(name, jdk.feature())
        .with("none_ms", none)
        .with("countersign_added_ms", ours)
        .with("opentelemetry_added_ms", openTelemetry)
        .with("datadog_added_ms", datadog)
        .with("to_opentelemetry", ours / openTelemetry)
        .with("to_datadog", ours / datadog);
  }

  private List<String> agent(int condition, Application application, Path directory)
      throws IOException {
    List<String> options = new ArrayList<>();
    if (condition == OURS) {
      options.add(
          "-javaagent:"
              + plan.agent()
              + "="
              + Configurations.write(directory, application.configuration, "write"));
    } else if (condition == OPEN_TELEMETRY) {
      options.add("-javaagent:" + plan.openTelemetry());
      options.addAll(OPEN_TELEMETRY_OFFLINE);
    } else if (condition == DATADOG) {
      options.add("-javaagent:" + plan.datadog());
      options.addAll(DATADOG_OFFLINE);
    }
    return options;
  }

  private String classPath(Application application) {
    return application.example == null
        ? plan.applications().toString()
        : plan.applications() + File.pathSeparator + plan.example(application.example.jar);
  }

  /** An example works on files: each run gets its own copy, the honest ones. */
  private Path work(Application application, Path directory) throws IOException {
    if (application.example == null) {
      return directory;
    }
    Path work = directory.resolve("work");
    Path workspace = plan.example(application.example.workspace);
    try (Stream<Path> all = Files.walk(workspace)) {
      for (Path path : all.toList()) {
        Files.copy(path, work.resolve(workspace.relativize(path).toString()));
      }
    }
    String[] honest = application.example.honest;
    for (int i = 0; i < honest.length; i += 2) {
      Files.move(
          work.resolve(honest[i]),
          work.resolve(honest[i + 1]),
          StandardCopyOption.REPLACE_EXISTING);
    }
    return work;
  }
}
