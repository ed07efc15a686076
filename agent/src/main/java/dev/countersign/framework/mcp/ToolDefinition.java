package dev.countersign.framework.mcp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.framework.Accessors;
import dev.countersign.pin.Definition;
import java.util.Map;

/** A tool as the model sees it in the answer to {@code tools/list}: {@code McpSchema$Tool}. */
final class ToolDefinition {

  /**
   * Its definition (spec 1.4, {@code tool_pin}).
   *
   * @param tool the record
   * @throws NotCanonicalException where the schema has no canonical form: nobody could tell whether
   *     it changed
   */
  static Map<String, Object> of(Object tool) {
    return Definition.of(
        Accessors.get(tool, "name"),
        Accessors.get(tool, "description"),
        Snapshot.of(Accessors.get(tool, "inputSchema")));
  }

  private ToolDefinition() {}
}
