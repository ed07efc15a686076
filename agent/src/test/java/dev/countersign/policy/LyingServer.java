package dev.countersign.policy;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** An HTTPS server on the loopback interface, with a certificate of its own, that may lie. */
final class LyingServer implements Closeable {

  private static final String PASSWORD = "changeit";

  /** What it does with a document. */
  enum Manner {
    HONEST,
    CHUNKED,
    TRUNCATED,
    TRUNCATED_CHUNK,
    WITHOUT_LENGTH,
    TWO_LENGTHS,
    SLOW,
    SILENT,
    ENDLESS_HEADERS,
    ENDLESS_LINE,
    COMPRESSED,
    BOMB,
    REDIRECTED,
    ERROR,
    HUGE_LENGTH,
    NO_HTTP
  }

  private final SSLServerSocket socket;
  private final Path authorities;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger unchanged = new AtomicInteger();
  private volatile Map<String, byte[]> tree = Map.of();
  private volatile Manner manner = Manner.HONEST;

  private LyingServer(SSLServerSocket socket, Path authorities) {
    this.socket = socket;
    this.authorities = authorities;
  }

  /**
   * @param keys an empty directory
   */
  static LyingServer start(Path keys) throws Exception {
    Path store = keys.resolve("server.p12");
    keytool(
        "-genkeypair",
        "-keyalg",
        "EC",
        "-alias",
        "s",
        "-dname",
        "CN=localhost",
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD,
        "-storetype",
        "PKCS12",
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-ext",
        "bc:c",
        "-validity",
        "10");
    Path pem = keys.resolve("ca.pem");
    keytool(
        "-exportcert",
        "-rfc",
        "-alias",
        "s",
        "-keystore",
        store.toString(),
        "-storepass",
        PASSWORD,
        "-file",
        pem.toString());
    KeyStore loaded = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(loaded, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    SSLServerSocket socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    LyingServer server = new LyingServer(socket, pem);
    server.threads.execute(server::accept);
    return server;
  }

  private static void keytool(String... arguments) throws Exception {
    List<String> command = new java.util.ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(said);
    }
  }

  String url() {
    return "https://localhost:" + socket.getLocalPort() + "/policy/";
  }

  int port() {
    return socket.getLocalPort();
  }

  Path authorities() {
    return authorities;
  }

  void serve(Map<String, byte[]> documents) {
    tree = Map.copyOf(documents);
  }

  void behave(Manner as) {
    manner = as;
  }

  int requests() {
    return requests.get();
  }

  int unchanged() {
    return unchanged.get();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        threads.execute(() -> answer(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void answer(Socket connection) {
    try (connection) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
      String request = in.readLine();
      String known = null;
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        if (line.startsWith("If-None-Match: ")) {
          known = line.substring(15);
        }
      }
      requests.incrementAndGet();
      String path = request == null ? "" : request.split(" ", -1)[1].replaceFirst("^/policy/", "");
      answer(connection, path, known);
    } catch (IOException gone) {
      return; // the client has closed what it will not read
    }
  }

  private void answer(Socket connection, String path, String known) throws IOException {
    OutputStream out = connection.getOutputStream();
    byte[] document = tree.get(path);
    if (document == null) {
      send(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    String etag = '"' + dev.countersign.canonical.Sha256.hex(document) + '"';
    if (etag.equals(known) && manner == Manner.HONEST) {
      unchanged.incrementAndGet();
      send(out, "HTTP/1.1 304 Not Modified\r\nETag: " + etag + "\r\n\r\n");
      return;
    }
    String ok = "HTTP/1.1 200 OK\r\nETag: " + etag + "\r\n";
    String length = "Content-Length: " + document.length + "\r\n";
    switch (manner) {
      case HONEST:
        send(out, ok + length + "\r\n");
        out.write(document);
        break;
      case CHUNKED:
        send(out, ok + "Transfer-Encoding: chunked\r\n\r\n");
        int half = document.length / 2;
        send(out, Integer.toHexString(half) + ";x=y\r\n");
        out.write(document, 0, half);
        send(out, "\r\n" + Integer.toHexString(document.length - half) + "\r\n");
        out.write(document, half, document.length - half);
        send(out, "\r\n0\r\n\r\n");
        break;
      case TRUNCATED:
        send(out, ok + length + "\r\n");
        out.write(document, 0, document.length - 1);
        break;
      case TRUNCATED_CHUNK:
        send(out, ok + "Transfer-Encoding: chunked\r\n\r\n");
        send(out, Integer.toHexString(document.length) + "\r\n");
        out.write(document, 0, document.length - 1);
        break;
      case WITHOUT_LENGTH:
        send(out, ok + "\r\n");
        out.write(document);
        break;
      case TWO_LENGTHS:
        send(out, ok + length + "Content-Length: 1\r\n\r\n");
        out.write(document);
        break;
      case SLOW:
        send(out, ok + length + "\r\n");
        drip(connection, out, document);
        break;
      case SILENT:
        awaitTheEndOf(connection);
        break;
      case ENDLESS_HEADERS:
        send(out, ok);
        for (int i = 0; i < 100_000; i++) {
          send(out, "X-" + i + ": y\r\n");
        }
        break;
      case ENDLESS_LINE:
        send(out, ok + "X: " + "y".repeat(1 << 20));
        break;
      case COMPRESSED:
        send(
            out,
            ok
                + "Content-Encoding: gzip\r\n"
                + "Content-Length: "
                + gzip(document).length
                + "\r\n\r\n");
        out.write(gzip(document));
        break;
      case BOMB:
        byte[] bomb = gzip(new byte[64 << 20]);
        send(out, ok + "Content-Encoding: gzip\r\nContent-Length: " + bomb.length + "\r\n\r\n");
        out.write(bomb);
        break;
      case REDIRECTED:
        send(
            out,
            "HTTP/1.1 302 Found\r\nLocation: " + url() + path + "\r\nContent-Length: 0\r\n\r\n");
        break;
      case ERROR:
        send(out, "HTTP/1.1 503 Unavailable\r\n" + length + "\r\n");
        out.write(document);
        break;
      case HUGE_LENGTH:
        send(out, ok + "Content-Length: 99999999999\r\n\r\n");
        out.write(document);
        break;
      case NO_HTTP:
        send(out, "SSH-2.0-OpenSSH_9.2\r\n");
        break;
      default:
        throw new IllegalStateException(manner.name());
    }
    out.flush();
  }

  /** A byte at a time, until the other end has had enough: it never waits for long itself. */
  private static void drip(Socket connection, OutputStream out, byte[] document)
      throws IOException {
    connection.setSoTimeout(50);
    InputStream in = connection.getInputStream();
    for (byte octet : document) {
      out.write(octet);
      out.flush();
      try {
        if (in.read() < 0) {
          return;
        }
      } catch (java.net.SocketTimeoutException on) {
        continue;
      }
    }
  }

  private static void awaitTheEndOf(Socket connection) throws IOException {
    if (connection.getInputStream().read() >= 0) {
      throw new IOException("nothing was asked for");
    }
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
