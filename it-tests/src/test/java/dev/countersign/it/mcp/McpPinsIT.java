package dev.countersign.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.mcp.PinActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Definitions that a server of the MCP Java SDK changes, in each line; the newest on each JDK. */
class McpPinsIT {

  private static final String REFUSED =
      "[CS-PIN] Refused: the definition of this tool changed since it was first used. You may"
          + " continue without it.";

  /** Number and act: pays twice, with the agent as without it. */
  private static final String[] HONEST = {"P61 same", "P62 reordered", "P63 goneForAWhile"};

  /** Number and act: pays twice without the agent, and once with it. */
  private static final String[] ATTACKS = {
    "P71 describedWhileItRuns",
    "P72 schemaWhileItRuns",
    "P73 describedAfterARestart",
    "P74 asynchronous",
  };

  private static final Map<McpLine, ActTable> TABLES =
      McpLine.all().stream().collect(Collectors.toMap(Function.identity(), McpPinsIT::table));

  private static ActTable table(McpLine line) {
    return ActTable.ofRows(
        jdk -> {
          AgentRun.Builder builder = AgentRun.on(jdk).with("pins.yaml");
          line.classPath().forEach(builder::classPath);
          return builder;
        },
        PinActs.class,
        HONEST,
        ATTACKS);
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  /** The older lines on one JDK each. */
  private static Stream<Arguments> rows(String... rows) {
    List<McpLine> lines = McpLine.all();
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.concat(
            Stream.of(0, 1).map(i -> Map.entry(lines.get(i), jdks.get(i % jdks.size()))),
            jdks.stream().map(jdk -> Map.entry(lines.get(2), jdk)))
        .flatMap(
            each -> Stream.of(rows).map(row -> Arguments.of(each.getKey(), each.getValue(), row)));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void whatTheServerSaysIsTheSame(McpLine line, Jdk jdk, String row) {
    String act = row.split(" ")[1];
    TABLES.get(line).runsAsWithout(jdk, act);

    assertThat(paid(TABLES.get(line).with(jdk, act))).isEqualTo(2);
    assertThat(TABLES.get(line).books(jdk, act).denialCodes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void whatTheServerSaysChanged(McpLine line, Jdk jdk, String row) {
    String act = row.split(" ")[1];
    Performed with = TABLES.get(line).with(jdk, act);

    assertThat(paid(TABLES.get(line).without(jdk, act))).isEqualTo(2);
    assertThat(paid(with)).isEqualTo(1);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).anyMatch(answer -> answer.contains(REFUSED));
    assertThat(TABLES.get(line).books(jdk, act).denialCodes()).containsExactly("CS-PIN");
  }

  private static int paid(Performed act) {
    return (int) act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
