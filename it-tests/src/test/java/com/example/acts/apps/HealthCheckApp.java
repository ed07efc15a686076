package com.example.acts.apps;

import com.example.acts.Act;
import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A health check that starts a process. The first tool call starts the server it answers on, so its
 * threads are made inside that call and outlive it.
 */
public final class HealthCheckApp {

  private static final ExecutorService WORKERS = Executors.newCachedThreadPool();
  private static HttpServer server;

  public static void main(String[] arguments) throws Exception {
    Act.perform(HealthCheckApp.class, arguments);
  }

  static void application() throws Exception {
    System.out.println("in a tool: " + Desk.call("note", note("judged"), () -> write("judged")));
    System.out.println("outside: " + health());
    System.out.println("in a tool: " + Desk.call("note", note("noted"), () -> write("noted")));
    System.out.println("outside: " + health());
    Desk.attack("note", note("asked"), () -> write("asked"));
    server.stop(0);
    WORKERS.shutdown();
  }

  private static String note(String file) {
    return "{\"file\": \"" + file + "\"}";
  }

  /** The tool. */
  static String write(String file) throws Exception {
    String before = health();
    HttpRequest request = HttpRequest.newBuilder(url().toURI()).build();
    try {
      return HttpClient.newHttpClient()
          .sendAsync(request, HttpResponse.BodyHandlers.ofString())
          .thenApply(response -> before + ", " + response.body() + ", " + touch(file))
          .get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw failed;
    }
  }

  private static int touch(String file) {
    try {
      return Desk.run("touch", file);
    } catch (RuntimeException refused) {
      throw refused;
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static synchronized String health() throws Exception {
    if (server == null) {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(WORKERS);
      server.createContext(
          "/health",
          exchange -> {
            byte[] body = probe().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
    }
    HttpURLConnection connection = (HttpURLConnection) url().openConnection();
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static URL url() throws Exception {
    return new URL(
        "http", server.getAddress().getHostString(), server.getAddress().getPort(), "/health");
  }

  private static String probe() {
    try {
      return "healthy: " + Desk.run("test", "-d", ".");
    } catch (Exception failed) {
      return failed.toString();
    }
  }

  private HealthCheckApp() {}
}
