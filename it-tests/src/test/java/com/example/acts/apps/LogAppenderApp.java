package com.example.acts.apps;

import com.example.acts.Act;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * A log appender over HTTP, used in tools and outside: its client, threads included, is made by the
 * first record, and every third record starts a process that rotates a file.
 */
public final class LogAppenderApp {

  private static final Logger LOG = Logger.getLogger("application");

  public static void main(String[] arguments) throws Exception {
    Act.perform(LogAppenderApp.class, arguments);
  }

  static void application() throws Exception {
    List<String> received = new ArrayList<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    LOG.setUseParentHandlers(false);
    Appender appender =
        new Appender(
            URI.create(
                "http://"
                    + server.getAddress().getHostString()
                    + ":"
                    + server.getAddress().getPort()
                    + "/"));
    LOG.addHandler(appender);
    for (String file : List.of("judged", "second", "third")) {
      System.out.println(Desk.call("write", "{\"file\": \"" + file + "\"}", () -> write(file)));
      LOG.info("wrote " + file);
    }
    appender.flush();
    System.out.println(received);
    Files.write(Path.of("received"), received);
    try {
      Desk.attack("write", "{\"file\": \"asked\"}", () -> write("asked"));
    } finally {
      server.stop(0);
    }
  }

  /** The tool. */
  static int write(String file) throws Exception {
    LOG.info("writing");
    return Desk.run("touch", file);
  }

  private static final class Appender extends Handler {
    private final URI to;
    private HttpClient client;
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);
    private int records;

    Appender(URI to) {
      this.to = to;
    }

    @Override
    public synchronized void publish(LogRecord record) {
      if (client == null) {
        client = HttpClient.newHttpClient();
      }
      HttpRequest request =
          HttpRequest.newBuilder(to)
              .POST(HttpRequest.BodyPublishers.ofString(record.getMessage()))
              .build();
      boolean rotates = ++records % 3 == 0;
      last =
          last.thenCompose(
                  before -> client.sendAsync(request, HttpResponse.BodyHandlers.discarding()))
              .thenAccept(response -> rotate(rotates));
    }

    private static void rotate(boolean due) {
      try {
        if (due) {
          Desk.run("cp", "/dev/null", "log.1");
        }
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }

    @Override
    public void flush() {
      last.join();
    }

    @Override
    public void close() {}
  }

  private LogAppenderApp() {}
}
