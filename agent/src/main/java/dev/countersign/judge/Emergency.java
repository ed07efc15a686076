package dev.countersign.judge;

import dev.countersign.effect.Glob;
import java.util.List;

/**
 * What a break-glass document changes for a while, as the path of a call needs it (spec 3.2): only
 * what is refused, never what is recorded.
 *
 * @param id of the document
 * @param rule the one that refuses nothing; null where it is about whatever refuses
 * @param sinks that it is about, as {@code BreakGlass.SINKS} names them; empty for all
 * @param tools that it is about; empty for all, and for what happens outside any
 */
public record Emergency(String id, String rule, List<String> sinks, List<Glob> tools) {

  /** One that is about all effects. */
  public static Emergency ofAll(String id) {
    return new Emergency(id, null, List.of(), List.of());
  }

  /**
   * Whether it is about an effect.
   *
   * @param tool the innermost one that it happens in, or that is called; null for none
   */
  boolean covers(String sink, String tool) {
    if (!sinks.isEmpty() && !sinks.contains(sink)) {
      return false;
    }
    if (tools.isEmpty()) {
      return true;
    }
    for (int i = 0; tool != null && i < tools.size(); i++) {
      if (tools.get(i).matches(tool)) {
        return true;
      }
    }
    return false;
  }
}
