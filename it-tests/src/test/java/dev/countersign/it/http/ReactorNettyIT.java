package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of Reactor Netty in each of its lines, and with it of Spring's WebClient: B29 to B46 of
 * the bypass catalogue as far as these clients go, and the honest ones beside them.
 */
class ReactorNettyIT {

  static final List<ClientLine> LINES =
      List.of(
          ClientLine.of(
              "netty",
              "Reactor Netty 1.2, Spring 6.2",
              "reactor-netty-http-1.2.18.jar",
              "netty-codec-http-4.1.135.Final.jar",
              "netty-common-4.1.135.Final.jar",
              "netty-buffer-4.1.135.Final.jar",
              "netty-transport-4.1.135.Final.jar",
              "netty-codec-4.1.135.Final.jar",
              "netty-handler-4.1.135.Final.jar",
              "netty-codec-http2-4.1.135.Final.jar",
              "netty-resolver-dns-4.1.135.Final.jar",
              "netty-resolver-4.1.135.Final.jar",
              "netty-codec-dns-4.1.135.Final.jar",
              "netty-transport-native-epoll-4.1.135.Final-linux-x86_64.jar",
              "netty-transport-native-unix-common-4.1.135.Final.jar",
              "netty-transport-classes-epoll-4.1.135.Final.jar",
              "reactor-netty-core-1.2.18.jar",
              "netty-handler-proxy-4.1.135.Final.jar",
              "netty-codec-socks-4.1.135.Final.jar",
              "reactor-core-3.7.19.jar",
              "reactive-streams-1.0.4.jar",
              "spring-context-6.2.19.jar",
              "spring-aop-6.2.19.jar",
              "spring-beans-6.2.19.jar",
              "spring-core-6.2.19.jar",
              "spring-jcl-6.2.19.jar",
              "spring-expression-6.2.19.jar",
              "micrometer-observation-1.15.12.jar",
              "micrometer-commons-1.15.12.jar",
              "spring-webflux-6.2.19.jar",
              "spring-web-6.2.19.jar"),
          ClientLine.of(
              "netty",
              "Reactor Netty 1.3, Spring 7.0",
              "reactor-netty-http-1.3.7.jar",
              "netty-codec-http-4.2.17.Final.jar",
              "netty-common-4.2.17.Final.jar",
              "netty-buffer-4.2.17.Final.jar",
              "netty-transport-4.2.17.Final.jar",
              "netty-codec-base-4.2.17.Final.jar",
              "netty-codec-compression-4.2.17.Final.jar",
              "netty-handler-4.2.17.Final.jar",
              "netty-codec-http2-4.2.17.Final.jar",
              "netty-codec-classes-quic-4.2.17.Final.jar",
              "netty-transport-native-unix-common-4.2.17.Final.jar",
              "netty-resolver-4.2.17.Final.jar",
              "netty-resolver-dns-4.2.17.Final.jar",
              "netty-codec-dns-4.2.17.Final.jar",
              "netty-transport-native-epoll-4.2.17.Final-linux-x86_64.jar",
              "netty-transport-classes-epoll-4.2.17.Final.jar",
              "reactor-netty-core-1.3.7.jar",
              "netty-handler-proxy-4.2.17.Final.jar",
              "netty-codec-socks-4.2.17.Final.jar",
              "reactor-core-3.8.7.jar",
              "reactive-streams-1.0.4.jar",
              "jspecify-1.0.1.jar",
              "spring-context-7.0.10.jar",
              "spring-aop-7.0.10.jar",
              "spring-beans-7.0.10.jar",
              "spring-core-7.0.10.jar",
              "commons-logging-1.3.5.jar",
              "spring-expression-7.0.10.jar",
              "micrometer-observation-1.16.8.jar",
              "micrometer-commons-1.16.8.jar",
              "spring-webflux-7.0.10.jar",
              "spring-web-7.0.10.jar"));

