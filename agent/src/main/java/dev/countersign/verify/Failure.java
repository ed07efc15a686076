package dev.countersign.verify;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One finding.
 *
 * @param reason a closed code
 * @param seq the {@code seq} that the entry states, or null where the finding is about the whole
 *     chain
 * @param node the entry's node or null
 * @param callId the entry's call id or null
 * @param detail one line of escaped text
 * @param entry index of the entry, from 0, or null
 */
public record Failure(
    String reason, Long seq, String node, String callId, String detail, Long entry) {

  static Failure ofChain(String reason, String detail) {
    return new Failure(reason, null, null, null, detail, null);
  }

  static Failure at(Entry entry, String reason, String detail) {
    return new Failure(
        reason, entry.seq(), entry.id("node"), entry.id("call_id"), detail, entry.index());
  }

  /** {@code <reason>: <detail>}. */
  @Override
  public String toString() {
    return reason + ": " + detail;
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("reason", reason);
    json.put("seq", seq);
    json.put("node", node);
    json.put("call_id", callId);
    json.put("detail", detail);
    return json;
  }
}
