package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.WebSocketActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * WebSockets (B42) of each client that has some: their opening is a request like any other, what is
 * said by them is a hole that has a name.
 */
class WebSocketIT {

  private static final String[] CLIENTS = {"Jdk", "Ok", "Reactor", "Jetty"};

  private static final ActTable TABLE =
      new ActTable(
          WebSocketIT::application,
          WebSocketActs.class,
          Stream.of(CLIENTS)
              .flatMap(
                  client ->
                      Stream.of(
                          "get:" + client + ".talk",
                          "get:" + client + ".elsewhere",
                          "idle:" + client + ".talk"))
              .toArray(String[]::new));

  private static AgentRun.Builder application(Jdk jdk) {
    AgentRun.Builder application = AgentRun.on(jdk).verified().with("http.yaml");
    for (List<ClientLine> lines : List.of(OkHttpIT.LINES, ReactorNettyIT.LINES, JettyIT.LINES)) {
      lines.get(lines.size() - 1).classPath().forEach(application::classPath);
    }
    return application.libraries("jetty-websocket-");
  }

  static Stream<Arguments> clients() {
    return Stream.of(CLIENTS)
        .flatMap(client -> Jdks.tested().map(jdk -> Arguments.of(client, jdk)));
  }

  @ParameterizedTest(name = "B42 {0} on {1}")
  @MethodSource("clients")
  void anOpeningThatIsEqualIsSentAndTheSocketTalksAsWithoutUs(String client, Jdk jdk) {
    String act = "get:" + client + ".talk";
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).printed())
        .containsExactly("ran GET /socket", "frame hello", "heard hello");
    assertThat(TABLE.books(jdk, act).allowedScopes())
        .containsExactly("tool.get", "send.x127_0_0_1");
    assertThat(TABLE.books(jdk, act).openedSockets()).isEmpty();
  }

  @ParameterizedTest(name = "B42 {0} on {1}")
  @MethodSource("clients")
  void anOpeningThatDiffersIsRefusedAndNothingReachesTheServer(String client, Jdk jdk) {
    TABLE.isRefused(jdk, "get:" + client + ".elsewhere", "NIKA-SEC-011");
    TABLE.isRefused(jdk, "idle:" + client + ".talk", "CS-UNBOUND");
  }

  @OnEachJdk
  void whatIsSaidByThemIsAHoleWithAName(Jdk jdk) {
    assertThat(TABLE.run(jdk).agentLines())
        .anyMatch(line -> line.startsWith("countersign: hole: ") && line.contains("WebSockets"));
  }
}
