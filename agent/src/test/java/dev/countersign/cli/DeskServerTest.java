package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Json;
import dev.countersign.receipt.ReceiptSigner;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The desk against everything else on the machine: other programs and users, pages in the same
 * browser, and whoever can write requests. Spoken to by bytes, as no HTTP client would.
 */
class DeskServerTest {

  @TempDir private Path temp;

  private Waiting waiting;
  private ApprovalRequest request;
  private DeskServer desk;
  private final List<String> log = new ArrayList<>();
  private String host;
  private String cookie;
  private String proof;

  /** What came back. */
  private record Told(int status, String head, String body) {

    Map<?, ?> json() {
      return (Map<?, ?>) Json.parse(body);
    }

    String header(String name) {
      Matcher line = Pattern.compile("(?im)^" + name + ": *(.*?)\r?$").matcher(head);
      return line.find() ? line.group(1) : null;
    }
  }

  @BeforeEach
  void serve() throws Exception {
    waiting = new Waiting(temp.resolve("approvals"));
    request = waiting.asks("refund", Waiting.change("refund", "ch_1", "Refund 5 EUR"));
    desk = new DeskServer(0, docket("ann", (byte) 1));
    URI link = URI.create(desk.link());
    host = link.getRawAuthority();
  }

  @AfterEach
  void leave() {
    desk.close();
  }

  private Docket docket(String name, byte seed) throws Exception {
    byte[] bytes = new byte[Ed25519.KEY];
    bytes[0] = seed;
    Ed25519 key = Ed25519.of(bytes);
    Approver approver =
        new Approver(
            name,
            key,
            ReceiptSigner.keyid(key.publicKey()),
            Duration.ofHours(1),
            List.of(key.publicKey()));
    return new Docket(ApprovalDirectory.open(waiting.directory()), approver, log::add);
  }

  private ApprovalState state() throws Exception {
    return ApprovalDirectory.open(waiting.directory()).entryOf(request.requestDigest()).state();
  }

  /** Sends bytes and reads what comes until the other side ends. */
  private Told send(String text) throws IOException {
    return send(host, text);
  }

