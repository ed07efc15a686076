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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of Apache HttpAsyncClient 4.1 in two of its patches: B29 to B46 of the bypass catalogue
 * as far as this client goes, and the honest ones beside them.
 */
class HttpAsyncClientIT {

  static final List<ClientLine> LINES =
      List.of(
          ClientLine.of(
              "apache-async",
              "HttpAsyncClient 4.1.2",
              "httpasyncclient-4.1.2.jar",
              "httpcore-nio-4.4.5.jar",
              "httpcore-4.4.5.jar",
              "httpclient-4.5.2.jar",
              "commons-logging-1.2.jar",
              "commons-codec-1.11.jar"),
          ClientLine.of(
              "apache-async",
              "HttpAsyncClient 4.1.5",
              "httpasyncclient-4.1.5.jar",
              "httpcore-nio-4.4.15.jar",
              "httpcore-4.4.15.jar",
              "httpclient-4.5.13.jar",
              "commons-logging-1.2.jar",
              "commons-codec-1.11.jar"));

  private static final String[] HONEST = {
    "- post:Async4Ways.honest",
    "- post:Async4Ways.async",
    "- forgotten:Async4Ways.forgotten",
    "- get:Async4Ways.asking",
    "- post:Async4Ways.minimal",
    "- get:Async4Ways.pipelined",
    "- post:Async4Ways.longerThanItSays",
    "B30 post:Async4Ways.changingBody",
    "B32 post:Async4Ways.file",
    "B32 post:Async4Ways.zeroCopy",
    "B32 post:Async4Ways.stream",
    "B32 post:Async4Ways.waiting",
    "B33 followed:Async4Ways.following",
    "B37 strict:Async4Ways.completedOnTheWay",
    "B38 strict:Async4Ways.withHeader",
    "- order:Async4Ways.order",
    "- elsewhere:Async4Ways.honest",
    "- elsewhere:Async4Ways.stream",
    "- elsewhere:Async4Ways.waiting",
    "- elsewhere:Async4Ways.large",
    "- elsewhere:Async4Ways.approved",
    "- elsewhere:Async4Ways.approvedProducer",
    "- elsewhere:Async4Ways.approvedRequestProducer",
  };

  private static final String[] ATTACKS = {
    "- post:Async4Ways.anotherText NIKA-SEC-011",
    "- post:Async4Ways.anotherTextAsync NIKA-SEC-011",
    "- post:Async4Ways.anotherPath NIKA-SEC-011",
    "- post:Async4Ways.anotherMethod NIKA-SEC-011",
    "- post:Async4Ways.aQueryMore NIKA-SEC-011",
    "- post:Async4Ways.anotherMinimal NIKA-SEC-011",
    "- get:Async4Ways.anotherPipelined NIKA-SEC-011",
    "- get:Async4Ways.withABody NIKA-SEC-011",
    "B29 get:Async4Ways.evilRequest NIKA-SEC-011",
    "B29 strict:Async4Ways.changingHeader NIKA-SEC-011",
    "B30 post:Async4Ways.evilBody NIKA-SEC-011",
    "B31 post:Async4Ways.mutatedArray NIKA-SEC-011",
    "B32 post:Async4Ways.anotherFile NIKA-SEC-011",
    "B32 post:Async4Ways.anotherZeroCopy NIKA-SEC-011",
    "B32 post:Async4Ways.anotherStream NIKA-SEC-011",
    "B32 post:Async4Ways.anotherWaiting NIKA-SEC-011",
    "B37 post:Async4Ways.rewrittenPath NIKA-SEC-011",
    "B37 post:Async4Ways.rewrittenHost NIKA-SEC-011",
    "B38 strict:Async4Ways.anotherHeader NIKA-SEC-011",
    "B38 strict:Async4Ways.honest NIKA-SEC-011",
    "B38 strict:Async4Ways.cookie NIKA-SEC-011",
    "B44 post:Async4Ways.anotherName NIKA-SEC-011",
    "B46 post:Async4Ways.large CS-UNSUPPORTED",
    "B46 post:Async4Ways.largeAndKnown CS-UNSUPPORTED",
    "- post:Async4Ways.throughAProxy NIKA-SEC-011",
    "- order:Async4Ways.anotherOrder NIKA-SEC-011",
    "- idle:Async4Ways.honest CS-UNBOUND",
    "- idle:Async4Ways.async CS-UNBOUND",
    "- elsewhereNamed:Async4Ways.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "- post:Async4Ways.evilCallback CS-UNBOUND",
    "B30 challenged:Async4Ways.authenticating CS-REPLAY",
    "B33 foundElsewhere:Async4Ways.following CS-UNBOUND",
    "B33 sentOn:Async4Ways.following CS-UNBOUND",
    "B33 followed:Async4Ways.followingWithAnotherBody NIKA-SEC-011",
    "F27 followed:Async4Ways.followingWithACredential NIKA-SEC-011",
    "B35 post:Async4Ways.twice CS-REPLAY",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:Async4Ways.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:Async4Ways.anotherThanApprovedProducer NIKA-SEC-011",
  };

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.HcDesk#approve(org.apache.http.client.methods.HttpUriRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.Async4Desk#approve(org.apache.http.nio.protocol.HttpAsyncRequestProducer)
          send: "${arg0}"
      """;

  private static final String[] TUNNELS = {"- post:Async4Ways.throughATunnel NIKA-SEC-011"};

  private static final String[] USED_AGAIN = {"- post:Async4Ways.refusedThenHonest"};

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : LINES) {
      TABLES.put(
          line,
          ActTable.ofRows(
              jdk -> on(jdk, line),
              HttpActs.class,
              HONEST,
              ATTACKS,
              LATER_REFUSED,
              TUNNELS,
              USED_AGAIN,
              APPROVED_ATTACKS));
    }
  }

  private static AgentRun.Builder on(Jdk jdk, ClientLine line) {
    AgentRun.Builder application = AgentRun.on(jdk).with("http.yaml", APPROVALS);
    line.classPath().forEach(application::classPath);
    return application;
  }

  private static Stream<Arguments> onEach(String[] rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : LINES) {
      Jdks.of(line, LINES)
          .forEach(
              jdk -> {
                for (String row : rows) {
                  String[] cells = row.split(" +", 3);
                  String code = cells.length < 3 ? "" : cells[2];
                  arguments.add(Arguments.of(cells[0], cells[1], code, line, jdk));
                }
              });
    }
    return arguments.stream();
  }

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ATTACKS), onEach(APPROVED_ATTACKS));
  }

  static Stream<Arguments> tunnels() {
    return onEach(TUNNELS);
  }

  static Stream<Arguments> usedAgain() {
    return onEach(USED_AGAIN);
  }

  static Stream<Arguments> laterRefused() {
    return onEach(LATER_REFUSED);
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

  /** It is asked for before the request that it is for. */
  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("tunnels")
  void noProxyIsAskedForATunnelThatNobodyDeclared(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    ActTable table = TABLES.get(line);
    assertThat(table.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(table.with(jdk, act).printed()).doesNotContain("asked CONNECT");
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.without(jdk, act).printed()).contains("asked CONNECT");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOnAndHoldsNothing(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    List<String> printed = TABLES.get(line).with(jdk, act).printed();
    assertThat(printed.subList(0, 6)).containsOnly("dev.countersign.EffectRefusedException");
    assertThat(printed.subList(6, printed.size()))
        .containsExactly("ran POST /here good", "status 200 done");
  }
}
