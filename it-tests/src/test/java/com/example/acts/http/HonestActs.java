package com.example.acts.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.util.Map;

/**
 * Honest requests of every kind, and what comes of them: the bytes that reached the server and what
 * the application saw, one line each.
 */
public final class HonestActs {

  private static final Map<String, String> ANSWERS =
      Map.of(
          "/ok",
          Wire.ok("done"),
          "/none",
          "HTTP/1.1 204 No Content\r\n\r\n",
          "/unchanged",
          "HTTP/1.1 304 Not Modified\r\n\r\n",
          "/missing",
          "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone",
          "/broken",
          "HTTP/1.1 500 Broken\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno",
          "/chunks",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
          "/moved",
          Wire.status("302 Moved", "Location: /ok"),
          "/again",
          Wire.status("307 There", "Location: /ok"),
          "/drop",
          Wire.DROP,
          "/silent",
          Wire.SILENT);

  private static final Wire WIRE = Wire.recording(HonestActs::answer);

  private static String answer(Wire.Request request) {
    if (request.body() == null) {
      return request.path().equals("/refused")
          ? "HTTP/1.1 417 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
          : "HTTP/1.1 100 Continue\r\n\r\n";
    }
    if (request.line().startsWith("HEAD")) {
      return "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
    }
    if (request.path().equals("/challenge") && request.header("authorization") == null) {
      return Wire.status("401 Who", "WWW-Authenticate: Basic realm=\"here\"");
    }
    return ANSWERS.getOrDefault(request.path(), Wire.ok("done"));
  }

  /** {@code METHOD PATH TEXT CLASS.WAY} in the tool that may do just that. */
  static void send(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    String url = url(parts[1]);
    if (parts[3].matches("(?i).*timeout") && parts[1].equals("/silent")) {
      behindTheServer(() -> HonestTools.any(parts[0], url, parts[2].replace("-", ""), parts[3]));
    } else {
      HonestTools.any(parts[0], url, parts[2].replace("-", ""), parts[3]);
    }
    WIRE.settle();
  }

  private static String url(String path) throws IOException {
    switch (path) {
      case "/closed":
        return Wire.closed(path);
      case "/full":
        return Wire.full(path);
      default:
        return WIRE.url(path);
    }
  }

  /** The same in the tool that may go on to {@code /ok}. */
  static void sentOn(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    HonestTools.sentOn(
        parts[0], WIRE.url(parts[1]), parts[2].replace("-", ""), WIRE.url("/ok"), parts[3]);
  }

  /** In clear through a proxy that wants to know who asks, and answers by itself. */
  static void proxied(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    HonestTools.proxied(parts[0], "http://127.0.0.1" + parts[1], parts[2], parts[3]);
  }

  /** Over TLS through a tunnel, for which the proxy wants to know the same. */
  static void tunnelled(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    HonestTools.proxied(parts[0], "https://127.0.0.1" + parts[1], parts[2], parts[3]);
  }

  /** Whom the proxy serves. */
  static final Authenticator USER =
      new Authenticator() {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
          return new PasswordAuthentication("user", "pass".toCharArray());
        }
      };

  /** Where the proxy listens. */
  static InetSocketAddress proxy() {
    return new InetSocketAddress("127.0.0.1", Asking.PROXY.port());
  }

  /** The proxy, where the JVM was told of its port. */
  private static final class Asking {

    private static final Wire PROXY =
        Wire.recording(Integer.getInteger("wire.proxy"), Asking::answer);

    private static String answer(Wire.Request request) {
      if (request.path().startsWith("/")) {
        return HonestActs.answer(request); // out of a tunnel
      }
      if (request.header("proxy-authorization") == null) {
        return Wire.status("407 Who", "Proxy-Authenticate: Basic realm=\"there\"");
      }
      return request.line().startsWith("CONNECT")
          ? "HTTP/1.1 200 Connected\r\n\r\n"
          : Wire.ok("done");
    }
  }

  /** The same in the tool that may send nothing. */
  static void watched(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    HonestTools.undeclared(parts[0], WIRE.url(parts[1]), parts[2], parts[3]);
  }

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  /**
   * What this thread says of a time limit comes behind what the server says of the request: either
   * may be the slower one.
   */
  private static void behindTheServer(Work work) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Thread own = Thread.currentThread();
    System.setOut(
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int next) {
                write(new byte[] {(byte) next}, 0, 1);
              }

              @Override
              public void write(byte[] bytes, int from, int count) {
                if (Thread.currentThread() == own) {
                  said.write(bytes, from, count);
                } else {
                  out.write(bytes, from, count);
                }
              }
            },
            true));
    try {
      work.run();
    } finally {
      System.setOut(out);
    }
    Wire.awaitSilence();
    out.write(said.toByteArray());
  }

  /** The same over HTTP/2. */
  static void send2(String[] request) throws Exception {
    String[] parts = request[0].split(" ");
    HonestTools.any(parts[0], OverHttp2.WIRE.url(parts[1]), parts[2].replace("-", ""), parts[3]);
  }

  /** Of the library that some of the clients are of. */
  private static final class OverHttp2 {
    private static final H2Wire WIRE;

    static {
      try {
        WIRE =
            new H2Wire(
                (asked, body) ->
                    asked.getPath().equals("/missing")
                        ? "404 gone"
                        : asked.getPath().equals("/none") ? "204" : "200 done",
                true);
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }
  }

  private HonestActs() {}
}
