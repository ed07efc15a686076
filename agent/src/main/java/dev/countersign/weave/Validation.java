package dev.countersign.weave;

/** Judges a call that is not made (spec 4). */
@FunctionalInterface
public interface Validation {

  /** As {@code GateHandler.validate}. */
  Object validate(String tool, Object inputs, Object caller);
}
