package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of the JDK's own two clients: B29 to B46 of the bypass catalogue as far as they go, and
 * the honest ones beside them.
 */
class HttpIT {

  private static final String[] HONEST = {
    "- post:JdkWays.honest",
    "- post:JdkWays.async",
    "- forgotten",
    "- get:JdkWays.asking",
    "B29,F28 post:JdkWays.ownRequest",
    "B30 post:JdkWays.changingPublisher",
    "- post:JdkWays.itsOwnLength",
    "B32 post:JdkWays.file",
    "B32,F26 post:JdkWays.stream",
    "B33 followed:JdkWays.following",
    "B38 strict:JdkWays.withHeader",
    "B38 post:JdkWays.credential",
    "B38 post:JdkWays.cookie",
    "- order:JdkWays.order",
    "- elsewhere:JdkWays.honest",
    "- post:UrlWays.honest",
    "- get:UrlWays.asking",
    "- post:UrlWays.fixed",
    "- post:UrlWays.fixedByteByByte",
    "- post:UrlWays.chunked",
    "- post:UrlWays.chunkedByteByByte",
    "- post:UrlWays.neverClosed",
    "F01 post:UrlWays.aGetThatBecomesAPost",
    "F02 post:UrlWays.lookedAt",
    "- strict:UrlWays.withHeader",
    "B39 post:UrlWays.authorization",
    "B38 post:UrlWays.cookie",
    "- order:UrlWays.order",
    "- elsewhere:UrlWays.honest",
    "- elsewhere:UrlWays.chunked",
    "B33 followed:UrlWays.following",
  };

  private static final String[] ATTACKS = {
    "- post:JdkWays.anotherText NIKA-SEC-011",
    "- post:JdkWays.anotherTextAsync NIKA-SEC-011",
    "- post:JdkWays.anotherPath NIKA-SEC-011",
    "- post:JdkWays.anotherMethod NIKA-SEC-011",
    "- post:JdkWays.aQueryMore NIKA-SEC-011",
    "- get:JdkWays.withABody NIKA-SEC-011",
    "B29,F28 post:JdkWays.lyingGetters NIKA-SEC-011",
    "B30 post:JdkWays.evilPublisher NIKA-SEC-011",
    "B31 post:JdkWays.mutatedArray NIKA-SEC-011",
    "- post:JdkWays.aShorterLength NIKA-SEC-011",
    "- post:JdkWays.aLengthBesideChunks NIKA-SEC-011",
    "- post:UrlWays.aLengthBesideChunks NIKA-SEC-011",
    "B32 post:JdkWays.anotherFile NIKA-SEC-011",
    "B32 post:JdkWays.anotherStream NIKA-SEC-011",
    "B38 strict:JdkWays.anotherHeader NIKA-SEC-011",
    "B38 strict:JdkWays.honest NIKA-SEC-011",
    "B38 strict:JdkWays.credential NIKA-SEC-011",
    "B38 strict:JdkWays.cookie NIKA-SEC-011",
    "- afterAFailure CS-EXPIRED",
    "B46 post:JdkWays.endless CS-UNSUPPORTED",
    "- order:JdkWays.anotherOrder NIKA-SEC-011",
    "- order:JdkWays.oneMoreMember NIKA-SEC-011",
    "- idle:JdkWays.honest CS-UNBOUND",
    "- post:UrlWays.anotherText NIKA-SEC-011",
    "- post:UrlWays.anotherPath NIKA-SEC-011",
    "- post:UrlWays.anotherMethod NIKA-SEC-011",
    "F01 get:UrlWays.aGetThatBecomesAPost NIKA-SEC-011",
    "- post:UrlWays.fixedWithAnotherText NIKA-SEC-011",
    "- post:UrlWays.chunkedWithAnotherText NIKA-SEC-011",
    "- post:UrlWays.fixedAskedAllTheSame NIKA-SEC-011",
    "- post:UrlWays.chunkedAskedAllTheSame NIKA-SEC-011",
    "- post:UrlWays.throughSocks NIKA-SEC-011",
    "B31 post:UrlWays.writtenAfterwards NIKA-SEC-011",
    "B38 strict:UrlWays.cookie NIKA-SEC-011",
    "B39 strict:UrlWays.authorization NIKA-SEC-011",
    "B46 post:UrlWays.large CS-UNSUPPORTED",
    "B46 post:UrlWays.largeInChunks CS-UNSUPPORTED",
    "- order:UrlWays.anotherOrder NIKA-SEC-011",
    "- idle:UrlWays.honest CS-UNBOUND",
    "- idle:UrlWays.chunked CS-UNBOUND",
    "- post:JdkWays.throughAProxy NIKA-SEC-011",
    "- post:UrlWays.throughAProxy NIKA-SEC-011",
    "- elsewhereNamed:JdkWays.honest CS-UNBOUND",
    "- elsewhereNamed:UrlWays.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B33 sentOn:JdkWays.following CS-UNBOUND",
    "F27 followed:JdkWays.followingWithACredential NIKA-SEC-011",
    "F27 followed:UrlWays.followingWithACredential NIKA-SEC-011",
    "B35 post:JdkWays.twice CS-REPLAY",
    "B33 sentOn:UrlWays.following CS-UNBOUND",
    "B30 challenged:JdkWays.authenticating CS-REPLAY",
    "B30 challenged:UrlWays.authenticating CS-REPLAY",
    "B34,F24 dropped:UrlWays.honest CS-REPLAY",
    "B35 post:UrlWays.twice CS-REPLAY",
  };

