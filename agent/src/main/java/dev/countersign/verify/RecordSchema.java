package dev.countersign.verify;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The shape of each entry (spec 2.1, seed 2 to 5), checked before anything is concluded from it. A
 * method returns what is wrong, or null. A conditional field that is present as JSON null is wrong,
 * not absent.
 */
final class RecordSchema {

  static final Set<String> CAPTURES =
      Set.of("wrapper_sync", "wrapper_async", "framework_post_hook", "pre_hook_only");
  private static final Set<String> BODY_STATES =
      Set.of("returned", "raised", "abandoned", "deferred");
  private static final Set<String> DISPOSITIONS =
      Set.of("held_pending_grant", "withheld_tier2", "unresolved", "out_of_authority");
  private static final List<String> ALLOW_ONLY =
      List.of("capture", "adapter", "authorized_params_hash", "policy");
  private static final List<String> OUTCOME_ONLY =
      List.of("body_state", "duration_ms", "error_code", "invoked_params_hash", "receipt");
  private static final List<String> IDS =
      List.of("event", "chain_id", "node", "parent", "target", "call_id");
  private static final List<String> HASHES = List.of("prev_hash", "hash");
  private static final List<String> ADAPTER = List.of("module", "version", "hook_path");
  private static final int MAX_NESTING = 64;

  /** What holds for every entry of every version: reported as {@code invalid_ledger_entry}. */
  static String common(Entry entry) {
    if (entry.line() == null && !Entry.nestsWithin(entry.fields(), MAX_NESTING)) {
      return "nested deeper than " + MAX_NESTING;
    }
    if (!(entry.get("event") instanceof String)) {
      return "event " + absentOr(entry, "event") + ", not a string";
    }
    for (String id : IDS) {
      if (entry.text(id) != null && entry.id(id) == null) {
        return id + " is longer than " + Entry.MAX_ID + " bytes";
      }
    }
    if (entry.seq() == null || entry.seq() < 0) {
      return "seq " + absentOr(entry, "seq") + ", not an integer from 0";
    }
    if (!entry.has("ts")) {
      return "ts is absent";
    }
    if (entry.has("c14n") && entry.text("c14n") == null) {
      return "c14n " + absentOr(entry, "c14n") + ", not a string";
    }
    for (String hash : HASHES) {
      if (!Entry.isHex(entry.get(hash), 64)) {
        return hash + " " + absentOr(entry, hash) + ", not 64 lowercase hex characters";
      }
    }
    return null;
  }

  /** The rest of an entry of version 2. */
  static String version2(Entry entry) {
    return switch (entry.event()) {
      case "root" -> root(entry);
      case "spawn" -> spawn(entry);
      case "spawn_denied" -> spawnDenied(entry);
      case "allow" -> allow(entry);
      case "deny" -> deny(entry);
      case "outcome" -> outcome(entry);
      case "kill" -> kill(entry);
      case "done" -> firstOf(text(entry, "node"), text(entry, "agent"));
      default -> null;
    };
  }

  /** The code under which a fault of {@link #version2} is reported. */
  static String code(String event) {
    return switch (event) {
      case "root", "allow", "deny", "outcome", "kill" -> "invalid_" + event;
      default -> "invalid_ledger_entry";
    };
  }

  static boolean isKnownPolicy(Object policy) {
    return "unlisted".equals(policy);
  }

  private static String root(Entry entry) {
    if (!Entry.isHex(entry.get("params_salt"), 32)) {
      return "params_salt "
          + absentOr(entry, "params_salt")
          + ", not 32 lowercase hex characters: no parameter hash of this chain can be checked";
    }
    return firstOf(text(entry, "node"), text(entry, "agent"));
  }

  private static String spawn(Entry entry) {
    String wrong = firstOf(text(entry, "node"), text(entry, "parent"), text(entry, "agent"));
    if (wrong != null) {
      return wrong;
    }
    if (entry.has("task") && entry.text("task") == null) {
      return "task " + absentOr(entry, "task") + ", not a string";
    }
    return entry.has("requested") && Entry.object(entry.get("requested")) == null
        ? "requested " + absentOr(entry, "requested") + ", not an object"
        : null;
  }

  private static String spawnDenied(Entry entry) {
    if (entry.has("node")) {
      return "spawn_denied carries node, but no node was made";
    }
    return firstOf(text(entry, "parent"), text(entry, "agent"), text(entry, "reason"));
  }

  private static String allow(Entry entry) {
    String wrong = firstOf(callId(entry), text(entry, "node"), call(entry));
    if (wrong != null) {
      return wrong;
    }
    wrong = leaked(entry, OUTCOME_ONLY, "outcome-only");
    if (wrong != null) {
      return wrong;
    }
    if (!(entry.get("capture") instanceof String capture) || !CAPTURES.contains(capture)) {
      return "capture " + absentOr(entry, "capture") + ", not a known value";
    }
    Map<String, Object> adapter = Entry.object(entry.get("adapter"));
    if (adapter == null) {
      return "adapter " + absentOr(entry, "adapter") + ", not an object";
    }
    for (String member : ADAPTER) {
      if (!(adapter.get(member) instanceof String text) || text.isEmpty()) {
        return "adapter." + member + " must be a non-empty string";
      }
    }
    if (entry.has("policy") && !isKnownPolicy(entry.get("policy"))) {
      return "policy " + Shown.quoted(entry.get("policy")) + " is not a known value";
    }
    return params(entry, "authorized_params_hash");
  }

