package com.example.acts.http;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/**
 * A server on loopback that keeps what reached it byte by byte and answers what it is told to. Says
 * {@code ran METHOD PATH BODY} on standard output for each request, before it answers.
 */
public final class Wire implements AutoCloseable {

  /** One request as it arrived. */
  public record Request(String head, String body) {

    /** {@code POST /path HTTP/1.1}. */
    public String line() {
      return head.substring(0, head.indexOf("\r\n"));
    }

    public String path() {
      return line().split(" ")[1];
    }

    /** The value of a header, or null. */
    public String header(String name) {
      for (String line : head.split("\r\n")) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name + ": ")) {
          return line.substring(name.length() + 2);
        }
      }
      return null;
    }
  }

  /** An answer that closes the connection instead of saying anything. */
  public static final String DROP = "";

  /** No answer, on a connection that stays open. */
  public static final String SILENT = "silent";

  private static final String TOO_MUCH =
      "HTTP/1.1 413 Too much\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

  /** Where a request is answered before its body has come. */
  public static final String EARLY = "/early";

  private static final List<Closeable> WAITING = new CopyOnWriteArrayList<>();

  static final char[] PASSWORD = "changeit".toCharArray();

  private static final Semaphore SILENCES = new Semaphore(0);
  private static final Semaphore EARLY_ANSWERS = new Semaphore(0);

  private final ServerSocket server;
  private final Function<Request, String> answers;
  private static final Pattern GIVES_BACK_LATE =
      Pattern.compile(
          "(?i)user-agent: (Apache-HttpAsyncClient|ReactorNetty|Jetty|Java-http-client)/");

  private final boolean recording;
  private final List<String> arrived = new CopyOnWriteArrayList<>();

  private Wire(int port, Function<Request, String> answers, boolean recording) {
    this(InetAddress.getLoopbackAddress(), port, answers, recording);
  }

  private Wire(
      InetAddress address, int port, Function<Request, String> answers, boolean recording) {
    this(open(address, port), answers, recording);
  }

  private Wire(ServerSocket server, Function<Request, String> answers, boolean recording) {
    this.recording = recording;
    this.server = server;
    this.answers = answers;
    daemon(this::accept);
  }

  private static ServerSocket open(InetAddress address, int port) {
    try {
      return new ServerSocket(port, 50, address);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Answers over TLS, with what the system property {@code wire.keystore} names. */
  public static Wire secure(Function<Request, String> answers, boolean recording) {
    try {
      return new Wire(
          tls()
              .getServerSocketFactory()
              .createServerSocket(0, 50, InetAddress.getLoopbackAddress()),
          answers,
          recording);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The key of a server on loopback, which the system property {@code wire.keystore} names. */
  static KeyStore keys() throws IOException, GeneralSecurityException {
    try (InputStream file = Files.newInputStream(Path.of(System.getProperty("wire.keystore")))) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(file, PASSWORD);
      return keys;
    }
  }

  private static SSLContext tls() throws IOException {
    try {
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys(), PASSWORD);
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(managers.getKeyManagers(), null, null);
      return tls;
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Answers every request with what {@code answers} says of it. */
  public static Wire answering(Function<Request, String> answers) {
    return new Wire(0, answers, false);
  }

  /** The same, where a configuration knows it. */
  public static Wire at(int port, Function<Request, String> answers) {
    return new Wire(port, answers, false);
  }

  /** The same, under another loopback address. */
  public static Wire at(String address, int port, Function<Request, String> answers)
      throws IOException {
    return new Wire(InetAddress.getByName(address), port, answers, false);
  }

  /**
   * The same, and says the bytes of each request as they came, and which one of its connection it
   * is.
   */
  public static Wire recording(Function<Request, String> answers) {
    return new Wire(0, answers, true);
  }

  /** The same, where a configuration knows it. */
  public static Wire recording(int port, Function<Request, String> answers) {
    return new Wire(port, answers, true);
  }

  /** A URL where somebody listens, and takes no connection any more. */
  public static String full(String path) throws IOException {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    WAITING.add(server);
    try {
      while (true) {
        Socket waiting = new Socket();
        WAITING.add(waiting);
        waiting.connect(server.getLocalSocketAddress(), 200);
      }
    } catch (SocketTimeoutException full) {
      return "http://127.0.0.1:" + server.getLocalPort() + path;
    }
  }

  /** A URL where nobody listens. */
  public static String closed(String path) throws IOException {
    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "http://127.0.0.1:" + gone.getLocalPort() + path;
    }
  }

  /** Waits until a request was met with silence. */
  public static void awaitSilence() {
    SILENCES.acquireUninterruptibly();
  }

  /** Waits until a request was answered before its body had come. */
  public static void awaitEarlyAnswer() {
    EARLY_ANSWERS.acquireUninterruptibly();
  }

  /** Silences that nobody waited for are forgotten. */
  public void settle() {
    SILENCES.drainPermits();
  }

  /** Answers every request with 200 and {@code done}. */
  public static Wire open() {
    return new Wire(0, request -> ok("done"), false);
  }

  /** A whole 200. */
  public static String ok(String body) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  /** A whole answer without a body. */
  public static String status(String status, String... headers) {
    return "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n" + lines(headers) + "\r\n";
  }

  private static String lines(String... headers) {
    StringBuilder lines = new StringBuilder();
    for (String header : headers) {
      lines.append(header).append("\r\n");
    }
    return lines.toString();
  }

  public String url(String path) {
    String scheme = server instanceof SSLServerSocket ? "https" : "http";
    return scheme + "://127.0.0.1:" + server.getLocalPort() + path;
  }

  public int port() {
    return server.getLocalPort();
  }

  /** What arrived so far, each request byte by byte. */
  public List<String> arrived() {
    return arrived;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = server.accept();
        daemon(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      int number = 0;
      while (true) {
        String head = head(in);
        if (head.toLowerCase(Locale.ROOT).contains("\r\nexpect: 100-continue")) {
          String first = answers.apply(new Request(head, null));
          connection.getOutputStream().write(first.getBytes(StandardCharsets.ISO_8859_1));
          if (!first.startsWith("HTTP/1.1 100")) {
            return;
          }
        }
        if (new Request(head, null).path().startsWith(EARLY)) {
          connection.getOutputStream().write(TOO_MUCH.getBytes(StandardCharsets.ISO_8859_1));
          EARLY_ANSWERS.release();
          in.transferTo(OutputStream.nullOutputStream()); // closed before, the answer might be lost
          return;
        }
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        String body = body(head, in, raw);
        Request request = new Request(head, body);
        String bytes = head + raw.toString(StandardCharsets.ISO_8859_1);
        arrived.add(bytes);
        number++;
        if (recording) {
          String line = bytes.replace(Integer.toString(port()), "PORT");
          // Clients with threads of their own give a connection back after they told of the answer:
          // whether the next request still finds it is chance.
          String which = GIVES_BACK_LATE.matcher(head).find() ? "" : number + " ";
          System.out.println("wire " + which + line.replace("\r", "\\r").replace("\n", "\\n"));
        }
        String said = body.length() <= 60 ? body : body.length() + " characters";
        String asked =
            request.line().replace(" HTTP/1.1", "").replace(":" + port() + "/", ":PORT/");
        System.out.println("ran " + asked + " " + said);
        String answer = answers.apply(request);
        if (answer.equals(DROP)) {
          return;
        }
        if (answer.equals(SILENT)) {
          SILENCES.release();
          continue;
        }
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        connection.getOutputStream().flush();
        if (request.line().startsWith("CONNECT ")
            && answer.startsWith("HTTP/1.1 200")
            && System.getProperty("wire.keystore") != null) { // else what goes through is in clear
          serve(tls().getSocketFactory().createSocket(connection, null, true));
          return;
        }
      }
    } catch (IOException gone) {
      // The client is done with this connection.
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      head.append(next(in, null));
    }
    return head.toString();
  }

  private static char next(InputStream in, ByteArrayOutputStream raw) throws IOException {
    int next = in.read();
    if (next < 0) {
      throw new EOFException();
    }
    if (raw != null) {
      raw.write(next);
    }
    return (char) next;
  }

  private static String body(String head, InputStream in, ByteArrayOutputStream raw)
      throws IOException {
    Request request = new Request(head, null);
    StringBuilder body = new StringBuilder();
    if ("chunked".equalsIgnoreCase(request.header("transfer-encoding"))) {
      for (int size = chunk(in, raw); size > 0; size = chunk(in, raw)) {
        take(size, in, raw, body);
        take(2, in, raw, new StringBuilder());
      }
      while (line(in, raw).length() > 2) {
        // Fields behind the body.
      }
    } else if (request.header("content-length") != null) {
      take(Integer.parseInt(request.header("content-length")), in, raw, body);
    }
    return body.toString();
  }

  private static int chunk(InputStream in, ByteArrayOutputStream raw) throws IOException {
    return Integer.parseInt(line(in, raw).trim(), 16);
  }

  private static String line(InputStream in, ByteArrayOutputStream raw) throws IOException {
    StringBuilder line = new StringBuilder();
    while (!line.toString().endsWith("\r\n")) {
      line.append(next(in, raw));
    }
    return line.toString();
  }

  private static void take(int count, InputStream in, ByteArrayOutputStream raw, StringBuilder to)
      throws IOException {
    for (int i = 0; i < count; i++) {
      to.append(next(in, raw));
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
