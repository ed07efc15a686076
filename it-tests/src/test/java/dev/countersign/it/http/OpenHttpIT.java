package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.OpenActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/**
 * Requests that no tool declares: exempt, ambient, observed elsewhere; those that a resolution
 * point approved; and WebSockets (B42).
 */
class OpenHttpIT {

  private static final ActTable TABLE =
      new ActTable(
          OpenHttpIT::application,
          OpenActs.class,
          "exempt:JdkWays.honest",
          "exempt:UrlWays.honest",
          "exempt:OkWays.honest",
          "exempt:OkWays.whoseConnectListenerStarts",
          "exempt:OkWays.whoseSocketFactorySends",
          "ambient:JdkWays.honest",
          "ambient:UrlWays.honest",
          "nearAmbient:JdkWays.honest",
          "elsewhere:JdkWays.honest",
          "elsewhere:UrlWays.chunked",
          "webSocket",
          "webSocketUnbound",
          // Last: what was approved and not sent stays on the thread.
          "approved",
          "approvedAnother",
          "approvedLess");

  private static AgentRun.Builder application(Jdk jdk) {
    String port = Integer.toString(FreePort.any());
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .configured(AgentRun.config("http-open.yaml").replace("PORT", port))
            .jvm("-Dwire.port=" + port);
    // The line that connects on threads of its own.
    OkHttpIT.LINES.get(2).classPath().forEach(application::classPath);
    return application;
  }

  @OnEachJdk
  void anExemptHostIsNeitherJudgedNorRecorded(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "exempt:JdkWays.honest");
    TABLE.runsAsWithout(jdk, "exempt:UrlWays.honest");
    TABLE.runsAsWithout(jdk, "exempt:OkWays.honest");

    assertThat(TABLE.books(jdk, "exempt:JdkWays.honest").allowedScopes())
        .containsExactly("tool.idle");
    assertThat(TABLE.run(jdk).agentLines()).anyMatch(line -> line.contains("send.exempt leaves"));
  }

  @OnEachJdk
  void whatTheApplicationDoesWhileAnExemptHostIsConnectedToIsRefusedAsInItsTool(Jdk jdk) {
    String starts = "exempt:OkWays.whoseConnectListenerStarts";
    assertThat(TABLE.with(jdk, starts).ending()).endsWith("refused CS-UNBOUND");
    assertThat(TABLE.with(jdk, starts).printed()).isEmpty();
    assertThat(TABLE.without(jdk, starts).printed())
        .containsExactly("started 0", "ran POST /here text", "status 200 done");

    String sends = "exempt:OkWays.whoseSocketFactorySends";
    assertThat(TABLE.with(jdk, sends).ending()).endsWith("refused CS-UNBOUND");
    assertThat(TABLE.with(jdk, sends).printed()).isEmpty();
    assertThat(TABLE.without(jdk, sends).printed())
        .containsExactly(
            "ran POST /here EVIL", "status 200 done", "ran POST /here text", "status 200 done");
  }

  @OnEachJdk
  void whatIsAmbientMayBeSentInAnyFrame(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "ambient:JdkWays.honest");
    TABLE.runsAsWithout(jdk, "ambient:UrlWays.honest");
    TABLE.isRefused(jdk, "nearAmbient:JdkWays.honest", "CS-UNBOUND");

    Books books = TABLE.books(jdk, "ambient:JdkWays.honest");
    assertThat(books.allowedScopes()).containsExactly("tool.idle", "send.x127_0_0_1");
    assertThat(books.decisionOf(books.events("allow").get(1)).path("coverage").asText())
        .isEqualTo("ambient");
  }

  @OnEachJdk
  void elsewhereARequestIsAnEntryWithAFinding(Jdk jdk) {
    for (String act : new String[] {"elsewhere:JdkWays.honest", "elsewhere:UrlWays.chunked"}) {
      TABLE.runsAsWithout(jdk, act);

      assertThat(TABLE.books(jdk, act).allowedScopes()).containsExactly("send.x127_0_0_1");
    }
  }

  @OnEachJdk
  void whatAResolutionPointApprovedIsSentAndNothingElse(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "approved");
    TABLE.isRefused(jdk, "approvedAnother", "NIKA-SEC-011");
    TABLE.isRefused(jdk, "approvedLess", "NIKA-SEC-011");

    assertThat(TABLE.differences(jdk, "approvedLess")).containsExactly("/intent/headers/x-b");
  }

  @OnEachJdk
  void b42TheOpeningOfAWebSocketIsJudgedLikeAnyRequest(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "webSocket");
    TABLE.isRefused(jdk, "webSocketUnbound", "CS-UNBOUND");
  }
}
