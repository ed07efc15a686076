package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.TlsActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
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
 * Clients over TLS, on HTTP/2 (ALPN) and HTTP/1.1, and on HTTP/2 without TLS: Apache HttpClient 5
 * async, Reactor Netty with WebClient and Jetty in all their lines, OkHttp in its newest.
 */
class TlsClientsIT {

  /** What each of them does; {@code Ways} stands for its own class. */
  private static final String[] HONEST = {
    "- post:Ways.honest",
    "- post:Ways.async",
    "- post:Ways.stream",
    "- get:Ways.asking",
    "- post:Ways.on11",
    "- post:Ways.on2",
    "B38 strict:Ways.withHeader",
    "B33 followed:Ways.following",
  };

  private static final String[] ATTACKS = {
    "- post:Ways.anotherText NIKA-SEC-011",
    "- post:Ways.anotherTextAsync NIKA-SEC-011",
    "- post:Ways.anotherStream NIKA-SEC-011",
    "- post:Ways.anotherPath NIKA-SEC-011",
    "- post:Ways.anotherTextOn11 NIKA-SEC-011",
    "- post:Ways.anotherTextOn2 NIKA-SEC-011",
    "B38 strict:Ways.anotherHeader NIKA-SEC-011",
    "B38 strict:Ways.honest NIKA-SEC-011",
    "B46 post:Ways.large CS-UNSUPPORTED",
    "- idle:Ways.honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B35 post:Ways.twice CS-REPLAY", "B33 sentOn:Ways.following CS-UNBOUND",
  };

  private static final String AMONG_OTHERS = "post:Ways.amongOthers";
  private static final String BENEATH = "plainIdle:TlsJettyWays.beneath";
  private static final String THROUGH_A_PROXY = "post:Ways.throughAProxy";
  private static final String DECLARED_PROXY = "tunnel:Ways.throughAProxy";

  private static final String TUNNEL =
      """
        - tool: tunnel
          method: "com.example.acts.http.Net#tunnel(java.lang.String,java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: CONNECT, url: "${args.other}", proxy: "127.0.0.1:PORT" }
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" }, proxy: "127.0.0.1:PORT" }
      """;

  /**
   * What only one of them has.
   *
   * @param ways its acts
   */
  private record Client(ClientLine line, String ways, List<String> honest, List<String> attacks) {

    String named(String row) {
      return row.replace(":Ways.", ":" + ways + ".");
    }

    List<String> all(String[] common, List<String> own) {
      return Stream.concat(Stream.of(common), own.stream()).map(this::named).toList();
    }

    @Override
    public String toString() {
      return line.toString();
    }
  }

