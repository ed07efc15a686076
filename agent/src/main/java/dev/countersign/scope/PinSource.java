package dev.countersign.scope;

import dev.countersign.pin.Definition;
import java.util.Map;

/**
 * Reads a tool's definition as the model sees it, anew at each call (spec 1.4, {@code tool_pin}).
 */
@FunctionalInterface
public interface PinSource {

  /** As {@link Definition#of} shapes it; null where none was seen. */
  Map<String, Object> definition();

  /** BLAKE3-256 hex over the canonical form of the definition; null when there is none. */
  default String digest() {
    Map<String, Object> definition = definition();
    return definition == null ? null : Definition.digest(definition);
  }
}
