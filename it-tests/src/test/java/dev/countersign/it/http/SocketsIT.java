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

/** Connections that no known client opens: B41, B43. */
class SocketsIT {

  private static final String[] WAYS = {
    "socket",
    "constructed",
    "channel",
    "channelSocket",
    "asynchronous",
    "datagram",
    "datagramChannel",
    "connectedDatagrams",
    "ownHandler",
  };

  private static final String[] ACTS =
      Stream.concat(
              Stream.of(WAYS).map(way -> "idle:SocketWays." + way),
              Stream.of(
                  "elsewhere:SocketWays.socket", "post:JdkWays.honest", "post:UrlWays.honest"))
          .toArray(String[]::new);

  private static final ActTable OBSERVED =
      new ActTable(jdk -> AgentRun.on(jdk).verified().with("http.yaml"), HttpActs.class, ACTS);

  private static final ActTable REFUSED =
      OBSERVED.attached(
          jdk ->
              AgentRun.on(jdk)
                  .configured(AgentRun.config("http.yaml") + "\nunbound: { sockets: refuse }\n"));

  static Stream<Arguments> ways() {
    return Stream.of(WAYS)
        .flatMap(way -> Jdks.tested().map(jdk -> Arguments.of("idle:SocketWays." + way, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("ways")
  void b41InAToolItIsAnEntryThatNothingAuthorised(String act, Jdk jdk) {
    OBSERVED.runsAsWithout(jdk, act);

    Books books = OBSERVED.books(jdk, act);
    List<JsonNode> connections = new ArrayList<>();
    for (JsonNode entry : books.events("allow")) {
      if (entry.path("scope").asText().equals("agent.socket")) {
        connections.add(books.decisionOf(entry));
      }
    }
    assertThat(connections).hasSize(1);
    assertThat(connections.get(0).at("/action/target").asText()).startsWith("127.0.0.1:");
    assertThat(connections.get(0).at("/action/by").asText()).contains("SocketWays");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("ways")
  void b41WhereSocketsAreRefusedNothingReachesTheServer(String act, Jdk jdk) {
    REFUSED.isRefused(jdk, act, "CS-UNBOUND");
  }

  @OnEachJdk
  void outsideAnyToolNothingIsSeen(Jdk jdk) {
    REFUSED.runsAsWithout(jdk, "elsewhere:SocketWays.socket");

    assertThat(REFUSED.books(jdk, "elsewhere:SocketWays.socket").entries()).isEmpty();
  }

  @OnEachJdk
  void whatAKnownClientOpensIsNotReported(Jdk jdk) {
    for (String act : new String[] {"post:JdkWays.honest", "post:UrlWays.honest"}) {
      REFUSED.runsAsWithout(jdk, act);

      assertThat(REFUSED.books(jdk, act).allowedScopes())
          .containsExactly("tool.post", "send.x127_0_0_1");
    }
  }
}
