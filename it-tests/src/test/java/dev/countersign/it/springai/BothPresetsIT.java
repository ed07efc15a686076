package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.AnnotatedActs;
import com.example.acts.springai.CommunityActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.Measured;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The newest line of Spring AI with the MCP Java SDK that it brings, both bound: methods with
 * {@code @McpTool} as servers, and callbacks whose client is bound as well. Of the line before it,
 * whose annotations have another package, the servers. On one JDK: each preset is run on both
 * elsewhere.
 */
class BothPresetsIT {

  private static final Jdk JDK = Jdks.jdk(17);

  /** Number, act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "S41 served tool.pay",
    "S42 servedCopy tool.copy,exec.cp",
    "S46 servedBehindAnAspect tool.pay",
    "S47 servedWithEveryKind tool.pay",
    "S48 servedWithTheRequest tool.pay",
    "S63 servedWithTheRequestBehindAnAspect tool.pay",
    "S64 servedWithACopyOfTheRequest tool.pay",
    "S65 servedWithBothBehindAnAspect tool.pay",
    "S49 servedUnderAnotherName tool.pay",
    "S43 called:sync tool.j_pay,tool.pay",
    "S44 called:async tool.j_pay,tool.pay",
    "S45 called:decorated tool.j_pay,tool.pay",
  };

  /** Number, act, and the code. */
  private static final String[] ATTACKS = {
    "S51 servedBehindARewrite NIKA-SEC-011",
    "S52 servedCopyOfAnotherPage NIKA-SEC-011",
    "S61 servedBehindAnAspectThatRewrites NIKA-SEC-011",
    "S66 servedWithAnotherRequest NIKA-SEC-011",
    "S67 servedWithARequestThatIsWrittenTo NIKA-SEC-011",
    "S68 servedWithARequestOfAnotherTool NIKA-SEC-011",
    "S69 servedWithoutTheRequest NIKA-SEC-011",
    "S70 servedWithBothAndAnotherRequest NIKA-SEC-011",
    "S53 called:rewritten NIKA-SEC-011",
    "S54 called:rewrittenAsync NIKA-SEC-011",
  };

  private static final String[] REPEATED = {"S62 servedBehindAnAspectThatTriesAgain CS-REPLAY"};

  /** Methods that the client is asked about, of each line: number, act, and the code. */
  private static final String[] ASKED = {
    "S55 accepted -",
    "S56 declined CS-APPROVAL",
    "S57 acceptedBehindAnAspectThatRewrites NIKA-SEC-011",
  };

  /** The same of 1.1, by numbers of more than two digits. */
  private static final String[] EARLIER_HONEST = {
    "S101 served tool.pay",
    "S102 servedCopy tool.copy,exec.cp",
    "S103 servedBehindAnAspect tool.pay",
    "S104 servedWithTheRequest tool.pay",
  };

  private static final String[] EARLIER_ATTACKS = {
    "S111 servedCopyOfAnotherPage NIKA-SEC-011",
    "S112 servedBehindAnAspectThatRewrites NIKA-SEC-011",
    "S113 servedWithAnotherRequest NIKA-SEC-011",
    "S114 servedWithARequestThatIsWrittenTo NIKA-SEC-011",
  };

  private static final String[] EARLIER_REPEATED = {
    "S115 servedBehindAnAspectThatTriesAgain CS-REPLAY"
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> application("2.0", jdk),
          AnnotatedActs.class,
          HONEST,
          ATTACKS,
          REPEATED,
          ASKED,
          measured().map(row -> row.number() + " " + act(row)).toArray(String[]::new));

  private static String act(Measured row) {
    return "converts:" + row.tool() + "/" + row.value();
  }

  static Stream<Measured> measured() {
    return Measured.by("mcp-annotations 2.0").stream();
  }

  private static final ActTable EARLIER =
      ActTable.ofRows(
          jdk -> application("1.1", jdk),
          CommunityActs.class,
          EARLIER_HONEST,
          EARLIER_ATTACKS,
          EARLIER_REPEATED,
          ASKED);

