package com.example.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests over one connection that leads nowhere, alone or many of them by a tool. */
public class Post {

  /** Requests of one call of the tool. */
  public static final int BURST = 256;

  /** Its connections are canned ones. */
  public Post() {
    CannedSockets.install();
  }

  /** A text of so many bytes that is taken for a whole body. */
  public static String text(int bytes) {
    return "x".repeat(bytes - 1) + "!";
  }

  /** One request. */
  public static int send(String url, byte[] body) {
    try {
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(body.length);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body);
      }
      int status = connection.getResponseCode();
      try (InputStream in = connection.getInputStream()) {
        in.readAllBytes();
      }
      return status;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The bound method: {@link #BURST} requests that each say the text. */
  public int burst(String url, String text) {
    byte[] body = text.getBytes(StandardCharsets.US_ASCII);
    int last = 0;
    for (int i = 0; i < BURST; i++) {
      last = send(url, body);
    }
    return last;
  }
}
