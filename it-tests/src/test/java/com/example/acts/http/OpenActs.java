package com.example.acts.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.CompletionException;

/** Requests that no tool declares, or that somebody approved, and WebSockets. */
public final class OpenActs {

  private static final Wire TOKENS =
      Wire.at(Integer.getInteger("wire.port"), request -> Wire.ok("token"));
  private static final Wire WIRE = Wire.answering(OpenActs::answer);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static String answer(Wire.Request request) {
    String key = request.header("sec-websocket-key");
    if (key == null) {
      return Wire.ok("done");
    }
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1")
              .digest(
                  (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                      .getBytes(StandardCharsets.US_ASCII));
      return "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Accept: "
          + Base64.getEncoder().encodeToString(hash)
          + "\r\n\r\n";
    } catch (java.security.NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The tool {@code idle}, to a host that is exempt. */
  static void exempt(String[] way) throws Exception {
    Net.idle(WIRE.url("/here").replace("127.0.0.1", "localhost"), way[0]);
  }

  /** The tool {@code idle}, to where any frame may ask for a token. */
  static void ambient(String[] way) throws Exception {
    Net.idle(TOKENS.url("/token"), way[0]);
  }

  /** Another path there. */
  static void nearAmbient(String[] way) throws Exception {
    Net.idle(TOKENS.url("/other"), way[0]);
  }

  static void elsewhere(String[] way) throws Exception {
    Net.send(WIRE.url("/here"), "good", way[0]);
  }

  private static HttpRequest request(String text) {
    return HttpRequest.newBuilder(URI.create(WIRE.url("/approved")))
        .header("X-A", "1")
        .POST(BodyPublishers.ofString(text))
        .build();
  }

  private static void send(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
    System.out.println("status " + answer.statusCode());
  }

  static void approved() throws Exception {
    HttpRequest request = request("good");
    ApprovalDesk.approve(request);
    send(request);
  }

  /** Something else than what was approved. */
  static void approvedAnother() throws Exception {
    ApprovalDesk.approve(request("good"));
    send(request("EVIL"));
  }

  /** One header more. */
  static void approvedLess() throws Exception {
    ApprovalDesk.approve(request("good"));
    send(
        HttpRequest.newBuilder(request("good"), (name, value) -> true)
            .header("X-B", "EVIL")
            .build());
  }

  private static void open(String url) {
    URI uri = URI.create(url.replace("http://", "ws://"));
    try {
      WebSocket socket =
          CLIENT.newWebSocketBuilder().buildAsync(uri, new WebSocket.Listener() {}).join();
      System.out.println("open " + !socket.isOutputClosed());
      socket.abort();
    } catch (CompletionException failed) {
      throw failed;
    }
  }

  static final class Sockets {
    static void open(String url, String text) {
      OpenActs.open(url);
    }

    private Sockets() {}
  }

  /** The opening of a WebSocket, which the tool may do. */
  static void webSocket() throws Exception {
    Net.get(WIRE.url("/socket"), "OpenActs$Sockets.open");
  }

  /** The opening of a WebSocket in a tool that may do nothing. */
  static void webSocketUnbound() throws Exception {
    Net.idle(WIRE.url("/socket"), "OpenActs$Sockets.open");
  }

  private OpenActs() {}
}
