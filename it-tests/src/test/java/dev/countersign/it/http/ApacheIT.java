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
 * Requests of Apache HttpClient 4.5 and 5 in each of their lines, the blocking ones: B29 to B46 of
 * the bypass catalogue as far as these clients go, and the honest ones beside them.
 */
class ApacheIT {

  static final List<ClientLine> LINES =
      List.of(
          four("4.5.2", "4.4.5"),
          four("4.5.14", "4.4.16"),
          five("5.2.3", "5.2.4"),
          five("5.4.4", "5.3.4"),
          five("5.6.5", "5.4.4"));

  private static ClientLine four(String client, String core) {
    return ClientLine.of(
        "apache",
        "HttpClient " + client,
        "httpclient-" + client + ".jar",
        "fluent-hc-" + client + ".jar",
        "httpcore-" + core + ".jar",
        "commons-logging-1.2.jar",
        "commons-codec-1.11.jar");
  }

  private static ClientLine five(String client, String core) {
    return ClientLine.of(
        "apache",
        "HttpClient " + client,
        "httpclient5-" + client + ".jar",
        "httpclient5-fluent-" + client + ".jar",
        "httpcore5-" + core + ".jar",
        "httpcore5-h2-" + core + ".jar",
        "slf4j-api-2.0.18.jar");
  }

  static final ClientLine NEWEST_4 = LINES.get(1);
  static final ClientLine NEWEST_5 = LINES.get(LINES.size() - 1);

  /** The newest lines on each JDK, the others on the first. */
  static Stream<Jdk> jdks(ClientLine line) {
    return line == NEWEST_4 || line == NEWEST_5 ? Jdks.tested() : Jdks.tested().limit(1);
  }