  private static final ClientLine NEWEST_OK_HTTP = OkHttpIT.LINES.get(OkHttpIT.LINES.size() - 1);
  private static final List<Client> CLIENTS = clients();
  private static final Map<Client, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (Client client : CLIENTS) {
      TABLES.put(
          client,
          ActTable.ofRows(
              jdk -> application(client, jdk),
              TlsActs.class,
              rows(client.all(HONEST, client.honest())),
              rows(client.all(ATTACKS, client.attacks())),
              rows(client.all(LATER_REFUSED, List.of())),
              rows(others(client))));
    }
  }

  private static List<String> others(Client client) {
    List<String> others = new ArrayList<>();
    others.add(client.named("- " + AMONG_OTHERS));
    others.add(client.named("- " + THROUGH_A_PROXY));
    others.add(client.named("- " + DECLARED_PROXY));
    if (client.ways().equals("TlsJettyWays")) {
      others.add("B43 " + BENEATH);
    }
    return others;
  }

  private static List<Client> clients() {
    List<Client> clients = new ArrayList<>();
    clients.add(
        new Client(
            NEWEST_OK_HTTP,
            "TlsOkWays",
            List.of(),
            List.of("B36 post:Ways.rewrittenPath NIKA-SEC-011")));
    for (ClientLine line : ApacheAsyncIT.LINES) {
      clients.add(
          new Client(
              line,
              "TlsAsyncWays",
              List.of(),
              List.of("B37 post:Ways.rewrittenPath NIKA-SEC-011")));
    }
    for (ClientLine line : ReactorNettyIT.LINES) {
      clients.add(
          new Client(
              line,
              "TlsReactorWays",
              List.of("- plain:Ways.clear", "- post:Ways.webClient"),
              List.of(
                  "B36 post:Ways.rewrittenHost NIKA-SEC-011",
                  "- plain:Ways.anotherClear NIKA-SEC-011",
                  "- post:Ways.webClientWithAnotherText NIKA-SEC-011")));
    }
    for (ClientLine line : JettyIT.LINES) {
      clients.add(
          new Client(
              JettyIT.withHttp2(line),
              JettyIT.of(line, new String[] {"TlsJettyWays"})[0],
              List.of("- plain:Ways.on2"),
              List.of(
                  "B36 post:Ways.rewrittenPath NIKA-SEC-011",
                  "B44 post:Ways.astray NIKA-SEC-011",
                  "B44 post:Ways.astrayOn2 NIKA-SEC-011",
                  "- plain:Ways.anotherTextOn2 NIKA-SEC-011")));
    }
    return clients;
  }

  /** The newest line of each client on all of them, the others on one. */
  private static Stream<Jdk> jdks(Client client) {
    boolean newest =
        Stream.of(OkHttpIT.LINES, ApacheAsyncIT.LINES, ReactorNettyIT.LINES, JettyIT.LINES)
            .anyMatch(lines -> lines.get(lines.size() - 1).name().equals(client.line().name()));
    return newest ? Jdks.tested() : Jdks.tested().limit(1);
  }

  private static String[] rows(List<String> rows) {
    return rows.toArray(new String[0]);
  }

  private static AgentRun.Builder application(Client client, Jdk jdk) {
    int proxy = FreePort.any();
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .jvm(ServerKey.option(jdk))
            .with("http.yaml", TUNNEL.replace("PORT", Integer.toString(proxy)))
            .jvm("-Dtunnel.port=" + proxy);
    if (client.ways().contains("Jetty")) {
      JettyIT.on(jdk, client.line(), application);
    } else {
      client.line().classPath().forEach(application::classPath);
    }
    if (!client.ways().contains("Async")) {
      // The server's.
      application.libraries("httpcore5", "slf4j-api");
    }
    return application;
  }

  private static Stream<Arguments> onEach(String[] common, boolean attacks) {
    List<Arguments> arguments = new ArrayList<>();
    for (Client client : CLIENTS) {
      for (Jdk jdk : jdks(client).toList()) {
        for (String row : client.all(common, attacks ? client.attacks() : client.honest())) {
          String[] cells = row.split(" +", 3);
          String code = cells.length < 3 ? "" : cells[2];
          arguments.add(Arguments.of(cells[0], cells[1], code, client, jdk));
        }
      }
    }
    return arguments.stream();
  }

  static Stream<Arguments> honest() {
    return onEach(HONEST, false);
  }

  static Stream<Arguments> attacks() {
    return onEach(ATTACKS, true);
  }

  static Stream<Arguments> laterRefused() {
    List<Arguments> arguments = new ArrayList<>();
    for (Client client : CLIENTS) {
      for (Jdk jdk : jdks(client).toList()) {
        for (String row : client.all(LATER_REFUSED, List.of())) {
          String[] cells = row.split(" +", 3);
          arguments.add(Arguments.of(cells[0], cells[1], cells[2], client, jdk));
        }
      }
    }
    return arguments.stream();
  }

  static Stream<Arguments> everywhere() {
    return CLIENTS.stream().flatMap(client -> jdks(client).map(jdk -> Arguments.of(client, jdk)));
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(
      String number, String act, String ignored, Client client, Jdk jdk) {
    TABLES.get(client).runsAsWithout(jdk, act);
    assertThat(TABLES.get(client).with(jdk, act).bodies()).isNotEmpty();
    assertThat(TABLES.get(client).books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLES.get(client).books(jdk, act).openedSockets()).isEmpty();
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, Client client, Jdk jdk) {
    TABLES.get(client).isRefused(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3} and {4}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(
      String number, String act, String code, Client client, Jdk jdk) {
    TABLES.get(client).isRefusedLater(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("everywhere")
  void theVersionsAreThoseThatTheRowsMean(Client client, Jdk jdk) {
    for (String way : new String[] {"honest", "async", "stream", "on2"}) {
      assertThat(TABLES.get(client).with(jdk, client.named("post:Ways." + way)).printed())
          .last()
          .asString()
          .startsWith("HTTP/2.0 200");
    }
    assertThat(TABLES.get(client).with(jdk, client.named("post:Ways.on11")).printed())
        .last()
        .asString()
        .startsWith("HTTP/1.1 200");
  }

  /** Where they share a connection, the refused ones leave it as it is. */
  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("everywhere")
  void theOthersOnAConnectionGoOn(Client client, Jdk jdk) {
    String act = client.named(AMONG_OTHERS);
    ActTable table = TABLES.get(client);
    // Each differs from the preview, or finds it spent by the one that does not.
    assertThat(table.with(jdk, act).ending()).contains("refused ");
    assertThat(table.books(jdk, act).denialCodes())
        .hasSize(2)
        .isSubsetOf("NIKA-SEC-011", "CS-UNBOUND");
    assertThat(table.with(jdk, act).bodies()).containsExactly("ran POST /here good");
    assertThat(table.without(jdk, act).bodies()).hasSize(3);
  }

  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("everywhere")
  void aProxyThatNobodyWasToldOfOpensNoTunnel(Client client, Jdk jdk) {
    String act = client.named(THROUGH_A_PROXY);
    assertThat(TABLES.get(client).with(jdk, act).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(TABLES.get(client).with(jdk, act).printed()).isEmpty();
    assertThat(TABLES.get(client).without(jdk, act).printed()).contains("tunnel CONNECT");
    assertThat(TABLES.get(client).without(jdk, act).bodies()).hasSize(1);
  }

  /** One that was declared does, by a request of its own. */
  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("everywhere")
  void aProxyThatWasDeclaredOpensATunnelForWhatIsSentThroughIt(Client client, Jdk jdk) {
    String act = client.named(DECLARED_PROXY);
    // Without the agent there may be a connection that a request before has left.
    assertThat(TABLES.get(client).with(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLES.get(client).with(jdk, act).printed()).contains("tunnel CONNECT");
    assertThat(TABLES.get(client).with(jdk, act).bodies())
        .isEqualTo(TABLES.get(client).without(jdk, act).bodies())
        .hasSize(1);
    Books books = TABLES.get(client).books(jdk, act);
    assertThat(books.denialCodes()).isEmpty();
    assertThat(books.events("outcome")).hasSameSizeAs(books.events("allow"));
  }

  /** B43: what another client uses as well is seen when that one connects. */
  @OnEachJdk
  void aConnectionOfHttp2BeneathJettysClientIsAnEntry(Jdk jdk) {
    ActTable newest = TABLES.get(CLIENTS.get(CLIENTS.size() - 1));
    newest.runsAsWithout(jdk, BENEATH);
    assertThat(newest.books(jdk, BENEATH).openedSockets()).hasSize(1);
  }
}
