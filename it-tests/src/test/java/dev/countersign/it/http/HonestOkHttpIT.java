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
 * Transparency of OkHttp: the bytes on the wire and what the application sees are the same with the
 * agent and without it, bound in {@code enforce} on every line and watched in {@code observe}.
 */
class HonestOkHttpIT {

  private static final String[] ACTS = {
    "send:GET /ok - HonestOkWays.none",
    "send:HEAD /ok - HonestOkWays.none",
    "send:DELETE /ok - HonestOkWays.none",
    "send:OPTIONS /ok - HonestOkWays.none",
    "send:POST /ok - HonestOkWays.empty",
    "send:POST /ok text HonestOkWays.text",
    "send:PUT /ok text HonestOkWays.text",
    "send:PATCH /ok text HonestOkWays.text",
    "send:DELETE /ok text HonestOkWays.text",
    "send:POST /none text HonestOkWays.text",
    "send:GET /unchanged - HonestOkWays.none",
    "send:POST /unchanged text HonestOkWays.text",
    "send:POST /missing text HonestOkWays.pieces",
    "send:POST /missing text HonestOkWays.text",
    "send:POST /broken text HonestOkWays.text",
    "send:POST /chunks text HonestOkWays.text",
    "send:POST /closed text HonestOkWays.text",
    "send:POST /closed text HonestOkWays.async",
    "send:POST /ok text HonestOkWays.async",
    "send:POST /ok text HonestOkWays.known",
    "send:POST /ok textandmoreofit HonestOkWays.pieces",
    "send:POST /ok text HonestOkWays.oneShot",
    "send:POST /ok text HonestOkWays.closing",
    "send:POST /ok text HonestOkWays.file",
    "send:POST /ok a=1&b=2 HonestOkWays.form",
    "send:POST /ok text HonestOkWays.expecting",
    "send:POST /refused text HonestOkWays.expecting",
    "send:POST /ok text HonestOkWays.twice",
    "send:POST /silent text HonestOkWays.timeout",
    "send:POST /silent text HonestOkWays.cancelled",
    "sentOn:GET /moved - HonestOkWays.none",
    "sentOn:POST /moved text HonestOkWays.async",
    "sentOn:POST /again text HonestOkWays.async",
    "proxied:POST /ok text HonestOkWays.proxied",
    "tunnelled:POST /ok text HonestOkWays.proxied",
  };

  private static final Map<ClientLine, ActTable> BOUND = new LinkedHashMap<>();

  static {
    for (ClientLine line : OkHttpIT.LINES) {
      BOUND.put(
          line, new ActTable(jdk -> on(jdk, line, HonestRun.Mode.BOUND), HonestActs.class, ACTS));
    }
  }

  private static final ClientLine NEWEST = OkHttpIT.LINES.get(OkHttpIT.LINES.size() - 1);

  private static final ActTable OBSERVED =
      BOUND.get(NEWEST).attached(jdk -> on(jdk, NEWEST, HonestRun.Mode.OBSERVED));

  private static AgentRun.Builder on(Jdk jdk, ClientLine line, HonestRun.Mode mode) {
    AgentRun.Builder application = HonestRun.on(jdk, mode);
    line.classPath().forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> bound() {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : OkHttpIT.LINES) {
      Jdks.of(line, OkHttpIT.LINES)
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
}
