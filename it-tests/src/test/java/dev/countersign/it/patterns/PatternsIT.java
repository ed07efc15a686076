package dev.countersign.it.patterns;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.HelloActs;
import com.example.acts.patterns.PatternActs;
import com.fasterxml.jackson.databind.JsonNode;
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

  /** B49: bridges, super calls and proxies are no second call. */
  @OnEachJdk
  void oneLogicalCallIsOneEventPair(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("patterns.yaml").main(PatternActs.class, HONEST);

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).hasSize(HONEST.length);
    assertThat(books.events("allow"))
        .filteredOn(entry -> entry.path("scope").asText().startsWith("tool."))
        .allSatisfy(allow -> assertThat(ranAsJudged(books, allow)).isTrue());
  }

  private static boolean ranAsJudged(Books books, JsonNode allow) {
    return books.outcomeRecordOf(allow).path("commit_digest").equals(allow.at("/context/preview"));
  }

  static Stream<Arguments> attacks() {
    List<String> attacks =
        List.of(
            "implementationWithAnother",
            "overridingWithAnother",
            "inheritedWithAnother",
            "defaultMethodWithAnother",
            "ofAnotherLoaderWithAnother",
            "behindAProxyWithAnother",
            "annotatedWithAnother");
    return Jdks.tested().flatMap(jdk -> attacks.stream().map(act -> Arguments.of(jdk, act)));
  }

  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("attacks")
  void anotherArgumentIsRefused(Jdk jdk, String act) {
    AgentRun run = AgentRun.on(jdk).with("patterns.yaml").main(PatternActs.class, act);

    assertThat(run).refusedWith("NIKA-SEC-011").printed().booksVerify();
    assertThat(run.withoutAgent().stdout()).as("it works without the agent").contains("ran ");
  }

  @OnEachJdk
  void whatIsNotAnnotatedIsLeftAlone(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("patterns.yaml").main(PatternActs.class, "notAnnotated");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).isEmpty();
  }

  /** A lambda is offered to no agent: the hole names where it is. */
  @OnEachJdk
  void aLambdaIsAHole(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).with("patterns.yaml").main(PatternActs.class, "lambda");

    assertThat(run).succeeded().booksVerify();
    assertThat(run.agentLines())
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
