package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Tools that send over TLS, on HTTP/2 and HTTP/1.1, and by the upgrade of a plain connection. */
public final class TlsActs {

  /** Trusts the key of this run. */
  static final TrustManagerFactory TRUSTED = trustManagers();

  static final SSLContext TLS = tls();
  private static final H2Wire OTHER = server("200 done");
  private static final H2Wire WIRE = server(null);
  private static final ServerSocket PROXY = proxy();

  private static H2Wire server(String answer) {
    try {
      return new H2Wire(
          (request, body) ->
              answer != null || !request.getPath().startsWith("/on")
                  ? "200 done"
                  : "307 " + OTHER.url("/there"),
          TLS);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static TrustManagerFactory trustManagers() {
    try {
      TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
      trusted.init(Wire.keys());
      return trusted;
    } catch (GeneralSecurityException | IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static SSLContext tls() {
    try {
      KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
      own.init(Wire.keys(), Wire.PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own.getKeyManagers(), TRUSTED.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** A proxy that opens every tunnel it is asked for, and says so. */
  private static ServerSocket proxy() {
    try {
      ServerSocket server =
          new ServerSocket(
              Integer.getInteger("tunnel.port", 0), 10, InetAddress.getLoopbackAddress());
      daemon(
          () -> {
            while (true) {
              Socket client = server.accept();
              daemon(() -> tunnel(client));
            }
          });
      return server;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException gone) {
                // One of the two ends is done.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void tunnel(Socket client) throws IOException {
    InputStream in = client.getInputStream();
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      head.append((char) in.read());
    }
    String authority = head.toString().split(" ")[1];
    System.out.println("tunnel " + head.toString().split(" ")[0]);
    Socket server =
        new Socket("127.0.0.1", Integer.parseInt(authority.substring(authority.indexOf(':') + 1)));
    client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    daemon(() -> server.getInputStream().transferTo(client.getOutputStream()));
    in.transferTo(server.getOutputStream());
  }

  /** Where the proxy listens. */
  static InetSocketAddress proxyAddress() {
    return new InetSocketAddress("127.0.0.1", PROXY.getLocalPort());
  }

  /** Where the second server listens. */
  static InetSocketAddress otherAddress() {
    return new InetSocketAddress("127.0.0.1", URI.create(OTHER.url("/")).getPort());
  }

  /** {@code honest} of the JDK's clients, or {@code TlsJettyWays.honest}. */
  private static String named(String way) {
    return way.indexOf('.') < 0 ? "TlsActs$Ways." + way : way;
  }

  /**
   * Connections that take pushes, before any tool is called: to one that takes none the client says
   * that it takes no stream either, which this server does not understand.
   */
  static void open() {
    Ways.open(WIRE.url("/open"));
    Ways.open(OTHER.url("/open"));
  }

  static void post(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), "good", named(way[0]));
  }

  /** Through the proxy, which is part of what may be asked. */
  static void tunnel(String[] way) throws Exception {
    Net.tunnel(WIRE.url("/here"), "good", WIRE.url("/"), named(way[0]));
  }

  static void get(String[] way) throws Exception {
    Net.get(WIRE.url("/here"), named(way[0]));
  }

  static void strict(String[] way) throws Exception {
    Net.strict(WIRE.url("/here"), "good", named(way[0]));
  }

  static void idle(String[] way) throws Exception {
    Net.idle(WIRE.url("/here"), named(way[0]));
  }

  /** Without TLS, on HTTP/2 with prior knowledge. */
  static void plain(String[] way) throws Exception {
    Net.post(H2Desk.url("/here"), "good", named(way[0]));
  }

  static void plainIdle(String[] way) throws Exception {
    Net.idle(H2Desk.url("/here"), named(way[0]));
  }

  static void sentOn(String[] way) throws Exception {
    Net.post(WIRE.url("/on"), "good", named(way[0]));
  }

  static void followed(String[] way) throws Exception {
    Net.follow(WIRE.url("/on"), "good", OTHER.url("/there"), named(way[0]));
  }

  static void upgraded(String[] way) throws Exception {
    Net.post(new UpgradeWire().url("/here"), "good", named(way[0]));
  }

  static void pushing(String[] way) throws Exception {
    Net.post(new UpgradeWire().url("/push"), "good", named(way[0]));
  }

  /** Ways to send. */
  static final class Ways {

    private static final HttpClient CLIENT =
        HttpClient.newBuilder().sslContext(TLS).followRedirects(HttpClient.Redirect.NORMAL).build();

    static void open(String url) {
      CLIENT
          .sendAsync(
              to(url).GET().build(),
              BodyHandlers.ofString(),
              PushPromiseHandler.of(promise -> BodyHandlers.ofString(), new ConcurrentHashMap<>()))
          .join();
    }

    private static HttpRequest.Builder to(String url) {
      return HttpRequest.newBuilder(URI.create(url));
    }

    private static void say(HttpResponse<String> answer) {
      System.out.println(answer.version() + " " + answer.statusCode() + " " + answer.body());
    }

    private static void send(HttpRequest request) throws Exception {
      say(CLIENT.send(request, BodyHandlers.ofString()));
    }

    static void honest(String url, String text) throws Exception {
      send(to(url).POST(BodyPublishers.ofString(text)).build());
    }

    static void async(String url, String text) throws Exception {
      HttpRequest request = to(url).POST(BodyPublishers.ofString(text)).build();
      try {
        say(CLIENT.sendAsync(request, BodyHandlers.ofString()).join());
      } catch (CompletionException failed) {
        throw (Exception) failed.getCause();
      }
    }

    static void stream(String url, String text) throws Exception {
      send(
          to(url)
              .POST(
                  BodyPublishers.ofInputStream(
                      () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))))
              .build());
    }

    static void asking(String url, String text) throws Exception {
      send(to(url).GET().build());
    }

    static void on11(String url, String text) throws Exception {
      send(
          to(url).version(HttpClient.Version.HTTP_1_1).POST(BodyPublishers.ofString(text)).build());
    }

    static void anotherText(String url, String text) throws Exception {
      honest(url, "EVIL");
    }

    static void anotherStream(String url, String text) throws Exception {
      stream(url, "EVIL");
    }

    static void anotherPath(String url, String text) throws Exception {
      honest(url + "/evil", text);
    }

    static void anotherTextOn11(String url, String text) throws Exception {
      on11(url, "EVIL");
    }

    static void twice(String url, String text) throws Exception {
      honest(url, text);
      honest(url, text);
    }

    /** Several at the same time on one connection: the refused ones leave the others alone. */
    static void amongOthers(String url, String text) throws Exception {
      List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
      for (String each : List.of("EVIL", text, "EVIL")) {
        answers.add(
            CLIENT.sendAsync(
                to(url).POST(BodyPublishers.ofString(each)).build(), BodyHandlers.ofString()));
      }
      Exception refused = null;
      for (CompletableFuture<HttpResponse<String>> answer : answers) {
        try {
          answer.join();
        } catch (CompletionException failed) {
          refused = (Exception) failed.getCause();
        }
      }
      if (refused != null) {
        throw refused;
      }
    }

    private static HttpClient throughAProxy() {
      return HttpClient.newBuilder()
          .sslContext(TLS)
          .version(HttpClient.Version.HTTP_1_1)
          .proxy(ProxySelector.of(proxyAddress()))
          .build();
    }

    static void throughAProxy(String url, String text) throws Exception {
      HttpRequest request = to(url).POST(BodyPublishers.ofString(text)).build();
      say(throughAProxy().send(request, BodyHandlers.ofString()));
    }

    /** What a server pushes is an answer, which asks nobody for anything. */
    static void pushed(String url, String text) throws Exception {
      HttpRequest request = to(url).POST(BodyPublishers.ofString(text)).build();
      ConcurrentMap<HttpRequest, CompletableFuture<HttpResponse<String>>> pushes =
          new ConcurrentHashMap<>();
      say(
          CLIENT
              .sendAsync(
                  request,
                  BodyHandlers.ofString(),
                  PushPromiseHandler.of(promise -> BodyHandlers.ofString(), pushes))
              .join());
      pushes.forEach(
          (promise, answer) ->
              System.out.println(
                  "pushed "
                      + promise.method()
                      + " "
                      + promise.uri().getPath()
                      + " "
                      + answer.join().body()));
    }

    private static void write(URL url, Proxy proxy, String text, boolean chunked)
        throws IOException {
      HttpsURLConnection connection = (HttpsURLConnection) url.openConnection(proxy);
      connection.setSSLSocketFactory(TLS.getSocketFactory());
      connection.setRequestMethod("POST");
      connection.setDoOutput(true);
      if (chunked) {
        connection.setChunkedStreamingMode(4);
      }
      try (OutputStream out = connection.getOutputStream()) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
      System.out.println(
          connection.getResponseCode()
              + " "
              + new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    static void connection(String url, String text) throws IOException {
      write(new URL(url), Proxy.NO_PROXY, text, false);
    }

    static void connectionInChunks(String url, String text) throws IOException {
      write(new URL(url), Proxy.NO_PROXY, text, true);
    }

    static void connectionWithAnotherText(String url, String text) throws IOException {
      write(new URL(url), Proxy.NO_PROXY, "EVIL", false);
    }

    static void chunksWithAnotherText(String url, String text) throws IOException {
      write(new URL(url), Proxy.NO_PROXY, "EVIL", true);
    }

    static void connectionThroughAProxy(String url, String text) throws IOException {
      write(new URL(url), new Proxy(Proxy.Type.HTTP, proxyAddress()), text, false);
    }

    private Ways() {}
  }

  private TlsActs() {}
}
