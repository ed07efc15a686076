package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of Apache HttpClient 5 async over HTTP/1.1 in two of its lines: B29 to B46 of the bypass
 * catalogue as far as this client goes, and the honest ones beside them.
 */
class ApacheAsyncIT {

  static final List<ClientLine> LINES =
      List.of(
          ClientLine.of(
              "apache-async",
              "HttpClient 5.2 async",
              "httpclient5-5.2.3.jar",
              "httpcore5-5.2.4.jar",
              "httpcore5-h2-5.2.4.jar",
              "slf4j-api-2.0.18.jar"),
          ClientLine.of(
              "apache-async",
              "HttpClient 5.6 async",
              "httpclient5-5.6.5.jar",
              "httpcore5-5.4.4.jar",
              "httpcore5-h2-5.4.4.jar",
              "slf4j-api-2.0.18.jar"));

  private static final String[] HONEST = {
    "- post:AsyncWays.honest",
    "- post:AsyncWays.async",
    "- forgotten:AsyncWays.forgotten",
    "- get:AsyncWays.asking",
    "B30 post:AsyncWays.changingBody",
    "B32 post:AsyncWays.file",
    "B32 post:AsyncWays.stream",
    "B32 post:AsyncWays.waiting",
    "B37 strict:AsyncWays.completedOnTheWay",
    "B38 strict:AsyncWays.withHeader",
    "- order:AsyncWays.order",
    "- order:AsyncWays.gzippedOrder",
    "- elsewhere:AsyncWays.honest",
    "- elsewhere:AsyncWays.stream",
    "- elsewhere:AsyncWays.waiting",
    "- elsewhere:AsyncWays.large",
    "B33 followed:AsyncWays.following",
    "- post2:AsyncWays.honest",
    "- post2:AsyncH2Ways.honest",
    "- get2:AsyncWays.asking",
    "B30 post2:AsyncWays.changingBody",
    "B32 post2:AsyncWays.file",
    "B32 post2:AsyncWays.stream",
    "B32 post2:AsyncWays.waiting",
    "B33 followed2:AsyncWays.following",
    "B37 strict2:AsyncWays.completedOnTheWay",
    "- order2:AsyncWays.gzippedOrder",
    "- both2:AsyncH2Ways.overtaken",
    "- elsewhere2:AsyncWays.honest",
    "- elsewhere2:AsyncWays.large",
    "- elsewhere2:AsyncWays.waiting",
    "- elsewhere:AsyncWays.approved",
    "- elsewhere:AsyncWays.approvedBytes",
    "- elsewhere:AsyncWays.approvedLong",
    "- elsewhere:AsyncWays.approvedAsking",
    "- elsewhere:AsyncWays.approvedProducer",
    "- elsewhere:AsyncWays.approvedSimpleProducer",
    "- elsewhere:AsyncWays.approvedProducerAsking",
    "- elsewhere2:AsyncWays.approved",
  };

