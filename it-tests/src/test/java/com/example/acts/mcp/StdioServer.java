package com.example.acts.mcp;

import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;

/** A server in a process of its own. */
public final class StdioServer {

  public static void main(String[] arguments) {
    McpServer.sync(new StdioServerTransportProvider(Payments.MAPPER))
        .serverInfo("process", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .tools(
            SyncToolSpecification.builder()
                .tool(Payments.tool("ask"))
                .callHandler(
                    (exchange, request) ->
                        Payments.result("asked " + request.arguments().get("for")))
                .build())
        .build();
  }

  private StdioServer() {}
}
