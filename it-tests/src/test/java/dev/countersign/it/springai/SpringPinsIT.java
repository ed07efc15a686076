package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.PinActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Definitions of tools that change between two turns, in each line of Spring AI. */
class SpringPinsIT {

  /** Number, act, and how often it pays: with the agent as without it. */
  private static final String[] HONEST = {
    "P31 sameMethod 2",
    "P32 reordered 2",
    "P33 sameFunction 2",
    "P34 sameDecorator 2",
    "P35 ownDefinition 2",
    "P36 sharedName 2",
    "P37 off 2",
  };

  /** Number, act, how often it pays without the agent and with it. */
  private static final String[] ATTACKS = {
    "P41 methodDescribed 2 1",
    "P42 methodSchema 2 1",
    "P43 functionDescribed 2 1",
    "P44 decoratorDescribes 2 1",
    "P45 decoratorSchema 2 1",
    "P46 ownDefinitionDescribed 2 1",
    "P47 serverThatChanges 2 1",
    "P48 byTheClient 2 1",
    "P49 besideAnother 3 2",
  };

  private static final Map<SpringAiLine, ActTable> TABLES =
      SpringAiLine.all().stream()
          .collect(Collectors.toMap(Function.identity(), SpringPinsIT::table));

  private static ActTable table(SpringAiLine line) {
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

  private static Stream<Arguments> rows(String... rows) {
    return SpringAiLine.all().stream()
        .flatMap(
            line ->
                Jdks.tested()
                    .flatMap(jdk -> Stream.of(rows).map(row -> Arguments.of(line, jdk, row))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("honest")
  void whatTheModelIsToldIsTheSame(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    TABLES.get(line).runsAsWithout(jdk, cells[1]);

    assertThat(paid(TABLES.get(line).with(jdk, cells[1]))).hasToString(cells[2]);
    assertThat(TABLES.get(line).books(jdk, cells[1]).denialCodes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("attacks")
  void whatTheModelIsToldChanged(SpringAiLine line, Jdk jdk, String row) {
    String[] cells = row.split(" ");
    Performed with = TABLES.get(line).with(jdk, cells[1]);

    assertThat(paid(TABLES.get(line).without(jdk, cells[1]))).hasToString(cells[2]);
    assertThat(paid(with)).hasToString(cells[3]);
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed())
        .anyMatch(
            told ->
                told.equals(
                    cells[1]
                        + ": [CS-PIN] Refused: the definition of this tool changed since it was"
                        + " first used. You may continue without it."));
    Books books = TABLES.get(line).books(jdk, cells[1]);
    assertThat(books.denialCodes()).containsExactly("CS-PIN");
    JsonNode decision = books.decisionOf(books.events("deny").get(0));
    assertThat(decision.path("findings").toString()).isEqualTo("[\"pin_changed\"]");
    assertThat(with.agentLines()).noneMatch(said -> said.contains("IMPORTANT"));
  }

  private static Long paid(Performed act) {
    return act.printed().stream().filter(line -> line.startsWith("PAID")).count();
  }
}
