package com.example.paymentsserver;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Pays suppliers, for whichever host starts it and speaks to it over standard input and output.
 * Works on the directory that it is started in.
 */
public final class PaymentsServer {

  private static final McpJsonMapper JSON = McpJsonDefaults.getMapper();
  private static final String PAYMENT =
      "{\"type\": \"object\", \"properties\": {\"supplier\": {\"type\": \"string\"}, \"amount\":"
          + " {\"type\": \"string\"}}, \"required\": [\"supplier\", \"amount\"]}";
  private static final String NOTHING = "{\"type\": \"object\", \"properties\": {}}";

  /** Serves until its host closes standard input. */
  public static void main(String[] arguments) throws IOException {
    Payments payments = new Payments(Path.of("payments.csv"));
    Names names = Names.read(Path.of("names.txt"));
    McpServer.sync(new StdioServerTransportProvider(JSON))
        // One call after the other, each on the thread that reads: the library loses one of two
        // answers at a time.
        .immediateExecution(true)
        .serverInfo("payments", "1")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .tools(
            names.around(
                tool("pay", Files.readString(Path.of("pay.md")).strip(), PAYMENT, payments::pay)),
            tool("payments", "Says what was paid so far.", NOTHING, args -> payments.soFar()))
        .build();
  }

  private static SyncToolSpecification tool(
      String name, String description, String schema, Payments.Action action) {
    return SyncToolSpecification.builder()
        .tool(Tool.builder().name(name).description(description).inputSchema(JSON, schema).build())
        .callHandler(
            (exchange, request) ->
                CallToolResult.builder().addTextContent(action.on(request.arguments())).build())
        .build();
  }

  private PaymentsServer() {}
}
