package dev.countersign.it.reactor;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.reactor.ManyCalls;
import com.example.acts.reactor.ReactorActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A scope follows a tool through Reactor: its schedulers, and pipelines whose source speaks on a
 * thread of somebody else. As in {@code CarryIT}, a start that was changed shows where the scope
 * was found (NIKA-SEC-011).
 */
class ReactorIT {

  private static final String[] WAYS = {
    "elastic",
    "parallel",
    "single",
    "executor",
    "schedule",
    "publishOn",
    "inTurns",
    "flatMap",
    "runOn",
    "delay",
    "interval",
    "timeout",
    "retry",
    "flux",
    "sinkOne",
    "sinkMany",
    "create",
    "future",
    "cached",
    "ofAnotherLoader",
  };

  /** What is done when the tool is over, and by others, is outside. */
  private static final String OTHERS =
      """
      -    subscribedLater  ended +fired,+judged   ended +fired,+judged
      -    sharedWithATool  ended +judged,+others  ended +judged,+others
      -    handedToOthers   ended +judged,+others  NIKA-SEC-011 +judged
      -    valueForOthers   ended +judged,+others  ended +judged,+others
      F11  leftBehind       ended +judged,+late    CS-EXPIRED +judged
      """;

  private static final String[] SHARINGS = {
    "bestEffort",
    "allOrNothing",
    "buffer",
    "replaySink",
    "unicast",
    "unicastError",
    "share",
    "refCountGrace",
    "autoConnect",
    "replay",
    "publishing",
    "one",
    "empty"
  };

  private static final ActTable TABLE =
      ActTable.of(ReactorIT::application, ReactorActs.class, table());

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk).libraries("reactor-core", "reactive-streams").with("reactor.yaml");
  }

  private static String table() {
    StringBuilder table = new StringBuilder(OTHERS);
    for (String sharing : SHARINGS) {
      table.append("-  signalForOthers:" + sharing);
      table.append("  ended +judged,+others  ended +judged,+others\n");
    }
    for (String way : WAYS) {
      table.append("-  honest:" + way + "  ended +judged  ended +judged\n");
      table.append("-  changed:" + way + "  ended +fired  NIKA-SEC-011 none  /intent/argv/1\n");
    }
    return table.toString();
  }

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theScopeIsFoundWhereItBelongs(ActTable.Row row) {
    TABLE.shows(row);
  }

  static Stream<Arguments> honest() {
    return Jdks.tested()
        .flatMap(jdk -> Stream.of(WAYS).map(way -> Arguments.of("honest:" + way, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("honest")
  void whatWasJudgedRunsAsWithoutTheAgent(String act, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, act).allowedScopes()).containsExactly("tool.touch", "exec.touch");
  }

  /** On one JDK: what is kept does not depend on it. */
  @Test
  void nothingOfManyCallsIsKept() throws IOException {
    AgentRun run =
        application(Jdks.jdk(25)).jvm("-Xmx56m", "-XX:+UseSerialGC").main(ManyCalls.class);

    assertThat(run).succeeded();
    assertThat(run.stdout()).contains("worked 409600000", "held 0 of 100");
    long books = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run.ledger(), "*.jsonl")) {
      for (Path file : files) {
        books += Files.size(file);
        Files.delete(file); // it is large
      }
    }
    assertThat(books).as("the calls were bound").isGreaterThan(100_000_000);
  }
}