  private static Told send(String host, String text) throws IOException {
    try (Socket socket = connect(host)) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      return read(socket);
    }
  }

  private static Socket connect(String host) throws IOException {
    return new Socket(
        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
        Integer.parseInt(host.substring(host.indexOf(':') + 1)));
  }

  private static Told read(Socket socket) throws IOException {
    String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int end = all.indexOf("\r\n\r\n");
    if (end < 0) {
      return new Told(0, "", all);
    }
    return new Told(
        Integer.parseInt(all.substring(9, 12)), all.substring(0, end), all.substring(end + 4));
  }

  /** A request of lines; the host is added unless one of them is one. */
  private Told ask(String method, String path, String... headers) throws IOException {
    return send(text(method, path, "", headers));
  }

  private String text(String method, String path, String body, String... headers) {
    StringBuilder text = new StringBuilder(method + ' ' + path + " HTTP/1.1\r\n");
    boolean named = false;
    for (String header : headers) {
      text.append(header).append("\r\n");
      named |= header.startsWith("Host:");
    }
    text.append(named ? "" : "Host: " + host + "\r\n").append("Connection: close\r\n");
    if (method.equals("POST")) {
      text.append("Content-Length: ")
          .append(body.getBytes(StandardCharsets.UTF_8).length)
          .append("\r\n");
    }
    return text.append("\r\n").append(body).toString();
  }

  /** What the browser of the person has after it opened the link. */
  private void enter() throws IOException {
    Told page = ask("GET", "/" + desk.link().substring(desk.link().indexOf('?')));
    assertThat(page.status()).isEqualTo(200);
    cookie = page.header("Set-Cookie");
    Matcher meta =
        Pattern.compile("name=\"proof\" content=\"([0-9a-f]{64})\"").matcher(page.body());
    assertThat(meta.find()).isTrue();
    proof = "X-Countersign-Desk: " + meta.group(1);
    assertThat(cookie).endsWith("; Path=/; HttpOnly; SameSite=Strict");
    cookie = "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
  }

  private String origin() {
    return "Origin: http://" + host;
  }

  private String answer(String decision) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("digest", request.requestDigest());
    answer.put("seen", CallView.seen(request));
    answer.put("decision", decision);
    answer.put("reason", "it is right");
    return new String(Canonical.jcs(answer), StandardCharsets.UTF_8);
  }

  private Told post(String body, String... more) throws IOException {
    List<String> headers = new ArrayList<>(List.of(cookie, proof, origin()));
    headers.add("Content-Type: application/json");
    headers.addAll(List.of(more));
    return send(text("POST", "/answers", body, headers.toArray(new String[0])));
  }

  // The honest way, without which the table below would prove nothing

  @Test
  void whoHasTheLinkAnswers() throws Exception {
    enter();
    assertThat(ask("GET", "/requests", cookie, proof).json().get("total")).isEqualTo(1L);
    Told one = ask("GET", "/requests/" + request.requestDigest(), cookie, proof);
    assertThat(one.json().get("state")).isEqualTo("pending");
    assertThat(one.json().get("seen")).isEqualTo(CallView.seen(request));
    Told told = post(answer("approve"));
    assertThat(told.status()).as(told.body()).isEqualTo(200);
    assertThat(told.json().get("state")).isEqualTo("approved");
    assertThat(state()).isEqualTo(ApprovalState.APPROVED);
    assertThat(log).containsExactly("approved refund " + request.requestDigest());
  }

  @Test
  void whatAnAnswerSaysToABrowser() throws Exception {
    enter();
    for (String path : List.of("/", "/desk.js", "/desk.css", "/requests", "/none")) {
      Told told = ask("GET", path, cookie, proof);
      assertThat(told.header("Content-Security-Policy"))
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe", "*", "http");
      assertThat(told.header("Cache-Control")).isEqualTo("no-store");
      assertThat(told.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(told.header("Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(told.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
      assertThat(told.header("Access-Control-Allow-Origin")).isNull();
    }
    assertThat(ask("GET", "/", cookie).body())
        .as("the page a second time: without the proof")
        .contains("name=\"proof\" content=\"\"");
  }

  // The table: each is the honest request with one thing wrong

  /**
   * @param status that it gets; 0 for no answer at all
   */
  private record Attack(String name, int status, How how) {
    interface How {
      Told by(DeskServerTest test) throws Exception;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static Attack attack(String name, int status, Attack.How how) {
    return new Attack(name, status, how);
  }

  static Stream<Attack> attacks() {
    String evil = "Host: rebound.example";
    return Stream.of(
        // DNS rebinding
        attack(
            "D01 host of another name",
            421,
            t -> t.ask("GET", "/requests", t.cookie, t.proof, evil)),
        attack(
            "D02 the right port of another name",
            421,
            t ->
                t.ask(
                    "GET",
                    "/requests",
                    t.cookie,
                    t.proof,
                    "Host: rebound.example" + t.host.substring(9))),
        attack(
            "D03 localhost, which another may answer to",
            421,
            t ->
                t.ask(
                    "GET",
                    "/requests",
                    t.cookie,
                    t.proof,
                    "Host: localhost" + t.host.substring(9))),
        attack(
            "D04 no port",
            421,
            t -> t.ask("GET", "/requests", t.cookie, t.proof, "Host: 127.0.0.1")),
        attack(
            "D05 two hosts",
            421,
            t -> t.ask("GET", "/requests", t.cookie, t.proof, "Host: " + t.host, evil)),
        attack(
            "D06 no host",
            421,
            t -> t.send("GET /requests HTTP/1.0\r\n" + t.cookie + "\r\n" + t.proof + "\r\n\r\n")),
        attack(
            "D07 the link by another name",
            421,
            t -> t.ask("GET", "/?token=" + "0".repeat(64), evil)),
        attack(
            "D08 a whole URL as the path",
            400,
            t -> t.ask("GET", "http://rebound.example/requests", t.cookie, t.proof)),
        // No key to the door
        attack("D10 no cookie", 403, t -> t.ask("GET", "/requests", t.proof)),
        attack("D11 no cookie for the page", 403, t -> t.ask("GET", "/")),
        attack("D12 no cookie for the script", 403, t -> t.ask("GET", "/desk.js")),
        attack(
            "D13 another cookie",
            403,
            t -> t.ask("GET", "/requests", "Cookie: countersign-desk=" + "0".repeat(64), t.proof)),
        attack(
            "D14 a cookie that begins like ours",
            403,
            t -> t.ask("GET", "/requests", t.cookie.substring(0, t.cookie.length() - 1), t.proof)),
        attack(
            "D15 the cookie alone, as a neighbour's port gets it",
            403,
            t -> t.ask("GET", "/requests", t.cookie)),
        attack(
            "D16 another proof",
            403,
            t -> t.ask("GET", "/requests", t.cookie, "X-Countersign-Desk: " + "0".repeat(64))),
        attack(
            "D17 the proof twice", 403, t -> t.ask("GET", "/requests", t.cookie, t.proof, t.proof)),
        attack("D18 a wrong token", 403, t -> t.ask("GET", "/?token=" + "0".repeat(64), t.cookie)),
        attack("D19 an empty token", 403, t -> t.ask("GET", "/?token=", t.cookie)),
        attack(
            "D20 the link again",
            403,
            t -> t.ask("GET", "/" + t.desk.link().substring(t.desk.link().indexOf('?')), t.cookie)),
        attack(
            "D21 an answer without the proof",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.origin(),
                        "Content-Type: application/json"))),
        attack(
            "D22 an answer without the cookie",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.proof,
                        t.origin(),
                        "Content-Type: application/json"))),
        // Another page in the same browser
        attack(
            "D30 an answer by GET",
            405,
            t ->
                t.ask(
                    "GET",
                    "/answers?digest=" + t.request.requestDigest() + "&decision=approve",
                    t.cookie,
                    t.proof,
                    t.origin())),
        attack(
            "D31 an answer by PUT",
            405,
            t -> t.ask("PUT", "/answers", t.cookie, t.proof, t.origin())),
        attack(
            "D32 a POST elsewhere",
            405,
            t ->
                t.send(
                    t.text(
                        "POST", "/requests", t.answer("approve"), t.cookie, t.proof, t.origin()))),
        attack(
            "D33 a method that is none of ours",
            405,
            t ->
                t.ask(
                    "OPTIONS",
                    "/answers",
                    t.cookie,
                    "Origin: http://evil.example",
                    "Access-Control-Request-Method: POST")),
        attack(
            "D34 an answer of another origin",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        "Origin: http://evil.example",
                        "Content-Type: application/json"))),
        attack(
            "D35 an answer of another port",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        "Origin: http://127.0.0.1:1",
                        "Content-Type: application/json"))),
        attack(
            "D36 an answer of no origin",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        "Content-Type: application/json"))),
        attack(
            "D37 an answer of the origin null",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        "Origin: null",
                        "Content-Type: application/json"))),
        attack(
            "D38 two origins",
            403,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        t.origin(),
                        t.origin(),
                        "Content-Type: application/json"))),
        attack(
            "D39 data for another origin",
            403,
            t -> t.ask("GET", "/requests", t.cookie, t.proof, "Origin: http://evil.example")),
        attack(
            "D40 data for another site",
            403,
            t -> t.ask("GET", "/requests", t.cookie, t.proof, "Sec-Fetch-Site: same-site")),
        attack(
            "D41 an answer of a form",
            415,
            t ->
                t.send(
                    t.text(
                        "POST",
                        "/answers",
                        t.answer("approve"),
                        t.cookie,
                        t.proof,
                        t.origin(),
                        "Content-Type: text/plain"))),
        attack(
            "D42 an answer without a type",
            415,
            t ->
                t.send(
                    t.text(
                        "POST", "/answers", t.answer("approve"), t.cookie, t.proof, t.origin()))),
        // Bad input
        attack(
            "D50 a body that is too long", 413, t -> t.post("x".repeat(DeskServer.MOST_BODY + 1))),
        attack("D51 no JSON", 400, t -> t.post("{")),
        attack("D52 JSON of another form", 400, t -> t.post("[]")),
        attack(
            "D53 a member more", 400, t -> t.post(t.answer("approve").replace("{", "{\"a\":1,"))),
        attack(
            "D54 a name twice",
            400,
            t -> t.post(t.answer("refuse").replace("{", "{\"decision\":\"approve\","))),
        attack("D55 another word", 400, t -> t.post(t.answer("allow"))),
        attack("D56 no reason", 422, t -> t.post(t.answer("approve").replace("it is right", " "))),
        attack(
            "D57 a reason that is too long",
            422,
            t -> t.post(t.answer("approve").replace("it is right", "x".repeat(1_001)))),
        attack(
            "D58 a reason with a control character",
            422,
            t -> t.post(t.answer("approve").replace("it is right", "a\\u001b[31m"))),
        attack(
            "D59 a digest that waits nowhere",
            409,
            t -> t.post(t.answer("approve").replace(t.request.requestDigest(), "0".repeat(64)))),
        attack(
            "D60 a digest that is a path",
            409,
            t ->
                t.post(t.answer("approve").replace(t.request.requestDigest(), "../../etc/passwd"))),
        attack(
            "D61 what was not seen",
            409,
            t -> t.post(t.answer("approve").replace(t.request.id(), "0".repeat(32)))),
        attack(
            "D62 a path out of the page",
            404,
            t -> t.ask("GET", "/../../../../etc/passwd", t.cookie, t.proof)),
        attack(
            "D63 the same, encoded",
            404,
            t -> t.ask("GET", "/%2e%2e/%2e%2e/etc/passwd", t.cookie, t.proof)),
        attack(
            "D64 a request by a path",
            404,
            t -> t.ask("GET", "/requests/../" + t.request.requestDigest(), t.cookie, t.proof)),
        attack(
            "D65 a file of the directory",
            404,
            t -> t.ask("GET", "/requests/" + t.request.fileName(), t.cookie, t.proof)),
        attack("D66 a class of ours", 404, t -> t.ask("GET", "/desk.html", t.cookie, t.proof)),
        attack("D67 two slashes", 404, t -> t.ask("GET", "//requests", t.cookie, t.proof)));
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void isRefusedAndNothingIsAnswered(Attack attack) throws Exception {
    enter();
    Told told = attack.how().by(this);
    assertThat(told.status()).as(told.head() + told.body()).isEqualTo(attack.status());
    assertThat(told.body()).doesNotContain("Refund 5 EUR", "root:");
    assertThat(told.header("Set-Cookie")).isNull();
    assertThat(state()).isEqualTo(ApprovalState.PENDING);
    assertThat(log).isEmpty();
    // The person is not locked out by it.
    assertThat(ask("GET", "/requests", cookie, proof).status()).isEqualTo(200);
  }

  @Test
  void aQueryThatIsNoneFindsNothingAndBreaksNothing() throws Exception {
    enter();
    for (String query :
        List.of("q=%ff", "from=-1", "from=99999999999", "from=x", "open=../x", "q=a&q=b", "&&=")) {
      Told told = ask("GET", "/requests?" + query, cookie, proof);
      assertThat(told.status()).as(query).isEqualTo(200);
      assertThat(told.json().get("total")).isEqualTo(1L);
    }
  }

  @Test
  void clientsThatDawdleKeepNobodyOut() throws Exception {
    enter();
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 40; i++) {
        Socket socket = connect(host);
        socket
            .getOutputStream()
            .write("GET /requests HTTP/1.1\r\nHost: ".getBytes(StandardCharsets.UTF_8));
        slow.add(socket);
      }
      Socket body = connect(host);
      slow.add(body);
      String whole =
          text(
              "POST",
              "/answers",
              answer("approve"),
              cookie,
              proof,
              origin(),
              "Content-Type: application/json");
      body.getOutputStream()
          .write(whole.substring(0, whole.length() - 5).getBytes(StandardCharsets.UTF_8));
      // They are cut off, and then it is served: no time is asked of either.
      assertThat(ask("GET", "/requests", cookie, proof).status()).isEqualTo(200);
      for (Socket each : slow) {
        InputStream in = each.getInputStream();
        assertThat(in.read()).as("the desk ends it").isNegative();
      }
      assertThat(state()).isEqualTo(ApprovalState.PENDING);
    } finally {
      for (Socket each : slow) {
        each.close();
      }
    }
  }

  // Two people

  @Test
  void ofTwoDesksOneDecidesAndTheOtherIsTold() throws Exception {
    enter();
    String annCookie = cookie;
    String annProof = proof;
    String annHost = host;
    try (DeskServer second = new DeskServer(0, docket("bob", (byte) 2))) {
      DeskServer first = desk;
      desk = second;
      host = URI.create(second.link()).getRawAuthority();
      enter();
      String bob =
          text(
              "POST",
              "/answers",
              answer("refuse"),
              cookie,
              proof,
              origin(),
              "Content-Type: application/json");
      String bobHost = host;
      desk = first;
      host = annHost;
      String ann =
          text(
              "POST",
              "/answers",
              answer("approve"),
              annCookie,
              annProof,
              origin(),
              "Content-Type: application/json");
      CyclicBarrier together = new CyclicBarrier(2);
      CompletableFuture<Told> one = CompletableFuture.supplyAsync(() -> at(together, annHost, ann));
      CompletableFuture<Told> two = CompletableFuture.supplyAsync(() -> at(together, bobHost, bob));
      List<Told> both = List.of(one.get(), two.get());
      assertThat(both).extracting(Told::status).containsExactlyInAnyOrder(200, 409);
      Told won = both.get(both.get(0).status() == 200 ? 0 : 1);
      Told lost = both.get(both.get(0).status() == 200 ? 1 : 0);
      assertThat(lost.json().get("state")).isEqualTo(won.json().get("state"));
      assertThat(lost.json().get("at")).isEqualTo(won.json().get("at"));
      assertThat((String) lost.json().get("by"))
          .startsWith((String) won.json().get("by"))
          .contains("not known here");
      assertThat(log).hasSize(1);
      assertThat(tickets()).hasSize(1);
    }
  }

  private static Told at(CyclicBarrier together, String host, String text) {
    try {
      together.await();
      return send(host, text);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private Set<String> tickets() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(waiting.directory())) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".ticket.json"))
          .forEach(names::add);
    }
    return names;
  }

  // Those who write requests

  @Test
  void aRequestThatIsWrittenAnewWhileItIsReadIsNotAnswered() throws Exception {
    enter();
    String read = answer("approve");
    waiting.put(
        new ApprovalRequest(
            request.id(),
            request.requestDigest(),
            request.verb(),
            request.target(),
            request.tool(),
            request.toolPin(),
            request.permits(),
            request.reason(),
            null,
            List.of(Waiting.change("refund", "ch_1", "Refund 5,000 EUR")),
            request.run(),
            request.requestedAt(),
            request.expiresAt(),
            request.application(),
            request.pid()));
    Told told = post(read);
    assertThat(told.status()).isEqualTo(409);
    assertThat(told.json().get("error")).asString().contains("written anew");
    assertThat(state()).isEqualTo(ApprovalState.PENDING);
  }

  @Test
  void whatIsNoRequestIsNamedAndTheOthersAreThere() throws Exception {
    waiting.put("a.request.json", "{".getBytes(StandardCharsets.UTF_8));
    waiting.put("b\u202e<b>.request.json", "[]".getBytes(StandardCharsets.UTF_8));
    waiting.put("c.request.json", new byte[ApprovalRequest.MOST_BYTES + 1]);
    Files.createSymbolicLink(waiting.directory().resolve("d.request.json"), temp.resolve("none"));
    Files.createDirectory(waiting.directory().resolve("e.request.json"));
    enter();
    Map<?, ?> list = ask("GET", "/requests", cookie, proof).json();
    assertThat(list.get("total")).isEqualTo(1L);
    assertThat(list.get("unreadable")).isEqualTo(5L);
    assertThat(list.get("odd").toString())
        .contains(
            "a.request.json: it is no JSON text", "b\\u202e<b>", "d.request.json: it is a link")
        .doesNotContain("\u202e");
  }

  @Test
  void aThousandWaitAndAPageOfThemIsTold() throws Exception {
    for (int i = 0; i < 999; i++) {
      waiting.asks(
          "tool" + i % 7,
          Waiting.change("write", "table/" + i, "Write row " + i + " of the table"));
    }
    enter();
    Told told = ask("GET", "/requests?from=950", cookie, proof);
    assertThat(told.json().get("total")).isEqualTo(1_000L);
    assertThat((List<?>) told.json().get("rows")).hasSize(50);
    assertThat(told.body().length()).isLessThan(50 * 500);
    assertThat((List<?>) ask("GET", "/requests?from=5000", cookie, proof).json().get("rows"))
        .hasSize(50);
    Map<?, ?> found = ask("GET", "/requests?q=write+table/998", cookie, proof).json();
    assertThat(found.get("matching")).isEqualTo(1L);
    String tag = told.header("ETag");
    assertThat(ask("GET", "/requests?from=950", cookie, proof, "If-None-Match: " + tag).status())
        .isEqualTo(304);
    waiting.asks("tool", Waiting.change("write", "x", "One more"));
    assertThat(ask("GET", "/requests?from=950", cookie, proof, "If-None-Match: " + tag).status())
        .isEqualTo(200);
  }

  @Test
  void aHugeTextIsCutUntilTheWholeIsAskedFor() throws Exception {
    ApprovalRequest huge =
        waiting.asks("huge", Waiting.change("write", "x", "a" + "\u202e".repeat(100_000) + "tail"));
    enter();
    assertThat(ask("GET", "/requests", cookie, proof).body().length()).isLessThan(4_000);
    Told cut = ask("GET", "/requests/" + huge.requestDigest(), cookie, proof);
    assertThat(cut.json().get("cut")).isEqualTo(true);
    assertThat(cut.body()).contains("[98005 more characters]").doesNotContain("\u202e");
    Told whole = ask("GET", "/requests/" + huge.requestDigest() + "?whole=1", cookie, proof);
    assertThat(whole.json().get("cut")).isEqualTo(false);
    assertThat(whole.body()).contains("tail").doesNotContain("\u202e", "more characters");
  }
}