  private static final String[] ATTACKS = {
    "- post:AsyncWays.anotherText NIKA-SEC-011",
    "- post:AsyncWays.anotherTextAsync NIKA-SEC-011",
    "- post:AsyncWays.anotherPath NIKA-SEC-011",
    "- post:AsyncWays.anotherMethod NIKA-SEC-011",
    "- post:AsyncWays.aQueryMore NIKA-SEC-011",
    "- get:AsyncWays.withABody NIKA-SEC-011",
    "B29 post:AsyncWays.evilRequest NIKA-SEC-011",
    "B29 strict:AsyncWays.changingHeader NIKA-SEC-011",
    "B30 post:AsyncWays.evilBody NIKA-SEC-011",
    "B31 post:AsyncWays.mutatedArray NIKA-SEC-011",
    "B32 post:AsyncWays.anotherFile NIKA-SEC-011",
    "B32 post:AsyncWays.anotherStream NIKA-SEC-011",
    "B32 post:AsyncWays.anotherWaiting NIKA-SEC-011",
    "B37 post:AsyncWays.rewrittenPath NIKA-SEC-011",
    "B37 post:AsyncWays.rewrittenBody NIKA-SEC-011",
    "B37 post:AsyncWays.rewrittenHost NIKA-SEC-011",
    "B38 strict:AsyncWays.anotherHeader NIKA-SEC-011",
    "B38 strict:AsyncWays.honest NIKA-SEC-011",
    "B38 strict:AsyncWays.cookie NIKA-SEC-011",
    "B38 strict:AsyncWays.trailer NIKA-SEC-011",
    "B44 post:AsyncWays.anotherName NIKA-SEC-011",
    "B46 post:AsyncWays.large CS-UNSUPPORTED",
    "B46 post:AsyncWays.largeAndKnown CS-UNSUPPORTED",
    "- post:AsyncWays.throughAProxy NIKA-SEC-011",
    "- order:AsyncWays.anotherOrder NIKA-SEC-011",
    "- order:AsyncWays.anotherGzippedOrder NIKA-SEC-011",
    "- idle:AsyncWays.honest CS-UNBOUND",
    "- idle:AsyncWays.async CS-UNBOUND",
    "- elsewhereNamed:AsyncWays.honest CS-UNBOUND",
    "- post2:AsyncWays.anotherText NIKA-SEC-011",
    "- post2:AsyncH2Ways.anotherText NIKA-SEC-011",
    "- post2:AsyncWays.anotherTextAsync NIKA-SEC-011",
    "- post2:AsyncWays.anotherPath NIKA-SEC-011",
    "- post2:AsyncWays.anotherMethod NIKA-SEC-011",
    "- get2:AsyncWays.withABody NIKA-SEC-011",
    "B29 post2:AsyncWays.evilRequest NIKA-SEC-011",
    "B29 strict2:AsyncWays.changingHeader NIKA-SEC-011",
    "B30 post2:AsyncWays.evilBody NIKA-SEC-011",
    "B31 post2:AsyncWays.mutatedArray NIKA-SEC-011",
    "B32 post2:AsyncWays.anotherFile NIKA-SEC-011",
    "B32 post2:AsyncWays.anotherStream NIKA-SEC-011",
    "B32 post2:AsyncWays.anotherWaiting NIKA-SEC-011",
    "B37 post2:AsyncWays.rewrittenPath NIKA-SEC-011",
    "B37 post2:AsyncWays.rewrittenBody NIKA-SEC-011",
    "B38 strict2:AsyncWays.anotherHeader NIKA-SEC-011",
    "B38 strict2:AsyncWays.cookie NIKA-SEC-011",
    "B38 strict2:AsyncWays.trailer NIKA-SEC-011",
    "B46 post2:AsyncWays.large CS-UNSUPPORTED",
    "B46 post2:AsyncWays.largeAndKnown CS-UNSUPPORTED",
    "- order2:AsyncWays.anotherGzippedOrder NIKA-SEC-011",
    "- idle2:AsyncWays.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "- post:AsyncWays.evilCallback CS-UNBOUND",
    "B30 challenged:AsyncWays.authenticating CS-REPLAY",
    "B33 foundElsewhere:AsyncWays.following CS-UNBOUND",
    "B33 sentOn:AsyncWays.following CS-UNBOUND",
    "B33 followed:AsyncWays.followingWithAnotherBody NIKA-SEC-011",
    "B34 busy:AsyncWays.retrying CS-REPLAY",
    "B35 post:AsyncWays.twice CS-REPLAY",
    "B33 sentOn2:AsyncWays.following CS-UNBOUND",
    "B33 followed2:AsyncWays.followingWithAnotherBody NIKA-SEC-011",
    "B35 post2:AsyncWays.twice CS-REPLAY",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:AsyncWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:AsyncWays.anotherThanApprovedProducer NIKA-SEC-011",
    "- elsewhere:AsyncWays.approvedCode CS-UNSUPPORTED",
  };

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.AsyncDesk#approve(org.apache.hc.client5.http.async.methods.SimpleHttpRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.ProducerDesk#approve(org.apache.hc.core5.http.nio.AsyncRequestProducer)
          send: "${arg0}"
      """;

  /** Later lines leave a redirect with a credential to another origin to the application. */
  private static final String[] CREDENTIAL = {
    "F27 followed:AsyncWays.followingWithACredential NIKA-SEC-011",
  };

  private static String[] laterRefusedOf(ClientLine line) {
    return goesOnWithACredential(line)
        ? Stream.of(LATER_REFUSED, CREDENTIAL).flatMap(Stream::of).toArray(String[]::new)
        : LATER_REFUSED;
  }

  private static String[] honestOf(ClientLine line) {
    return goesOnWithACredential(line)
        ? HONEST
        : Stream.of(HONEST, CREDENTIAL).flatMap(Stream::of).toArray(String[]::new);
  }

  private static boolean goesOnWithACredential(ClientLine line) {
    return line.name().contains(" 5.2 ");
  }

  private static final String[] USED_AGAIN = {
    "- post:AsyncWays.refusedThenHonest", "- post2:AsyncWays.refusedThenHonest",
  };

  private static final String[] BESIDE = {"- both2:AsyncH2Ways.besideEvil"};

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : LINES) {
      TABLES.put(
          line,
          ActTable.ofRows(
              jdk -> on(jdk, line),
              HttpActs.class,
              honestOf(line),
              ATTACKS,
              laterRefusedOf(line),
              USED_AGAIN,
              BESIDE,
              APPROVED_ATTACKS));
    }
  }

  private static AgentRun.Builder on(Jdk jdk, ClientLine line) {
    AgentRun.Builder application = AgentRun.on(jdk).with("http.yaml", APPROVALS);
    line.classPath().forEach(application::classPath);
    return application;
  }

  private static Stream<Arguments> onEach(String[] rows) {
    return onEach(line -> rows);
  }

  private static Stream<Arguments> onEach(Function<ClientLine, String[]> rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : LINES) {
      Jdks.of(line, LINES)
          .forEach(
              jdk -> {
                for (String row : rows.apply(line)) {
                  String[] cells = row.split(" +", 3);
                  String code = cells.length < 3 ? "" : cells[2];
                  arguments.add(Arguments.of(cells[0], cells[1], code, line, jdk));
                }
              });
    }
    return arguments.stream();
  }

  static Stream<Arguments> honest() {
    return onEach(ApacheAsyncIT::honestOf);
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ATTACKS), onEach(APPROVED_ATTACKS));
  }

  static Stream<Arguments> usedAgain() {
    return onEach(USED_AGAIN);
  }

  static Stream<Arguments> beside() {
    return onEach(BESIDE);
  }

  static Stream<Arguments> laterRefused() {
    return onEach(ApacheAsyncIT::laterRefusedOf);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    TABLES.get(line).runsAsWithout(jdk, act);
    assertThat(TABLES.get(line).with(jdk, act).bodies()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    TABLES.get(line).isRefused(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    TABLES.get(line).isRefusedLater(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOnAndHoldsNothing(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    List<String> printed = TABLES.get(line).with(jdk, act).printed();
    assertThat(printed.subList(0, 6)).containsOnly("dev.countersign.EffectRefusedException");
    assertThat(printed.subList(6, printed.size()))
        .containsExactly("ran POST /here good", "status 200 done", "no connection in use");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("beside")
  void aRefusalEndsItsOwnStreamAndNoOther(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).printed())
        .containsExactly(
            "dev.countersign.EffectRefusedException",
            "dev.countersign.EffectRefusedException",
            "dev.countersign.EffectRefusedException",
            "ran POST /here good",
            "status 200 done",
            "ran POST /there good",
            "status 200 done");
    assertThat(TABLES.get(line).without(jdk, act).bodies())
        .contains("ran POST /there EVIL", "ran POST /here good");
  }
}
