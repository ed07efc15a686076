package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HonestActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transparency of Jetty's client: the bytes on the wire and what the application sees are the same
 * with the agent and without it, bound in {@code enforce} on every line and watched in {@code
 * observe}.
 */
class HonestJettyIT {

  private static final String[] ACTS = {
    "send:GET /ok - HonestJettyWays.none",
    "send:HEAD /ok - HonestJettyWays.none",
    "send:DELETE /ok - HonestJettyWays.none",
    "send:OPTIONS /ok - HonestJettyWays.none",
    "send:POST /ok - HonestJettyWays.none",
    "send:POST /ok - HonestJettyWays.empty",
    "send:POST /ok text HonestJettyWays.text",
    "send:PUT /ok text HonestJettyWays.text",
    "send:PATCH /ok text HonestJettyWays.text",
    "send:DELETE /ok text HonestJettyWays.text",
    "send:POST /none text HonestJettyWays.text",
    "send:GET /unchanged - HonestJettyWays.none",
    "send:POST /unchanged text HonestJettyWays.text",
    "send:POST /missing textandmore HonestJettyWays.stream",
    "send:POST /missing text HonestJettyWays.text",
    "send:POST /broken text HonestJettyWays.text",
    "send:POST /chunks text HonestJettyWays.text",
    "send:POST /drop text HonestJettyWays.text",
    "send:POST /closed text HonestJettyWays.text",
    "send:POST /ok text HonestJettyWays.buffers",
    "send:POST /ok textandmore HonestJettyWays.stream",
    "send:POST /drop text HonestJettyWays.stream",
    "send:POST /ok - HonestJettyWays.emptyStream",
    "send:POST /ok text HonestJettyWays.brokenStream",
    "send:POST /ok text HonestJettyWays.file",
    "send:POST /ok text HonestJettyWays.written",
    "send:POST /ok a=1&b=2 HonestJettyWays.form",
    "send:POST /ok text HonestJettyWays.expecting",
    "send:POST /ok text HonestJettyWays.expectingStream",
    "send:POST /refused text HonestJettyWays.expecting",
    "send:POST /ok text HonestJettyWays.twice",
    "send:POST /silent text HonestJettyWays.cancelled",
    "send:POST /ok text HonestJettyWays.cancelledEarly",
    "send:POST /silent text HonestJettyWays.timeout",
    "send:POST /silent text HonestJettyWays.idleTimeout",
    "send:POST /full text HonestJettyWays.connectTimeout",
    "sentOn:GET /moved - HonestJettyWays.none",
    "sentOn:POST /moved text HonestJettyWays.text",
    "sentOn:POST /again text HonestJettyWays.text",
    "proxied:POST /ok text HonestJettyWays.proxied",
    "tunnelled:POST /ok text HonestJettyWays.proxied",
  };

  private static final Map<ClientLine, ActTable> BOUND = new LinkedHashMap<>();

  static {
    for (ClientLine line : JettyIT.LINES) {
      BOUND.put(
          line,
          new ActTable(
              jdk -> on(jdk, line, HonestRun.Mode.BOUND),
              HonestActs.class,
              JettyIT.of(line, ACTS)));
    }
  }

  private static final ClientLine NEWEST = JettyIT.LINES.get(JettyIT.LINES.size() - 1);

  private static final ActTable OBSERVED =
      BOUND.get(NEWEST).attached(jdk -> on(jdk, NEWEST, HonestRun.Mode.OBSERVED));

  private static AgentRun.Builder on(Jdk jdk, ClientLine line, HonestRun.Mode mode) {
    return JettyIT.on(jdk, line, HonestRun.on(jdk, mode));
  }

  static Stream<Arguments> bound() {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : JettyIT.LINES) {
      Jdks.of(line, JettyIT.LINES)
          .forEach(
              jdk -> {
                for (String act : JettyIT.of(line, ACTS)) {
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
}
