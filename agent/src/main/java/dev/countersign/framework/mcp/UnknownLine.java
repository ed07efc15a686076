package dev.countersign.framework.mcp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Says once of a line of the library that it lacks something; every call of a tool is refused. */
final class UnknownLine {

  private final Consumer<String> holes;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /**
   * @param holes hears of it, as the text of one line
   */
  UnknownLine(Consumer<String> holes) {
    this.holes = holes;
  }

  /**
   * What this line lacks, with the version that was seen; null for nothing.
   *
   * @param library a class of it
   */
  String missing(Class<?> library) {
    String missing = Library.missing(library);
    if (missing != null && said.add(missing)) {
      holes.accept(
          "tools of the MCP Java SDK cannot be bound: "
              + missing
              + ". Every call of one is refused.");
    }
    return missing;
  }
}
