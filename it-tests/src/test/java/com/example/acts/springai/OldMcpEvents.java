package com.example.acts.springai;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server of tools over server-sent events, on loopback. */
final class OldMcpEvents implements AutoCloseable {

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> called = new CopyOnWriteArrayList<>();
  private volatile OutputStream events;

  OldMcpEvents() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.createContext("/sse", this::listens);
      server.createContext("/message", this::receives);
      server.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Every {@code tools/call} that arrived, or for whom where that is not who was named. */
  List<String> called() {
    return called;
  }

  private void listens(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    events = exchange.getResponseBody();
    event("endpoint", "/message");
  }

  private void receives(HttpExchange exchange) throws IOException {
    String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean call = message.contains("\"tools/call\"");
    if (call) {
      called.add(
          message.contains("mallory")
              ? "mallory"
              : message.contains("forbidden") ? "forbidden" : "ask");
    }
    exchange.sendResponseHeaders(202, -1);
    exchange.close();
    Matcher id = ID.matcher(message);
    if (id.find()) {
      event(
          "message",
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + id.group(1)
              + ",\"result\":"
              + (call
                  ? "{\"content\":[{\"type\":\"text\",\"text\":\"well\"}],\"isError\":false}"
                  : "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{\"tools\":{}},"
                      + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}")
              + "}");
    }
  }

  private synchronized void event(String kind, String data) throws IOException {
    events.write(("event: " + kind + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    events.flush();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
