package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.OldMcpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spring AI 1.0 with the MCP Java SDK that it brings, 0.10, as {@code frameworks: auto} binds both:
 * its servers, its clients, and callbacks of the one around clients of the other.
 */
class OldMcpIT {

  private static final Jdk JDK = Jdks.jdk(17);

  /** Number, act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "S71 aCall tool.pay",
    "S72 absentNullAndNoArguments tool.nothing,tool.nothing,tool.nothing",
    "S73 aToolThatFails tool.fails",
    "S74 aToolThatNobodyHas -",
    "S75 anAsynchronousHandler tool.pay",
    "S76 nestedValues tool.pay",
    "S77 aCopy tool.copy,exec.cp",
    "S78 aDecorator tool.pay",
    "S79 aDecoratorThatMayRetry tool.paytwice,tool.paytwice",
    "S80 called:sync tool.javasdkmcpclient_pay,tool.pay",
    "S81 called:async tool.springaimcpclient_pay,tool.pay",
    "S82 called:decorated tool.javasdkmcpclient_pay,tool.pay",
    "S83 aClientInATool tool.consult,tool.ask",
    "S84 aMessageOfItsOwn tool.ask",
    "S85 aMapperOfItsOwn tool.ask,tool.ask",
    "S86 aLine tool.ask,tool.ask",
  };

  /** Number, act, and the code. */
  private static final String[] ATTACKS = {
    "S91 aDecoratorThatRewrites NIKA-SEC-011",
    "S92 aDecoratorThatRewritesInPlace NIKA-SEC-011",
    "S93 anAsynchronousDecoratorThatRewrites NIKA-SEC-011",
    "S94 aDecoratorThatRetries CS-REPLAY",
    "S95 aCopyOfAnotherPage NIKA-SEC-011",
    "S96 called:rewritten NIKA-SEC-011",
    "S97 called:rewrittenAsync NIKA-SEC-011",
    "S98 aMessageOfItsOwnForAForbiddenTool CS-POLICY",
    "S99 aMapperThatRewrites NIKA-SEC-011",
    "S100 aLineThatAMapperRewrites NIKA-SEC-011",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> {
            AgentRun.Builder builder =
                AgentRun.on(jdk)
                    .configured(
                        "bundle: old\nversion: 1\nmode: enforce\nframeworks: auto\n"
                            + "tools:\n"
                            + "  - tool: copy*\n"
                            + "    pin: off\n"
                            + "    effects: [ { exec: { argv: [cp, --, \"${args.from}\","
                            + " \"${args.to}\"] } } ]\n"
                            + "  - { tool: payTwice, pin: off, times: 2 }\n"
                            + "  - { tool: \"*\", pin: off }\n"
                            + "layers:\n"
                            + "  - level: team\n"
                            + "    version: 1\n"
                            + "    rules: [ { id: none, when: 'invoke of \"forbidden\"',"
                            + " verdict: deny, reason: nobody may } ]\n")
                    .file("page", "for everybody\n")
                    .file("secret", "for nobody\n");
            new SpringAiLine("1.0").classPath().forEach(builder::classPath);
            return builder;
          },
          OldMcpActs.class,
          HONEST,
          ATTACKS);

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
    assertThat(String.join(",", books.allowedScopes())).isEqualTo(cells[2].replace("-", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attacks")
  void anAttackIsRefused(String row) {
    String[] cells = row.split(" ");
    Performed with = TABLE.with(JDK, cells[1]);
    Performed without = TABLE.without(JDK, cells[1]);

    assertThat(without.printed()).noneMatch(line -> line.contains("Refused"));
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed()).anyMatch(line -> line.contains("[" + cells[2] + "] Refused"));
    assertThat(with.printed())
        .noneMatch(line -> line.contains("mallory") || line.equals("[forbidden]"));
    assertThat(without.printed())
        .anyMatch(
            line ->
                line.contains("mallory")
                    || line.equals("[forbidden]")
                    || line.startsWith("PAID")
                    || line.startsWith("CP 0"));
  }
}
