package dev.countersign.config;

import dev.countersign.effect.template.Extractor;

/**
 * Where a bound method carries a tool call ({@code bind[].invoke}, spec 5.3).
 *
 * @param tool the tool's name
 * @param arguments the arguments as the model presented them
 */
public record InvokeBind(Extractor tool, Extractor arguments) {

  /**
   * Whether a part needs what the method returns; the call's scope is then opened by its sink (spec
   * 5.3).
   */
  public boolean needsResult() {
    return tool.needsResult() || arguments.needsResult();
  }
}
