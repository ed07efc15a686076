package dev.countersign.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One version of a document.
 *
 * @param version from 1
 * @param sha256 of its payload, 64 lowercase hex digits
 */
public record Ref(long version, String sha256) {

  /** As documents name it. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>(4);
    json.put("sha256", sha256);
    json.put("version", version);
    return json;
  }
}
