package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.CoercionActs;
import com.example.acts.langchain4j.HookActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The framework's own coercions, value by value and type by type, in {@code coercions.txt}: what is
 * converted without loss is allowed, what is lost is refused, recorded or allowed as the entry
 * says, and an error of the framework stays its error (spec 5.1). Then hooks, and everything that
 * would like to pass for a coercion.
 */
class CoercionsIT {

  private static final Map<Jdk, List<String>> WITHOUT_AGENT = new HashMap<>();

  /**
   * @param kind {@code =} without loss, {@code lossy}, or {@code error} of the framework
   * @param printed what is printed without the agent
   */
  private record Row(String kind, String tool, String json, String printed) {

    String expected(String lossy) {
      return kind.equals("lossy") && lossy.equals("refuse") ? tool + ": " + CALL_CHANGED : printed;
    }
  }

  static Stream<Arguments> settings() {
    return Jdks.tested()
        .flatMap(
            jdk -> Stream.of("refuse", "record", "allow").map(word -> Arguments.of(jdk, word)));
  }

  @ParameterizedTest(name = "lossy: {1} on {0}")
  @MethodSource("settings")
  void everyRowEndsAsTheTableSays(Jdk jdk, String lossy) throws IOException {
    List<Row> rows = rows();
    AgentRun run =
        LangChain4j.application(jdk)
            .configured(configuration("lossy: " + lossy))
            .main(CoercionActs.class, arguments(rows));

    assertThat(run).succeeded().deniedNothing().booksVerify();
    assertThat(WITHOUT_AGENT.computeIfAbsent(jdk, unused -> told(run.withoutAgent())))
        .as("without the agent")
        .isEqualTo(rows.stream().map(Row::printed).toList());
    assertThat(told(run)).isEqualTo(rows.stream().map(row -> row.expected(lossy)).toList());
    Books books = Books.of(run);
    long lost = rows.stream().filter(row -> row.kind().equals("lossy")).count();
    assertThat(superseding(books)).hasSize(lossy.equals("refuse") ? 0 : (int) lost);
    assertThat(superseding(books))
        .allSatisfy(
            allow -> {
              JsonNode decision = books.decisionOf(allow);
              assertThat(decision.at("/findings/0").asText())
                  .isEqualTo(lossy.equals("record") ? "lossy_coercion" : "");
              assertThat(books.outcomeRecordOf(allow).path("supersedes"))
                  .isEqualTo(decision.path("supersedes"));
              assertThat(books.outcomeRecordOf(allow).path("commit_digest"))
                  .isEqualTo(decision.path("preview_digest"));
            });
  }

  private static final String[] NOT_COERCIONS = {
    "coercedThenSwappedByAnInterceptor",
    "coercedThenSwappedForAnotherCoercion",
    "swappedByAnInterceptor",
    "decoratorPassesAChangeOffAsCoercion",
    "interceptorAsksTheBuilderAgain"
  };

  private static final String[] HOOKS = {
    "coerced",
    "coercedThroughADecorator",
    "hookChangesTheRequest",
    "hookChangesNothing",
    "hookChangesTheRequestAndDoesAnother",
    "hookChangesToWhatIsCoerced",
    "hookChangesOnEachUse",
  };

  private static final ActTable LOSSY =
      new ActTable(
          hooks("lossy: allow"),
          HookActs.class,
          Stream.of(NOT_COERCIONS, HOOKS).flatMap(Stream::of).toArray(String[]::new));

  private static final ActTable RECORDED = LOSSY.attached(hooks("lossy: record"));

  private static final ActTable AFTER_HOOKS = LOSSY.attached(hooks("authorised: after-hooks"));

  private static final ActTable BOTH =
      LOSSY.attached(hooks("authorised: after-hooks, lossy: allow"));

  private static Function<Jdk, AgentRun.Builder> hooks(String rule) {
    return jdk -> LangChain4j.application(jdk).configured(configuration(rule));
  }

  static Stream<Arguments> notCoercions() {
    return Jdks.tested()
        .flatMap(jdk -> Stream.of(NOT_COERCIONS).map(act -> Arguments.of(jdk, act)));
  }

