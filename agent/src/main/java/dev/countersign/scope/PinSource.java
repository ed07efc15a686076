package dev.countersign.scope;

/**
 * Reads a tool's definition as the model sees it, anew at each call (spec 1.4, {@code tool_pin}).
 */
@FunctionalInterface
public interface PinSource {

  /**
   * BLAKE3-256 hex over the canonical {@code {name, description, parameters}}; null when there is
   * none.
   */
  String digest();
}
