package dev.countersign.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What holds after a look at the source.
 *
 * @param pinned what judges; null where nothing was ever accepted
 * @param ref its version and hash; null with it
 * @param enforce the strictest of machine, bundle and rollout
 * @param ring this JVM's ring; null for none
 * @param exception the break-glass document under which nothing is refused; null for none
 * @param closed why every effect is refused; null where they are judged
 * @param events since the last look
 */
public record Standing(
    Candidate pinned,
    Ref ref,
    boolean enforce,
    String ring,
    String exception,
    String closed,
    List<Event> events) {

  /**
   * Whether what is to be refused is. A machine that is closed refuses whatever its mode is: who
   * freezes a fleet freezes those that observe as well. Only an exception loosens.
   */
  public boolean refuses() {
    return exception == null && (enforce || closed != null);
  }

  Standing with(List<Event> others) {
    return new Standing(pinned, ref, enforce, ring, exception, closed, List.copyOf(others));
  }

  /** For people and programs that look at this JVM. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bundle", ref == null ? null : ref.toJson());
    json.put("mode", refuses() ? "enforce" : "observe");
    json.put("ring", ring);
    json.put("breakglass", exception);
    json.put("closed", closed);
    return json;
  }
}
