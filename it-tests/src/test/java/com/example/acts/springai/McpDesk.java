package com.example.acts.springai;

import com.example.acts.mcp.LocalServer;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;

/** Tools of a server, as Spring AI's callbacks. What a tool does is what arrives there. */
final class McpDesk {

  private final LocalServer server;
  private McpSyncClient sync;
  private McpAsyncClient async;

  McpDesk(String... tools) {
    Map<String, String> described = new LinkedHashMap<>();
    for (String tool : tools) {
      described.put(tool, "Pays");
    }
    server =
        new LocalServer(described, call -> Payments.did("paid " + new TreeMap<>(call.arguments())));
  }

  SyncMcpToolCallback sync(String tool) {
    return new SyncMcpToolCallback(client(), tool(tool));
  }

  AsyncMcpToolCallback async(String tool) {
    return new AsyncMcpToolCallback(asyncClient(), tool(tool));
  }

  McpSyncClient client() {
    if (sync == null) {
      sync = McpClient.sync(server.transport()).build();
      sync.initialize();
    }
    return sync;
  }

  McpAsyncClient asyncClient() {
    if (async == null) {
      async = McpClient.async(server.transport()).build();
      async.initialize().block();
    }
    return async;
  }

  /** As the server lists it. */
  Tool tool(String name) {
    for (Tool tool : client().listTools().tools()) {
      if (tool.name().equals(name)) {
        return tool;
      }
    }
    throw new IllegalArgumentException(name);
  }
}
