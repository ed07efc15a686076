package dev.countersign.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.springai.AlibabaActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents of Spring AI Alibaba 1.1 on Spring AI 1.1: what the model asked for is what is run. */
class AlibabaIT {

  private static final Jdk JDK = Jdks.jdk(17);

  /** Number, act, and the scopes that the books allow. */
  private static final String[] HONEST = {
    "A01 aCall tool.pay",
    "A02 aCopy tool.copy,exec.cp",
    "A03 twoOfATurn tool.pay,tool.copy,exec.cp",
    "A04 aDecorator tool.pay",
    "A05 aCallbackOfItsOwn tool.copyown,exec.cp",
    "A06 aCopyMadeAsynchronous tool.copy,exec.cp",
    "A07 aCallbackOfItsOwnMadeAsynchronous tool.copyown,exec.cp",
    "A08 anAsynchronousCallback tool.copyown,exec.cp",
    "A09 aCallbackThatCanBeCancelled tool.copyown,exec.cp",
    "A10 anAsynchronousCallbackAroundAnother tool.pay",
    "A21 anInterceptorThatLooks tool.pay",
    "A22 anInterceptorThatWritesAnew tool.pay",
    "A23 anInterceptorThatLooksAsynchronously tool.copy,exec.cp",
    "A24 anInterceptorOfACallbackOfItsOwn tool.copyown,exec.cp",
    "A25 anAdapterForTwoCalls tool.pay,tool.pay,tool.pay",
    "A26 anInterceptorOfAnAsynchronousCallback tool.copyown,exec.cp",
    "A27 anInterceptorThatMayTryAgain tool.payagain,tool.payagain",
    "A28 anInterceptorThatMayTryAgainAsynchronously tool.payagain,tool.payagain",
  };

  /** Number and act. */
  private static final String[] ATTACKS = {
    "A11 aCopyOfAnotherPage",
    "A12 aDecoratorThatRewrites",
    "A13 aCallbackOfItsOwnThatCopiesAnotherPage",
    "A14 aCallbackOfItsOwnMadeAsynchronousThatCopiesAnotherPage",
    "A15 anAsynchronousCallbackThatCopiesAnotherPage",
    "A16 aCallbackThatCanBeCancelledAndCopiesAnotherPage",
    "A17 anAsynchronousCallbackThatRewritesForAnother",
    "A31 anInterceptorThatRewrites",
    "A32 anInterceptorThatRewritesForADecorator",
    "A33 anInterceptorThatRewritesForACallbackOfItsOwn",
    "A34 anInterceptorThatRewritesForAFunction",
    "A35 anInterceptorThatRewritesAsynchronously",
    "A36 anInterceptorThatRewritesAsynchronouslyForACallbackOfItsOwn",
    "A37 anInterceptorThatRewritesForAnAsynchronousCallback",
  };

  /** Number, act, and the code by which the second attempt is refused. */
  private static final String[] AGAIN = {
    "A41 anInterceptorThatTriesAgain CS-REPLAY",
    "A42 anInterceptorThatTriesAgainAsynchronously CS-REPLAY",
    "A43 anInterceptorThatTriesAnotherOneAgain NIKA-SEC-011",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> {
            AgentRun.Builder builder =
                AgentRun.on(jdk)
                    .libraries("byte-buddy-1")
                    .configured(
                        "bundle: alibaba\nversion: 1\nmode: enforce\nframeworks: [spring-ai]\n"
                            + "tools:\n"
                            + "  - tool: copy*\n"
                            + "    pin: off\n"
                            + "    effects: [ { exec: { argv: [cp, --, \"${args.from}\","
                            + " \"${args.to}\"] } } ]\n"
                            + "  - { tool: payAgain, pin: off, times: 2 }\n"
                            + "  - { tool: \"*\", pin: off }\n")
                    .file("page", "for everybody\n")
                    .file("secret", "for nobody\n");
            new SpringAiLine("1.1").classPath().forEach(builder::classPath);
            jars().forEach(builder::classPath);
            return builder;
          },
          AlibabaActs.class,
          HONEST,
          ATTACKS,
          AGAIN);

  private static List<Path> jars() {
    try (Stream<Path> all = Files.list(Path.of("target", "alibaba").toAbsolutePath())) {
      return all.sorted().toList();
    } catch (IOException missing) {
      throw new UncheckedIOException("the build of it-tests fills target/alibaba", missing);
    }
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
  void anAttackIsRefusedAndTheModelIsTold(String row) {
    String act = row.split(" ")[1];
    Performed with = TABLE.with(JDK, act);

    assertThat(TABLE.without(JDK, act).changed()).contains("+did");
    assertThat(with.changed()).isEqualTo("none");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(with.printed())
        .anyMatch(told -> told.matches("one: (Error: )?\\[NIKA-SEC-011\\] Refused: .*"))
        .contains("done");
  }

  static String[] again() {
    return AGAIN;
  }

  /** It pays once, and the model reads what came of the attempt that its interceptor heard last. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("again")
  void aFurtherAttemptIsAUseOfTheSameCall(String row) {
    String[] cells = row.split(" ");

    assertThat(TABLE.without(JDK, cells[1]).printed())
        .filteredOn(printed -> printed.startsWith("PAID"))
        .hasSize(2);
    assertThat(TABLE.with(JDK, cells[1]).printed())
        .filteredOn(printed -> printed.startsWith("PAID"))
        .hasSize(1);
    assertThat(TABLE.with(JDK, cells[1]).printed())
        .anyMatch(told -> told.startsWith("one: [" + cells[2] + "] Refused: "))
        .contains("done");
  }
}
