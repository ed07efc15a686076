package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of Jetty's client in each of its lines: B29 to B46 of the bypass catalogue as far as
 * this client goes, and the honest ones beside them.
 */
class JettyIT {

  static final List<ClientLine> LINES =
      List.of(
          line("11.0.26"),
          line("12.0.25"),
          line(
              "12.1.14",
              "jetty-compression-common-12.1.14.jar",
              "jetty-compression-gzip-12.1.14.jar"));

  private static ClientLine line(String version, String... more) {
    List<String> jars = new ArrayList<>(List.of(more));
    for (String part : List.of("client", "http", "io", "util", "alpn-client")) {
      jars.add("jetty-" + part + "-" + version + ".jar");
    }
    jars.add("slf4j-api-2.0.18.jar");
    return ClientLine.of("jetty", "Jetty " + version, jars.toArray(new String[0]));
  }

  /** The same with its HTTP/2, over TLS too. */
  static ClientLine withHttp2(ClientLine line) {
    String version = line.name().substring("Jetty ".length());
    String[] parts =
        before12(line)
            ? new String[] {
              "http2-client", "http2-common", "http2-hpack", "http2-http-client-transport"
            }
            : new String[] {
              "jetty-http2-client",
              "jetty-http2-common",
              "jetty-http2-hpack",
              "jetty-http2-client-transport"
            };
    List<String> jars = new ArrayList<>(line.jars());
    for (String part : parts) {
      jars.add(part + "-" + version + ".jar");
    }
    jars.add("jetty-alpn-java-client-" + version + ".jar");
    return ClientLine.of(line.client(), line.name(), jars.toArray(new String[0]));
  }

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.JettyDesk#approve(org.eclipse.jetty.client.Request)
          send: "${arg0}"
      """;

  private static final String[] HONEST = {
    "- post:JettyWays.honest",
    "- post:JettyWays.async",
    "- forgotten:JettyWays.forgotten",
    "- get:JettyWays.asking",
    "B32 post:JettyWays.file",
    "B32 post:JettyWays.stream",
    "B32 post:JettyWays.written",
    "B33 followed:JettyWays.following",
    "B33 followed:JettyWays.followingAsync",
    "B33 followed:JettyWays.followingWithAFile",
    "F27 followed:JettyWays.followingWithACredential",
    "B36 strict:JettyWays.completedOnTheWay",
    "B38 strict:JettyWays.withHeader",
    "- order:JettyWays.order",
    "- order:JettyWays.gzippedOrder",
    "- elsewhere:JettyWays.honest",
    "- elsewhere:JettyWays.stream",
    "- elsewhere:JettyWays.large",
    "- elsewhere:JettyWays.approved",
  };

  private static final String[] ATTACKS = {
    "- post:JettyWays.anotherText NIKA-SEC-011",
    "- post:JettyWays.anotherTextAsync NIKA-SEC-011",
    "- post:JettyWays.anotherPath NIKA-SEC-011",
    "- post:JettyWays.anotherMethod NIKA-SEC-011",
    "- post:JettyWays.aQueryMore NIKA-SEC-011",
    "- get:JettyWays.withABody NIKA-SEC-011",
    "B30 strict:JettyWays.changingHeader NIKA-SEC-011",
    "B31 post:JettyWays.mutatedArray NIKA-SEC-011",
    "B32 post:JettyWays.anotherFile NIKA-SEC-011",
    "B32 post:JettyWays.anotherStream NIKA-SEC-011",
    "B32 post:JettyWays.anotherWritten NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenPath NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenMethod NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenBody NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenStream NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenHost NIKA-SEC-011",
    "B38 strict:JettyWays.anotherHeader NIKA-SEC-011",
    "B38 strict:JettyWays.honest NIKA-SEC-011",
    "B38 strict:JettyWays.cookie NIKA-SEC-011",
    "B44 post:JettyWays.anotherName NIKA-SEC-011",
    "B46 post:JettyWays.large CS-UNSUPPORTED",
    "B46 post:JettyWays.largeAndKnown CS-UNSUPPORTED",
    "- post:JettyWays.throughAProxy NIKA-SEC-011",
    "- post:JettyWays.throughATunnel NIKA-SEC-011",
    "- order:JettyWays.anotherOrder NIKA-SEC-011",
    "- order:JettyWays.anotherGzippedOrder NIKA-SEC-011",
    "- idle:JettyWays.honest CS-UNBOUND",
    "- idle:JettyWays.async CS-UNBOUND",
    "- idle:JettyWays.stream CS-UNBOUND",
    "- elsewhereNamed:JettyWays.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B30 challenged:JettyWays.authenticating CS-REPLAY",
    "B33 foundElsewhere:JettyWays.following CS-UNBOUND",
    "B33 foundElsewhere:JettyWays.followingAsync CS-UNBOUND",
    "B33 sentOn:JettyWays.following CS-UNBOUND",
    "B33 sentOn:JettyWays.followingAsync CS-UNBOUND",
    "B33 followed:JettyWays.followingWithAnotherBody NIKA-SEC-011",
    "B35 post:JettyWays.twice CS-REPLAY",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:JettyWays.anotherThanApproved NIKA-SEC-011",
  };

  private static final String[] JUDGED_BYTES = {"B31 post:JettyWays.mutatedLater"};

  private static final String[] USED_AGAIN = {"- post:JettyWays.refusedThenHonest"};

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : LINES) {
      TABLES.put(
          line,
          ActTable.ofRows(
              jdk -> on(jdk, line, AgentRun.on(jdk).with("http.yaml", of(line, APPROVALS))),
              HttpActs.class,
              of(line, HONEST),
              of(line, ATTACKS),
              of(line, LATER_REFUSED),
              of(line, JUDGED_BYTES),
              of(line, USED_AGAIN),
              of(line, APPROVED_ATTACKS)));
    }
  }

  /** With the library of that line, and the acts that fit it. */
  static AgentRun.Builder on(Jdk jdk, ClientLine line, AgentRun.Builder application) {
    line.classPath().forEach(application::classPath);
    if (before12(line)) {
      Path directory = Path.of("target", "jetty-11-acts").toAbsolutePath();
      application.classPath(Renamed.into(directory, Path.of(AgentRun.Builder.testClasses())));
    }
    return application;
  }

  private static boolean before12(ClientLine line) {
    return line.name().contains(" 11.");
  }

  static String[] of(ClientLine line, String[] rows) {
    return Stream.of(rows).map(row -> of(line, row)).toArray(String[]::new);
  }

  private static String of(ClientLine line, String text) {
    return before12(line)
        ? text.replace("Jetty", "Jetty11").replace("client.Request", "client.api.Request")
        : text;
  }

  private static Stream<Arguments> onEach(String[] all) {
    List<Arguments> arguments = new ArrayList<>();
    for (ClientLine line : LINES) {
      Jdks.of(line, LINES)
          .forEach(
              jdk -> {
                for (String row : of(line, all)) {
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

  static Stream<Arguments> judgedBytes() {
    return onEach(JUDGED_BYTES);
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

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("judgedBytes")
  void aBodyThatChangesWhileItIsSentIsSentAsItWasJudged(
      String number, String act, String ignored, ClientLine line, Jdk jdk) {
    assertThat(TABLES.get(line).with(jdk, act).bodies()).containsExactly("ran POST /here good");
    assertThat(TABLES.get(line).without(jdk, act).bodies()).containsExactly("ran POST /here gooX");
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
