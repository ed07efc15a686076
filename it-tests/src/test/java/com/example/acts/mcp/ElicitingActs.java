package com.example.acts.mcp;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A whole client whose person a server asks something in the middle of a call. */
final class ElicitingActs {

  private static final Map<String, Object> FORM =
      Map.of("type", "object", "properties", Map.of("size", Map.of("type", "string")));

  /** A call of a tool that asks for a size, and one that does not, by one client. */
  static void perform(String transport, String action) {
    SyncToolSpecification order =
        SyncToolSpecification.builder()
            .tool(Payments.tool("order"))
            .callHandler((exchange, request) -> ordered(exchange, request.arguments()))
            .build();
    SyncToolSpecification pay =
        SyncToolSpecification.builder()
            .tool(Payments.tool("pay"))
            .callHandler((exchange, request) -> Payments.call(request))
            .build();
    try (Web web = new Web(WebActs.servlet(transport, List.of(order, pay)));
        McpSyncClient client = client(transport, web.url(), action)) {
      client.initialize();
      WebActs.print(client.callTool(WebActs.request("order", "bob")));
      WebActs.print(client.callTool(WebActs.request("pay", "bob")));
    }
  }

  private static CallToolResult ordered(
      McpSyncServerExchange exchange, Map<String, Object> arguments) {
    ElicitResult said = exchange.createElicitation(question());
    return Payments.result(
        Payments.did("ordered for " + arguments.get("to") + " " + said.action() + said.content()));
  }

  /** Its person says so; what the application does meanwhile is part of no call. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // a request of another type in each line
  private static McpSyncClient client(String transport, String url, String action) {
    McpClient.SyncSpec client =
        McpClient.sync(WebActs.client(transport, url))
            .capabilities(ClientCapabilities.builder().elicitation().build());
    Function answers =
        request -> {
          System.out.println("asked " + messageOf(request) + " " + touched());
          return new ElicitResult(
              ElicitResult.Action.valueOf(action),
              action.equals("ACCEPT") ? Map.of("size", "large") : null);
        };
    return client.elicitation(answers).build();
  }

  private static int touched() {
    try {
      return new ProcessBuilder("touch", "asked").start().waitFor();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  /** A record of its own, and in later lines one of two kinds. */
  private static ElicitRequest question() {
    try {
      for (Constructor<?> made : ElicitRequest.class.getConstructors()) {
        if (made.getParameterCount() == 2) {
          return (ElicitRequest) made.newInstance("which size?", FORM);
        }
      }
      Object builder =
          ElicitRequest.class
              .getMethod("builder", String.class, Map.class)
              .invoke(null, "which size?", FORM);
      return (ElicitRequest) builder.getClass().getMethod("build").invoke(builder);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private static Object messageOf(Object request) {
    try {
      return request.getClass().getMethod("message").invoke(request);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private ElicitingActs() {}
}
