package com.example.acts.mcp;

import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpStatelessServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpStatelessServerHandler;
import io.modelcontextprotocol.server.McpStatelessSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpStatelessServerTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * A server without sessions, and nothing between it and who asks: no call waits for another. What
 * it answers is printed.
 */
public final class Direct implements McpStatelessServerTransport {

  private final McpStatelessSyncServer server;
  private McpStatelessServerHandler handler;

  public Direct(List<SyncToolSpecification> tools) {
    server =
        McpServer.sync(this)
            .jsonMapper(Payments.MAPPER)
            .serverInfo("desk", "1")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(tools)
            .build();
  }

  /** One that says of no tool what it takes, so that it checks nothing. */
  public static Direct takingAnything(List<SyncToolSpecification> tools) {
    return new Direct(
        tools.stream()
            .map(
                tool ->
                    SyncToolSpecification.builder()
                        .tool(Payments.tool(tool.tool().name()))
                        .callHandler(tool.callHandler())
                        .build())
            .toList());
  }

  McpStatelessSyncServer server() {
    return server;
  }

  @Override
  public void setMcpHandler(McpStatelessServerHandler handler) {
    this.handler = handler;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  /**
   * A call.
   *
   * @param arguments a JSON object
   */
  public void asks(String tool, String arguments) {
    try {
      JSONRPCRequest call =
          (JSONRPCRequest)
              McpSchema.deserializeJsonRpcMessage(
                  Payments.MAPPER,
                  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                      + tool
                      + "\",\"arguments\":"
                      + arguments
                      + "}}");
      System.out.println(handler.handleRequest(McpTransportContext.EMPTY, call).block().result());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
