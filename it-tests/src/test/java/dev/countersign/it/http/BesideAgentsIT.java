package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.BesideActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.agents.Peers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All clients beside the agents of OpenTelemetry and Datadog, before and behind this one. Each of
 * them adds headers to every request, and changes the clients' classes. "Without the agent" is
 * without this one: the other is there.
 */
class BesideAgentsIT {

  private static final String[] HONEST = {
    "- post:JdkWays.honest",
    "- post:JdkWays.async",
    "- post:JdkWays.stream",
    "- get:JdkWays.asking",
    "- order:JdkWays.order",
    "B33 followed:JdkWays.following",
    "- post:UrlWays.honest",
    "- post:UrlWays.fixed",
    "- post:UrlWays.chunked",
    "- get:UrlWays.asking",
    "- order:UrlWays.order",
    "B33 followed:UrlWays.following",
    "- post:OkWays.honest",
    "- post:OkWays.async",
    "- post:OkWays.stream",
    "- get:OkWays.asking",
    "- order:OkWays.order",
    "B38 strict:JdkWays.withHeader",
    "B38 strict:UrlWays.withHeader",
    "B38 strict:OkWays.withHeader",
    "B33 followed:OkWays.following",
    "- post:HcWays.honest",
    "- order:HcWays.order",
    "B38 strict:HcWays.withHeader",
    "B33 followed:HcWays.following",
    "- post:Hc5Ways.honest",
    "- get:Hc5Ways.asking",
    "B38 strict:Hc5Ways.withHeader",
    "B33 followed:Hc5Ways.following",
    "- post:AsyncWays.honest",
    "- post:AsyncWays.stream",
    "- get:AsyncWays.asking",
    "B38 strict:AsyncWays.withHeader",
    "B33 followed:AsyncWays.following",
    "- post:ReactorWays.honest",
    "- post:ReactorWays.elsewhere",
    "- order:ReactorWays.order",
    "B38 strict:ReactorWays.withHeader",
    "B33 followed:ReactorWays.following",
    "- post:JettyWays.honest",
    "- post:JettyWays.stream",
    "- get:JettyWays.asking",
    "B38 strict:JettyWays.withHeader",
    "B33 followed:JettyWays.following",
  };

