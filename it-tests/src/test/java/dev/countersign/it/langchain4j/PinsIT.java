package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.LineLoaders;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;

/**
 * Definitions of tools that change between two conversations (issue 6, item 5), on four lines of
 * LangChain4j in one JVM: the first conversation of an act pins.
 */
class PinsIT {

  private static final String PAID = "PAID";

  private static final String CHANGED =
      "[CS-PIN] Refused: the definition of this tool changed since it was first used. You may"
          + " continue without it.";

  /** Each with every act. */
  private static final List<LibraryLine> LINES =
      List.of(
          LibraryLine.of("1.0.1"),
          LibraryLine.of("1.11.0"),
          LibraryLine.of("1.19.0"),
          new LibraryLine("1.19.0", "1.23.0"));

  /** One of every other minor version: that the definition is seen, whoever asked the model. */
  private static final List<LibraryLine> IN_BETWEEN =
      Stream.of(
              "1.1.0", "1.2.1", "1.3.0", "1.4.0", "1.5.0", "1.6.0", "1.7.1", "1.8.0", "1.9.1",
              "1.10.0", "1.12.2", "1.13.0", "1.14.1", "1.15.1", "1.16.3", "1.17.2", "1.18.1")
          .map(LibraryLine::of)
          .toList();

  /** Number, act, and how often it pays: with the agent as without it. */
  private static final String[] HONEST = {
    "P01 sameAgain 2", "P02 anotherOrder 2", "P03 gone 3", "P04 sharedName 2", "P05 off 2",
  };

  /** Number, act, how often it pays without the agent and with it; the refused rest is told. */
  private static final String[] ATTACKS = {
    "P11 description 2 1",
    "P12 oneCharacter 2 1",
    "P13 noDescription 2 1",
    "P14 oneMoreParameter 2 1",
    "P15 parameterDescribed 2 1",
    "P16 nothingRequired 2 1",
    "P17 noParameters 2 1",
    "P18 serverThatChanges 2 1",
    "P19 changedAndBack 3 2",
    "P20 besideAnother 3 2",
    "P21 streaming 2 1",
  };

  private static final String[] HONEST_IN_BETWEEN = {HONEST[0]};
  private static final String[] ATTACKS_IN_BETWEEN = {"P11 description 2 1", "P21 streaming 2 1"};

  @OnEachJdk
  void aChangedDefinitionIsRefusedAndAnEqualOneIsNot(Jdk jdk) {
    AgentRun run = run(jdk, AgentRun.config("pins.yaml"), LINES, HONEST, ATTACKS);
    assertThat(run).succeeded().booksVerify();
    show(run, LINES, HONEST, ATTACKS);
    saysWhatChanged(run);
  }

  @OnEachJdk
  void soItIsOnEveryLineInBetween(Jdk jdk) {
    List<Jdk> jdks = Jdks.tested().toList();
    List<LibraryLine> lines = new ArrayList<>();
    for (int i = jdks.indexOf(jdk); i < IN_BETWEEN.size(); i += jdks.size()) {
      lines.add(IN_BETWEEN.get(i));
    }
    AgentRun run =
        run(jdk, AgentRun.config("pins.yaml"), lines, HONEST_IN_BETWEEN, ATTACKS_IN_BETWEEN);
    assertThat(run).succeeded();
    show(run, lines, HONEST_IN_BETWEEN, ATTACKS_IN_BETWEEN);
  }

