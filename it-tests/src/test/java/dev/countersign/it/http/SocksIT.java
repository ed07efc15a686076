package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.SocksActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A SOCKS proxy hears which server is meant before there is a connection to judge a request on: it
 * hears nothing where no request of the call could go there that way.
 */
class SocksIT {

  private static final String[] WAYS = {"url", "okHttp", "okHttpAsync", "apache4", "apache5"};

  private static final String TOOLS =
      """
      bundle: socks
      version: 1
      mode: enforce
      frameworks: none
      tools:
        - tool: declared
          method: "com.example.acts.http.SocksActs#declared(java.lang.String url,java.lang.String really,java.lang.String client)"
          effects:
            - send: { method: GET, url: "${args.url}", proxy: "localhost:PORT" }
        - tool: direct
          method: "com.example.acts.http.SocksActs#direct(java.lang.String url,java.lang.String client)"
          effects:
            - send: { method: GET, url: "${args.url}" }
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.client}" } }
            - send: { method: PUT, url: "${args.url}", body: { json: { to: "${args.client}" } } }
      """;

  /** Clients that share a JVM. */
  private enum Clients {
    OLDER(OkHttpIT.LINES.get(0), ApacheIT.LINES.get(0), ApacheIT.LINES.get(2)),
    NEWEST(OkHttpIT.LINES.get(2), ApacheIT.LINES.get(1), ApacheIT.LINES.get(4));

    private final List<ClientLine> lines;

    Clients(ClientLine... lines) {
      this.lines = List.of(lines);
    }
  }

  private static final Map<Clients, ActTable> TABLES = new LinkedHashMap<>();

  static {
    String[] acts =
        Stream.of("declared", "undeclared", "elsewhere")
            .flatMap(act -> Stream.of(WAYS).map(way -> act + ":" + way))
            .toArray(String[]::new);
    for (Clients clients : Clients.values()) {
      TABLES.put(clients, new ActTable(jdk -> application(clients, jdk), SocksActs.class, acts));
    }
  }

  private static AgentRun.Builder application(Clients clients, Jdk jdk) {
    int port = TlsClientsIT.freePort();
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .configured(TOOLS.replace("PORT", Integer.toString(port)))
            .jvm("-Dsocks.port=" + port, "-Dhttp.keepAlive=false");
    clients.lines.stream()
        .flatMap(line -> line.classPath().stream())
        .distinct()
        .forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> ways() {
    return Stream.of(Clients.values())
        .flatMap(
            clients ->
                Jdks.of(clients, List.of(Clients.values()))
                    .flatMap(jdk -> Stream.of(WAYS).map(way -> Arguments.of(clients, jdk, way))));
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("ways")
  void whatWasDeclaredGoesThroughTheProxyAsWithout(Clients clients, Jdk jdk, String way) {
    TABLES.get(clients).runsAsWithout(jdk, "declared:" + way);
    assertThat(TABLES.get(clients).with(jdk, "declared:" + way).printed())
        .map(String::strip)
        .containsExactly("told 127.0.0.1", "ran GET /here", "status 200");
    assertThat(TABLES.get(clients).books(jdk, "declared:" + way).denialCodes()).isEmpty();
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("ways")
  void aProxyThatNobodyDeclaredHearsNothing(Clients clients, Jdk jdk, String way) {
    hearsNothing(TABLES.get(clients), jdk, "undeclared:" + way);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("ways")
  void theDeclaredProxyHearsOfNoOtherServer(Clients clients, Jdk jdk, String way) {
    hearsNothing(TABLES.get(clients), jdk, "elsewhere:" + way);
  }

  private static void hearsNothing(ActTable table, Jdk jdk, String act) {
    assertThat(table.without(jdk, act).printed()).anyMatch(said -> said.startsWith("told "));
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.with(jdk, act).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(table.with(jdk, act).printed()).isEmpty();
  }
}
