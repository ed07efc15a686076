package com.example.paymentsserver;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Under which names suppliers are known, as the accounting system exports them: a line {@code name
 * = supplier} each.
 */
final class Names {

  private final Map<String, String> suppliers;

  private Names(Map<String, String> suppliers) {
    this.suppliers = suppliers;
  }

  static Names read(Path file) throws IOException {
    Map<String, String> suppliers = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] name = line.split("=", 2);
      suppliers.put(name[0].strip(), name[1].strip());
    }
    return new Names(suppliers);
  }

  /** The same tool, for whatever name of a supplier a model uses. */
  SyncToolSpecification around(SyncToolSpecification tool) {
    return SyncToolSpecification.builder()
        .tool(tool.tool())
        .callHandler(
            (exchange, request) -> {
              Map<String, Object> arguments = new LinkedHashMap<>(request.arguments());
              arguments.computeIfPresent(
                  "supplier", (key, name) -> suppliers.getOrDefault(name, (String) name));
              return tool.callHandler()
                  .apply(
                      exchange,
                      CallToolRequest.builder(request.name()).arguments(arguments).build());
            })
        .build();
  }
}
