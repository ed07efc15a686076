package dev.countersign.it.policy;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.policy.PolicyActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signed policy from a server, in a JVM whose application has settings of its own for everything.
 */
class ServerIT {

  private static final String PASSWORD = "changeit";

  @TempDir private static Path shared;

  private static HttpsServer server;

  /** The server shows the head of the first of these files that exists; an application makes it. */
  private static final List<String> SIGNALS =
      List.of("back", "frozen", "part", "scoped", "taken", "waived", "opened", "forward");

  /** By signal; {@code back} is what is shown without any. */
  private static final Map<String, byte[]> HEADS = new HashMap<>();

  private static String rules(int version) {
    return "bundle: desk\nversion: "
        + version
        + "\nmode: enforce\nframeworks: none\ntools:\n  - { tool: make, method: com.example.acts.policy.Desk#make(java.lang.String name), effects: [ { exec: { argv: [touch, \"${args.name}\"] } } ], times: "
        + version
        + " }\n  - { tool: remake, method: com.example.acts.policy.Desk#remake(java.lang.String name) }\n"
        + "layers: [ { level: team, version: 1, rules: [ { id: no-uname, when: 'exec of \"uname\"',"
        + " verdict: deny, reason: not that } ] } ]\n"
        + "ambient: [ { exec: { argv: [uname] }, times: any } ]\n"
        + "unbound: { elsewhere: { exec: refuse } }\n";
  }

