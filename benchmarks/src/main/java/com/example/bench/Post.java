package com.example.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Requests over one connection to a server in the same JVM, alone or many of them by a tool. */
public class Post {

  /** Requests of one call of the tool. */
  public static final int BURST = 32;

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket server;

  /** Starts the server. */
  public Post() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread accepting = new Thread(this::accept);
    accepting.setDaemon(true);
    accepting.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        Thread answering = new Thread(() -> answer(socket));
        answering.setDaemon(true);
        answering.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  /** A body ends with the only exclamation mark. */
  private static void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (n > 0 && buffer[n - 1] == '!') {
          out.write(ANSWER);
        }
      }
    } catch (IOException gone) {
      return; // whoever asked sees it
    }
  }

  /** Where the server listens. */
  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort() + "/here";
  }

  /** A text of so many bytes that the server takes for a whole body. */
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
