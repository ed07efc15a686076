package dev.countersign.it.approval;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.approval.AnsweredActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * A call that needs a person, and people who answer with the command line and on its page, each in
 * a process of their own.
 */
class AnsweredIT {

  private static final int LIMIT_MILLIS = AgentRun.LIMIT_SECONDS * 1_000;

  @TempDir private Path temp;

  private static void pem(Path file, String type, byte[] der) throws IOException {
    Files.writeString(
        file,
        "-----BEGIN "
            + type
            + "-----\n"
            + Base64.getMimeEncoder().encodeToString(der)
            + "\n-----END "
            + type
            + "-----\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private Path approvals() {
    return temp.resolve("approvals");
  }

  private String configuration() {
    return """
    bundle: desk
    version: 1
    mode: enforce
    frameworks: none
    tools:
      - tool: pay
        method: "com.example.acts.approval.AnsweredActs#pay(java.lang.String)"
        approval: human
        disclose: true
        effects:
          - exec: { argv: [touch, "${args.to}"], }
    bind:
      - resolve: com.example.acts.approval.AnsweredActs#dispatch(java.lang.String,java.lang.String,java.util.concurrent.Callable)
        invoke: { tool: "${arg0}", arguments: "${json:arg1}" }
    approvals: { dir: "%s", keys: ["%s"] }
    """
        .formatted(approvals(), temp.resolve("ann.pub"));
  }

  private AgentRun approvals(Jdk jdk, String... arguments) {
    List<String> all = new ArrayList<>(List.of("approvals"));
    all.addAll(List.of(arguments));
    return AgentRun.on(jdk)
        .program(List.of("-jar", AgentRun.agentJar().toString()), all.toArray(new String[0]));
  }

  /** The application, as whoever tells it what to ask for sees it. */
  private static final class Teller implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader said;

    Teller(ServerSocket server) throws IOException {
      socket = server.accept();
      socket.setSoTimeout(LIMIT_MILLIS);
      said =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    String asks(String to) throws IOException {
      socket.getOutputStream().write((to + "\n").getBytes(StandardCharsets.US_ASCII));
      return said.readLine();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @OnEachJdk
  void whatAPersonApprovesElsewhereHappensOnce(Jdk jdk) throws Exception {
    KeyPair ann = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Path key = temp.resolve("ann");
    pem(key, "PRIVATE KEY", ann.getPrivate().getEncoded());
    pem(temp.resolve("ann.pub"), "PUBLIC KEY", ann.getPublic().getEncoded());
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
      server.setSoTimeout(LIMIT_MILLIS);
      CompletableFuture<AgentRun> running =
          CompletableFuture.supplyAsync(
              () ->
                  AgentRun.on(jdk)
                      .configured(configuration())
                      .main(AnsweredActs.class, "asksWhenTold", "" + server.getLocalPort()));
      try (Teller application = new Teller(server)) {
        assertThat(application.asks("bob")).isEqualTo("refused bob");
        AgentRun list = approvals(jdk, "list", "--dir", approvals().toString());
        assertThat(list).exitedWith(3);
        assertThat(list.stdout())
            .contains("  pending  pay", "AnsweredActs", "touch", "bob", "1 call waits");
        AgentRun answer =
            approvals(
                jdk,
                "answer",
                "--dir",
                approvals().toString(),
                "--key",
                key.toString(),
                "--approver",
                "ann",
                "--approve",
                "--reason",
                "bob is owed it");
        assertThat(answer).exitedWith(0);
        assertThat(application.asks("eve")).isEqualTo("refused eve");
        assertThat(application.asks("bob")).isEqualTo("paid bob");
        assertThat(application.asks("bob")).isEqualTo("refused bob");
        onThePage(jdk, key, "eve");
        assertThat(application.asks("eve")).isEqualTo("paid eve");
        assertThat(application.asks("eve")).isEqualTo("refused eve");
      }
      AgentRun run = running.get(AgentRun.LIMIT_SECONDS, TimeUnit.SECONDS);
      assertThat(run).succeeded().created("bob").created("eve").booksVerify();
    }
  }

  /** Approves what waits and names that text, as the page's script does. */
  private void onThePage(Jdk jdk, Path key, String named) throws Exception {
    Process desk =
        new ProcessBuilder(
                jdk.java().toString(),
                "-jar",
                AgentRun.agentJar().toString(),
                "approvals",
                "serve",
                "--dir",
                approvals().toString(),
                "--key",
                key.toString(),
                "--until-eof")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      String link =
          new BufferedReader(new InputStreamReader(desk.getInputStream(), StandardCharsets.UTF_8))
              .readLine();
      String origin = link.substring(0, link.indexOf("/?"));
      HttpClient browser = HttpClient.newHttpClient();
      HttpResponse<String> page =
          browser.send(
              HttpRequest.newBuilder(URI.create(link)).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      String cookie = page.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
      String proof = first("name=\"proof\" content=\"([0-9a-f]+)\"", page.body());
      HttpRequest.Builder asks =
          HttpRequest.newBuilder()
              .header("Cookie", cookie)
              .header("X-Countersign-Desk", proof)
              .header("Origin", origin)
              .header("Content-Type", "application/json");
      String list = get(browser, asks, origin + "/requests?q=" + named);
      assertThat(first("\"matching\":([0-9]+)", list)).isEqualTo("1");
      String digest = first("\"digest\":\"([0-9a-f]{64})\"", list);
      String seen =
          first("\"seen\":\"([^\"]+)\"", get(browser, asks, origin + "/requests/" + digest));
      HttpResponse<String> told =
          browser.send(
              asks.copy()
                  .uri(URI.create(origin + "/answers"))
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"digest\":\"%s\",\"seen\":\"%s\",\"decision\":\"approve\",\"reason\":\"fine\"}"
                              .formatted(digest, seen)))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
      assertThat(told.body()).contains("\"state\":\"approved\"");
      desk.getOutputStream().close();
      assertThat(desk.waitFor(AgentRun.LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(desk.exitValue()).isZero();
    } finally {
      desk.destroyForcibly();
    }
  }

  private static String get(HttpClient browser, HttpRequest.Builder asks, String uri)
      throws Exception {
    HttpResponse<String> told =
        browser.send(
            asks.copy().uri(URI.create(uri)).GET().build(), HttpResponse.BodyHandlers.ofString());
    assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
    return told.body();
  }

  private static String first(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group(1);
  }
}
