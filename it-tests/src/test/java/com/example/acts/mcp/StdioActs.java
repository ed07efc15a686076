package com.example.acts.mcp;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Messages that no session made, to a server at the other end of standard input. */
public final class StdioActs {

  private static final Path RECEIVED = Path.of("received");

  static void aMessage() {
    sends("ask");
  }

  static void aMessageForAForbiddenTool() {
    sends("forbidden");
  }

  /** What the JSON library writes of {@link #aMessageOfItsOwnClass}. */
  public interface Own {

    String getMethod();

    Map<String, Object> getParams();
  }

  /** A proxy, for the lines that this is compiled with let nobody write such a class. */
  static void aMessageOfItsOwnClass() {
    Map<String, Object> params = Map.of("name", "own", "arguments", Map.of("for", "bob"));
    sends(
        "own",
        (JSONRPCMessage)
            Proxy.newProxyInstance(
                StdioActs.class.getClassLoader(),
                new Class<?>[] {JSONRPCMessage.class, Own.class},
                (self, method, args) ->
                    method.getName().equals("getMethod") ? "tools/call" : params));
  }

  private static void sends(String tool) {
    sends(
        tool,
        new JSONRPCRequest(
            "2.0", "tools/call", "own", Map.of("name", tool, "arguments", Map.of("for", "bob"))));
  }

  /** What the transport returns is left alone: it has sent by then. Prints what was received. */
  private static void sends(String tool, JSONRPCMessage message) {
    StdioClientTransport transport =
        new StdioClientTransport(
            ServerParameters.builder("sh").args("-c", "head -n 1 > " + RECEIVED).build(),
            Payments.MAPPER);
    try {
      transport.connect(messages -> messages).block();
      Objects.requireNonNull(transport.sendMessage(message));
      transport.awaitForExit();
    } catch (SecurityException refused) {
      System.out.println(refused.getMessage());
    } finally {
      transport.closeGracefully().block();
    }
    try {
      System.out.println(
          Files.exists(RECEIVED) && Files.readString(RECEIVED).contains("tools/call")
              ? "received " + tool
              : "received nothing");
      Files.deleteIfExists(RECEIVED);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private StdioActs() {}
}
