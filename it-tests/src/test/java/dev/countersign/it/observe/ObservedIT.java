package dev.countersign.it.observe;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.observe.ObservedActs;
import com.example.acts.observe.UnobservedActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** The flight recorder, JMX and the status file: there for who looks, and else not at all. */
class ObservedIT {

  private static final String CONFIGURATION =
      "bundle: watched\nversion: 1\nmode: enforce\nframeworks: none\n"
          + "unbound: { elsewhere: refuse }\n"
          + "tools:\n"
          + "  - tool: search\n"
          + "    method: com.example.acts.observe.UnobservedActs#search(java.lang.String)\n";

  /**
   * Nobody records or uses JMX: no class of either is loaded. The status file says how it ended.
   */
  @OnEachJdk
  void whoIsNotWatchedLoadsNothingForIt(Jdk jdk) throws IOException {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(CONFIGURATION)
            .jvm("-Xlog:class+load:file=loaded.txt")
            .main(UnobservedActs.class, "unobserved");

    assertThat(run).succeeded().printed("done").booksVerify();
    List<String> loaded = Files.readAllLines(run.work().resolve("loaded.txt"));
    assertThat(loaded)
        .anyMatch(line -> line.contains("dev.countersign.agent.Attendant"))
        .noneMatch(line -> line.contains(" jdk.jfr."))
        .noneMatch(line -> line.contains(" javax.management."))
        .noneMatch(line -> line.contains(" java.lang.management."))
        .noneMatch(line -> line.contains(" java.nio.channels.Selector "))
        .noneMatch(line -> line.contains("dev.countersign.observe.FlightEvents"));
    Path file = only(run.ledger(), ".status.json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    JsonNode status = new ObjectMapper().readTree(file.toFile());
    Books books = Books.of(run);
    JsonNode last = books.entries().get(books.entries().size() - 1);
    assertThat(status.at("/chain/head")).isEqualTo(last.path("hash"));
    assertThat(status.at("/chain/last_seq").asInt()).isEqualTo(last.path("seq").asInt());
    assertThat(status.at("/chain/closed").asBoolean()).isTrue();
    assertThat(status.path("pending").asInt(-1)).isZero();
    assertThat(status.at("/nodes/0/agent").asText()).isEqualTo("watched");
    assertThat(status.path("mode").asText()).isEqualTo("enforce");
    assertThat(status.path("woven").size()).isPositive();
    assertThat(status.path("holes").size()).isPositive();
  }

  /** A recording that was there before the agent. */
  @OnEachJdk
  void aRecordingFromTheStartHasItsEvents(Jdk jdk) {
    assertRecorded(
        AgentRun.on(jdk)
            .configured(CONFIGURATION)
            .jvm("-XX:StartFlightRecording", "-Xlog:jfr*=off", "-Xlog:disable")
            .main(ObservedActs.class, "recordedFromTheStart"));
  }

  private static void assertRecorded(AgentRun run) {
    assertThat(run).succeeded().booksVerify();
    List<String> lines = run.stdout().lines().toList();
    assertThat(lines)
        .contains("[CS-UNBOUND]")
        .containsOnlyOnce("Preview of tool.search", "Commit of tool.search")
        .containsOnlyOnce("CS-UNBOUND process start");
    assertThat(lines.get(lines.size() - 1))
        .contains("[Countersign] Commit=1", "[Countersign] Preview=1", "[Countersign] Refusal=1")
        .contains("[Countersign] Ledger Write=3");
  }

  /** The application begins to use JMX, and then starts a recording. */
  @OnEachJdk
  void jmxAndALaterRecordingShowTheAgent(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk).configured(CONFIGURATION).main(ObservedActs.class, "managedAndRecorded");

    assertRecorded(run);
    assertThat(run.stdout().lines())
        .startsWith(
            "Mode enforce",
            "LastEntry 4",
            "Pending 0",
            "Closed false",
            "SitesLost 0",
            "ChecksFailed 0",
            "Nodes 1",
            "Head 64",
            "Holes true",
            "operations 0");
  }

  private static Path only(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found = files.filter(file -> file.toString().endsWith(suffix)).toList();
      assertThat(found).hasSize(1);
      return found.get(0);
    }
  }
}
