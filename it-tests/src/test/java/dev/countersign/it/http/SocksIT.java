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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A SOCKS proxy hears which server is meant before there is a connection to judge a request on: it
 * hears nothing where no request of the call could go there that way.
 */
class SocksIT {

  private static final String[] WAYS = {"url", "okHttp", "okHttpAsync", "apache4", "apache5"};

  /** Those that look names up; some have a resolver whose addresses have no name. */
  private static final String[] RESOLVING = {
    "url",
    "apache4",
    "apache5",
    "apache4Resolving",
    "apache5Resolving",
    "apache5Async",
    "apache5AsyncResolving"
  };

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

  private static final String ADDRESS =
      "send: { address: deny_private, private_hosts: [listed.test] }\n";

  /** Clients that share a JVM. */
  private enum Clients {
    OLDER(
        OkHttpIT.LINES.get(0),
        ApacheIT.LINES.get(0),
        ApacheIT.LINES.get(2),
        ApacheAsyncIT.LINES.get(0)),
    NEWEST(
        OkHttpIT.LINES.get(2),
        ApacheIT.LINES.get(1),
        ApacheIT.LINES.get(4),
        ApacheAsyncIT.LINES.get(1));

    private final List<ClientLine> lines;

    Clients(ClientLine... lines) {
      this.lines = List.of(lines);
    }
  }

  private static final Jdk LATEST = Jdks.jdk(25);

  private static final Map<Clients, ActTable> TABLES = new LinkedHashMap<>();

  static {
    String[] acts =
        Stream.concat(
                rows(WAYS, "declared", "undeclared", "elsewhere"),
                Stream.concat(
                    rows(RESOLVING, "named", "listed"),
                    Stream.of("named:okHttp", "within:apache4", "within:apache5")))
            .toArray(String[]::new);
    for (Clients clients : Clients.values()) {
      TABLES.put(
          clients, new ActTable(jdk -> application(clients, jdk, ""), SocksActs.class, acts));
    }
  }

  /** The same where no private address may be asked for but by one name; on one JDK. */
  private static final ActTable DENY_PRIVATE =
      TABLES.get(Clients.NEWEST).attached(jdk -> application(Clients.NEWEST, jdk, ADDRESS));

  private static Stream<String> rows(String[] ways, String... acts) {
    return Stream.of(acts).flatMap(act -> Stream.of(ways).map(way -> act + ":" + way));
  }

  private static AgentRun.Builder application(Clients clients, Jdk jdk, String address) {
    int port = FreePort.any();
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .configured(TOOLS.replace("PORT", Integer.toString(port)) + address)
            .file("hosts", "127.0.0.1 good.test\n127.0.0.1 listed.test\n")
            .jvm("-Djdk.net.hosts.file=hosts")
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

  static Stream<Arguments> within() {
    return Stream.of(Clients.values())
        .flatMap(
            clients ->
                Jdks.of(clients, List.of(Clients.values()))
                    .flatMap(
                        jdk ->
                            Stream.of("apache4", "apache5")
                                .map(way -> Arguments.of(clients, jdk, way))));
  }

  /** What a resolver asks by another client goes to where that client goes. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("within")
  void theProxyHearsNoMoreFromWithinADeclaredRequest(Clients clients, Jdk jdk, String way) {
    hearsNothing(TABLES.get(clients), jdk, "within:" + way);
  }

  static Stream<Arguments> resolving() {
    return Stream.of(Clients.values())
        .flatMap(
            clients ->
                Jdks.of(clients, List.of(Clients.values()))
                    .flatMap(
                        jdk -> Stream.of(RESOLVING).map(way -> Arguments.of(clients, jdk, way))));
  }

  /** Of a name that a client looks up, the proxy is told an address, which need not have it. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("resolving")
  void aNameThatTheClientLooksUpIsWhatWasDeclared(Clients clients, Jdk jdk, String way) {
    TABLES.get(clients).runsAsWithout(jdk, "named:" + way);
    assertThat(TABLES.get(clients).with(jdk, "named:" + way).printed())
        .map(String::strip)
        .containsExactly("told 127.0.0.1", "ran GET /here", "status 200");
  }

  static Stream<String> lookingUp() {
    return Stream.of(RESOLVING);
  }

  /** So it is the client that looked it up, and {@code send.address} counts. */
  @ParameterizedTest
  @MethodSource("lookingUp")
  void anAddressThatTheProxyIsToldIsCompared(String way) {
    assertThat(DENY_PRIVATE.with(LATEST, "named:" + way).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(DENY_PRIVATE.with(LATEST, "named:" + way).bodies()).isEmpty();
    assertThat(DENY_PRIVATE.differences(LATEST, "named:" + way)).containsExactly("/intent/address");
    assertThat(DENY_PRIVATE.with(LATEST, "listed:" + way).ending()).isEqualTo("ended");
    assertThat(DENY_PRIVATE.with(LATEST, "listed:" + way).bodies()).hasSize(1);
  }

  @Test
  void aNameThatTheProxyIsToldIsNot() {
    assertThat(DENY_PRIVATE.with(LATEST, "named:okHttp").ending()).isEqualTo("ended");
    assertThat(DENY_PRIVATE.with(LATEST, "named:okHttp").printed())
        .map(String::strip)
        .contains("told good.test");
  }

  private static void hearsNothing(ActTable table, Jdk jdk, String act) {
    assertThat(table.without(jdk, act).printed()).anyMatch(said -> said.startsWith("told "));
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.with(jdk, act).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(table.with(jdk, act).printed()).isEmpty();
  }
}
