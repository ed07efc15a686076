package dev.countersign.it.adk;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.adk.PinActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Declarations of tools that change between two turns, in each line of Google ADK. */
class AdkPinsIT {

  private static final String REFUSED =
      "{error=[CS-PIN] Refused: the definition of this tool changed since it was first used. You"
          + " may continue without it.}";

  /** Number and act: pays twice, with the agent as without it. */
  private static final String[] HONEST = {"P81 sameMethod", "P82 sameServer"};

  /** Number and act: pays twice without the agent, and once with it. */
  private static final String[] ATTACKS = {
    "P91 methodDescribed",
    "P92 methodSchema",
    "P93 serverThatChanges",
    "P94 asyncServerThatChanges",
    "P95 sameTool",
  };

  private static final Map<AdkLine, ActTable> TABLES =
      AdkLine.all().stream().collect(Collectors.toMap(Function.identity(), AdkPinsIT::table));

  private static ActTable table(AdkLine line) {
    return ActTable.ofRows(jdk -> application(line, jdk, ""), PinActs.class, HONEST, ATTACKS);
  }

  private static AgentRun.Builder application(AdkLine line, Jdk jdk, String more) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .configured("bundle: pins\nversion: 1\nmode: enforce\nframeworks: [adk]\n" + more);
    line.classPath().forEach(builder::classPath);
    return builder;
  }

  static Stream<Arguments> honest() {
    return rows(HONEST);
  }

  static Stream<Arguments> attacks() {
    return rows(ATTACKS);
  }

  /** Each line on one JDK. */
  private static Stream<Arguments> rows(String... rows) {
    return AdkLine.all().stream()
        .flatMap(line -> Stream.of(rows).map(row -> Arguments.of(line, jdk(line), row)));
  }

  private static Jdk jdk(AdkLine line) {
    return Jdks.jdk(line.isFirst() ? 17 : 25);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void whatTheModelIsToldIsTheSame(AdkLine line, Jdk jdk, String row) {
    String act = row.split(" ")[1];
    TABLES.get(line).runsAsWithout(jdk, act);

    assertThat(paid(TABLES.get(line).with(jdk, act))).isEqualTo(2);
    assertThat(TABLES.get(line).books(jdk, act).denialCodes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void whatTheModelIsToldChanged(AdkLine line, Jdk jdk, String row) {
    String act = row.split(" ")[1];
    Performed with = TABLES.get(line).with(jdk, act);

    assertThat(paid(TABLES.get(line).without(jdk, act))).isEqualTo(2);
    assertThat(paid(with)).isEqualTo(1);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).contains(act + ": " + REFUSED);
    Books books = TABLES.get(line).books(jdk, act);
    assertThat(books.denialCodes()).containsExactly("CS-PIN");
    assertThat(books.decisionOf(books.events("deny").get(0)).path("findings").toString())
        .isEqualTo("[\"pin_changed\"]");
  }

  @Test
  void whatIsAcceptedHoldsInTheNextJvm() throws IOException {
    AdkLine line = AdkLine.all().get(1);
    AgentRun first = TABLES.get(line).run(jdk(line));
    String state = first.ledger().resolve("state").toString();

    AgentRun diff = first.command("pins", "diff", "--state", state);
    assertThat(diff.stdout()).contains("serverThatChanges", "/description", "IMPORTANT");
    JsonNode list =
        new ObjectMapper()
            .readTree(first.command("pins", "list", "--state", state, "--format", "json").stdout());
    String waiting = "";
    for (JsonNode tool : list.path("tools")) {
      if (tool.path("tool").asText().equals("serverThatChanges")) {
        waiting = tool.at("/waiting/0/digest").asText();
      }
    }
    AgentRun accepted =
        first.command("pins", "accept", "serverThatChanges", "--digest", waiting, "--state", state);
    assertThat(accepted.exitCode()).as(accepted.stderr()).isZero();

    AgentRun second =
        application(line, jdk(line), "state: { dir: \"" + state + "\" }\n")
            .main(Acts.class, PinActs.class.getName(), "serverThatChanged");
    assertThat(second).succeeded().booksVerify();
    assertThat(second.stdout().lines().filter(said -> said.startsWith("PAID"))).hasSize(1);
  }

  private static int paid(Performed act) {
    return (int) act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
