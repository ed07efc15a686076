package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HonestActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
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
 * Transparency of Apache HttpClient 4.5 and 5, the blocking ones: the bytes on the wire and what
 * the application sees are the same with the agent and without it, bound in {@code enforce} on
 * every line and watched in {@code observe} on the newest, on the newest JDK.
 */
class HonestApacheIT {

  private static final String LONG = "0123456789".repeat(1000);

  private static final String[] ACTS = {
    "GET /ok - none",
    "HEAD /ok - none",
    "DELETE /ok - none",
    "OPTIONS /ok - none",
    "POST /ok - none",
    "POST /ok - empty",
    "POST /ok text text",
    "PUT /ok text text",
    "PATCH /ok text text",
    "DELETE /ok text text",
    "POST /none text text",
    "POST /unchanged text text",
    "GET /unchanged - none",
    "POST /missing text text",
    "POST /broken text text",
    "POST /chunks text text",
    "POST /closed text text",
    "POST /drop text text",
    "POST /drop text retrying",
    "POST /ok text known",
    "POST /ok textandmoreofit pieces",
    "POST /ok " + LONG + " large",
    "POST /ok text oneShot",
    "POST /ok text oneShotKnown",
    "POST /ok text closing",
    "POST /ok text failing",
    "POST /ok text file",
    "POST /ok a=1&b=2 form",
    "POST /ok {} string",
    "POST /ok text expecting",
    "POST /refused text expecting",
    "POST /ok text twice",
    "POST /ok text closingConnections",
    "POST /ok text pooled",
    "POST /challenge text authenticating",
    "POST /ok text byTarget",
    "POST /ok text minimal",
    "POST /ok text fluent",
    "POST /ok text counted",
    "POST /silent text timeout",
    "POST /silent text cancelled",
    "proxied:POST /ok text proxied",
    "tunnelled:POST /ok text proxied",
  };

  private static final String[] ACTS_OF_4 = {
    "POST /moved text text", "POST /ok text old",
  };

  /** 4 tries a GET four times, which is more often than the tool may. */
  private static final String[] ACTS_OF_5 = {"GET /drop - none"};

  /** What stands in the body is the client's: no tool can declare it, so these are watched only. */
  private static final String[] WATCHED = {"POST /ok text gzipped"};

  private static final String[] WATCHED_OF_5 = {
    "POST /ok text multipart", "watched:POST /early text cutOff", "watched:POST /ok text inTwo",
  };

  private static final Map<ClientLine, ActTable> BOUND = new LinkedHashMap<>();
  private static final Map<ClientLine, ActTable> OBSERVED = new LinkedHashMap<>();

  static {
    for (ClientLine line : ApacheIT.LINES) {
      BOUND.put(
          line,
          new ActTable(
              jdk -> on(jdk, line, HonestRun.Mode.BOUND), HonestActs.class, acts(line, false)));
    }
    for (ClientLine line : List.of(ApacheIT.NEWEST_4, ApacheIT.NEWEST_5)) {
      HonestRun.Mode learning =
          ApacheIT.isFour(line) ? HonestRun.Mode.LEARNING : HonestRun.Mode.LEARNING_BESIDE;
      OBSERVED.put(
          line, new ActTable(jdk -> on(jdk, line, learning), HonestActs.class, acts(line, true)));
    }
  }

  private static String[] acts(ClientLine line, boolean watched) {
    boolean four = ApacheIT.isFour(line);
    Stream<String> acts = Stream.concat(Stream.of(ACTS), Stream.of(four ? ACTS_OF_4 : ACTS_OF_5));
    if (watched) {
      acts = Stream.concat(acts, Stream.of(WATCHED));
      acts = Stream.concat(acts, Stream.of(four ? none() : WATCHED_OF_5));
    }
    String ways = four ? "HonestHcWays." : "HonestHc5Ways.";
    return acts.map(
            act -> {
              String sent = act.contains(":") ? act : "send:" + act;
              int last = sent.lastIndexOf(' ') + 1;
              return sent.substring(0, last) + ways + sent.substring(last);
            })
        .toArray(String[]::new);
  }

  private static String[] none() {
    return new String[0];
  }

  private static AgentRun.Builder on(Jdk jdk, ClientLine line, HonestRun.Mode mode) {
    AgentRun.Builder application =
        HonestRun.on(jdk, mode)
            // What 4 logs of a retry has the time in it, and a port.
            .jvm("-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog");
    line.classPath().forEach(application::classPath);
    return application;
  }

  private static Stream<Arguments> onEach(Iterable<ClientLine> lines, boolean watched) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : lines) {
      ApacheIT.jdks(line)
          .skip(watched ? 1 : 0)
          .forEach(
              jdk -> {
                for (String act : acts(line, watched)) {
                  arguments.add(Arguments.of(act, line, jdk));
                }
              });
    }
    return arguments.stream();
  }

  static Stream<Arguments> bound() {
    return onEach(BOUND.keySet(), false);
  }

  static Stream<Arguments> observed() {
    return onEach(OBSERVED.keySet(), true);
  }

  @ParameterizedTest(name = "{0} on {1} and {2}")
  @MethodSource("bound")
  void aBoundRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, ClientLine line, Jdk jdk) {
    BOUND.get(line).runsAsWithout(jdk, act);
    assertThat(BOUND.get(line).books(jdk, act).events("deny")).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1} and {2}")
  @MethodSource("observed")
  void anObservedRequestIsSentByteByByteAndAnsweredAsWithoutUs(
      String act, ClientLine line, Jdk jdk) {
    OBSERVED.get(line).runsAsWithout(jdk, act);
  }

  /** What was learned of a body: the way, its text; or that it was not seen whole. */
  private static final String[] LEARNED = {
    "HonestHcWays.pieces {\"raw\":\"textandmoreofit\"}",
    "HonestHcWays.oneShot {\"raw\":\"text\"}",
    "HonestHcWays.oneShotKnown {\"raw\":\"text\"}",
    "HonestHcWays.closing {\"raw\":\"text\"}",
    "HonestHcWays.failing {\"unread\":true}",
    "HonestHc5Ways.inTwo {\"raw\":\"text\"}",
    "HonestHc5Ways.cutOff {\"unread\":true}",
  };

  static Stream<Arguments> learned() {
    return ApacheIT.jdks(ApacheIT.NEWEST_4)
        .skip(1)
        .flatMap(
            jdk ->
                Stream.of(LEARNED)
                    .map(row -> row.split(" ", 2))
                    .map(row -> Arguments.of(row[0], row[1], jdk)));
  }

  /** Beside the bytes on the wire and what the application sees, which are compared above. */
  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("learned")
  void aBodyThatIsStreamedIsLearnedWhileItPasses(String way, String body, Jdk jdk)
      throws Exception {
    ClientLine line = way.startsWith("HonestHc5Ways") ? ApacheIT.NEWEST_5 : ApacheIT.NEWEST_4;
    assertThat(LearnedLines.firstEffects(OBSERVED.get(line).run(jdk), "way", way))
        .isNotEmpty()
        .allSatisfy(effect -> assertThat(effect.at("/intent/body").toString()).isEqualTo(body));
  }
}
