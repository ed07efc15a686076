package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.TlsActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The JDK's own clients over TLS, on HTTP/2 (ALPN, and h2c by upgrade) and HTTP/1.1. */
class TlsIT {

  private static final String[] HONEST = {
    "- open", // first: of no tool's
    "- post:honest",
    "- post:async",
    "- post:stream",
    "- get:asking",
    "- post:on11",
    "- followed:honest",
    "- upgraded:honest",
    "- pushing:pushed",
    "- post:connection",
    "- post:connectionInChunks",
  };

  private static final String[] ATTACKS = {
    "- post:anotherText NIKA-SEC-011",
    "- post:anotherStream NIKA-SEC-011",
    "- post:anotherPath NIKA-SEC-011",
    "- post:anotherTextOn11 NIKA-SEC-011",
    "- upgraded:anotherText NIKA-SEC-011",
    "- post:connectionWithAnotherText NIKA-SEC-011",
    "- post:chunksWithAnotherText NIKA-SEC-011",
    "- post:throughAProxy NIKA-SEC-011",
  };

  private static final String[] OTHERS = {
    "B35 post:twice", "B33 sentOn:honest", "- post:amongOthers", "- post:connectionThroughAProxy",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk ->
              AgentRun.on(jdk)
                  .libraries("httpcore5", "slf4j-api")
                  .jvm(ServerKey.option(jdk))
                  .with("http.yaml"),
          TlsActs.class,
          HONEST,
          ATTACKS,
          OTHERS);

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> attacks() {
    return onEach(ATTACKS);
  }

  private static Stream<Arguments> onEach(String... rows) {
    return Stream.of(rows)
        .map(row -> row.split(" +"))
        .flatMap(
            cells ->
                Jdks.tested()
                    .map(jdk -> Arguments.of(cells[1], cells.length < 3 ? "" : cells[2], jdk)));
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).bodies()).isNotEmpty();
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {2}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  @OnEachJdk
  void theVersionsAreThoseThatTheRowsMean(Jdk jdk) {
    for (String act : new String[] {"post:honest", "post:stream", "followed:honest"}) {
      assertThat(TABLE.with(jdk, act).printed()).last().asString().startsWith("HTTP_2 200");
    }
    assertThat(TABLE.with(jdk, "post:on11").printed()).last().asString().startsWith("HTTP_1_1 200");
    assertThat(TABLE.with(jdk, "upgraded:honest").printed())
        .last()
        .asString()
        .startsWith("HTTP_2 200");
  }

  @OnEachJdk
  void whatAServerPushesIsNoEffect(Jdk jdk) {
    assertThat(TABLE.with(jdk, "pushing:pushed").printed()).contains("pushed GET /pushed pushed");
    assertThat(TABLE.books(jdk, "pushing:pushed").allowedScopes())
        .containsExactly("tool.post", "send.x127_0_0_1");
  }

  @OnEachJdk
  void theSecondRequestIsRefusedAndARedirectIs(Jdk jdk) {
    for (String act : new String[] {"post:twice", "sentOn:honest"}) {
      String code = act.startsWith("post") ? "CS-REPLAY" : "CS-UNBOUND";
      assertThat(TABLE.with(jdk, act).ending()).endsWith("refused " + code);
      assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
      assertThat(TABLE.without(jdk, act).bodies()).hasSize(2);
    }
  }

  /** On HTTP/2 they share a connection, which the refused ones leave as it is. */
  @OnEachJdk
  void theOthersOnAConnectionGoOn(Jdk jdk) {
    // Each differs from the preview, or finds it spent by the one that does not.
    assertThat(TABLE.with(jdk, "post:amongOthers").ending()).contains("refused ");
    assertThat(TABLE.books(jdk, "post:amongOthers").denialCodes())
        .hasSize(2)
        .isSubsetOf("NIKA-SEC-011", "CS-UNBOUND");
    assertThat(TABLE.with(jdk, "post:amongOthers").bodies()).containsExactly("ran POST /here good");
    assertThat(TABLE.without(jdk, "post:amongOthers").bodies()).hasSize(3);
  }

  /** The tunnel is part of the request, or asked for as a request of its own. */
  @OnEachJdk
  void aProxyThatNobodyWasToldOfOpensNoTunnel(Jdk jdk) {
    for (String act : new String[] {"post:throughAProxy", "post:connectionThroughAProxy"}) {
      assertThat(TABLE.with(jdk, act).ending()).contains("refused NIKA-SEC-011");
      assertThat(TABLE.with(jdk, act).printed()).isEmpty();
      assertThat(TABLE.without(jdk, act).printed()).contains("tunnel CONNECT");
      assertThat(TABLE.without(jdk, act).bodies()).hasSize(1);
    }
  }
}