  private static void show(
      AgentRun run, List<LibraryLine> lines, String[] honest, String[] attacks) {

    List<Map<String, List<String>>> with = lines(run.stdout());
    List<Map<String, List<String>>> without = lines(run.withoutAgent().stdout());
    SoftAssertions all = new SoftAssertions();
    for (int i = 0; i < lines.size(); i++) {
      for (String row : honest) {
        String[] cells = row.split(" ");
        all.assertThat(with.get(i).get(cells[1]))
            .as("%s on %s", row, lines.get(i))
            .isEqualTo(without.get(i).get(cells[1]))
            .filteredOn(PAID::equals)
            .hasSize(Integer.parseInt(cells[2]));
      }
      for (String row : attacks) {
        String[] cells = row.split(" ");
        String as = row + " on " + lines.get(i);
        all.assertThat(without.get(i).get(cells[1]))
            .as(as + ", without the agent")
            .noneMatch(line -> line.contains("Refused"))
            .filteredOn(PAID::equals)
            .hasSize(Integer.parseInt(cells[2]));
        all.assertThat(with.get(i).get(cells[1]))
            .as(as)
            .noneMatch(line -> line.startsWith("ended by"))
            .anyMatch(line -> line.endsWith(CHANGED))
            .filteredOn(PAID::equals)
            .hasSize(Integer.parseInt(cells[3]));
      }
    }
    all.assertAll();
  }

  /** The books name the two digests and the members that differ, and nothing of a description. */
  private static void saysWhatChanged(AgentRun run) {
    Books books = Books.of(run);
    assertThat(books.denialCodes()).hasSize(ATTACKS.length * LINES.size()).containsOnly("CS-PIN");
    for (JsonNode denial : books.events("deny")) {
      JsonNode decision = books.decisionOf(denial);
      assertThat(decision.path("findings").toString()).isEqualTo("[\"pin_changed\"]");
      assertThat(decision.path("detail").asText())
          .matches(
              "definition [0-9a-f]{64} is not the pinned [0-9a-f]{64} \\((description|parameters)\\)");
    }
    assertThat(run.agentLines())
        .filteredOn(line -> line.contains("is not the pinned"))
        .hasSize(ATTACKS.length * LINES.size())
        .allMatch(line -> line.contains("countersign pins diff --state"))
        .noneMatch(line -> line.contains("IMPORTANT"));
  }

  @OnEachJdk
  void inObserveItGoesOnAndTheBooksSayWhatWouldBeRefused(Jdk jdk) {
    AgentRun run =
        run(
            jdk,
            AgentRun.config("pins.yaml").replace("mode: enforce", "mode: observe"),
            LINES,
            HONEST,
            ATTACKS);

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.toolAllows())
        .filteredOn(allow -> books.decisionOf(allow).path("would_refuse").asText().equals("CS-PIN"))
        .hasSize(ATTACKS.length * LINES.size())
        .allMatch(allow -> allow.path("policy").asText().equals("unlisted"));
  }

  private static AgentRun run(
      Jdk jdk, String config, List<LibraryLine> lines, String[] honest, String[] attacks) {
    List<String> arguments = new ArrayList<>();
    for (LibraryLine line : lines) {
      arguments.add(line.toString());
      arguments.add(
          line.classPath().stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(File.pathSeparator))
              + File.pathSeparator
              + LangChain4j.testClasses());
      arguments.add(acts(honest, attacks));
    }
    return AgentRun.on(jdk)
        .configured(config)
        .main(LineLoaders.class, arguments.toArray(new String[0]));
  }

  private static String acts(String[]... table) {
    List<String> acts = new ArrayList<>();
    for (String[] rows : table) {
      for (String row : rows) {
        acts.add("PinActs." + row.split(" ")[1]);
      }
    }
    return String.join(",", acts);
  }

  /** Of each line of the library, what each act printed. */
  private static List<Map<String, List<String>>> lines(String output) {
    List<Map<String, List<String>>> lines = new ArrayList<>();
    List<String> section = new ArrayList<>();
    for (String printed : output.lines().toList()) {
      if (printed.startsWith("=== ")) {
        lines.add(new LinkedHashMap<>());
      } else if (printed.startsWith("== ")) {
        section = new ArrayList<>();
        lines.get(lines.size() - 1).put(printed.substring("== PinActs.".length()), section);
      } else {
        section.add(printed);
      }
    }
    return lines;
  }
}
