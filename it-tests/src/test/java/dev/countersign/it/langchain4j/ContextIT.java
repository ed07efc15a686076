package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.CallActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B55: a digest says under what its request was judged. The same call in another run, under another
 * policy, of a tool with another definition or as another attempt has another digest, so a preview
 * from there commits nothing here.
 */
class ContextIT {

  private static final String CONFIG =
      """
      bundle: context
      version: 1
      mode: enforce
      frameworks: [langchain4j]
      run: { id: 00112233445566778899aabbccddeeff }
      tools:
        - tool: "copy*"
          effects:
            - exec: { argv: [cp, --, "${args.from}", "${args.to}"] }
      """;

  private static final Map<Jdk, AgentRun> ORIGINAL = new ConcurrentHashMap<>();

  private static AgentRun run(Jdk jdk, String config, String act) {
    AgentRun run = LangChain4j.application(jdk).configured(config).main(CallActs.class, act);
    assertThat(run).succeeded().deniedNothing();
    return run;
  }

  private static AgentRun original(Jdk jdk) {
    return ORIGINAL.computeIfAbsent(jdk, on -> run(on, CONFIG, "lambda"));
  }

  /** The digests of every call and effect, in order. */
  private static List<String> previews(AgentRun run) {
    return Books.of(run).events("allow").stream()
        .map(allow -> allow.at("/context/preview"))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .toList();
  }

  /** Else the rows below would prove nothing: without a difference the digests are equal. */
  @OnEachJdk
  void b55TheSameCallUnderTheSameContextHasTheSameDigests(Jdk jdk) {
    assertThat(previews(original(jdk))).hasSize(2).isEqualTo(previews(run(jdk, CONFIG, "lambda")));
  }

  static Stream<Arguments> differences() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.of(
                    Arguments.of("run", CONFIG.replace("eeff", "eefe"), "lambda", jdk),
                    Arguments.of(
                        "policy", CONFIG.replace("version: 1", "version: 2"), "lambda", jdk),
                    Arguments.of(
                        "exec rules", CONFIG + "exec: { env_ignore: [X] }\n", "lambda", jdk),
                    Arguments.of("tool definition", CONFIG, "lambdaDescribedOtherwise", jdk)));
  }

  @ParameterizedTest(name = "B55 another {0} on {3}")
  @MethodSource("differences")
  void noDigestOfOneContextIsOneOfAnother(String what, String config, String act, Jdk jdk) {
    assertThat(previews(run(jdk, config, act)))
        .hasSize(2)
        .doesNotContainAnyElementsOf(previews(original(jdk)));
  }

  @OnEachJdk
  void b55AnotherAttemptOfTheSameTaskHasOtherDigests(Jdk jdk) {
    List<String> both = previews(run(jdk, CONFIG, "lambdaTwiceUnderOneId"));

    assertThat(both).hasSize(4).doesNotHaveDuplicates().containsAll(previews(original(jdk)));
  }

  @OnEachJdk
  void b55TheCommandOfAnEarlierAttemptIsNotASecondOneOfThis(Jdk jdk) {
    AgentRun run = LangChain4j.application(jdk).main(CallActs.class, "anEarlierAttemptsCommand");

    assertThat(run)
        .succeeded()
        .printed("copyKeptFor: kept", "copyKeptFor: " + LangChain4j.START_REPLAYED, "answer: done")
        .denied("CS-REPLAY")
        .booksVerify();
    assertThat(run.withoutAgent().stdout())
        .isEqualTo("copyKeptFor: kept\ncopyKeptFor: copied\nanswer: done\n");
  }
}