  /** Somebody approved these very requests: every header of them is compared. */
  private static final String[] APPROVED = {
    "- elsewhere:JdkWays.approved",
    "- elsewhere:OkWays.approved",
    "- elsewhere:HcWays.approved",
    "- elsewhere:Hc5Ways.approved",
    "- elsewhere:AsyncWays.approved",
    "- elsewhere:ReactorWays.approved",
    "- elsewhere:JettyWays.approved",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String[] APPROVED_ATTACKS = {
    "- elsewhere:JdkWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:OkWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:HcWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:Hc5Ways.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:AsyncWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:ReactorWays.anotherThanApproved NIKA-SEC-011",
    "- elsewhere:JettyWays.anotherThanApproved NIKA-SEC-011",
  };

  private static final String[] ATTACKS = {
    "- post:JdkWays.anotherText NIKA-SEC-011",
    "- post:JdkWays.anotherTextAsync NIKA-SEC-011",
    "- post:JdkWays.anotherPath NIKA-SEC-011",
    "- post:JdkWays.aQueryMore NIKA-SEC-011",
    "B30 post:JdkWays.evilPublisher NIKA-SEC-011",
    "B38 strict:JdkWays.anotherHeader NIKA-SEC-011",
    "B38 strict:JdkWays.cookie NIKA-SEC-011",
    "- idle:JdkWays.honest CS-UNBOUND",
    "- post:UrlWays.anotherText NIKA-SEC-011",
    "- post:UrlWays.fixedWithAnotherText NIKA-SEC-011",
    "- post:UrlWays.chunkedWithAnotherText NIKA-SEC-011",
    "- post:UrlWays.anotherPath NIKA-SEC-011",
    "B38 strict:UrlWays.cookie NIKA-SEC-011",
    "- idle:UrlWays.honest CS-UNBOUND",
    "- post:OkWays.anotherText NIKA-SEC-011",
    "- post:OkWays.anotherTextAsync NIKA-SEC-011",
    "- post:OkWays.anotherPath NIKA-SEC-011",
    "B36 post:OkWays.rewrittenBody NIKA-SEC-011",
    "B38 strict:OkWays.anotherHeader NIKA-SEC-011",
    "- idle:OkWays.honest CS-UNBOUND",
    "- post:HcWays.anotherText NIKA-SEC-011",
    "B37 post:HcWays.rewrittenPath NIKA-SEC-011",
    "- idle:HcWays.honest CS-UNBOUND",
    "- post:Hc5Ways.anotherText NIKA-SEC-011",
    "B37 post:Hc5Ways.rewrittenBody NIKA-SEC-011",
    "- idle:Hc5Ways.honest CS-UNBOUND",
    "- post:AsyncWays.anotherText NIKA-SEC-011",
    "B37 post:AsyncWays.rewrittenPath NIKA-SEC-011",
    "- idle:AsyncWays.honest CS-UNBOUND",
    "- post:ReactorWays.anotherText NIKA-SEC-011",
    "- post:ReactorWays.anotherTextElsewhere NIKA-SEC-011",
    "B36 post:ReactorWays.rewrittenBody NIKA-SEC-011",
    "- idle:ReactorWays.honest CS-UNBOUND",
    "- post:JettyWays.anotherText NIKA-SEC-011",
    "B36 post:JettyWays.rewrittenPath NIKA-SEC-011",
    "- idle:JettyWays.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B33 sentOn:JdkWays.following CS-UNBOUND",
    "B35 post:JdkWays.twice CS-REPLAY",
    "B33 sentOn:UrlWays.following CS-UNBOUND",
    "B35 post:UrlWays.twice CS-REPLAY",
    "B33 sentOn:OkWays.following CS-UNBOUND",
    "B35 post:OkWays.twice CS-REPLAY",
    "B35 post:HcWays.twice CS-REPLAY",
    "B33 sentOn:HcWays.following CS-UNBOUND",
    "B35 post:Hc5Ways.twice CS-REPLAY",
    "B33 sentOn:Hc5Ways.following CS-UNBOUND",
    "B35 post:AsyncWays.twice CS-REPLAY",
    "B33 sentOn:AsyncWays.following CS-UNBOUND",
    "B35 post:ReactorWays.twice CS-REPLAY",
    "B33 sentOn:ReactorWays.following CS-UNBOUND",
    "B35 post:JettyWays.twice CS-REPLAY",
    "B33 sentOn:JettyWays.following CS-UNBOUND",
  };

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.ApprovalDesk#approve(java.net.http.HttpRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.OkDesk#approve(okhttp3.Request)
          send: "${arg0}"
        - resolve: com.example.acts.http.HcDesk#approve(org.apache.http.client.methods.HttpUriRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.Hc5Desk#approve(org.apache.hc.core5.http.ClassicHttpRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.AsyncDesk#approve(org.apache.hc.client5.http.async.methods.SimpleHttpRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.ReactorDesk#approve(org.springframework.web.reactive.function.client.ClientRequest)
          send: "${arg0}"
        - resolve: com.example.acts.http.JettyDesk#approve(org.eclipse.jetty.client.Request)
          send: "${arg0}"
      """;

  /** A new connection that breaks: OkHttp gives up, and so does it with OpenTelemetry's. */
  private static final String[] BROKEN = {"B34 dropped:OkWays.honest"};

  /** What http.md says to copy for Datadog's. */
  private static final String NAMED =
      "header_ignore: [x-datadog-trace-id, x-datadog-parent-id, x-datadog-sampling-priority,"
          + " x-datadog-tags, x-datadog-origin]";

  /** What OpenTelemetry's adds is the transport's own already. */
  private static final ActTable BEHIND_US =
      ActTable.ofRows(
          jdk -> on(jdk, "").jvmLater(openTelemetry()),
          BesideActs.class,
          HONEST,
          ATTACKS,
          LATER_REFUSED,
          BROKEN,
          APPROVED,
          APPROVED_ATTACKS);

  private static final ActTable DATADOG_BEHIND_US =
      ActTable.ofRows(
          jdk -> on(jdk, NAMED).jvmLater(datadog()),
          BesideActs.class,
          HONEST,
          ATTACKS,
          LATER_REFUSED,
          BROKEN,
          APPROVED,
          APPROVED_ATTACKS);

  private static final ActTable UNNAMED =
      DATADOG_BEHIND_US.attached(jdk -> on(jdk, "").jvmLater(datadog()));

  private static final Map<String, ActTable> TABLES = new LinkedHashMap<>();

  static {
    TABLES.put("OpenTelemetry's behind it", BEHIND_US);
    TABLES.put(
        "OpenTelemetry's before it", BEHIND_US.attached(jdk -> on(jdk, "").jvm(openTelemetry())));
    TABLES.put("Datadog's behind it", DATADOG_BEHIND_US);
    TABLES.put(
        "Datadog's before it", DATADOG_BEHIND_US.attached(jdk -> on(jdk, NAMED).jvm(datadog())));
  }

  private static AgentRun.Builder on(Jdk jdk, String named) {
    String bounded = "max_body: 256KiB";
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .configured(
                AgentRun.config("http.yaml")
                        .replace(bounded, named.isEmpty() ? bounded : bounded + ", " + named)
                    + APPROVALS);
    if (jdk.feature() >= 24) {
      // The other agents use both; a JDK's warning about that comes when it comes.
      application.jvm("--sun-misc-unsafe-memory-access=allow");
      application.jvm("--enable-native-access=ALL-UNNAMED");
    }
    newest(OkHttpIT.LINES).classPath().forEach(application::classPath);
    ApacheIT.NEWEST_4.classPath().forEach(application::classPath);
    ApacheIT.NEWEST_5.classPath().forEach(application::classPath);
    newest(ReactorNettyIT.LINES).classPath().forEach(application::classPath);
    newest(JettyIT.LINES).classPath().forEach(application::classPath);
    return application;
  }

  private static ClientLine newest(List<ClientLine> lines) {
    return lines.get(lines.size() - 1);
  }

  private static String[] openTelemetry() {
    return with("-Dotel.javaagent.logging=none", Peers.openTelemetry());
  }

  private static String[] datadog() {
    return with("-Ddatadog.slf4j.simpleLogger.defaultLogLevel=off", Peers.datadog());
  }

  /** What they say of their own stands beside what the application says, and has a time in it. */
  private static String[] with(String silence, String... options) {
    return Stream.concat(Stream.of(silence), Stream.of(options)).toArray(String[]::new);
  }

  static Stream<Arguments> honest() {
    return Stream.concat(onEach(HONEST), onEach(APPROVED));
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ATTACKS), onEach(APPROVED_ATTACKS));
  }

  static Stream<Arguments> laterRefused() {
    return onEach(LATER_REFUSED);
  }

  private static Stream<Arguments> onEach(String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (String beside : TABLES.keySet()) {
      for (Jdk jdk : Jdks.tested().toList()) {
        for (String row : rows) {
          String[] cells = row.split(" +", 3);
          String code = cells.length < 3 ? "" : cells[2];
          arguments.add(Arguments.of(cells[0], cells[1], code, beside, jdk));
        }
      }
    }
    return arguments.stream();
  }

  @ParameterizedTest(name = "{0} {1} with {3} on {4}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentWithTheOthersHeadersAndAnsweredAsWithoutUs(
      String number, String act, String ignored, String beside, Jdk jdk) {
    ActTable table = TABLES.get(beside);
    table.runsAsWithout(jdk, act);
    assertThat(table.with(jdk, act).bodies()).isNotEmpty();
    assertThat(table.books(jdk, act).events("deny")).isEmpty();
    assertThat(table.with(jdk, act).printed())
        .filteredOn(line -> line.startsWith("headers "))
        .hasSameSizeAs(table.with(jdk, act).bodies())
        .allMatch(line -> line.contains(" traceparent"))
        .allMatch(line -> line.contains(" x-datadog-trace-id") == beside.startsWith("Datadog"));
  }

  @ParameterizedTest(name = "{0} {1} with {3} on {4}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, String beside, Jdk jdk) {
    TABLES.get(beside).isRefused(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} with {3} on {4}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(
      String number, String act, String code, String beside, Jdk jdk) {
    ActTable table = TABLES.get(beside);
    assertThat(table.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(table.with(jdk, act).bodies()).hasSize(1);
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.without(jdk, act).bodies()).hasSize(2);
  }

  static Stream<Arguments> everywhere() {
    return onEach("- -").map(row -> Arguments.of(row.get()[3], row.get()[4]));
  }

  /**
   * B34: Datadog's application security asks OkHttp once more for whatever failed, a POST as well.
   * That is a request of its own.
   */
  @ParameterizedTest(name = "with {0} on {1}")
  @MethodSource("everywhere")
  void whatAnotherAgentRepeatsIsJudgedAgain(String beside, Jdk jdk) {
    ActTable table = TABLES.get(beside);
    String broken = BROKEN[0].split(" ")[1];
    String sentOn = "sentOn:OkWays.following";

    if (beside.startsWith("Datadog")) {
      assertThat(table.without(jdk, broken).ending()).isEqualTo("ended");
      assertThat(table.without(jdk, broken).bodies()).hasSize(2);
      assertThat(table.with(jdk, broken).ending()).endsWith("refused CS-REPLAY");
      assertThat(table.with(jdk, broken).bodies()).hasSize(1);
      assertThat(table.books(jdk, sentOn).denialCodes()).containsExactly("CS-UNBOUND", "CS-REPLAY");
    } else {
      assertThat(table.without(jdk, broken).ending()).startsWith("threw java.io.IOException");
      assertThat(table.with(jdk, broken).ending()).isEqualTo(table.without(jdk, broken).ending());
      assertThat(table.with(jdk, broken).bodies()).hasSize(1);
      assertThat(table.books(jdk, sentOn).denialCodes()).containsExactly("CS-UNBOUND");
    }
  }

  /** A tool's declaration names what is compared; what somebody approved has to come as it was. */
  @Test
  void whatNobodyNamedDiffersFromARequestThatWasApproved() {
    Jdk newest = Jdks.tested().reduce((older, newer) -> newer).orElseThrow();
    for (String row : APPROVED) {
      String act = row.split(" ")[1];
      UNNAMED.isRefused(newest, act, "NIKA-SEC-011");
      assertThat(UNNAMED.differences(newest, act))
          .containsOnly(
              "/intent/headers/x-datadog-parent-id /intent/headers/x-datadog-sampling-priority"
                  + " /intent/headers/x-datadog-tags /intent/headers/x-datadog-trace-id");
    }
    for (String row : HONEST) {
      UNNAMED.runsAsWithout(newest, row.split(" ")[1]);
    }
  }
}