  private static String deny(Entry entry) {
    String wrong = firstOf(callId(entry), text(entry, "node"), call(entry));
    if (wrong == null) {
      wrong = leaked(entry, ALLOW_ONLY, "allow-only");
    }
    if (wrong == null && entry.has("params_hash_reason")) {
      wrong = "deny carries params_hash_reason, but a refused call has no parameter hash";
    }
    if (wrong == null) {
      wrong = leaked(entry, OUTCOME_ONLY, "outcome-only");
    }
    if (wrong == null) {
      wrong = text(entry, "reason");
    }
    if (wrong != null) {
      return wrong;
    }
    if (!(entry.get("reasons") instanceof List<?> reasons)) {
      return "reasons " + absentOr(entry, "reasons") + ", not an array";
    }
    for (Object reason : reasons) {
      Map<String, Object> object = Entry.object(reason);
      if (object == null || !(object.get("code") instanceof String)) {
        return "reasons holds something that is not an object with a code";
      }
    }
    return entry.has("disposition")
            && !(entry.get("disposition") instanceof String text && DISPOSITIONS.contains(text))
        ? "disposition " + absentOr(entry, "disposition") + ", not a known value"
        : null;
  }

  private static String outcome(Entry entry) {
    String wrong = firstOf(callId(entry), text(entry, "node"));
    if (wrong == null) {
      wrong = leaked(entry, ALLOW_ONLY, "allow-only");
    }
    if (wrong != null) {
      return wrong;
    }
    if (!(entry.get("body_state") instanceof String state) || !BODY_STATES.contains(state)) {
      return "body_state " + absentOr(entry, "body_state") + ", not a known value";
    }
    boolean raised = "raised".equals(entry.get("body_state"));
    if (raised && (entry.text("error_code") == null || entry.text("error_code").isEmpty())) {
      return "error_code is required when body_state is raised";
    }
    if (!raised && entry.has("error_code")) {
      return "error_code is present but body_state is not raised";
    }
    // An integer in the text as well: 12.0 is what a fraction was rounded to, not a count.
    if (!(entry.get("duration_ms") instanceof Long duration) || duration < 0) {
      return "duration_ms " + absentOr(entry, "duration_ms") + ", not an integer from 0";
    }
    wrong = params(entry, "invoked_params_hash");
    return wrong != null || !entry.has("receipt") ? wrong : receipt(entry.get("receipt"));
  }

  private static String receipt(Object value) {
    Map<String, Object> receipt = Entry.object(value);
    if (receipt == null) {
      return "receipt is not an object with type, ref and digest";
    }
    for (String member : List.of("type", "ref")) {
      if (!(receipt.get(member) instanceof String text) || text.isEmpty()) {
        return "receipt." + member + " must be a non-empty string";
      }
    }
    return Entry.isHex(receipt.get("digest"), 64)
        ? null
        : "receipt.digest must be 64 lowercase hex characters (SHA-256)";
  }

  private static String kill(Entry entry) {
    if (entry.has("node")) {
      return "kill carries node; it names target and revoked";
    }
    String wrong = text(entry, "target");
    if (wrong != null) {
      return wrong;
    }
    if (!(entry.get("revoked") instanceof List<?> revoked)) {
      return "revoked " + absentOr(entry, "revoked") + ", not an array";
    }
    for (Object node : revoked) {
      if (!(node instanceof String id) || !Entry.isId(id)) {
        return "revoked holds something that is not a node id";
      }
    }
    if (!(entry.get("pending_at_kill") instanceof List<?> pending)) {
      return "pending_at_kill " + absentOr(entry, "pending_at_kill") + ", not an array";
    }
    String last = "";
    for (Object id : pending) {
      if (!Entry.isHex(id, 32)) {
        return "pending_at_kill holds something that is not a call id";
      }
      if (last.compareTo((String) id) >= 0) {
        return "pending_at_kill is not sorted, or names a call twice";
      }
      last = (String) id;
    }
    return null;
  }

  /** What allow and deny have in common: the call that was judged. */
  private static String call(Entry entry) {
    String wrong = text(entry, "scope");
    if (wrong != null) {
      return wrong;
    }
    if (!entry.has("tool") || entry.get("tool") != null && entry.text("tool") == null) {
      return "tool " + absentOr(entry, "tool") + ", not a string or null";
    }
    return Entry.object(entry.get("context")) == null
        ? "context " + absentOr(entry, "context") + ", not an object"
        : null;
  }

  private static String callId(Entry entry) {
    return Entry.isHex(entry.get("call_id"), 32)
        ? null
        : "call_id " + absentOr(entry, "call_id") + ", not 32 lowercase hex characters";
  }

  private static String params(Entry entry, String hash) {
    if (entry.has(hash) && !Entry.isHex(entry.get(hash), 64)) {
      return hash + " " + absentOr(entry, hash) + ", not 64 lowercase hex characters";
    }
    if (!entry.has("params_hash_reason")) {
      return null;
    }
    if (!"unsupported".equals(entry.get("params_hash_reason"))) {
      return "params_hash_reason " + absentOr(entry, "params_hash_reason") + ", not a known value";
    }
    return entry.has(hash) ? "params_hash_reason stands beside " + hash : null;
  }

  private static String leaked(Entry entry, List<String> fields, String kind) {
    TreeSet<String> found = null;
    for (String field : fields) {
      if (entry.has(field)) {
        found = found == null ? new TreeSet<>() : found;
        found.add(field);
      }
    }
    return found == null
        ? null
        : entry.event() + " carries " + kind + " fields " + Shown.list(found);
  }

  private static String text(Entry entry, String field) {
    return entry.text(field) == null
        ? field + " " + absentOr(entry, field) + ", not a string"
        : null;
  }

  private static String absentOr(Entry entry, String field) {
    return entry.has(field) ? "is " + Shown.quoted(entry.get(field)) : "is absent";
  }

  private static String firstOf(String... wrongs) {
    for (String wrong : wrongs) {
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private RecordSchema() {}
}