  @BeforeAll
  static void signsAndServes() throws Exception {
    for (String name : new String[] {"anna", "ben", "online"}) {
      countersign("policy", "keygen", at(name));
    }
    Files.writeString(
        shared.resolve("root.yaml"),
        "type: root\nfleet: acme\nepoch: 1\nversion: 1\nexpires_at: \"2099-01-01T00:00:00Z\"\nroles:\n"
            + "  root: { keys: [anna.pub, ben.pub], threshold: 2 }\n"
            + "  policy: { keys: [anna.pub], threshold: 1 }\n"
            + "  rollout: { keys: [online.pub], threshold: 1 }\n"
            + "  timestamp: { keys: [online.pub], threshold: 1 }\n"
            + "  breakglass: { keys: [anna.pub, ben.pub], threshold: 2 }\n");
    sign("root.yaml", "--key", at("ben"));
    for (int version = 1; version <= 2; version++) {
      Files.writeString(shared.resolve("rules.yaml"), rules(version));
      sign("rules.yaml");
      newHead(version == 1 ? "back" : "forward");
    }
    open("opened", "observe", "--key", at("anna"), "--key", at("ben"));
    Files.write(shared.resolve("tree/head.json"), HEADS.get("forward"));
    newHead("taken"); // of the same number as the one that it takes back
    newHead("taken");
    open("frozen", "freeze", "--key", at("anna"));
    Files.write(shared.resolve("tree/head.json"), HEADS.get("forward"));
    String[] two = {"--key", at("anna"), "--key", at("ben")};
    open("waived", "disable_rule", with(two, "--rule", "no-uname"));
    Files.write(shared.resolve("tree/head.json"), HEADS.get("taken"));
    open("scoped", "observe", with(two, "--sink", "exec", "--tool", "rem*"));
    open("part", "freeze", "--key", at("anna"), "--tool", "make");
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate()));
    server.createContext("/policy/", ServerIT::answer);
    server.start();
  }

  private static String[] with(String[] some, String... more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(String[]::new);
  }

  /** The next head: that of a signal. */
  private static void newHead(String signal) throws IOException {
    countersign("policy", "rollout", "--tree", at("tree"), "--head-key", at("online"));
    HEADS.put(signal, Files.readAllBytes(shared.resolve("tree/head.json")));
  }

  /** Likewise, with an exception; its reason is the signal. */
  private static void open(String signal, String action, String... keys) throws IOException {
    List<String> all = new ArrayList<>(List.of("breakglass", "create", "--tree", at("tree")));
    all.addAll(List.of("--head-key", at("online"), "--action", action, "--reason", signal));
    all.addAll(List.of(keys));
    countersign(all.toArray(new String[0]));
    HEADS.put(signal, Files.readAllBytes(shared.resolve("tree/head.json")));
  }

  @BeforeEach
  void nothingIsSignalled() throws IOException {
    for (String signal : SIGNALS) {
      Files.deleteIfExists(shared.resolve(signal));
    }
  }

  @AfterAll
  static void ends() {
    server.stop(0);
  }

  private static String at(String name) {
    return shared.resolve(name).toString();
  }

  private static void sign(String file, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("policy", "sign", at(file), "--tree", at("tree"), "--key", at("anna")));
    all.addAll(List.of(more));
    countersign(all.toArray(new String[0]));
  }

  private static void countersign(String... arguments) {
    try {
      List<String> command = new ArrayList<>();
      command.add(Jdks.jdk(17).java().toString());
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-jar", AgentRun.agentJar().toString()));
      command.addAll(List.of(arguments));
      run(command);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      assertThat(process.waitFor()).as(said).isZero();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static SSLContext certificate() throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    run(
        List.of(
            keytool,
            "-genkeypair",
            "-keyalg",
            "EC",
            "-alias",
            "s",
            "-dname",
            "CN=localhost",
            "-keystore",
            at("s.p12"),
            "-storepass",
            PASSWORD,
            "-storetype",
            "PKCS12",
            "-ext",
            "san=dns:localhost",
            "-ext",
            "bc:c"));
    run(
        List.of(
            keytool,
            "-exportcert",
            "-rfc",
            "-alias",
            "s",
            "-keystore",
            at("s.p12"),
            "-storepass",
            PASSWORD,
            "-file",
            at("ca.pem")));
    KeyStore store = KeyStore.getInstance(shared.resolve("s.p12").toFile(), PASSWORD.toCharArray());
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** What it shows depends on files that the application makes. */
  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring("/policy/".length());
    Path file = shared.resolve("tree").resolve(path);
    byte[] content = Files.exists(file) ? Files.readAllBytes(file) : null;
    if (path.equals("head.json")) {
      content = HEADS.get("back");
      for (int i = SIGNALS.size() - 1; i >= 0; i--) {
        content =
            Files.exists(shared.resolve(SIGNALS.get(i))) ? HEADS.get(SIGNALS.get(i)) : content;
      }
    }
    exchange.sendResponseHeaders(
        content == null ? 404 : 200, content == null ? -1 : content.length);
    if (content != null) {
      exchange.getResponseBody().write(content);
    }
    exchange.close();
  }

  private static String machine() {
    return "bundle: desk\nversion: 1\nmode: enforce\npolicy: { source: \"https://localhost:"
        + server.getAddress().getPort()
        + "/policy\", root: \""
        + at("tree/root/1.json")
        + "\", ca: \""
        + at("ca.pem")
        + "\", interval: 50ms }\n";
  }

  @OnEachJdk
  void aNewHeadIsAdoptedAndAnOldOneIsNot(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(machine())
            // None of this is about the agent's own connection.
            .jvm(
                "-Djavax.net.ssl.trustStore=" + at("root.yaml"),
                "-Dhttps.proxyHost=127.0.0.1",
                "-Dhttps.proxyPort=1",
                "-DsocksProxyHost=127.0.0.1",
                "-DsocksProxyPort=1")
            .main(
                PolicyActs.class,
                "make:one",
                "make:" + at("forward"),
                "await:\"version\":2",
                "make:two",
                "make:" + at("back"),
                "await:rollback_blocked",
                "make:three");

    assertThat(run).succeeded();
    assertThat(run.stdout())
        .as(run.stderr())
        .contains("make:one: ok", "make:two: ok", "make:three: ok");
    Books books = Books.of(run);
    assertThat(books.records())
        .filteredOn(r -> "agent.repin".equals(r.path("act").asText()))
        .extracting(r -> r.path("to").path("bundle").path("version").asInt())
        .containsExactly(2);
    assertThat(books.records())
        .filteredOn(r -> "agent.policy".equals(r.path("act").asText()))
        .extracting(r -> r.path("status").asText())
        .containsExactly("rollback_blocked");
    assertThat(books.allows("agent.socket")).as("its own connections are no effects").isEmpty();
    assertThat(run).booksVerify();
    assertThat(run.ledger().resolve("state/policies")).isDirectoryContaining("glob:**.json");
  }

  @OnEachJdk
  void anExceptionOpensIsTakenBackAndAFreezeClosesEverything(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(machine())
            .main(
                PolicyActs.class,
                "make:" + at("forward"),
                "await:\"version\":2",
                "start:true",
                "make:" + at("opened"),
                "await:begins: opened",
                "start:echo",
                "make:" + at("taken"),
                "await:was taken back",
                "start:ls",
                "make:" + at("frozen"),
                "await:begins: frozen",
                "start:cat",
                "make:never");

    assertThat(run).succeeded();
    assertThat(run.stdout())
        .as(run.stderr())
        .contains("start:true: CS-UNBOUND", "start:echo: ok", "start:ls: CS-UNBOUND")
        .contains("start:cat: CS-POLICY", "make:never: CS-POLICY");
    assertThat(run.after()).doesNotContainKey("never");
    List<JsonNode> said =
        Books.of(run).records().stream()
            .filter(r -> "agent.policy".equals(r.path("act").asText()))
            .toList();
    assertThat(said)
        .extracting(r -> r.path("status").asText())
        .containsExactly("breakglass", "breakglass_end", "breakglass");
    String id = said.get(0).path("breakglass").asText();
    assertThat(said.get(1).path("breakglass").asText()).isEqualTo(id);
    assertThat(Books.of(run).records())
        .filteredOn(r -> id.equals(r.path("breakglass").asText()) && r.has("would_refuse"))
        .as("what is allowed by it says so, and what would have been refused")
        .hasSize(1);
    assertThat(run).booksVerify();
  }

  /** What an exception is about, and what beside it: on one JDK, for no class is woven for it. */
  @Test
  void anExceptionIsAboutItsRuleItsSinkAndItsTool() {
    AgentRun run =
        AgentRun.on(Jdks.jdk(17))
            .configured(machine())
            .main(
                PolicyActs.class,
                "make:" + at("forward"),
                "await:\"version\":2",
                "start:uname",
                "make:" + at("waived"),
                "await:begins: waived",
                "start:uname",
                "start:true",
                "remake:one",
                "make:" + at("taken"),
                "await:was taken back",
                "start:uname",
                "make:" + at("scoped"),
                "await:begins: scoped",
                "remake:two",
                "start:true",
                "start:uname",
                "make:" + at("part"),
                "await:begins: part",
                "make:three",
                "remake:four");

    assertThat(run).succeeded();
    assertThat(
            run.stdout().lines().filter(line -> !line.contains("/") && !line.startsWith("await")))
        .as(run.stderr())
        .containsExactly(
            "start:uname: CS-POLICY",
            "start:uname: ok",
            "start:true: CS-UNBOUND",
            "remake:one: CS-UNBOUND",
            "start:uname: CS-POLICY",
            "remake:two: ok",
            "start:true: CS-UNBOUND",
            "start:uname: CS-POLICY",
            "make:three: CS-POLICY",
            "remake:four: ok");
    assertThat(run).created("two").created("four").booksVerify();
    assertThat(run.after()).doesNotContainKeys("one", "three");
    assertThat(Books.of(run).records())
        .filteredOn(r -> r.has("would_refuse"))
        .extracting(r -> r.path("would_refuse").asText())
        .as("what each let happen says what it would have been refused with")
        .containsExactly("CS-POLICY", "CS-UNBOUND", "CS-UNBOUND");
  }

  @OnEachJdk
  void aMachineThatComesUpDuringAnExceptionHasPolicyAndException(Jdk jdk) throws IOException {
    Files.createFile(shared.resolve("opened"));
    AgentRun run =
        AgentRun.on(jdk)
            .configured(machine())
            .main(PolicyActs.class, "await:begins: opened", "make:one", "start:true");

    assertThat(run.stdout())
        .as(run.stderr())
        .contains("await:begins: opened: ok", "make:one: ok", "start:true: ok");
    assertThat(run).created("one").booksVerify();
  }
}
