package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HonestActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.LearnedLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transparency of Reactor Netty and WebClient: the bytes on the wire and what the application sees
 * are the same with the agent and without it, bound in {@code enforce} on every line and watched in
 * {@code observe}. Netty looks for buffers that nobody released, and would say so.
 */
class HonestReactorNettyIT {

  private static final String[] ACTS = {
    "send:GET /ok - HonestReactorWays.none",
    "send:HEAD /ok - HonestReactorWays.none",
    "send:DELETE /ok - HonestReactorWays.none",
    "send:OPTIONS /ok - HonestReactorWays.none",
    "send:POST /ok - HonestReactorWays.empty",
    "send:POST /ok text HonestReactorWays.text",
    "send:PUT /ok text HonestReactorWays.text",
    "send:PATCH /ok text HonestReactorWays.text",
    "send:DELETE /ok text HonestReactorWays.text",
    "send:POST /none text HonestReactorWays.text",
    "send:GET /unchanged - HonestReactorWays.none",
    "send:POST /unchanged text HonestReactorWays.text",
    "send:POST /missing textandmoreofit HonestReactorWays.chunks",
    "send:POST /missing text HonestReactorWays.text",
    "send:POST /broken text HonestReactorWays.text",
    "send:POST /chunks text HonestReactorWays.text",
    "send:POST /closed text HonestReactorWays.text",
    "send:POST /drop text HonestReactorWays.unpooled",
    "send:POST /ok text HonestReactorWays.async",
    "send:POST /ok textandmoreofit HonestReactorWays.known",
    "send:POST /ok textandmoreofit HonestReactorWays.chunks",
    "send:POST /ok textandmoreofit HonestReactorWays.slowChunks",
    "send:POST /ok textandmoreofit HonestReactorWays.flushed",
    "send:POST /ok text HonestReactorWays.objects",
    "send:POST /ok text HonestReactorWays.file",
    "send:POST /ok text HonestReactorWays.knownFile",
    "send:POST /ok a=1&b=2 HonestReactorWays.form",
    "send:POST /ok text HonestReactorWays.expecting",
    "send:POST /ok text HonestReactorWays.twice",
    "send:POST /ok text HonestReactorWays.unpooled",
    "send:POST /ok text HonestReactorWays.pooled",
    "send:POST /silent text HonestReactorWays.timeout",
    "send:POST /silent text HonestReactorWays.cancelled",
    "sentOn:GET /moved - HonestReactorWays.sentOn",
    "sentOn:POST /moved text HonestReactorWays.sentOn",
    "sentOn:POST /again text HonestReactorWays.sentOn",
    "tunnelled:POST /ok text HonestReactorWays.proxied",
    "send:GET /ok - HonestReactorWays.webNone",
    "send:POST /ok text HonestReactorWays.webText",
    "send:POST /ok text HonestReactorWays.webBytes",
    "send:POST /ok textandmoreofit HonestReactorWays.webStream",
    "send:POST /ok a=1&b=2 HonestReactorWays.webForm",
    "send:POST /ok text HonestReactorWays.webFile",
    "send:POST /missing text HonestReactorWays.webRetrieve",
    "send:POST /closed text HonestReactorWays.webText",
    "send:POST /ok text HonestReactorWays.webFiltered",
    "send:POST /drop text HonestReactorWays.webRetried",
    "send:POST /ok text HonestReactorWays.collected",
  };

  /** Where nothing is bound while it is observed, but all of it learned. */
  private static final Jdk LEARNING = Jdks.jdk(25);

  private static final Map<ClientLine, ActTable> BOUND = new LinkedHashMap<>();

  static {
    for (ClientLine line : ReactorNettyIT.LINES) {
      BOUND.put(
          line, new ActTable(jdk -> on(jdk, line, HonestRun.Mode.BOUND), HonestActs.class, ACTS));
    }
  }

  private static final ClientLine NEWEST =
      ReactorNettyIT.LINES.get(ReactorNettyIT.LINES.size() - 1);

  private static final ActTable OBSERVED =
      BOUND
          .get(NEWEST)
          .attached(
              jdk ->
                  on(
                      jdk,
                      NEWEST,
                      jdk.equals(LEARNING) ? HonestRun.Mode.LEARNING : HonestRun.Mode.OBSERVED));

  private static AgentRun.Builder on(Jdk jdk, ClientLine line, HonestRun.Mode mode) {
    AgentRun.Builder application =
        HonestRun.on(jdk, mode).jvm("-Dio.netty.leakDetection.level=paranoid");
    line.classPath().forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> bound() {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : ReactorNettyIT.LINES) {
      Jdks.of(line, ReactorNettyIT.LINES)
          .forEach(
              jdk -> {
                for (String act : ACTS) {
                  arguments.add(Arguments.of(act, line, jdk));
                }
              });
    }
    return arguments.stream();
  }

  static Stream<Arguments> observed() {
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.of(ACTS).flatMap(act -> jdks.stream().map(jdk -> Arguments.of(act, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1} and {2}")
  @MethodSource("bound")
  void aBoundRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, ClientLine line, Jdk jdk) {
    BOUND.get(line).runsAsWithout(jdk, act);
    assertThat(BOUND.get(line).books(jdk, act).events("deny")).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("observed")
  void anObservedRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, Jdk jdk) {
    OBSERVED.runsAsWithout(jdk, act);
  }

  /** What was learned of a body: the way, its text; or that it was not seen whole. */
  private static final String[] LEARNED = {
    "HonestReactorWays.known {\"raw\":\"textandmoreofit\"}",
    "HonestReactorWays.chunks {\"raw\":\"textandmoreofit\"}",
    "HonestReactorWays.slowChunks {\"raw\":\"textandmoreofit\"}",
    "HonestReactorWays.flushed {\"raw\":\"textandmoreofit\"}",
    "HonestReactorWays.webStream {\"raw\":\"textandmoreofit\"}",
    "HonestReactorWays.webForm {\"form\":{\"a\":[\"1\"],\"b\":[\"2\"]}}",
    "HonestReactorWays.file {\"unread\":true}",
  };

  static Stream<Arguments> learned() {
    return Stream.of(LEARNED).map(row -> Arguments.of((Object[]) row.split(" ", 2)));
  }

  /** Beside the bytes on the wire and what the application sees, which are compared above. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("learned")
  void aBodyThatIsStreamedIsLearnedWhileItPasses(String way, String body) throws Exception {
    assertThat(LearnedLines.firstEffects(OBSERVED.run(LEARNING), "way", way))
        .isNotEmpty()
        .allSatisfy(effect -> assertThat(effect.at("/intent/body").toString()).isEqualTo(body));
  }
}
