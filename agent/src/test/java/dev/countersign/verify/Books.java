package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.ledger.EntryHash;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chain under construction: every mistake that a test wants is made before {@link #sealed} gives
 * each entry its sequence, link and hash, so that the mistake is the only one.
 */
final class Books {

  static final String A = "a".repeat(32);
  static final String B = "b".repeat(32);
  static final String HASH = "1".repeat(64);
  static final String OTHER_HASH = "2".repeat(64);
  static final String N0 = "c:n0";
  static final String N1 = "c:n1";

  final List<Map<String, Object>> entries = new ArrayList<>();
  private final long version;

  Books(long version) {
    this.version = version;
  }

  /** Root, one call with its outcome, done. */
  static Books honest() {
    return new Books(2).root().allow(A).outcome(A).done();
  }

  Books root() {
    add("root", "node", N0, "agent", "shop", "authority", authority("tool.*"));
    if (version == 2) {
      last().put("params_salt", "0".repeat(32));
    }
    return this;
  }

  Books spawn(Object granted) {
    return add(
        "spawn",
        "node",
        N1,
        "parent",
        N0,
        "agent",
        "child",
        "task",
        "t",
        "requested",
        granted,
        "granted",
        granted);
  }

  Books allow(String callId) {
    return add(
        "allow",
        "node",
        N0,
        "scope",
        "tool.pay",
        "tool",
        "pay",
        "context",
        Map.of(),
        "call_id",
        callId,
        "capture",
        "wrapper_sync",
        "adapter",
        Map.of("module", "m", "version", "1", "hook_path", "p"),
        "authorized_params_hash",
        HASH);
  }

  Books deny(String callId) {
    return add(
        "deny",
        "node",
        N0,
        "scope",
        "tool.pay",
        "tool",
        "pay",
        "context",
        Map.of(),
        "call_id",
        callId,
        "reason",
        "revoked",
        "reasons",
        List.of(Map.of("code", "revoked", "message", "")));
  }

  Books outcome(String callId) {
    return add(
        "outcome",
        "node",
        N0,
        "call_id",
        callId,
        "body_state",
        "returned",
        "duration_ms",
        1L,
        "invoked_params_hash",
        HASH);
  }

  Books kill(String... pending) {
    return add("kill", "target", N0, "revoked", List.of(N0), "pending_at_kill", List.of(pending));
  }

  Books done() {
    return doneOf(N0);
  }

  Books doneOf(String node) {
    return add("done", "node", node, "agent", "shop");
  }

  Books add(String event, Object... fields) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("v", version);
    entry.put("c14n", "JCS");
    entry.put("ts", 1L);
    entry.put("chain_id", "c");
    entry.put("event", event);
    for (int i = 0; i < fields.length; i += 2) {
      entry.put((String) fields[i], fields[i + 1]);
    }
    entries.add(entry);
    return this;
  }

  /** Sets a field of the last entry. */
  Books with(String field, Object value) {
    last().put(field, value);
    return this;
  }

  Books without(String field) {
    last().remove(field);
    return this;
  }

  /** Sets a field of one entry, from 0. */
  Books edit(int index, String field, Object value) {
    entries.get(index).put(field, value);
    return this;
  }

  Map<String, Object> last() {
    return entries.get(entries.size() - 1);
  }

  static Map<String, Object> authority(String... scopes) {
    Map<String, Object> authority = new LinkedHashMap<>();
    authority.put("scopes", List.of(scopes));
    authority.put("constraints", List.of());
    authority.put("ttl", null);
    return authority;
  }

  List<Map<String, Object>> sealed() {
    String previous = "0".repeat(64);
    long seq = 0;
    for (Map<String, Object> entry : entries) {
      entry.put("seq", seq++);
      entry.put("prev_hash", previous);
      entry.remove("hash");
      previous = EntryHash.of(previous, entry);
      entry.put("hash", previous);
    }
    return entries;
  }

  byte[] lines() {
    return linesOf(sealed());
  }

  static byte[] linesOf(List<? extends Map<String, ?>> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Map<String, ?> entry : entries) {
      out.writeBytes(Canonical.jcs(entry));
      out.write('\n');
    }
    return out.toByteArray();
  }

  /** With an anchor over its head, signed when there is a key. */
  Map<String, Object> bundle(AnchorKey key) {
    List<Map<String, Object>> sealed = sealed();
    Map<String, Object> bundle = new LinkedHashMap<>();
    bundle.put("v", version);
    bundle.put("c14n", "JCS");
    bundle.put("chain_id", "c");
    bundle.put("entries", sealed);
    bundle.put(
        "anchor",
        Anchor.of(
            version,
            "c",
            sealed.size() - 1,
            (String) sealed.get(sealed.size() - 1).get("hash"),
            "2026-11-29T00:00:00Z",
            key,
            "k"));
    bundle.put("redaction", Map.of("ok", true, "violations", List.of()));
    bundle.put("note", "test");
    return bundle;
  }

  Report verify() {
    return Vectors.chain(lines(), Given.nothing());
  }
}
