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
 * Transparency of Apache's asynchronous clients: the bytes on the wire, of HTTP/2 the frames, and
 * what the application sees are the same with the agent and without it, bound in {@code enforce} on
 * every line and watched in {@code observe} on the newest of each.
 */
class HonestApacheAsyncIT {

  private static final String[] OF_5 = {
    "send:GET /ok - HonestAsyncWays.none",
    "send:HEAD /ok - HonestAsyncWays.none",
    "send:DELETE /ok - HonestAsyncWays.none",
    "send:OPTIONS /ok - HonestAsyncWays.none",
    "send:POST /ok - HonestAsyncWays.empty",
    "send:POST /ok text HonestAsyncWays.text",
    "send:PUT /ok text HonestAsyncWays.text",
    "send:PATCH /ok text HonestAsyncWays.text",
    "send:DELETE /ok text HonestAsyncWays.text",
    "send:POST /none text HonestAsyncWays.text",
    "send:GET /unchanged - HonestAsyncWays.none",
    "send:POST /missing text HonestAsyncWays.text",
    "send:POST /broken text HonestAsyncWays.text",
    "send:POST /chunks text HonestAsyncWays.text",
    "send:POST /closed text HonestAsyncWays.text",
    "send:POST /closed text HonestAsyncWays.async",
    "send:POST /ok text HonestAsyncWays.async",
    "send:POST /ok text HonestAsyncWays.pieces",
    "send:POST /ok text HonestAsyncWays.waiting",
    "send:POST /ok text HonestAsyncWays.file",
    "send:POST /ok text HonestAsyncWays.expecting",
    "send:POST /refused text HonestAsyncWays.expecting",
    "send:POST /ok text HonestAsyncWays.twice",
    "send:POST /drop text HonestAsyncWays.text",
    "send:POST /silent text HonestAsyncWays.timeout",
    "send:POST /silent text HonestAsyncWays.cancelled",
    "send:POST /ok text HonestAsyncWays.known",
    "sentOn:GET /moved - HonestAsyncWays.none",
    "sentOn:POST /moved text HonestAsyncWays.async",
    "sentOn:POST /again text HonestAsyncWays.async",
    "proxied:POST /ok text HonestAsyncWays.proxied",
    "tunnelled:POST /ok text HonestAsyncWays.proxied",
    "send2:GET /ok - HonestAsyncWays.none",
    "send2:POST /ok - HonestAsyncWays.empty",
    "send2:POST /ok text HonestAsyncWays.text",
    "send2:PUT /none text HonestAsyncWays.text",
    "send2:HEAD /ok - HonestAsyncWays.none",
    "send2:DELETE /ok - HonestAsyncWays.none",
    "send2:PATCH /ok text HonestAsyncWays.text",
    "send2:GET /unchanged - HonestAsyncWays.none",
    "send2:POST /broken text HonestAsyncWays.text",
    "send2:POST /missing text HonestAsyncWays.text",
    "send2:POST /ok text HonestAsyncWays.async",
    "send2:POST /ok text HonestAsyncWays.known",
    "send2:POST /ok text HonestAsyncWays.pieces",
    "send2:POST /ok text HonestAsyncWays.waiting",
    "send2:POST /ok text HonestAsyncWays.file",
    "send2:POST /ok text HonestAsyncWays.expecting",
    "send2:POST /ok text HonestAsyncWays.twice",
  };

