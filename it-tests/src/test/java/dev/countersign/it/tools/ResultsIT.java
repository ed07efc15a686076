package dev.countersign.it.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.ResultActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B51: futures, streams, publishers and every other result that is consumed later (spec 2.3). The
 * outcome never says more than the wrapper saw, and what is done later needs a preview of its own.
 */
class ResultsIT {

  private static final String[] ENDINGS = {
    "B51 ending:plain returned",
    "B51 ending:nothing returned",
    "B51 ending:list returned",
    "B51 ending:path returned",
    "B51 ending:completed returned",
    "B51 ending:completes returned",
    "B51 ending:fails raised",
    "B51 ending:cancelled abandoned",
    "B51 ending:subclass deferred",
    "B51 ending:stage deferred",
    "B51 ending:future deferred",
    "B51 ending:stream deferred",
    "B51 ending:intStream deferred",
    "B51 ending:iterator deferred",
    "B51 ending:iterable deferred",
    "B51 ending:spliterator deferred",
    "B51 ending:enumeration deferred",
    "B51 ending:supplier deferred",
    "B51 ending:callable deferred",
    "B51 ending:runnable deferred",
    "B51 ending:thunk deferred",
    "B51 ending:input deferred",
    "B51 ending:reader deferred",
    "B51 ending:publisher deferred",
    "B51 ending:reactive deferred",
  };

  private static final String[] DECLARED = {
    "B51 declared:completes declared-completes",
    "B51 declared:future declared-future",
    "B51 declared:stream declared-stream",
    "B51 declared:intStream declared-intStream",
    "B51 declared:iterator declared-iterator",
    "B51 declared:iterable declared-iterable",
    "B51 declared:spliterator declared-spliterator",
    "B51 declared:supplier declared-supplier",
    "B51 declared:callable declared-callable",
    "B51 declared:runnable declared-runnable",
    "B51 declared:thunk declared-thunk",
    "B51 declared:input declared-input",
    "B51 declared:publisher declared-publisher",
    "B51 declared:reactive declared-reactive",
  };

  private static final String[] REFUSED = {
    "B51 undeclared:completes NIKA-SEC-011",
    "B51 undeclared:future CS-UNBOUND",
    "B51 undeclared:stream CS-UNBOUND",
    "B51 undeclared:intStream CS-UNBOUND",
    "B51 undeclared:iterator CS-UNBOUND",
    "B51 undeclared:iterable CS-UNBOUND",
    "B51 undeclared:spliterator CS-UNBOUND",
    "B51 undeclared:supplier CS-UNBOUND",
    "B51 undeclared:callable CS-UNBOUND",
    "B51 undeclared:runnable CS-UNBOUND",
    "B51 undeclared:thunk CS-UNBOUND",
    "B51 undeclared:input CS-UNBOUND",
    "B51 undeclared:publisher CS-UNBOUND",
    "B51 undeclared:reactive CS-UNBOUND",
    "B51 leftBehind CS-UNBOUND",
  };

  /** The first pull is the declared effect, the second one is that effect again. */
  private static final String[] REPLAYED = {
    "B51 declaredTwice:iterable CS-REPLAY",
    "B51 declaredTwice:supplier CS-REPLAY",
    "B51 declaredTwice:callable CS-REPLAY",
    "B51 declaredTwice:thunk CS-REPLAY",
    "B51 declaredTwice:publisher CS-REPLAY",
    "B51 declaredTwice:reactive CS-REPLAY",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("results.yaml").libraries("reactive-streams"),
          ResultActs.class,
          ENDINGS,
          DECLARED,
          REFUSED,
          REPLAYED);

  static Stream<Arguments> endings() {
    return Jdks.rows(3, ENDINGS);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("endings")
  void theOutcomeSaysWhatTheWrapperSaw(String number, String act, String state, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).changed()).isEqualTo("none");
    Books books = Books.of(TABLE.run(jdk));
    String scope = "tool." + act.replace(':', '_').toLowerCase(java.util.Locale.ROOT);
    JsonNode outcome = books.outcomeOf(books.allows(scope).get(0));
    assertThat(outcome.path("body_state").asText()).isEqualTo(state);
    assertThat(outcome.path("error_code").asText())
        .isEqualTo(state.equals("raised") ? "IllegalStateException" : "");
  }

  static Stream<Arguments> declared() {
    return Jdks.rows(3, DECLARED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("declared")
  void whatWasDeclaredMayHappenLater(String number, String act, String file, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).changed()).isEqualTo("+" + file);
  }

  static Stream<Arguments> refused() {
    return Jdks.rows(3, REFUSED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void whatWasNotIsRefusedLater(String number, String act, String code, Jdk jdk) {
    Performed with = TABLE.with(jdk, act);
    assertThat(with.ending()).endsWith("refused " + code);
    assertThat(with.printed()).isEmpty();
    assertThat(with.changed()).isEqualTo("none");
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).changed()).startsWith("+");
  }

  static Stream<Arguments> replayed() {
    return Jdks.rows(3, REPLAYED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("replayed")
  void whatWasDeclaredOnceHappensOnce(String number, String act, String code, Jdk jdk) {
    Performed with = TABLE.with(jdk, act);
    Performed without = TABLE.without(jdk, act);
    assertThat(with.ending()).endsWith("refused " + code);
    assertThat(without.ending()).isEqualTo("ended");
    assertThat(with.printed()).isEqualTo(without.printed()).containsExactly("once");
    assertThat(with.changed()).isEqualTo(without.changed()).startsWith("+declared-twice-");
  }
}
