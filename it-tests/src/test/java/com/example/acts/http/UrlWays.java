package com.example.acts.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Ways to send a request with {@code HttpURLConnection}. */
final class UrlWays {

  private static HttpURLConnection to(String url, String method) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection();
    connection.setRequestMethod(method);
    return connection;
  }

  private static void read(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    String body =
        new String(connection.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    System.out.println("status " + status + " " + body);
  }

  private static void write(HttpURLConnection connection, String text) throws IOException {
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void writeByteByByte(HttpURLConnection connection, String text)
      throws IOException {
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
        out.write(each);
        out.flush();
      }
    }
  }

  private static void post(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    write(connection, text);
    read(connection);
  }

  static void honest(String url, String text) throws IOException {
    post(url, text);
  }

  static void asking(String url, String text) throws IOException {
    read(to(url, "GET"));
  }

  static void fixed(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setFixedLengthStreamingMode(text.length());
    write(connection, text);
    read(connection);
  }

  static void fixedByteByByte(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setFixedLengthStreamingMode(text.length());
    writeByteByByte(connection, text);
    read(connection);
  }

  static void chunked(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setChunkedStreamingMode(0);
    write(connection, text);
    read(connection);
  }

  /** Two ends. */
  static void aLengthBesideChunks(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setRequestProperty("Content-Length", "1");
    connection.setChunkedStreamingMode(0);
    write(connection, text);
    read(connection);
  }

  static void chunkedByteByByte(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setChunkedStreamingMode(0);
    writeByteByByte(connection, text);
    read(connection);
  }

  /** The stream of the body is left open; the client closes it when it is asked for the answer. */
  static void neverClosed(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setFixedLengthStreamingMode(text.length());
    connection.setDoOutput(true);
    connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    read(connection);
  }

  /** Looked at from all sides before anything is written. */
  static void lookedAt(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    System.out.println(
        connection.getURL().getPath()
            + connection.getRequestProperties()
            + connection.usingProxy()
            + connection.getRequestMethod());
    write(connection, text);
    read(connection);
  }

  static void anotherText(String url, String text) throws IOException {
    post(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws IOException {
    post(url + "/evil", text);
  }

  static void anotherMethod(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "PUT");
    write(connection, text);
    read(connection);
  }

  /** Asking for the output of a GET makes it a POST. */
  static void aGetThatBecomesAPost(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "GET");
    write(connection, text == null ? "EVIL" : text);
    read(connection);
  }

  static void fixedWithAnotherText(String url, String text) throws IOException {
    fixed(url, "EVIL");
  }

  static void chunkedWithAnotherText(String url, String text) throws IOException {
    chunked(url, "EVIL");
  }

  private static void askAllTheSame(HttpURLConnection connection) throws IOException {
    try {
      write(connection, "EVIL");
    } catch (SecurityException refused) {
      System.out.println("went on");
    }
    read(connection);
  }

  /** Who swallows the refusal and asks for the answer all the same does not wait for ever. */
  static void fixedAskedAllTheSame(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setFixedLengthStreamingMode(4);
    askAllTheSame(connection);
  }

  static void chunkedAskedAllTheSame(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setChunkedStreamingMode(0);
    askAllTheSame(connection);
  }

  /** Through a proxy that nobody was told of. */
  static void throughSocks(String url, String text) throws IOException {
    try (Socks socks = new Socks()) {
      HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(socks.proxy());
      connection.setRequestMethod("POST");
      write(connection, text);
      read(connection);
    }
  }

  /** B31: more is written behind what looked like the end. */
  static void writtenAfterwards(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setDoOutput(true);
    OutputStream out = connection.getOutputStream();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
    out.write("EVIL".getBytes(StandardCharsets.UTF_8));
    read(connection);
  }

  static void following(String url, String text) throws IOException {
    post(url, text);
  }

  /** F27: a cookie that is added wherever the host has that name, whatever its port. */
  static void followingWithACredential(String url, String text) throws IOException {
    cookie(url, text);
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws IOException {
    post(url, text);
    post(url, text);
  }

  private static HttpURLConnection ordering(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setRequestProperty("X-Order", text);
    return connection;
  }

  static void withHeader(String url, String text) throws IOException {
    HttpURLConnection connection = ordering(url, text);
    write(connection, text);
    read(connection);
  }

  /** B38: a cookie that the client adds by itself. */
  static void cookie(String url, String text) throws IOException {
    CookieManager cookies = new CookieManager();
    cookies.put(URI.create(url), Map.of("Set-Cookie", List.of("session=stolen")));
    CookieHandler before = CookieHandler.getDefault();
    CookieHandler.setDefault(cookies);
    try {
      withHeader(url, text);
    } finally {
      CookieHandler.setDefault(before);
    }
  }

  /** B39: a header that cannot be read back. */
  static void authorization(String url, String text) throws IOException {
    HttpURLConnection connection = ordering(url, text);
    connection.setRequestProperty("Authorization", "Bearer x");
    System.out.println("readable " + connection.getRequestProperties().keySet());
    write(connection, text);
    read(connection);
  }

  /** A proxy that nobody was told of. */
  static void throughAProxy(String url, String text) throws IOException {
    Proxy proxy = new Proxy(Proxy.Type.HTTP, HttpActs.proxy());
    HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(proxy);
    connection.setRequestMethod("POST");
    write(connection, text);
    read(connection);
  }

  /** B30: the client sends it again, with a credential. */
  static void authenticating(String url, String text) throws IOException {
    HttpURLConnection connection = to(url, "POST");
    connection.setAuthenticator(new JdkWays.Secret());
    write(connection, text);
    read(connection);
  }

  static void order(String url, String amount) throws IOException {
    post(url, "{ \"id\": \"r-17\", \"amount\": " + amount + "}");
  }

  static void anotherOrder(String url, String amount) throws IOException {
    order(url, amount + "0");
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws IOException {
    post(url, "x".repeat(512 << 10));
  }

  static void largeInChunks(String url, String text) throws IOException {
    chunked(url, "x".repeat(512 << 10));
  }

  private UrlWays() {}
}
