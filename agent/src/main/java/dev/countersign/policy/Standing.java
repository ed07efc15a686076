package dev.countersign.policy;

import java.util.ArrayList;
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
 * @param opening the break-glass document that loosens; null for none
 * @param openingEnds when that is over, as {@link System#nanoTime} tells it; 0 with it
 * @param frozen those that refuse a part of what happens
 * @param closed why every effect is refused; null where they are judged
 * @param events since the last look
 */
public record Standing(
    Candidate pinned,
    Ref ref,
    boolean enforce,
    String ring,
    BreakGlass opening,
    long openingEnds,
    List<BreakGlass> frozen,
    String closed,
    List<Event> events) {

  /**
   * Whether what is to be refused is. A machine that is closed refuses whatever its mode is: who
   * freezes a fleet freezes those that observe as well. Only an exception loosens.
   */
  public boolean refuses() {
    return !observesAll() && refusesWithout();
  }

  /** The same, an exception aside: what holds when that is over. */
  public boolean refusesWithout() {
    return enforce || closed != null;
  }

  /** Whether anything can be refused, so that what is checked has to be held until it is. */
  public boolean checks() {
    return refuses() || !frozen.isEmpty();
  }

  private boolean observesAll() {
    return opening != null && opening.action() == BreakGlass.Action.OBSERVE && opening.isAboutAll();
  }

  /** The id of the break-glass document that loosens; null for none. */
  public String exception() {
    return opening == null ? null : opening.id();
  }

  Standing with(List<Event> others) {
    return new Standing(
        pinned, ref, enforce, ring, opening, openingEnds, frozen, closed, List.copyOf(others));
  }

  /** For people and programs that look at this JVM. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("bundle", ref == null ? null : ref.toJson());
    json.put("mode", refuses() ? "enforce" : "observe");
    json.put("ring", ring);
    json.put("breakglass", exception());
    if (!frozen.isEmpty()) {
      List<Object> ids = new ArrayList<>();
      for (BreakGlass each : frozen) {
        ids.add(each.id());
      }
      json.put("frozen", ids);
    }
    json.put("closed", closed);
    return json;
  }
}
