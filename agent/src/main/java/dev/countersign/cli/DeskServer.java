package dev.countersign.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The page of {@code approvals serve}: HTTP on the loopback address, for one browser tab, and for
 * nobody else ({@link DeskDoor}). An answer is a POST with a body of JSON, which no form can send.
 *
 * <p>Nothing of a request of a browser becomes a path: routes are compared as a whole, digests are
 * looked up among those that wait.
 */
final class DeskServer implements AutoCloseable {

  /** Bytes of a body; an answer has a reason of at most 1,000 characters. */
  static final int MOST_BODY = 16 * 1024;

  /**
   * Connections that are served at one time: each that dawdles holds a thread until it is cut off.
   */
  private static final int THREADS = 256;

  /** Seconds for a whole request, which a browser sends at once: who dawdles is cut off. */
  private static final String ASKING = "5";

  /** Seconds for an answer, until its last byte is taken. */
  private static final String ANSWERING = "30";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " form-action 'none'; frame-ancestors 'none'; base-uri 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Docket docket;
  private final DeskDoor door;
  private final String page;
  private final byte[] script;
  private final byte[] style;

  /**
   * Listens from now on.
   *
   * @param port 0 for any
   * @throws IOException if the port is taken
   */
  DeskServer(int port, Docket docket) throws IOException {
    this.docket = docket;
    page = new String(resource("desk.html"), StandardCharsets.UTF_8);
    script = resource("desk.js");
    style = resource("desk.css");
    // The JDK reads them when its server's classes load; this process has no other server.
    System.setProperty("sun.net.httpserver.maxReqTime", ASKING);
    System.setProperty("sun.net.httpserver.maxRspTime", ANSWERING);
    byte[] loopback = {127, 0, 0, 1};
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(loopback), port), 64);
    door = new DeskDoor("127.0.0.1:" + server.getAddress().getPort());
    ThreadFactory daemons =
        task -> {
          Thread thread = new Thread(task, "countersign-desk");
          thread.setDaemon(true);
          return thread;
        };
    threads =
        new ThreadPoolExecutor(
            THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = DeskServer.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  /** The link that opens the page, once. */
  String link() {
    return door.link();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      DeskReply reply;
      try {
        reply = reply(exchange);
      } catch (RuntimeException failed) {
        reply =
            DeskReply.error(
                500,
                "the desk failed for a reason it does not know: " + failed.getClass().getName());
      }
      send(exchange, reply);
    }
  }

  private static void send(HttpExchange exchange, DeskReply reply) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", reply.type());
    headers.set("Cache-Control", "no-store");
    headers.set("Content-Security-Policy", POLICY);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    reply.headers().forEach(headers::set);
    boolean none = reply.status() == 304 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(reply.status(), none ? -1 : reply.body().length);
    if (!none) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(reply.body());
      }
    }
  }

  private DeskReply reply(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    if (!door.isNamed(headers)) {
      return DeskReply.text(421, "This desk answers at " + door.origin() + " only.");
    }
    URI uri = exchange.getRequestURI();
    String path = uri.getRawPath();
    if (uri.getRawAuthority() != null || path == null) {
      return DeskReply.text(400, "A path is expected.");
    }
    boolean answers = path.equals("/answers");
    if (!exchange.getRequestMethod().equals(answers ? "POST" : "GET")) {
      return DeskReply.text(405, "Only " + (answers ? "POST" : "GET") + " is served here.")
          .with("Allow", answers ? "POST" : "GET");
    }
    Map<String, String> query = query(uri.getRawQuery());
    if (path.equals("/") && query.containsKey("token")) {
      return redeem(query.get("token"));
    }
    if (!door.hasCookie(headers)) {
      return DeskReply.text(
          403,
          "This desk opens with the link that the terminal shows, which works once. Start \"countersign"
              + " approvals serve\" again for another.");
    }
    switch (path) {
      case "/":
        return shell("");
      case "/desk.js":
        return new DeskReply(200, "text/javascript; charset=utf-8", script, Map.of());
      case "/desk.css":
        return new DeskReply(200, "text/css; charset=utf-8", style, Map.of());
      default:
        return data(exchange, path, query);
    }
  }

  private DeskReply data(HttpExchange exchange, String path, Map<String, String> query)
      throws IOException {
    Headers headers = exchange.getRequestHeaders();
    if (!door.isPage(headers)) {
      return DeskReply.error(403, "only the page that the link opened may ask");
    }
    if (path.equals("/requests")) {
      DeskReply list =
          docket.list(
              query.getOrDefault("q", ""),
              number(query.get("from")),
              query.getOrDefault("open", ""));
      return list.headers().get("ETag").equals(headers.getFirst("If-None-Match"))
          ? new DeskReply(304, list.type(), new byte[0], list.headers())
          : list;
    }
    if (path.startsWith("/requests/")) {
      return docket.one(path.substring("/requests/".length()), query.containsKey("whole"));
    }
    return path.equals("/answers")
        ? answer(exchange)
        : DeskReply.text(404, "There is nothing here.");
  }

  private DeskReply answer(HttpExchange exchange) throws IOException {
    Headers headers = exchange.getRequestHeaders();
    if (!door.namesOrigin(headers)) {
      return DeskReply.error(403, "an answer names this page as its origin");
    }
    if (!"application/json".equals(DeskDoor.only(headers, "Content-Type"))) {
      return DeskReply.error(415, "an answer is application/json");
    }
    byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
    if (body.length > MOST_BODY) {
      return DeskReply.error(413, "an answer has at most " + MOST_BODY + " bytes")
          .with("Connection", "close");
    }
    Object json;
    try {
      json = Json.parse(body);
    } catch (NotCanonicalException malformed) {
      return DeskReply.error(400, "the answer is no JSON: " + malformed.getMessage());
    }
    if (json instanceof Map<?, ?> map
        && map.size() == 4
        && map.get("digest") instanceof String digest
        && map.get("seen") instanceof String seen
        && map.get("decision") instanceof String decision
        && map.get("reason") instanceof String reason
        && (decision.equals("approve") || decision.equals("refuse"))) {
      return docket.answer(digest, seen, decision.equals("approve"), reason);
    }
    return DeskReply.error(400, "an answer has digest, seen, decision (approve or refuse), reason");
  }

  private DeskReply redeem(String given) {
    if (!door.isToken(given)) {
      return DeskReply.text(403, "This is not the link that the terminal shows.");
    }
    if (!door.redeem()) {
      return DeskReply.text(
          403,
          "This link was used before, and works once. If that was not you, somebody else can answer"
              + " with your key: end the desk in the terminal (Ctrl-C). Start it again for another"
              + " link.");
    }
    return shell(door.proof()).with("Set-Cookie", door.cookie());
  }

  private DeskReply shell(String proof) {
    return new DeskReply(
        200,
        "text/html; charset=utf-8",
        page.replace("%PROOF%", proof).getBytes(StandardCharsets.UTF_8),
        Map.of());
  }

  private static int number(String text) {
    try {
      return text == null ? 0 : Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException none) {
      return 0;
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new LinkedHashMap<>();
    int at = 0;
    while (raw != null && at < raw.length()) {
      int end = raw.indexOf('&', at);
      String pair = raw.substring(at, end < 0 ? raw.length() : end);
      int equals = pair.indexOf('=');
      query.putIfAbsent(
          equals < 0 ? pair : pair.substring(0, equals),
          equals < 0 ? "" : decoded(pair.substring(equals + 1)));
      at = end < 0 ? raw.length() : end + 1;
    }
    return query;
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return value;
    }
  }

  /** Takes nothing more; an answer that is being signed is written, for which it waits. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    docket.close();
  }
}
