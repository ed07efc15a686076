package dev.countersign.policy;

import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A part of the fleet (spec 3.2).
 *
 * @param labels that a JVM must have, all of them; empty for every JVM
 * @param percent of those, 0 to 100
 * @param enforce the mode; the effective one is the strictest of several
 * @param notBefore when it begins
 */
public record Ring(
    String name, Map<String, String> labels, int percent, boolean enforce, Instant notBefore) {

  private static final int PARTS = 10_000;
  private static final int OF_PERCENT = PARTS / 100;

  /**
   * Whether a JVM is in it. The same JVM always lies at the same place of the same rollout, so a
   * growing percentage only adds.
   *
   * @param instance the JVM's id
   * @param rollout the rollout's id, which all its versions share
   */
  public boolean has(String instance, String rollout, Map<String, String> own, Instant now) {
    if (now.isBefore(notBefore)) {
      return false;
    }
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!label.getValue().equals(own.get(label.getKey()))) {
        return false;
      }
    }
    return place(instance, rollout) < percent * OF_PERCENT;
  }

  /** Where a JVM lies: 0 to 9,999. */
  static int place(String instance, String rollout) {
    // A length in front: two pairs never share a text.
    String text = instance.length() + ":" + instance + rollout;
    String hex = Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
    return (int) (Long.parseLong(hex, 0, 12, 16) % PARTS);
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("labels", new LinkedHashMap<String, Object>(labels));
    json.put("percent", (long) percent);
    json.put("mode", enforce ? "enforce" : "observe");
    json.put("not_before", notBefore.toString());
    return json;
  }
}