  private static AgentRun.Builder application(String line, Jdk jdk) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .configured(
                "bundle: both\nversion: 1\nmode: enforce\nframeworks: [spring-ai, mcp]\n"
                    + "tools:\n"
                    + "  - tool: copy*\n"
                    + "    pin: off\n"
                    + "    effects: [ { exec: { argv: [cp, --, \"${args.from}\","
                    + " \"${args.to}\"] } } ]\n"
                    + "  - { tool: deliver, approval: human, pin: off }\n"
                    + "  - { tool: \"*\", pin: off }\n"
                    + "approvals: { from: [mcp], ttl: 1h }\n")
            .file("page", "for everybody\n")
            .file("secret", "for nobody\n");
    new SpringAiLine(line).classPath().forEach(builder::classPath);
    return builder;
  }

  private static ActTable tableOf(String row) {
    return row.split(" ")[0].length() > 3 ? EARLIER : TABLE;
  }

  static Stream<String> honest() {
    return Stream.of(HONEST, EARLIER_HONEST).flatMap(Stream::of);
  }

  static Stream<String> attacks() {
    return Stream.of(ATTACKS, EARLIER_ATTACKS).flatMap(Stream::of);
  }

  static Stream<String> repeated() {
    return Stream.of(REPEATED, EARLIER_REPEATED).flatMap(Stream::of);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("honest")
  void anHonestCallIsAsWithout(String row) {
    String[] cells = row.split(" ");
    tableOf(row).runsAsWithout(JDK, cells[1]);

    Books books = tableOf(row).books(JDK, cells[1]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(String.join(",", books.allowedScopes())).isEqualTo(cells[2]);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackIsRefused(String row) {
    String[] cells = row.split(" ");
    Performed with = tableOf(row).with(JDK, cells[1]);

    assertThat(tableOf(row).without(JDK, cells[1]).changed()).isNotEqualTo("none");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).anyMatch(told -> told.contains("[" + cells[2] + "] Refused: "));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("measured")
  void aMeasuredValueIsWhatWasMeasured(Measured row) {
    Performed with = TABLE.with(JDK, act(row));
    Performed without = TABLE.without(JDK, act(row));

    assertThat(without.changed()).isEqualTo(row.made() == null ? "none" : "+did");
    if (row.made() != null) {
      assertThat(without.printed()).contains("RAN ON " + row.made().toUpperCase(Locale.ROOT));
    }
    if (row.isLossy()) {
      assertThat(with.changed()).isEqualTo("none");
      assertThat(with.printed()).anyMatch(told -> told.contains("[NIKA-SEC-011] Refused: "));
    } else {
      assertThat(with.printed()).isEqualTo(without.printed());
      assertThat(with.changed()).isEqualTo(without.changed());
    }
  }

  static Stream<Arguments> asked() {
    return Stream.of(ASKED)
        .flatMap(row -> Stream.of(Arguments.of("2.0", row), Arguments.of("1.1", row)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("asked")
  void aMethodRunsOnceItsClientAgreed(String line, String row) {
    String[] cells = row.split(" ");
    ActTable table = line.equals("2.0") ? TABLE : EARLIER;
    List<String> without = table.without(JDK, cells[1]).printed();
    List<String> with = table.with(JDK, cells[1]).printed();

    assertThat(without).anyMatch(said -> said.startsWith("PAID"));
    assertThat(without).noneMatch(said -> said.startsWith("asked: "));
    assertThat(with)
        .anyMatch(said -> said.startsWith("asked: ") && said.contains("Approve deliver"));
    if (cells[2].equals("-")) {
      assertThat(with).filteredOn(said -> !said.startsWith("asked: ")).isEqualTo(without);
      assertThat(table.books(JDK, cells[1]).allowedScopes()).containsExactly("tool.deliver");
    } else {
      assertThat(with).noneMatch(said -> said.startsWith("PAID"));
      assertThat(with).anyMatch(said -> said.contains("[" + cells[2] + "] Refused: "));
    }
  }

  @Test
  void whatIsNotComparedAtTheMethodIsSaid() {
    assertThat(TABLE.with(JDK, "servedUnderAnotherName").agentLines())
        .anyMatch(line -> line.contains("Settling#settle(") && line.contains("as another one"));
    assertThat(TABLE.with(JDK, "served").agentLines())
        .noneMatch(line -> line.contains("Annotated#"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("repeated")
  void whatAnAspectTriesAgainWasNotApproved(String row) {
    String act = row.split(" ")[1];
    assertThat(tableOf(row).without(JDK, act).printed())
        .filteredOn(said -> said.startsWith("PAID"))
        .hasSize(2);
    assertThat(tableOf(row).with(JDK, act).printed())
        .filteredOn(said -> said.startsWith("PAID"))
        .hasSize(1);
    assertThat(tableOf(row).with(JDK, act).printed())
        .anyMatch(said -> said.contains("[CS-REPLAY] "));
  }
}
