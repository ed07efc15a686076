package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HonestActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.LearnedLines;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Transparency of the JDK's two clients: the bytes on the wire and what the application sees are
 * the same with the agent and without it, bound in {@code enforce} and watched in {@code observe}.
 */
class HonestHttpIT {

  private static final String[] REQUESTS = {
    "GET /ok - HonestJdkWays.none",
    "HEAD /ok - HonestJdkWays.none",
    "DELETE /ok - HonestJdkWays.none",
    "OPTIONS /ok - HonestJdkWays.none",
    "POST /ok - HonestJdkWays.none",
    "POST /ok text HonestJdkWays.text",
    "PUT /ok text HonestJdkWays.text",
    "PATCH /ok text HonestJdkWays.text",
    "GET /ok text HonestJdkWays.text",
    "DELETE /ok text HonestJdkWays.text",
    "GET /unchanged - HonestJdkWays.none",
    "POST /none text HonestJdkWays.text",
    "POST /unchanged text HonestJdkWays.text",
    "POST /missing text HonestJdkWays.text",
    "POST /broken text HonestJdkWays.text",
    "POST /chunks text HonestJdkWays.text",
    "POST /moved text HonestJdkWays.text",
    "POST /drop text HonestJdkWays.text",
    "GET /drop - HonestJdkWays.none",
    "POST /closed text HonestJdkWays.text",
    "POST /closed text HonestJdkWays.async",
    "POST /ok text HonestJdkWays.async",
    "POST /ok text HonestJdkWays.upgrading",
    "GET /ok - HonestJdkWays.upgrading",
    "POST /ok text HonestJdkWays.expecting",
    "POST /refused text HonestJdkWays.expecting",
    "POST /ok text HonestJdkWays.arrays",
    "POST /ok text HonestJdkWays.stream",
    "POST /ok text HonestJdkWays.file",
    "POST /ok text HonestJdkWays.submitted",
    "POST /ok text HonestJdkWays.counted",
    "POST /ok text HonestJdkWays.twice",
    "POST /silent text HonestJdkWays.timeout",
    "POST /silent text HonestJdkWays.cancelled",
    "POST /silent text HonestJdkWays.interrupted",
    "GET /ok - HonestUrlWays.none",
    "HEAD /ok - HonestUrlWays.none",
    "DELETE /ok - HonestUrlWays.none",
    "OPTIONS /ok - HonestUrlWays.none",
    "POST /ok text HonestUrlWays.text",
    "PUT /ok text HonestUrlWays.text",
    "DELETE /ok text HonestUrlWays.text",
    "GET /unchanged - HonestUrlWays.none",
    "POST /unchanged text HonestUrlWays.text",
    "PUT /missing text HonestUrlWays.chunked",
    "POST /closed text HonestUrlWays.chunked",
    "POST /none text HonestUrlWays.text",
    "POST /missing text HonestUrlWays.text",
    "POST /broken text HonestUrlWays.text",
    "POST /chunks text HonestUrlWays.text",
    "POST /moved text HonestUrlWays.text",
    "POST /drop text HonestUrlWays.fixed",
    "POST /closed text HonestUrlWays.text",
    "POST /closed text HonestUrlWays.fixed",
    "POST /ok text HonestUrlWays.fixed",
    "POST /ok text HonestUrlWays.chunked",
    "POST /ok textandmoreofit HonestUrlWays.smallChunks",
    "POST /ok text HonestUrlWays.flushed",
    "POST /ok text HonestUrlWays.tooMuch",
    "POST /ok text HonestUrlWays.tooLittle",
    "POST /silent text HonestUrlWays.timeout",
    "POST /ok text HonestUrlWays.twice",
    "POST /ok text HonestUrlWays.disconnected",
    "POST /silent text HonestUrlWays.disconnectedBehindIt",
    "POST /drop text HonestUrlWays.text",
    "POST /ok text HonestUrlWays.asked",
    // Last: without us the server sees their beginning, on a connection that is then closed.
    "POST /ok text HonestJdkWays.failing",
    "POST /ok text HonestJdkWays.unsubscribable",
  };

