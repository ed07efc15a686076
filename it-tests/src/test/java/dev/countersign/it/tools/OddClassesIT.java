package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.OddClassActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
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

/** B27, B28, F07: tools in class files of old, and in classes that cannot carry a gate. */
class OddClassesIT {

  private static final String[] SAME = {
    "F07 subroutines ended", "F07 withoutFrames ended", "F07 invalid threw",
  };

  private static final String[] REFUSED = {
    "F07 subroutinesOnAnotherValue NIKA-SEC-011",
    "F07 withoutFramesOnAnotherValue NIKA-SEC-011",
    "B27 tooLongForTheGate CS-INTERNAL",
    "B28 hidden CS-INTERNAL",
    "B28 lambda CS-INTERNAL",
  };

  private static final String[] UNSEEN = {"B28 hiddenBesideAVisibleOne -"};

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("odd-classes.yaml").libraries("byte-buddy"),
          OddClassActs.class,
          SAME,
          REFUSED,
          UNSEEN);

  static Stream<Arguments> same() {
    return Jdks.rows(3, SAME);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("same")
  void runsAsWithoutTheAgent(String number, String act, String ending, Jdk jdk) {
    Performed with = TABLE.with(jdk, act);
    Performed without = TABLE.without(jdk, act);

    // Not the errors: the JVM dumps the code of a method that it does not accept.
    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(TABLE.with(jdk, act).ending()).startsWith(ending);
  }

  static Stream<Arguments> refused() {
    return Jdks.rows(3, REFUSED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void isRefusedAndTheBodyDoesNotRun(String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  /** What cannot be bound is said once each, with its reason. */
  @OnEachJdk
  void b27b28WhatCannotBeBoundIsNamed(Jdk jdk) {
    assertThat(TABLE.run(jdk).agentLines())
        .filteredOn(line -> line.contains("hole: ") && line.contains("cannot be bound"))
        .anyMatch(line -> line.contains("TooLong#run") && line.contains("not woven"))
        .anyMatch(line -> line.contains("HiddenTool#run") && line.contains("cannot be found"))
        .anyMatch(line -> line.contains("Chore#run"));
  }

  /**
   * A limit, in the threat model: a copy of a bound class that no transformer sees. The books do
   * not say that the method ran on what was judged.
   */
  @OnEachJdk
  void b28AHiddenCopyOfABoundClassIsNotSeen(Jdk jdk) {
    assertThat(TABLE.with(jdk, "hiddenBesideAVisibleOne").ending()).isEqualTo("ended");
    Books books = Books.of(TABLE.run(jdk));
    List<JsonNode> allows = books.allows("tool.hidden");
    assertThat(allows).hasSize(1);
    JsonNode outcome = books.outcomeOf(allows.get(0));
    assertThat(outcome.has("invoked_params_hash")).isFalse();
    assertThat(books.outcomeRecordOf(allows.get(0)).has("commit_digest")).isFalse();
  }
}
