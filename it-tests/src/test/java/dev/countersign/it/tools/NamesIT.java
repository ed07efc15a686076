package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.NameActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** B52 for names of tools, and B56 (h): names that would be lines of the books. */
class NamesIT {

  private static final String[] ALLOWED = {
    "- plainName plain",
    "B52 anotherScript confusable",
    "B56h covered:newline confusable",
    "B56h covered:carriageReturn confusable",
    "B56h covered:nextLine confusable",
    "B56h covered:lineSeparator confusable",
    "B56h covered:paragraphSeparator confusable",
    "B56h covered:escape confusable",
    "B56h covered:quote confusable",
  };

  private static final String[] REFUSED = {
    "B52 anotherScriptForThePlainName NIKA-SEC-011",
    "B52 plainNameForTheOtherScript NIKA-SEC-011",
    "B52 unknown:zeroWidth CS-INTERNAL",
    "B52 unknown:fullWidth CS-INTERNAL",
    "B52 unknown:capitals CS-INTERNAL",
    "B52 unknown:trailingBlank CS-INTERNAL",
    "B52 unknown:trailingNul CS-INTERNAL",
    "B52 unknown:empty CS-INTERNAL",
    "B56h unknown:forged CS-INTERNAL",
  };

  private static final String[] LOG = {"B56h naiveLog -"};

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("names.yaml"), NameActs.class, ALLOWED, REFUSED, LOG);

  static Stream<Arguments> refused() {
    return Jdks.rows(3, REFUSED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void aNameStandsForItsOwnToolOnly(String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  static Stream<Arguments> allowed() {
    return Jdks.rows(3, ALLOWED);
  }

  /** Allowed, because an entry names it; the decision says that it may be taken for another. */
  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("allowed")
  void aNameThatCanBeMistakenIsAFinding(String number, String act, String kind, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    Books books = Books.of(TABLE.run(jdk));
    JsonNode allow = books.toolAllows().get(Jdks.place(act, ALLOWED));
    assertThat(books.decisionOf(allow).path("findings"))
        .extracting(JsonNode::asText)
        .isEqualTo(kind.equals("confusable") ? List.of("confusable") : List.of());
  }

  /** Every line of the books is one entry that the agent wrote. */
  @OnEachJdk
  void b56hNoNameWritesALineOfTheBooks(Jdk jdk) {
    assertThat(TABLE.with(jdk, "naiveLog").printed())
        .as("a log that writes names as they are has one more entry")
        .hasSize(2)
        .last()
        .asString()
        .startsWith("{\"event\":\"outcome\",\"call_id\":\"forged\"");
    Books books = Books.of(TABLE.run(jdk));
    assertThat(books.entries()).noneMatch(entry -> entry.path("call_id").asText().equals("forged"));
    assertThat(books.toolAllows()).hasSize(ALLOWED.length + 2);
  }

  /** The hole about names without an entry is said once, and no name begins a line of ours. */
  @OnEachJdk
  void b56hNoNameWritesALineOfStandardError(Jdk jdk) {
    assertThat(TABLE.run(jdk).agentLines())
        .noneMatch(line -> line.contains("all is well"))
        .filteredOn(line -> line.contains("no entry gives a method or sink"))
        .hasSize(1);
  }
}