  private static final String[] SENT_ON = {
    "sentOn:GET /moved - HonestJdkWays.sentOn",
    "sentOn:POST /moved text HonestJdkWays.sentOn",
    "sentOn:POST /again text HonestJdkWays.sentOn",
  };

  private static final String[] THROUGH_A_PROXY = {
    "proxied:POST /ok text HonestJdkWays.proxied",
    "tunnelled:POST /ok text HonestJdkWays.proxied",
    "proxied:POST /ok text HonestUrlWays.proxied",
    "tunnelled:POST /ok text HonestUrlWays.proxied",
  };

  private static final Jdk LEARNING = Jdks.jdk(25);

  private static final String[] ACTS =
      Stream.concat(
              Stream.of(SENT_ON, THROUGH_A_PROXY).flatMap(Stream::of),
              Stream.of(REQUESTS).map(request -> "send:" + request))
          .toArray(String[]::new);

  private static final ActTable BOUND =
      new ActTable(
          jdk -> HonestRun.on(jdk, HonestRun.Mode.BOUND).verified(), HonestActs.class, ACTS);

  /** Bound on one JDK, and on the other one learned from. */
  private static final ActTable OBSERVED =
      BOUND.attached(
          jdk ->
              HonestRun.on(
                  jdk, jdk.equals(LEARNING) ? HonestRun.Mode.LEARNING : HonestRun.Mode.OBSERVED));

  static Stream<Arguments> acts() {
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.of(ACTS).flatMap(act -> jdks.stream().map(jdk -> Arguments.of(act, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("acts")
  void aBoundRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, Jdk jdk) {
    BOUND.runsAsWithout(jdk, act);
    assertThat(BOUND.books(jdk, act).events("deny")).isEmpty();
  }

  /** What the books say an attempt came to, and with which failure. */
  private static final String[] OUTCOMES = {
    "POST /ok text HonestUrlWays.text: returned",
    "GET /ok - HonestUrlWays.none: returned",
    "POST /missing text HonestUrlWays.text: returned",
    "POST /broken text HonestUrlWays.text: returned",
    "POST /ok text HonestUrlWays.fixed: returned",
    "POST /ok text HonestUrlWays.chunked: returned",
    "POST /ok text HonestUrlWays.twice: returned, returned",
    "POST /silent text HonestUrlWays.disconnectedBehindIt: abandoned",
    "POST /drop text HonestUrlWays.fixed: raised SocketException",
    "POST /drop text HonestUrlWays.text: raised IOException, raised SocketException",
    "POST /silent text HonestUrlWays.timeout: raised SocketTimeoutException",
  };

  static Stream<Arguments> outcomes() {
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.of(OUTCOMES)
        .map(row -> row.split(": ", 2))
        .flatMap(row -> jdks.stream().map(jdk -> Arguments.of(row[0], row[1], jdk)));
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("outcomes")
  void theOutcomeSaysWhetherItWasAnswered(String request, String outcome, Jdk jdk) {
    assertThat(ended(BOUND, request, jdk)).as("bound").isEqualTo(outcome);
    assertThat(ended(OBSERVED, request, jdk)).as("observed").isEqualTo(outcome);
  }

  private static String ended(ActTable table, String request, Jdk jdk) {
    Books books = table.books(jdk, "send:" + request);
    return books.allows("send.x127_0_0_1").stream()
        .map(books::outcomeOf)
        .map(
            end ->
                (end.path("body_state").asText() + " " + end.path("error_code").asText("")).trim())
        .collect(Collectors.joining(", "));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("acts")
  void anObservedRequestIsSentByteByByteAndAnsweredAsWithoutUs(String act, Jdk jdk) {
    OBSERVED.runsAsWithout(jdk, act);
  }

  /** What was learned of a body: the way, its text; or that it was not seen whole. */
  private static final String[] LEARNED = {
    "HonestJdkWays.arrays {\"raw\":\"text\"}",
    "HonestJdkWays.stream {\"raw\":\"text\"}",
    "HonestJdkWays.file {\"raw\":\"text\"}",
    "HonestJdkWays.submitted {\"raw\":\"text\"}",
    "HonestJdkWays.failing {\"unread\":true}",
    "HonestJdkWays.unsubscribable {\"unread\":true}",
    "HonestUrlWays.flushed {\"unread\":true}",
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