  private static final String[] HONEST = {
    "- post:ReactorWays.honest",
    "- post:ReactorWays.async",
    "- post:ReactorWays.elsewhere",
    "- forgotten:ReactorWays.forgotten",
    "- get:ReactorWays.asking",
    "B30 post:ReactorWays.changingBody",
    "B32 post:ReactorWays.file",
    "B32 post:ReactorWays.stream",
    "- post:ReactorWays.objects",
    "B36 strict:ReactorWays.completedOnTheWay",
    "B38 strict:ReactorWays.withHeader",
    "- order:ReactorWays.order",
    "- order:ReactorWays.gzippedOrder",
    "B33 followed:ReactorWays.following",
    "B33 followed:ReactorWays.followingAsync",
    "- http2:ReactorWays.http2",
    "- http2:ReactorWays.http2Stream",
    "- http2:ReactorWays.upgraded",
    "B43 post:NettyWays.honest",
    "B43 post:NettyWays.listening",
    "B43 post:NettyWays.active",
    "B43 post:NettyWays.scheduled",
    "B43 post:NettyWays.parts",
    "B43 post:NettyWays.encoder",
    "- elsewhere:NettyWays.honest",
    "- elsewhere:NettyWays.signedLength",
    "- post:ReactorWays.cancelledThenHonest",
    "- elsewhere:NettyWays.active",
    "- elsewhere:NettyWays.parts",
    "- elsewhere:NettyWays.pipelined",
    "- elsewhere:ReactorWays.honest",
    "- elsewhere:ReactorWays.stream",
    "- elsewhere:ReactorWays.large",
    "- elsewhere:ReactorWays.thousand",
    "- elsewhere:ReactorWays.approved",
  };

