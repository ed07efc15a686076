package com.example.acts.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletSseServerTransportProvider;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import jakarta.servlet.http.HttpServlet;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A payment that a server asks its client about over HTTP, spoken as any client speaks it. */
public final class ElicitedWebActs {

  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-03-26\",\"capabilities\":{\"elicitation\":{}},\"clientInfo\":{\"name\":\"c\","
          + "\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  private static final String CALL =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"pay\","
          + "\"arguments\":{\"to\":\"bob\",\"amount\":5}}}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI place;

  /** Null where the connection is the session. */
  private String session;

  private ElicitedWebActs(URI place) {
    this.place = place;
  }

  static void acceptedOverStreamableHttp() throws Exception {
    streamable("accept");
  }

  static void declinedOverStreamableHttp() throws Exception {
    streamable("decline");
  }

  static void acceptedOverServerSentEvents() throws Exception {
    HttpServletSseServerTransportProvider servlet =
        HttpServletSseServerTransportProvider.builder()
            .jsonMapper(Payments.MAPPER)
            .messageEndpoint("/message")
            .build();
    McpServer.sync(servlet)
        .jsonMapper(Payments.MAPPER)
        .serverInfo("web", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .immediateExecution(true)
        .tools(pay())
        .build();
    try (Web web = new Web((HttpServlet) servlet)) {
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest listens =
          HttpRequest.newBuilder(URI.create(web.url() + "/sse"))
              .header("Accept", "text/event-stream")
              .build();
      try (BufferedReader events = events(client.send(listens, BodyHandlers.ofInputStream()))) {
        ElicitedWebActs sends = new ElicitedWebActs(URI.create(web.url()).resolve(next(events)));
        sends.send(INITIALIZE);
        next(events);
        sends.send(INITIALIZED);
        // This transport answers the request that brings a call when the call is over.
        CompletableFuture<HttpResponse<Void>> call =
            client.sendAsync(sends.post(CALL), BodyHandlers.discarding());
        sends.answerUntilItIsDone(events, "accept");
        call.join();
      }
    }
  }

  private static void streamable(String action) throws Exception {
    HttpServletStreamableServerTransportProvider servlet =
        HttpServletStreamableServerTransportProvider.builder().jsonMapper(Payments.MAPPER).build();
    McpServer.sync(servlet)
        .jsonMapper(Payments.MAPPER)
        .serverInfo("web", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .immediateExecution(true)
        .tools(pay())
        .build();
    try (Web web = new Web(servlet)) {
      ElicitedWebActs sends = new ElicitedWebActs(URI.create(web.url() + "/mcp"));
      HttpResponse<String> begun =
          sends.client.send(sends.post(INITIALIZE), BodyHandlers.ofString());
      sends.session = begun.headers().firstValue("Mcp-Session-Id").orElseThrow();
      sends.send(INITIALIZED);
      try (BufferedReader events =
          events(sends.client.send(sends.post(CALL), BodyHandlers.ofInputStream()))) {
        sends.answerUntilItIsDone(events, action);
      }
    }
  }

  private static SyncToolSpecification pay() {
    return SyncToolSpecification.builder()
        .tool(Payments.tool("pay"))
        .callHandler((exchange, request) -> Payments.call(request))
        .build();
  }

  private void answerUntilItIsDone(BufferedReader events, String action) throws Exception {
    String event = next(events);
    while (event.contains("\"elicitation/create\"")) {
      Matcher id = ID.matcher(event);
      id.find();
      send(
          "{\"jsonrpc\":\"2.0\",\"id\":"
              + id.group(1)
              + ",\"result\":{\"action\":\""
              + action
              + "\",\"content\":{\"approve\":true}}}");
      event = next(events);
    }
    System.out.println(event);
  }

  private HttpRequest post(String message) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(place)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(message));
    if (session != null) {
      request.header("Mcp-Session-Id", session);
    }
    return request.build();
  }

  private void send(String message) throws IOException, InterruptedException {
    HttpResponse<String> answer = client.send(post(message), BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
  }

  private static BufferedReader events(HttpResponse<InputStream> answer) {
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /** The data of the next event. */
  private static String next(BufferedReader events) throws IOException {
    String line = events.readLine();
    while (line != null && !line.startsWith("data:")) {
      line = events.readLine();
    }
    if (line == null) {
      throw new IOException("no further event");
    }
    return line.substring("data:".length()).strip();
  }
}
