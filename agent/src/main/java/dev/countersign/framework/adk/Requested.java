package dev.countersign.framework.adk;

import java.util.Map;

/**
 * One call as the model asked for it.
 *
 * @param id of the provider, or made by the library; a label, never a key
 * @param tool the name that the model used
 * @param arguments as they were when the turn came; null where they are no JSON object
 * @param lost why it cannot be told what the model asked for; null where it can
 * @param confirmed what a person said to it, as the library has it before callbacks see the call;
 *     null where nobody was heard
 */
record Requested(
    String id, String tool, Map<String, Object> arguments, String lost, Boolean confirmed) {

  static Requested lost(String tool, String why) {
    return new Requested(null, tool, null, why, null);
  }

  /** A call of the model that nobody has confirmed. */
  static Requested of(String id, String tool, Map<String, Object> arguments) {
    return new Requested(id, tool, arguments, null, null);
  }

  Requested with(Map<String, Object> others) {
    return new Requested(id, tool, others, lost, confirmed);
  }

  Requested heard(Boolean said) {
    return new Requested(id, tool, arguments, lost, said);
  }
}
