package com.example.invoicedesk;

import com.google.adk.agents.Callbacks.BeforeToolCallbackSync;
import com.google.adk.agents.InvocationContext;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Corrects accounts that suppliers have given up, a line {@code old = new} each, before a tool gets
 * to see them.
 */
final class SupplierBook implements BeforeToolCallbackSync {

  private final Map<String, String> accounts;

  private SupplierBook(Map<String, String> accounts) {
    this.accounts = accounts;
  }

  static SupplierBook read(Path file) throws IOException {
    Map<String, String> accounts = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      String[] account = line.split("=", 2);
      accounts.put(account[0].strip(), account[1].strip());
    }
    return new SupplierBook(accounts);
  }

  @Override
  public Optional<Map<String, Object>> call(
      InvocationContext invocation, BaseTool tool, Map<String, Object> input, ToolContext context) {
    String corrected = accounts.get(String.valueOf(input.get("to")));
    if (corrected != null) {
      input.put("to", corrected);
    }
    return Optional.empty();
  }
}
