package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.AnnotatedActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.Measured;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The newest line of Spring AI with the MCP Java SDK that it brings, both bound: methods with
 * {@code @McpTool} as servers, and callbacks whose client is bound as well. On one JDK: each preset
 * is run on both elsewhere.
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
    "S53 called:rewritten NIKA-SEC-011",
    "S54 called:rewrittenAsync NIKA-SEC-011",
  };

  private static final String[] REPEATED = {"S62 servedBehindAnAspectThatTriesAgain CS-REPLAY"};

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> {
            AgentRun.Builder builder =
                AgentRun.on(jdk)
                    .configured(
                        "bundle: both\nversion: 1\nmode: enforce\nframeworks: [spring-ai, mcp]\n"
                            + "tools:\n"
                            + "  - tool: copy*\n"
                            + "    pin: off\n"
                            + "    effects: [ { exec: { argv: [cp, --, \"${args.from}\","
                            + " \"${args.to}\"] } } ]\n"
                            + "  - { tool: \"*\", pin: off }\n")
                    .file("page", "for everybody\n")
                    .file("secret", "for nobody\n");
            new SpringAiLine("2.0").classPath().forEach(builder::classPath);
            return builder;
          },
          AnnotatedActs.class,
          HONEST,
          ATTACKS,
          REPEATED,
          measured().map(row -> row.number() + " " + act(row)).toArray(String[]::new));

  private static String act(Measured row) {
    return "converts:" + row.tool() + "/" + row.value();
  }

  static Stream<Measured> measured() {
    return Measured.by("mcp-annotations 2.0").stream();
  }

  static String[] honest() {
    return HONEST;
  }

  static String[] attacks() {
    return ATTACKS;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("honest")
  void anHonestCallIsAsWithout(String row) {
    String[] cells = row.split(" ");
    TABLE.runsAsWithout(JDK, cells[1]);

    Books books = TABLE.books(JDK, cells[1]);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(String.join(",", books.allowedScopes())).isEqualTo(cells[2]);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackIsRefused(String row) {
    String[] cells = row.split(" ");
    Performed with = TABLE.with(JDK, cells[1]);

    assertThat(TABLE.without(JDK, cells[1]).changed()).isNotEqualTo("none");
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

  @Test
  void whatIsNotComparedAtTheMethodIsSaid() {
    assertThat(TABLE.with(JDK, "servedWithTheRequest").agentLines())
        .anyMatch(line -> line.contains("Whole#pay(") && line.contains("takes a CallToolRequest"));
    assertThat(TABLE.with(JDK, "servedUnderAnotherName").agentLines())
        .anyMatch(line -> line.contains("Settling#settle(") && line.contains("as another one"));
    assertThat(TABLE.with(JDK, "served").agentLines())
        .noneMatch(line -> line.contains("Annotated#"));
  }

  @Test
  void whatAnAspectTriesAgainWasNotApproved() {
    String act = REPEATED[0].split(" ")[1];
    assertThat(TABLE.without(JDK, act).printed())
        .filteredOn(said -> said.startsWith("PAID"))
        .hasSize(2);
    assertThat(TABLE.with(JDK, act).printed())
        .filteredOn(said -> said.startsWith("PAID"))
        .hasSize(1);
    assertThat(TABLE.with(JDK, act).printed()).anyMatch(said -> said.contains("[CS-REPLAY] "));
  }
}
