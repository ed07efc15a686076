package dev.countersign.it.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.HelloActs;
import com.example.acts.patterns.PatternActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods bound by a type that they implement or an annotation that they carry (spec 5.2). */
class PatternsIT {

  private static final String BYTE_BUDDY = "dev.countersign.shaded.bytebuddy.";

  private static final String[] HONEST = {
    "implementation",
    "throughTheInterface",
    "overridingAndSuperCall",
    "inherited",
    "belowAnAbstractOne",
    "defaultMethod",
    "overriddenDefaultMethod",
    "ofAnotherLoader",
    "anonymous",
    "jdkProxy",
    "overridingDispatcher",
    "annotated"
  };

  private static final String[] ATTACKS = {
    "implementationWithAnother",
    "overridingWithAnother",
    "inheritedWithAnother",
    "defaultMethodWithAnother",
    "ofAnotherLoaderWithAnother",
    "behindAProxyWithAnother",
    "annotatedWithAnother"
  };

  private static final ActTable TABLE =
      new ActTable(
          jdk -> AgentRun.on(jdk).with("patterns.yaml"),
          PatternActs.class,
          Stream.of(HONEST, ATTACKS, new String[] {"notAnnotated", "lambda"})
              .flatMap(Stream::of)
              .toArray(String[]::new));

  /** B49: bridges, super calls and proxies are no second call. */
  @OnEachJdk
  void oneLogicalCallIsOneEventPair(Jdk jdk) {
    for (String act : HONEST) {
      TABLE.runsAsWithout(jdk, act);
      Books books = TABLE.books(jdk, act);
      assertThat(books.denialCodes()).as(act).isEmpty();
      assertThat(books.allowedScopes()).as(act).hasSize(1);
      assertThat(books.toolAllows())
          .as(act)
          .singleElement()
          .satisfies(allow -> assertThat(ranAsJudged(books, allow)).isTrue());
    }
  }

  private static boolean ranAsJudged(Books books, JsonNode allow) {
    return books.outcomeRecordOf(allow).path("commit_digest").equals(allow.at("/context/preview"));
  }

  static Stream<Arguments> attacks() {
    return Jdks.tested().flatMap(jdk -> Stream.of(ATTACKS).map(act -> Arguments.of(jdk, act)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("attacks")
  void anotherArgumentIsRefused(Jdk jdk, String act) {
    assertThat(TABLE.with(jdk, act).ending()).isEqualTo("refused NIKA-SEC-011");
    assertThat(TABLE.with(jdk, act).printed()).isEmpty();
    assertThat(TABLE.without(jdk, act).bodies()).as("it works without the agent").isNotEmpty();
  }

  @OnEachJdk
  void whatIsNotAnnotatedIsLeftAlone(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "notAnnotated");
    assertThat(TABLE.books(jdk, "notAnnotated").denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, "notAnnotated").allowedScopes()).isEmpty();
  }

  /** A lambda is offered to no agent: the hole names where it is. */
  @OnEachJdk
  void aLambdaIsAHole(Jdk jdk) {
    assertThat(TABLE.with(jdk, "lambda").ending()).isEqualTo("ended");
    assertThat(TABLE.run(jdk).agentLines())
        .anyMatch(
            line ->
                line.contains("hole: com.example.acts.patterns.Account+#pay")
                    && line.contains(
                        "does not bind com.example.acts.patterns.PatternActs$$Lambda"));
  }

  /** Not one class of it, unless such a pattern is configured. */
  @OnEachJdk
  void byteBuddyIsLoadedForAPatternOnly(Jdk jdk) {
    AgentRun without =
        AgentRun.on(jdk)
            .with("tools.yaml")
            .jvm("-Xlog:class+load:stdout")
            .main(HelloActs.class, "hello");
    AgentRun with =
        AgentRun.on(jdk)
            .with("patterns.yaml")
            .jvm("-Xlog:class+load:stdout")
            .main(HelloActs.class, "hello");

    assertThat(without.stdout())
        .contains("dev.countersign.weave.Weaver")
        .doesNotContain(BYTE_BUDDY);
    assertThat(with.stdout()).contains(BYTE_BUDDY);
  }
}
