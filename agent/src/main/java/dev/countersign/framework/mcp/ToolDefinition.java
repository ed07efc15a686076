package dev.countersign.framework.mcp;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.framework.Accessors;
import java.util.LinkedHashMap;
import java.util.Map;

/** A tool as the model sees it in the answer to {@code tools/list}: {@code McpSchema$Tool}. */
final class ToolDefinition {

  /**
   * BLAKE3-256 hex over the canonical form of {@code {name, description, parameters}} (spec 1.4,
   * {@code tool_pin}); null where the schema has no canonical form.
   *
   * @param tool the record
   */
  static String digest(Object tool) {
    Map<String, Object> pinned = new LinkedHashMap<>(4);
    pinned.put("name", Accessors.get(tool, "name"));
    pinned.put("description", Accessors.get(tool, "description"));
    try {
      pinned.put("parameters", Snapshot.of(Accessors.get(tool, "inputSchema")));
      return Blake3.hex(Canonical.rho(pinned));
    } catch (NotCanonicalException unreadable) {
      return null;
    }
  }

  private ToolDefinition() {}
}
