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
 * Requests of OkHttp in each of its lines: B29 to B46 of the bypass catalogue as far as this client
 * goes, and the honest ones beside them.
 */
class OkHttpIT {

  static final List<ClientLine> LINES =
      List.of(
          ClientLine.of("okhttp", "OkHttp 3.14", "okhttp-3.14.9.jar", "okio-1.17.2.jar"),
          ClientLine.of(
              "okhttp",
              "OkHttp 4.12",
              "okhttp-4.12.0.jar",
              "okio-jvm-3.6.0.jar",
              "kotlin-stdlib-1.9.10.jar"),
          ClientLine.of(
              "okhttp",
              "OkHttp 5.5",
              "okhttp-jvm-5.5.1.jar",
              "okio-jvm-3.18.1.jar",
              "kotlin-stdlib-2.1.21.jar"));

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.OkDesk#approve(okhttp3.Request)
          send: "${arg0}"
      """;

  private static final String[] HONEST = {
    "- post:OkWays.honest",
    "- post:OkWays.async",
    "- post:OkWays.queued",
    "- forgotten:OkWays.forgotten",
    "- get:OkWays.asking",
    "B30 post:OkWays.changingBody",
    "B32 post:OkWays.file",
    "B32 post:OkWays.stream",
    "B32,F26 post:OkWays.oneShot",
    "B36 strict:OkWays.completedOnTheWay",
    "B38 strict:OkWays.withHeader",
    "- order:OkWays.order",
    "- order:OkWays.gzippedOrder",
    "- elsewhere:OkWays.honest",
    "- elsewhere:OkWays.stream",
    "- elsewhere:OkWays.large",
    "- elsewhere:OkWays.approved",
    "- upload:OkWays.multipart",
  };

  private static final String[] ATTACKS = {
    "- post:OkWays.anotherText NIKA-SEC-011",
    "- post:OkWays.anotherTextAsync NIKA-SEC-011",
    "- post:OkWays.anotherPath NIKA-SEC-011",
    "- post:OkWays.anotherMethod NIKA-SEC-011",
    "- post:OkWays.aQueryMore NIKA-SEC-011",
    "- get:OkWays.withABody NIKA-SEC-011",
    "B30 post:OkWays.evilBody NIKA-SEC-011",
    "B31 post:OkWays.mutatedArray NIKA-SEC-011",
    "B32 post:OkWays.anotherFile NIKA-SEC-011",
    "B32 post:OkWays.anotherStream NIKA-SEC-011",
    "B36 post:OkWays.rewrittenPath NIKA-SEC-011",
    "B36 post:OkWays.rewrittenMethod NIKA-SEC-011",
    "B36 post:OkWays.rewrittenBody NIKA-SEC-011",
    "B36 post:OkWays.rewrittenHost NIKA-SEC-011",
    "B36 post:OkWays.rewrittenFraming NIKA-SEC-011",
    "B38 strict:OkWays.anotherHeader NIKA-SEC-011",
    "B38 strict:OkWays.honest NIKA-SEC-011",
    "B38 strict:OkWays.cookie NIKA-SEC-011",
    "B40 post:OkWays.userInformation CS-UNSUPPORTED",
    "B44 post:OkWays.anotherName NIKA-SEC-011",
    "B46 post:OkWays.large CS-UNSUPPORTED",
    "B46 post:OkWays.largeAndKnown CS-UNSUPPORTED",
    "- post:OkWays.throughAProxy NIKA-SEC-011",
    "- post:OkWays.lyingLength NIKA-SEC-011",
    "- order:OkWays.anotherOrder NIKA-SEC-011",
    "- order:OkWays.anotherGzippedOrder NIKA-SEC-011",
    "- idle:OkWays.honest CS-UNBOUND",
    "- idle:OkWays.async CS-UNBOUND",
    "- elsewhereNamed:OkWays.honest CS-UNBOUND",
    "- upload:OkWays.anotherPart NIKA-SEC-011",
    "- upload:OkWays.aPartMore NIKA-SEC-011",
    "- upload:OkWays.anotherKindOfParts NIKA-SEC-011",
  };

  private static final String[] LATER_REFUSED = {
    "B30 challenged:OkWays.authenticating CS-REPLAY",
    "B33 foundElsewhere:OkWays.following CS-UNBOUND",
    "B33 foundElsewhere:OkWays.followingAsync CS-UNBOUND",
    "F25 keptThenDropped:OkWays.honest CS-REPLAY",
    "B35 post:OkWays.twice CS-REPLAY",
  };

  /** Earlier lines do not send a body on. */
  private static final String[] HONEST_FROM_4 = {
    "B33 followed:OkWays.following", "B33 followed:OkWays.followingAsync",
  };

  private static final String[] LATER_REFUSED_FROM_4 = {
    "B33 sentOn:OkWays.following CS-UNBOUND",
    "B33 sentOn:OkWays.followingAsync CS-UNBOUND",
    "B33 followed:OkWays.followingWithAnotherBody NIKA-SEC-011",
    "F27 followed:OkWays.followingWithACredential NIKA-SEC-011",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:OkWays.anotherThanApproved NIKA-SEC-011",
  };

  private static final String INTERCEPTED = "post:OkWays.whoseNetworkInterceptorStarts";

  private static final String[] TUNNELS = {
    "- post:OkWays.throughATunnel NIKA-SEC-011", "- post:OkWays.throughATunnelAsync NIKA-SEC-011",
  };

  private static final String[] USED_AGAIN = {"- post:OkWays.refusedThenHonest"};

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
              rows(line, HONEST, HONEST_FROM_4),
              ATTACKS,
              rows(line, LATER_REFUSED, LATER_REFUSED_FROM_4),
              TUNNELS,
              new String[] {"- " + INTERCEPTED + " -"},
              USED_AGAIN,
              APPROVED_ATTACKS));
    }
  }

  private static String[] rows(ClientLine line, String[] all, String[] from4) {
    boolean before4 = line.name().contains(" 3.");
    return before4 ? all : Stream.of(all, from4).flatMap(Stream::of).toArray(String[]::new);
  }

  private static Stream<Arguments> onEach(String[] all, String... from4) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : LINES) {
      String[] rows = rows(line, all, from4);
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
    return onEach(HONEST, HONEST_FROM_4);
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
    return onEach(LATER_REFUSED, LATER_REFUSED_FROM_4);
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
  void noServerIsAskedForATunnelThatNobodyDeclared(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    ActTable table = TABLES.get(line);
    assertThat(table.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(table.with(jdk, act).printed()).containsExactly("java.net.ProtocolException");
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.without(jdk, act).printed()).containsExactly("asked CONNECT", "declined");
  }

  static Stream<Arguments> intercepted() {
    return onEach(new String[] {"- " + INTERCEPTED + " -"});
  }

  /** No failure of a connection, which the application might try again. */
  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("intercepted")
  void whatIsRefusedOfAnInterceptorReachesTheCallerAsItIs(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    ActTable table = TABLES.get(line);
    assertThat(table.with(jdk, act).printed())
        .containsExactly("dev.countersign.EffectRefusedException");
    assertThat(table.with(jdk, act).changed()).isEqualTo("none");
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOnAndHoldsNothing(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    List<String> printed = TABLES.get(line).with(jdk, act).printed();
    assertThat(printed.subList(0, 6)).containsOnly("java.net.ProtocolException");
    assertThat(printed.subList(6, printed.size()))
        .containsExactly(
            "0 connections in use", "ran POST /here good", "status 200 done", "1 connection");
  }
}
