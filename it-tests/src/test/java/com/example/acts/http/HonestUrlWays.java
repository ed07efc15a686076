package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What applications do with {@code HttpURLConnection}, and what they see of it. */
final class HonestUrlWays {

  private static HttpURLConnection to(String what) throws IOException {
    return to(what, Proxy.NO_PROXY);
  }

  private static HttpURLConnection to(String what, Proxy proxy) throws IOException {
    String[] parts = what.split(" ");
    HttpURLConnection connection = (HttpURLConnection) new URL(parts[1]).openConnection(proxy);
    connection.setRequestMethod(parts[0]);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("X-A", "1");
    connection.addRequestProperty("X-A", "2");
    return connection;
  }

  private interface Step {
    void run() throws IOException;
  }

  private static void seen(Step step) {
    try {
      step.run();
    } catch (IOException | RuntimeException failed) {
      String line = "saw " + failed.getClass().getName() + ": " + failed.getMessage();
      System.out.println(line.replaceAll("127.0.0.1:\\d+|\\(local port \\d+.*", "HERE"));
    }
  }

  private static void read(HttpURLConnection connection) throws IOException {
    int status = connection.getResponseCode();
    InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    String body = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    in.close();
    System.out.println(
        "saw "
            + status
            + " "
            + connection.getResponseMessage()
            + " "
            + body
            + " of "
            + connection.getRequestMethod()
            + " "
            + connection.getURL().getPath());
  }

  private static void write(HttpURLConnection connection, String text) throws IOException {
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  static void none(String what, String text) {
    seen(() -> read(to(what)));
  }

  static void text(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          write(connection, text);
          read(connection);
        });
  }

  static void fixed(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setFixedLengthStreamingMode((long) text.length());
          write(connection, text);
          read(connection);
        });
  }

  static void chunked(String what, String text) {
    chunked(what, text, 0);
  }

  static void smallChunks(String what, String text) {
    chunked(what, text, 6);
  }

  private static void chunked(String what, String text, int size) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setChunkedStreamingMode(size);
          write(connection, text);
          read(connection);
        });
  }

  /** Each byte is a chunk of its own. */
  static void flushed(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setChunkedStreamingMode(0);
          connection.setDoOutput(true);
          try (OutputStream out = connection.getOutputStream()) {
            for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
              out.write(each);
              out.flush();
            }
          }
          read(connection);
        });
  }

  /** More than was announced. */
  static void tooMuch(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setFixedLengthStreamingMode(text.length());
          write(connection, text + "more");
          read(connection);
        });
  }

  /** Less than was announced. */
  static void tooLittle(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setFixedLengthStreamingMode(text.length());
          write(connection, text.substring(1));
          read(connection);
        });
  }

  static void timeout(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setReadTimeout(300);
          write(connection, text);
          read(connection);
        });
  }

  static void twice(String what, String text) {
    text(what, text);
    text(what, text);
  }

  /** Given up before the answer was asked for. */
  static void disconnected(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          write(connection, text);
          connection.disconnect();
          System.out.println("disconnected");
        });
  }

  /** The same behind a body that was sent piece by piece: nobody reads the answer. */
  static void disconnectedBehindIt(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          connection.setFixedLengthStreamingMode(text.length());
          write(connection, text);
          Wire.awaitSilence();
          connection.disconnect();
          System.out.println("disconnected");
        });
  }

  /** What a connection says of itself while it is used. */
  static void asked(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what);
          write(connection, text);
          System.out.println(
              connection.getRequestProperties().toString().toLowerCase(Locale.ROOT).contains("x-a")
                  + " "
                  + connection.getRequestMethod()
                  + " "
                  + connection.usingProxy());
          read(connection);
          System.out.println(connection.getHeaderFields().keySet());
        });
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) {
    seen(
        () -> {
          HttpURLConnection connection = to(what, new Proxy(Proxy.Type.HTTP, HonestActs.proxy()));
          connection.setAuthenticator(HonestActs.USER);
          write(connection, text);
          read(connection);
        });
  }

  private HonestUrlWays() {}
}