  private static final String[] BEFORE_5 = {
    "send:GET /ok - HonestAsync4Ways.none",
    "send:HEAD /ok - HonestAsync4Ways.none",
    "send:DELETE /ok - HonestAsync4Ways.none",
    "send:OPTIONS /ok - HonestAsync4Ways.none",
    "send:POST /ok - HonestAsync4Ways.empty",
    "send:POST /ok text HonestAsync4Ways.text",
    "send:PUT /ok text HonestAsync4Ways.text",
    "send:PATCH /ok text HonestAsync4Ways.text",
    "send:POST /none text HonestAsync4Ways.text",
    "send:GET /unchanged - HonestAsync4Ways.none",
    "send:POST /missing text HonestAsync4Ways.text",
    "send:POST /broken text HonestAsync4Ways.text",
    "send:POST /chunks text HonestAsync4Ways.text",
    "send:POST /closed text HonestAsync4Ways.text",
    "send:POST /closed text HonestAsync4Ways.async",
    "send:POST /ok text HonestAsync4Ways.async",
    "send:POST /ok text HonestAsync4Ways.pieces",
    "send:POST /ok text HonestAsync4Ways.waiting",
    "send:POST /ok text HonestAsync4Ways.file",
    "send:POST /ok text HonestAsync4Ways.expecting",
    "send:POST /refused text HonestAsync4Ways.expecting",
    "send:POST /ok text HonestAsync4Ways.twice",
    "send:POST /ok text HonestAsync4Ways.stream",
    "send:POST /drop text HonestAsync4Ways.text",
    "sentOn:GET /moved - HonestAsync4Ways.none",
    "sentOn:POST /moved text HonestAsync4Ways.sentOn",
    "sentOn:POST /again text HonestAsync4Ways.sentOn",
    "proxied:POST /ok text HonestAsync4Ways.proxied",
    "tunnelled:POST /ok text HonestAsync4Ways.proxied",
    // In 4.1.2 these two keep their connection, with the agent and without: last of all.
    "send:POST /silent text HonestAsync4Ways.timeout",
    "send:POST /silent text HonestAsync4Ways.cancelled",
  };

  /** A line and what is done with it. */
  private record Tables(List<ClientLine> lines, String[] acts, ActTable bound, ActTable observed) {}

  private static final Map<ClientLine, Tables> TABLES = new LinkedHashMap<>();

  static {
    add(ApacheAsyncIT.LINES, OF_5);
    add(HttpAsyncClientIT.LINES, BEFORE_5);
  }

  private static void add(List<ClientLine> lines, String[] acts) {
    for (int i = 0; i < lines.size(); i++) {
      ClientLine line = lines.get(i);
      ActTable bound =
          new ActTable(jdk -> on(jdk, line, HonestRun.Mode.BOUND), HonestActs.class, acts);
      boolean newest = i == lines.size() - 1;
      TABLES.put(
          line,
          new Tables(
              lines,
              acts,
              bound,
              newest ? bound.attached(jdk -> on(jdk, line, HonestRun.Mode.OBSERVED)) : null));
    }
  }

  private static AgentRun.Builder on(Jdk jdk, ClientLine line, HonestRun.Mode mode) {
    AgentRun.Builder application = HonestRun.on(jdk, mode);
    line.classPath().forEach(application::classPath);
    return application;
  }

  private static Stream<Arguments> acts(boolean observed) {
    List<Arguments> arguments = new ArrayList<>();
    TABLES.forEach(
        (line, tables) -> {
          if (!observed || tables.observed() != null) {
            Jdks.of(line, tables.lines())
                .forEach(
                    jdk -> {
                      for (String act : tables.acts()) {
                        arguments.add(Arguments.of(act, line, jdk));
                      }
                    });
          }
        });
    return arguments.stream();
  }

  static Stream<Arguments> bound() {
    return acts(false);
  }

  static Stream<Arguments> observed() {
    return acts(true);
  }

  @ParameterizedTest(name = "{0} on {1} and {2}")
  @MethodSource("bound")
  void aBoundRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, ClientLine line, Jdk jdk) {
    ActTable table = TABLES.get(line).bound();
    table.runsAsWithout(jdk, act);
    assertThat(table.books(jdk, act).events("deny")).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1} and {2}")
  @MethodSource("observed")
  void anObservedRequestIsSentByteByByteAndAnsweredAsWithoutUs(
      String act, ClientLine line, Jdk jdk) {
    TABLES.get(line).observed().runsAsWithout(jdk, act);
  }
}