  private static final String[] ATTACKS = {
    "- post:ReactorWays.anotherText NIKA-SEC-011",
    "- post:ReactorWays.anotherTextAsync NIKA-SEC-011",
    "- post:ReactorWays.anotherTextElsewhere NIKA-SEC-011",
    "- post:ReactorWays.anotherPath NIKA-SEC-011",
    "- post:ReactorWays.anotherMethod NIKA-SEC-011",
    "- post:ReactorWays.aQueryMore NIKA-SEC-011",
    "- get:ReactorWays.withABody NIKA-SEC-011",
    "B30 post:ReactorWays.evilBody NIKA-SEC-011",
    "B31 post:ReactorWays.mutatedArray NIKA-SEC-011",
    "B32 post:ReactorWays.anotherFile NIKA-SEC-011",
    "B32 post:ReactorWays.anotherStream NIKA-SEC-011",
    "- post:ReactorWays.otherObjects NIKA-SEC-011",
    "- post:ReactorWays.otherForm NIKA-SEC-011",
    "- post:ReactorWays.multipart NIKA-SEC-011",
    "- post:ReactorWays.thousand NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenPath NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenMethod NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenBody NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenHeader NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenFraming NIKA-SEC-011",
    "B38 strict:ReactorWays.anotherHeader NIKA-SEC-011",
    "B38 strict:ReactorWays.honest NIKA-SEC-011",
    "B38 strict:ReactorWays.cookie NIKA-SEC-011",
    "B42 post:ReactorWays.webSocket NIKA-SEC-011",
    "B44 post:ReactorWays.anotherName NIKA-SEC-011",
    "B44 post:ReactorWays.anotherAddress NIKA-SEC-011",
    "B46 post:ReactorWays.large CS-UNSUPPORTED",
    "B46 post:ReactorWays.largeAndKnown CS-UNSUPPORTED",
    "- order:ReactorWays.anotherOrder NIKA-SEC-011",
    "- order:ReactorWays.anotherGzippedOrder NIKA-SEC-011",
    "- post:ReactorWays.toAnotherServer NIKA-SEC-011",
    "- http2:ReactorWays.http2AnotherText NIKA-SEC-011",
    "- http2:ReactorWays.http2AnotherStream NIKA-SEC-011",
    "- http2:ReactorWays.http2AnotherPath NIKA-SEC-011",
    "B46 http2:ReactorWays.http2Large CS-UNSUPPORTED",
    "- http2:ReactorWays.upgradedAnotherText NIKA-SEC-011",
    "B43 post:NettyWays.anotherText NIKA-SEC-011",
    "B43 post:NettyWays.anotherHost NIKA-SEC-011",
    "B43 post:NettyWays.signedLength CS-UNSUPPORTED",
    "B43 post:NettyWays.anotherTextListening NIKA-SEC-011",
    "B43 post:NettyWays.anotherTextActive NIKA-SEC-011",
    "B43 post:NettyWays.anotherTextScheduled NIKA-SEC-011",
    "B43 post:NettyWays.otherParts NIKA-SEC-011",
    "B43 continued:NettyWays.expecting CS-UNSUPPORTED",
    "B43 post:NettyWays.anotherTextByTheEncoder NIKA-SEC-011",
    "B43 post:NettyWays.elsewhereListening NIKA-SEC-011",
    "B43 post:NettyWays.elsewhereActive NIKA-SEC-011",
    "B43 post:NettyWays.elsewhereScheduled NIKA-SEC-011",
    "B43 http2:NettyWays.frames NIKA-SEC-011",
    "B43 post:NettyWays.ownWriting NIKA-SEC-011",
    "- idle:NettyWays.honest CS-UNBOUND",
    "- idle:ReactorWays.honest CS-UNBOUND",
    "- idle:ReactorWays.async CS-UNBOUND",
    "- elsewhereNamed:ReactorWays.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B30 challenged:ReactorWays.authenticating CS-REPLAY",
    "B33 foundElsewhere:ReactorWays.following CS-UNBOUND",
    "B33 sentOn:ReactorWays.following CS-UNBOUND",
    "B33 sentOn:ReactorWays.followingAsync CS-UNBOUND",
    "B33 followed:ReactorWays.followingWithAnotherBody NIKA-SEC-011",
    "F27 followed:ReactorWays.followingWithACredential NIKA-SEC-011",
    "B35 post:ReactorWays.twice CS-REPLAY",
    "B35 http2:ReactorWays.http2Twice CS-REPLAY",
    "- http2:ReactorWays.http2Beside NIKA-SEC-011",
    "B43 lent:ReactorWays.overALentConnection NIKA-SEC-011",
    "B35 post:NettyWays.pipelined CS-REPLAY",
    "- post:ReactorWays.chainedToAnotherServer CS-UNBOUND",
    "- post:ReactorWays.laterToAnotherServer CS-UNBOUND",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:ReactorWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:ReactorWays.approvedWithABody CS-UNSUPPORTED",
  };

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.ReactorDesk#approve(org.springframework.web.reactive.function.client.ClientRequest)
          send: "${arg0}"
      """;

  private static final String[] USED_AGAIN = {"- post:ReactorWays.refusedThenHonest"};

  /** What comes of them without the agent differs, but something always reaches a server. */
  private static final String[] OUTRIGHT = {
    "- post:ReactorWays.throughAProxy NIKA-SEC-011",
    "- post:ReactorWays.lyingLength CS-UNSUPPORTED",
  };

  /** What was taken is what is sent, whatever becomes of it afterwards. */
  private static final String[] TAKEN = {"B31 post:ReactorWays.changedBehind"};

  /** What speaks something else, by a transport of the JDK's and by one that is not. */
  private static final String[] SOCKETS = {"B41 idle:NettyWays.raw", "B41 idle:NettyWays.epoll"};

  private static final String[] CLOSED = {
    "- post:ReactorWays.honest", "- post:NettyWays.honest", "- http2:ReactorWays.http2",
  };

  /** Nothing of it reaches a server, with the agent or without. */
  private static final String[] EARLY = {"- post:NettyWays.tooEarly"};

  private static final ActTable SOCKETS_REFUSED =
      ActTable.ofRows(
          jdk -> {
            AgentRun.Builder application =
                AgentRun.on(jdk)
                    .configured(AgentRun.config("http.yaml") + "\nunbound: { sockets: refuse }\n");
            LINES.get(LINES.size() - 1).classPath().forEach(application::classPath);
            return application;
          },
          HttpActs.class,
          SOCKETS,
          CLOSED);

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : LINES) {
      TABLES.put(
          line,
          ActTable.ofRows(
              jdk -> {
                AgentRun.Builder application = AgentRun.on(jdk).with("http.yaml", APPROVALS);
                line.classPath().forEach(application::classPath);
                return application;
              },
              HttpActs.class,
              HONEST,
              ATTACKS,
              LATER_REFUSED,
              OUTRIGHT,
              TAKEN,
              EARLY,
              SOCKETS,
              USED_AGAIN,
              APPROVED_ATTACKS));
    }
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

  static Stream<Arguments> early() {
    return onEach(EARLY);
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ATTACKS), onEach(APPROVED_ATTACKS));
  }

  static Stream<Arguments> laterRefused() {
    return onEach(LATER_REFUSED);
  }

  static Stream<Arguments> outright() {
    return onEach(OUTRIGHT);
  }

  static Stream<Arguments> taken() {
    return onEach(TAKEN);
  }

  static Stream<Arguments> sockets() {
    return onEach(SOCKETS);
  }

  static Stream<Arguments> usedAgain() {
    return onEach(USED_AGAIN);
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
  @MethodSource("outright")
  void nothingOfItReachesAServer(String number, String act, String code, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(TABLES.get(line).with(jdk, act).bodies()).isEmpty();
    assertThat(TABLES.get(line).without(jdk, act).bodies()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("taken")
  void whatIsChangedBehindTheClientIsNotSent(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).bodies()).containsExactly("ran POST /here good");
    assertThat(TABLES.get(line).without(jdk, act).bodies()).containsExactly("ran POST /here Xood");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    TABLES.get(line).isRefusedLater(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("early")
  void whatIsWrittenBeforeItsConnectionIsThereFailsEitherWay(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).ending()).endsWith("refused CS-UNSUPPORTED");
    assertThat(TABLES.get(line).with(jdk, act).printed()).isEmpty();
    assertThat(TABLES.get(line).without(jdk, act).printed())
        .containsExactly("java.nio.channels.NotYetConnectedException");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("sockets")
  void aConnectionThatIsNoClientsIsAnEntry(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    TABLES.get(line).runsAsWithout(jdk, act);
    assertThat(connections(TABLES.get(line), jdk, act)).hasSize(1);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("honest")
  void aConnectionOfAClientThatIsJudgedIsNone(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(connections(TABLES.get(line), jdk, act)).isEmpty();
  }

  private static List<JsonNode> connections(ActTable table, Jdk jdk, String act) {
    List<JsonNode> connections = new ArrayList<>();
    for (JsonNode entry : table.books(jdk, act).events("allow")) {
      if (entry.path("scope").asText().equals("agent.socket")) {
        connections.add(entry);
      }
    }
    return connections;
  }

  @OnEachJdk
  void whereSocketsAreRefusedOnlyOnesOfClientsThatAreJudgedAreOpened(Jdk jdk) {
    for (String row : SOCKETS) {
      SOCKETS_REFUSED.isRefused(jdk, row.split(" ")[1], "CS-UNBOUND");
    }
    for (String row : CLOSED) {
      SOCKETS_REFUSED.runsAsWithout(jdk, row.split(" ")[1]);
    }
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOn(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    List<String> printed = TABLES.get(line).with(jdk, act).printed();
    assertThat(printed.subList(0, 6)).containsOnly("dev.countersign.EffectRefusedException");
    assertThat(printed.subList(6, printed.size()))
        .containsExactly("ran POST /here good", "status 200 done");
  }
}
