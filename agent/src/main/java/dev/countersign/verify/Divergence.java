package dev.countersign.verify;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An effect that was not the one that was approved, as its record tells it.
 *
 * @param executed false when it was refused, true when it happened all the same ({@code observe})
 * @param scope what the call was, null for an outcome
 * @param paths JSON pointers into the request, where the two differ
 * @param preview digest of what was approved, null where nothing was
 * @param commit digest of what reached the sink
 */
public record Divergence(
    boolean executed,
    long seq,
    String callId,
    String scope,
    List<String> paths,
    String preview,
    String commit) {

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("effect", executed ? "executed" : "refused");
    json.put("seq", seq);
    json.put("call_id", callId);
    json.put("scope", scope);
    json.put("paths", paths);
    json.put("preview", preview);
    json.put("commit", commit);
    return json;
  }
}