  static boolean isFour(ClientLine line) {
    return line.name().contains(" 4.");
  }

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.DESK
          send: "${arg0}"
        - resolve: com.example.acts.http.FLUENT
          send: "${arg0}"
      """;

  private static final String[] HONEST = {
    "- post:Ways.honest",
    "- post:Ways.handled",
    "- post:Ways.minimal",
    "- post:Ways.fluent",
    "- post:Ways.core",
    "- get:Ways.asking",
    "B29 post:Ways.lyingHeader",
    "B29 strict:Ways.lyingHeader",
    "B30 post:Ways.changingBody",
    "B32 post:Ways.file",
    "B32 post:Ways.stream",
    "B32 post:Ways.oneShot",
    "B32 post:Ways.moreThanSaid",
    "B37 strict:Ways.completedOnTheWay",
    "B38 strict:Ways.withHeader",
    "- order:Ways.order",
    "- order:Ways.gzippedOrder",
    "- elsewhere:Ways.honest",
    "- elsewhere:Ways.stream",
    "- elsewhere:Ways.large",
    "- elsewhere:Ways.approved",
    "- elsewhere:Ways.approvedText",
    "- elsewhere:Ways.approvedFluent",
    "- elsewhere:Ways.approvedFluentAsking",
  };

  private static final String[] ATTACKS = {
    "- post:Ways.anotherText NIKA-SEC-011",
    "- post:Ways.anotherTextHandled NIKA-SEC-011",
    "- post:Ways.anotherTextMinimal NIKA-SEC-011",
    "- post:Ways.anotherTextFluent NIKA-SEC-011",
    "- post:Ways.anotherTextCore NIKA-SEC-011",
    "- post:Ways.coreWithALateBody NIKA-SEC-011",
    "- post:Ways.anotherPath NIKA-SEC-011",
    "- post:Ways.anotherMethod NIKA-SEC-011",
    "- post:Ways.aQueryMore NIKA-SEC-011",
    "- get:Ways.withABody NIKA-SEC-011",
    "B29 post:Ways.lyingRequest NIKA-SEC-011",
    "B30 post:Ways.evilBody NIKA-SEC-011",
    "B31 post:Ways.mutatedArray NIKA-SEC-011",
    "B32 post:Ways.anotherFile NIKA-SEC-011",
    "B32 post:Ways.anotherStream NIKA-SEC-011",
    "B37 post:Ways.rewrittenPath NIKA-SEC-011",
    "B37 post:Ways.rewrittenBody NIKA-SEC-011",
    "B37 post:Ways.rewrittenHost NIKA-SEC-011",
    "B37 post:Ways.rewrittenFraming NIKA-SEC-011",
    "B37 post:Ways.rewrittenInTheChain NIKA-SEC-011",
    "B37 post:Ways.rewrittenByTheWriter NIKA-SEC-011",
    "B38 strict:Ways.anotherHeader NIKA-SEC-011",
    "B38 strict:Ways.honest NIKA-SEC-011",
    "B38 strict:Ways.cookie NIKA-SEC-011",
    "B38 strict:Ways.preemptive NIKA-SEC-011",
    "B44 post:Ways.anotherName NIKA-SEC-011",
    "B46 post:Ways.large CS-UNSUPPORTED",
    "B46 post:Ways.largeAndKnown CS-UNSUPPORTED",
    "- post:Ways.throughAProxy NIKA-SEC-011",
    "- post:Ways.throughSocks NIKA-SEC-011",
    "- order:Ways.anotherOrder NIKA-SEC-011",
    "- order:Ways.anotherGzippedOrder NIKA-SEC-011",
    "- idle:Ways.honest CS-UNBOUND",
    "- idle:Ways.fluent CS-UNBOUND",
    "- elsewhereNamed:Ways.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B30 challenged:Ways.authenticating CS-REPLAY",
    "B33 sentOn:Ways.following CS-UNBOUND",
    "B33 foundElsewhere:Ways.following CS-UNBOUND",
    "B33 followed:Ways.followingWithAnotherBody NIKA-SEC-011",
    "B34 dropped:Ways.retrying CS-REPLAY",
    "F25 keptThenDropped:Ways.retrying CS-REPLAY",
    "B35 post:Ways.twice CS-REPLAY",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:Ways.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:Ways.anotherThanApprovedFluent NIKA-SEC-011",
  };

  private static final String[] FOLLOWED = {"B33 followed:Ways.following"};

  /** From 5.6 on, a redirect with a credential to another origin is left to the application. */
  private static final String[] CREDENTIAL = {
    "F27 followed:Ways.followingWithACredential NIKA-SEC-011",
  };

  private static boolean goesOnWithACredential(ClientLine line) {
    return !line.name().contains(" 5.6.");
  }

  private static final String[] OLD_HONEST = {"- post:Ways.old", "- post:Ways.chunkedOld"};

  private static final String[] OLD_ATTACKS = {"- post:Ways.anotherTextOld NIKA-SEC-011"};

  private static final String[] OLD_LATER_REFUSED = {"B33 sentOn:Ways.followingOld CS-UNBOUND"};

  /** From 5.4 on, plain sockets are no longer made by what the application registers. */
  private static final String[] SOCKETS_BEFORE_54 = {
    "B44 post:Ways.anotherSocket NIKA-SEC-011",
  };

  private static final String[] TUNNELS = {"- post:Ways.throughATunnel NIKA-SEC-011"};

  private static final String[] TRAILERS = {
    "- post:Ways.trailers CS-UNSUPPORTED",
  };

  private static final String[] REPLACED = {"B30 post:Ways.coreWithAnotherBody"};

  private static final String[] USED_AGAIN = {"- post:Ways.refusedThenHonest"};

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : LINES) {
      TABLES.put(
          line,
          ActTable.ofRows(
              jdk -> {
                String desk =
                    isFour(line)
                        ? "HcDesk#approve(org.apache.http.client.methods.HttpUriRequest)"
                        : "Hc5Desk#approve(org.apache.hc.core5.http.ClassicHttpRequest)";
                String fluent =
                    isFour(line)
                        ? "FluentDesk#approve(org.apache.http.client.fluent.Request)"
                        : "Fluent5Desk#approve(org.apache.hc.client5.http.fluent.Request)";
                AgentRun.Builder application =
                    AgentRun.on(jdk)
                        .with(
                            "http.yaml", APPROVALS.replace("DESK", desk).replace("FLUENT", fluent));
                line.classPath().forEach(application::classPath);
                return application;
              },
              HttpActs.class,
              honestOf(line),
              attacksOf(line),
              laterRefusedOf(line),
              of(line, TUNNELS),
              of(line, REPLACED),
              of(line, USED_AGAIN),
              of(line, APPROVED_ATTACKS)));
    }
  }

  /** The acts of a line are of one class for each generation of the client. */
  private static String[] of(ClientLine line, String[]... rows) {
    return Stream.of(rows)
        .flatMap(Stream::of)
        .map(row -> row.replace(":Ways.", isFour(line) ? ":HcWays." : ":Hc5Ways."))
        .toArray(String[]::new);
  }

  private static String[] honestOf(ClientLine line) {
    if (isFour(line)) {
      return of(line, HONEST, FOLLOWED, OLD_HONEST);
    }
    return goesOnWithACredential(line)
        ? of(line, HONEST, FOLLOWED)
        : of(line, HONEST, FOLLOWED, CREDENTIAL);
  }

  private static String[] attacksOf(ClientLine line) {
    if (isFour(line)) {
      return of(line, ATTACKS, SOCKETS_BEFORE_54, OLD_ATTACKS);
    }
    return line.name().contains(" 5.2.")
        ? of(line, ATTACKS, SOCKETS_BEFORE_54, TRAILERS)
        : of(line, ATTACKS, TRAILERS);
  }

  private static String[] laterRefusedOf(ClientLine line) {
    if (isFour(line)) {
      return of(line, LATER_REFUSED, OLD_LATER_REFUSED, CREDENTIAL);
    }
    return goesOnWithACredential(line)
        ? of(line, LATER_REFUSED, CREDENTIAL)
        : of(line, LATER_REFUSED);
  }

  private interface Rows {
    String[] of(ClientLine line);
  }

  private static Stream<Arguments> onEach(Rows rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : LINES) {
      jdks(line)
          .forEach(
              jdk -> {
                for (String row : rows.of(line)) {
                  String[] cells = row.split(" +", 3);
                  String code = cells.length < 3 ? "" : cells[2];
                  arguments.add(Arguments.of(cells[0], cells[1], code, line, jdk));
                }
              });
    }
    return arguments.stream();
  }

  static Stream<Arguments> honest() {
    return onEach(ApacheIT::honestOf);
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ApacheIT::attacksOf), onEach(line -> of(line, APPROVED_ATTACKS)));
  }

  static Stream<Arguments> laterRefused() {
    return onEach(ApacheIT::laterRefusedOf);
  }

  static Stream<Arguments> tunnels() {
    return onEach(line -> of(line, TUNNELS));
  }

  static Stream<Arguments> replaced() {
    return onEach(line -> of(line, REPLACED));
  }

  static Stream<Arguments> usedAgain() {
    return onEach(line -> of(line, USED_AGAIN));
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    TABLES.get(line).runsAsWithout(jdk, act);
    assertThat(TABLES.get(line).with(jdk, act).bodies()).isNotEmpty();
    if (!act.endsWith(".core")) {
      // There the application opens the socket, and not the client.
      assertThat(TABLES.get(line).books(jdk, act).allowedScopes()).doesNotContain("agent.socket");
    }
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
  @MethodSource("tunnels")
  void noServerIsAskedForATunnelThatNobodyDeclared(
      String number, String act, String code, ClientLine line, Jdk jdk) {
    ActTable table = TABLES.get(line);
    assertThat(table.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(table.with(jdk, act).bodies()).isEmpty();
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.without(jdk, act).bodies()).hasSize(2);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("replaced")
  void whatWasJudgedIsSentWhateverStandsThereByThen(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).printed()).contains("ran POST /here good");
    assertThat(TABLES.get(line).without(jdk, act).printed()).contains("ran POST /here EVIL");
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOnAndHoldsNothing(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    List<String> printed = TABLES.get(line).with(jdk, act).printed();
    String failed =
        isFour(line)
            ? "org.apache.http.client.ClientProtocolException"
            : "org.apache.hc.client5.http.ClientProtocolException";
    assertThat(printed).filteredOn(failed::equals).hasSize(6);
    assertThat(printed)
        .endsWith("0 connections in use", "ran POST /here good", "status 200 done", "1 connection");
  }
}
