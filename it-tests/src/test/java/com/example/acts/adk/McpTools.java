package com.example.acts.adk;

import com.example.acts.mcp.LocalServer;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.mcp.McpAsyncTool;
import com.google.adk.tools.mcp.McpSessionManager;
import com.google.adk.tools.mcp.McpTool;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Tools of an MCP server as the library wraps them, with its way to try a call again. */
final class McpTools extends McpSessionManager {

  private final LocalServer server;
  private final String tool;

  /**
   * @param failures how many calls fail before one is carried out
   */
  private McpTools(String tool, String description, int failures) {
    super(
        "none",
        parameters -> {
          throw new IllegalStateException("sessions are made here");
        });
    AtomicInteger left = new AtomicInteger(failures);
    this.tool = tool;
    server =
        new LocalServer(
            Map.of(tool, description),
            call -> {
              if (left.getAndDecrement() > 0) {
                System.out.println("tried");
                throw new IllegalStateException("not now");
              }
              return Payments.did("paid " + new TreeMap<>(call.arguments()));
            });
  }

  static BaseTool sync(String tool, String description, int failures) {
    McpTools session = new McpTools(tool, description, failures);
    McpSyncClient client = session.createSession();
    return new McpTool(session.listed(client), client, session);
  }

  static BaseTool async(String tool, String description, int failures) {
    McpTools session = new McpTools(tool, description, failures);
    McpAsyncClient client = session.createAsyncSession();
    return new McpAsyncTool(session.listed(session.createSession()), client, session);
  }

  private Tool listed(McpSyncClient client) {
    return client.listTools().tools().stream()
        .filter(listed -> listed.name().equals(tool))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public McpSyncClient createSession() {
    McpSyncClient client =
        McpClient.sync(server.transport()).jsonSchemaValidator((schema, content) -> null).build();
    client.initialize();
    return client;
  }

  @Override
  public McpAsyncClient createAsyncSession() {
    McpAsyncClient client =
        McpClient.async(server.transport()).jsonSchemaValidator((schema, content) -> null).build();
    client.initialize().block();
    return client;
  }
}
