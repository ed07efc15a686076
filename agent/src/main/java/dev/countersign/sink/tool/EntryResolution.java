package dev.countersign.sink.tool;

import dev.countersign.scope.ToolCall;
import dev.countersign.weave.WovenMethod;

/**
 * Resolves a call at its method's own entry, from its Java values ({@code resolution: entry}, spec
 * 5.2).
 */
@FunctionalInterface
public interface EntryResolution {

  /** The call that entering the method amounts to. */
  ToolCall resolve(WovenMethod woven, Object self, Object[] args);
}
