package com.example.acts.langchain4j;

import com.example.acts.http.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;

/** What is asked for the headers of a request to an MCP server, and what else it does then. */
final class McpHeaderActs {

  private static final String SUPPLIER = "dev.langchain4j.mcp.client.McpHeadersSupplier";

  static void added() {
    suppliedBy(url -> "a token");
  }

  /** A token that another server gives out. */
  static void fetched() {
    suppliedBy(url -> sent(url + "/token", "grant_type=code&redirect=callback"));
  }

  static void thatCallsForSomebodyElse() {
    suppliedBy(url -> sent(url, call("notify", "mallory")));
  }

  /** In a batch, which nobody can tell from something else. */
  static void thatCallsInABatch() {
    suppliedBy(url -> sent(url, "[" + call("notify", "mallory") + "]"));
  }

  /** The header of the one call, as its supplier makes it of the server's place. */
  private static void suppliedBy(Function<String, String> header) {
    String url = Wire.answering(McpActs::answer).url("/mcp");
    Object http =
        McpActs.builder("dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport");
    McpActs.with(http, "url", String.class, url);
    McpActs.with(http, "executor", Executor.class, ForkJoinPool.commonPool());
    try {
      McpActs.with(
          http,
          "customHeaders",
          Class.forName(SUPPLIER),
          McpClientActs.around(
              SUPPLIER, (proxy, method, arguments) -> headers(arguments[0], url, header)));
    } catch (ClassNotFoundException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
    McpClientActs.notified(McpActs.client(McpActs.with(http, "build"), null), null);
  }

  private static Map<String, String> headers(
      Object context, String url, Function<String, String> header) {
    Object message = context == null ? null : McpClientActs.messageIn(context);
    return message != null && message.getClass().getName().equals(McpClientActs.CALL)
        ? Map.of("X-Token", header.apply(url))
        : Map.of();
  }

  private static String call(String tool, String whom) {
    return "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"tools/call\",\"params\":{\"name\":\""
        + tool
        + "\",\"arguments\":{\"to\":\""
        + whom
        + "\"}}}";
  }

  private static String sent(String url, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(body)).build();
    try {
      return String.valueOf(
          HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private McpHeaderActs() {}
}