  /** {@code lossy: allow} is no door for who swaps arguments. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("notCoercions")
  void whatIsNotTheFrameworksOwnCoercionIsRefused(Jdk jdk, String act) {
    refused(LOSSY, jdk, act, "pay: " + CALL_CHANGED, "answer: done");

    assertThat(LOSSY.without(jdk, act).printed())
        .as("it works without the agent")
        .anyMatch(line -> line.startsWith("PAID"));
  }

  @OnEachJdk
  void aCoercionIsAcceptedThroughADecoratorAsWell(Jdk jdk) {
    for (String act : new String[] {"coerced", "coercedThroughADecorator"}) {
      RECORDED.runsAsWithout(jdk, act);
      Books books = RECORDED.books(jdk, act);
      assertThat(books.denialCodes()).isEmpty();
      JsonNode anew = superseding(books).get(0);
      assertThat(books.decisionOf(anew).path("coerced"))
          .extracting(JsonNode::asText)
          .contains("/intent/arguments/amounts/0");
      assertThat(anew.path("authorized_params_hash"))
          .isEqualTo(books.outcomeOf(anew).path("invoked_params_hash"));
    }
  }

  @OnEachJdk
  void whatAHookMadeOfTheRequestIsPreviewedAnew(Jdk jdk) {
    AFTER_HOOKS.runsAsWithout(jdk, "hookChangesTheRequest");
    assertThat(AFTER_HOOKS.with(jdk, "hookChangesTheRequest").changed()).isEqualTo("+copy");
    Books books = AFTER_HOOKS.books(jdk, "hookChangesTheRequest");
    assertThat(books.denialCodes()).isEmpty();
    JsonNode anew = superseding(books).get(0);
    JsonNode decision = books.decisionOf(anew);
    JsonNode first = books.allows("tool.copy").get(0);
    assertThat(decision.path("supersedes"))
        .isEqualTo(books.decisionOf(first).path("preview_digest"));
    assertThat(decision.path("because"))
        .extracting(JsonNode::asText)
        .containsExactly("after-hooks");
    assertThat(decision.at("/previews/0"))
        .as("templates are rendered from what was accepted")
        .isEqualTo(books.allows("exec.cp").get(0).at("/context/preview"))
        .isNotEqualTo(books.decisionOf(first).at("/previews/0"));
  }

  @OnEachJdk
  void aHookThatChangesNothingNeedsNoSecondPreview(Jdk jdk) {
    AFTER_HOOKS.runsAsWithout(jdk, "hookChangesNothing");
    assertThat(AFTER_HOOKS.with(jdk, "hookChangesNothing").changed()).isEqualTo("+copy");
    Books books = AFTER_HOOKS.books(jdk, "hookChangesNothing");
    assertThat(books.denialCodes()).isEmpty();
    assertThat(superseding(books)).isEmpty();
  }

  /** What the first preview allowed, the second one does not. */
  @OnEachJdk
  void whatWasSupersededCommitsNothingMore(Jdk jdk) {
    String act = "hookChangesTheRequestAndDoesAnother";

    assertThat(AFTER_HOOKS.with(jdk, act).ending()).isEqualTo("ended");
    assertThat(AFTER_HOOKS.with(jdk, act).changed()).isEqualTo("+copy");
    assertThat(AFTER_HOOKS.books(jdk, act).denialCodes()).contains("CS-UNBOUND");
    assertThat(AFTER_HOOKS.without(jdk, act).changed()).isEqualTo("+copy,+stolen");
  }

  /** Each setting accepts its own change only. */
  @OnEachJdk
  void oneSettingDoesNotStandForTheOther(Jdk jdk) {
    String act = "hookChangesToWhatIsCoerced";
    for (ActTable one : new ActTable[] {AFTER_HOOKS, LOSSY}) {
      refused(one, jdk, act, "pay: " + CALL_CHANGED, "answer: done");
    }
    BOTH.runsAsWithout(jdk, act);
  }

  /** A second use is a second change: one use was judged, and no more than one runs. */
  @OnEachJdk
  void aNewPreviewGivesNoUseBack(Jdk jdk) {
    assertThat(AFTER_HOOKS.books(jdk, "hookChangesOnEachUse").denialCodes()).contains("CS-REPLAY");
    assertThat(AFTER_HOOKS.with(jdk, "hookChangesOnEachUse").printed())
        .filteredOn(line -> line.startsWith("PAID"))
        .hasSize(1);
  }

  private static String configuration(String rule) {
    return """
        bundle: it-coercions
        version: 1
        mode: enforce
        frameworks: [langchain4j]
        tools:
          - { tool: copy, RULE, effects: [ { exec: { argv: [cp, --, "${args.from}", "${args.to}"] } } ] }
          - { tool: "*", RULE }
        """
        .replace("RULE", rule);
  }

  private static List<JsonNode> superseding(Books books) {
    return books.events("allow").stream()
        .filter(allow -> allow.at("/context/preview").isTextual())
        .filter(allow -> books.decisionOf(allow).has("supersedes"))
        .toList();
  }

  /** The lines that say what became of the calls. */
  private static List<String> told(AgentRun run) {
    return run.stdout().lines().filter(line -> !line.startsWith("answer: ")).toList();
  }

  private static String[] arguments(List<Row> rows) {
    List<String> arguments = new ArrayList<>();
    for (Row row : rows) {
      arguments.add(row.tool());
      arguments.add(row.json());
    }
    return arguments.toArray(new String[0]);
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    try (InputStream in = CoercionsIT.class.getResourceAsStream("/coercions.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          String[] cells = line.split(" \\| ", -1);
          String printed = cells.length == 3 ? "error" : cells[3];
          rows.add(new Row(cells[0].strip(), cells[1], cells[2], cells[1] + ": " + printed));
        }
      }
    }
    return rows;
  }
}