  private static final String[] GIVEN_UP = {
    "- post:JdkWays.silentCancelled told",
    "- post:JdkWays.silentTimedOut told, []",
    "- post:JdkWays.forgetfulTimedOut HttpTimeoutException",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk ->
              AgentRun.on(jdk)
                  .verified()
                  .with("http.yaml")
                  .jvm(
                      "-Djdk.httpclient.allowRestrictedHeaders=content-length",
                      "-Dsun.net.http.allowRestrictedHeaders=true"),
          HttpActs.class,
          HONEST,
          ATTACKS,
          LATER_REFUSED,
          GIVEN_UP);

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> attacks() {
    return onEach(ATTACKS);
  }

  static Stream<Arguments> laterRefused() {
    return onEach(LATER_REFUSED);
  }

  static Stream<Arguments> givenUp() {
    return onEach(GIVEN_UP);
  }

  private static Stream<Arguments> onEach(String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (String row : rows) {
      String[] cells = row.split(" +", 3);
      Jdks.tested()
          .forEach(
              jdk ->
                  arguments.add(
                      Arguments.of(cells[0], cells[1], cells.length < 3 ? "" : cells[2], jdk)));
    }
    return arguments.stream();
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(
      String number, String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).bodies()).isNotEmpty();
  }

  /** Where no header is compared, the books say by which credential it was asked (spec 5.4). */
  @OnEachJdk
  void aCredentialThatNothingComparesStandsInTheBooksAsItsDigest(Jdk jdk) {
    for (String act :
        List.of("post:JdkWays.credential", "post:UrlWays.authorization", "post:JdkWays.cookie")) {
      Books books = TABLE.books(jdk, act);
      JsonNode decision = books.decisionOf(books.allows("send.x127_0_0_1").get(0));
      String name = act.endsWith("cookie") ? "cookie" : "authorization";
      assertThat(decision.at("/credentials/" + name + "/0").asText()).matches("[0-9a-f]{64}");
      assertThat(decision.path("coverage").asText()).isEqualTo("partial");
      assertThat(decision.toString()).doesNotContain("EVIL").doesNotContain("Bearer");
    }
    assertThat(
            TABLE
                .books(jdk, "post:JdkWays.honest")
                .decisionOf(
                    TABLE.books(jdk, "post:JdkWays.honest").allows("send.x127_0_0_1").get(0))
                .has("credentials"))
        .isFalse();
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(String number, String act, String code, Jdk jdk) {
    assertThat(TABLE.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).bodies()).hasSize(2);
  }

  /** Whether by the application or by the time limit, which needs no thread that was not there. */
  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("givenUp")
  void whoProvidesTheBodyHearsAtOnceThatNobodyWaitsForIt(
      String number, String act, String said, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).printed()).contains(said);
    assertThat(TABLE.with(jdk, act).bodies()).isEmpty();
  }
}
