package dev.countersign.verify;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Binds each outcome to its allow (seed 5) on a chain of version 2.
 *
 * <p>Everything about a pair is reported on the outcome: the allow was complete and true when it
 * was written.
 */
final class ExecutionBinding {

  private final Nodes nodes;
  private final CallTable calls;
  private final Failures failures;

  private long allows;
  private long withBothHashes;
  private long unobserved;
  private boolean unaccountedWhereDone;
  private boolean unfinished;
  private boolean resumed;
  private long carried;

  ExecutionBinding(Nodes nodes, CallTable calls, Failures failures) {
    this.nodes = nodes;
    this.calls = calls;
    this.failures = failures;
  }

  /** An allow may lie before the checkpoint. */
  void resume() {
    resumed = true;
  }

  /** Outcomes of calls that were allowed before the checkpoint. */
  long carried() {
    return carried;
  }

  /**
   * Takes the next entry, whose common shape is known to be right.
   *
   * @return whether the record is well formed
   */
  boolean accept(Entry entry) {
    String event = entry.event();
    String wrong = RecordSchema.version2(entry);
    if (wrong != null) {
      add(entry, RecordSchema.code(event), wrong + " (seq " + entry.seq() + ")");
    }
    switch (event) {
      case "allow", "deny" -> decision(entry, event, wrong == null);
      case "outcome" -> {
        if (wrong == null) {
          outcome(entry);
        }
      }
      case "done" -> {
        if (wrong == null) {
          node(entry).done = true;
        }
      }
      case "kill" -> {
        if (wrong == null) {
          for (Object id : (Iterable<?>) entry.get("revoked")) {
            Node node = nodes.named((String) id);
            if (node != null) {
              node.revoked = true;
            }
          }
        }
      }
      default -> {}
    }
    return wrong == null;
  }

  private void decision(Entry entry, String event, boolean valid) {
    if (!Entry.isHex(entry.get("call_id"), 32)) {
      return;
    }
    int slot = calls.slot(entry.text("call_id"));
    if (calls.has(slot, CallTable.SEEN)) {
      // On the second sighting: the first was legitimate when it was written.
      add(
          entry,
          "duplicate_call_id",
          "call_id "
              + entry.text("call_id")
              + " on seq "
              + entry.seq()
              + " ("
              + event
              + ") is already used by an earlier allow or deny");
    }
    calls.raise(slot, CallTable.SEEN);
    if (!valid || !event.equals("allow")) {
      return;
    }
    if (calls.has(slot, CallTable.OUTCOME)) {
      if (!calls.has(slot, CallTable.ALLOW)) {
        before(slot, entry);
      }
      return;
    }
    Node node = node(entry);
    calls.raise(slot, CallTable.ALLOW);
    calls.place(slot, node.number, entry.index());
    if ("pre_hook_only".equals(entry.get("capture"))) {
      calls.raise(slot, CallTable.UNPROMISED);
    }
    if (entry.has("authorized_params_hash")) {
      calls.raise(slot, CallTable.AUTHORIZED);
      calls.authorized(slot, entry.text("authorized_params_hash"));
    }
  }

  /** An outcome was there first; only now is it known that its allow exists. */
  private void before(int slot, Entry allow) {
    Node reported = nodes.numbered(calls.node(slot));
    long at = calls.entry(slot);
    failures.add(
        Check.BINDING,
        new Failure(
            "outcome_before_allow",
            at,
            reported.id,
            allow.text("call_id"),
            "call_id "
                + allow.text("call_id")
                + " has its outcome at seq "
                + at
                + ", not after its allow at seq "
                + allow.seq(),
            at));
    if (!reported.id.equals(allow.text("node"))) {
      crossReference(at, reported.id, at, allow.text("call_id"), allow.text("node"));
    }
    if (allow.has("authorized_params_hash")
        && calls.has(slot, CallTable.INVOKED)
        && !calls.isAuthorized(slot, allow.text("authorized_params_hash"))) {
      mismatch(at, reported.id, at, allow.text("call_id"));
    }
    calls.raise(slot, CallTable.ALLOW);
    if (allow.has("authorized_params_hash")) {
      calls.raise(slot, CallTable.AUTHORIZED);
    }
    if ("pre_hook_only".equals(allow.get("capture"))) {
      calls.raise(slot, CallTable.UNPROMISED);
    }
    calls.place(slot, node(allow).number, allow.index());
  }

  private void crossReference(
      Long seq, String node, long entry, String callId, String allowedNode) {
    failures.add(
        Check.BINDING,
        new Failure(
            "cross_ref",
            seq,
            node,
            callId,
            "call_id "
                + callId
                + " is allowed on node "
                + Shown.quoted(allowedNode)
                + " but its outcome is on node "
                + Shown.quoted(node),
            entry));
  }

  private void mismatch(Long seq, String node, long entry, String callId) {
    failures.add(
        Check.BINDING,
        new Failure(
            "params_mismatch",
            seq,
            node,
            callId,
            "call_id " + callId + " ran with parameters other than those that were authorised",
            entry));
  }

  private void outcome(Entry entry) {
    String callId = entry.text("call_id");
    int slot = calls.slot(callId);
    if (calls.has(slot, CallTable.OUTCOME)) {
      add(
          entry,
          "duplicate_outcome",
          "call_id " + callId + " at seq " + entry.seq() + " has had its outcome already");
      return;
    }
    int state = CallTable.BODY_STATES.indexOf(entry.text("body_state"));
    calls.raise(slot, CallTable.OUTCOME | state << CallTable.BODY_STATE_SHIFT);
    if (!calls.has(slot, CallTable.ALLOW)) {
      // Without an allow so far. Whether one follows decides between two findings, so it waits.
      calls.place(slot, node(entry).number, entry.index());
      if (entry.has("invoked_params_hash")) {
        calls.raise(slot, CallTable.INVOKED);
        calls.authorized(slot, entry.text("invoked_params_hash")); // until the allow is compared
      }
      return;
    }
    Node allowed = nodes.numbered(calls.node(slot));
    if (allowed.id.equals(entry.text("node"))) {
      calls.raise(slot, CallTable.BOUND);
    } else {
      crossReference(entry.seq(), entry.id("node"), entry.index(), callId, allowed.id);
    }
    if (!entry.has("invoked_params_hash")) {
      return;
    }
    calls.raise(slot, CallTable.INVOKED);
    if (calls.has(slot, CallTable.AUTHORIZED)
        && !calls.isAuthorized(slot, entry.text("invoked_params_hash"))) {
      mismatch(entry.seq(), entry.id("node"), entry.index(), callId);
    }
  }

  /**
   * Draws the conclusions that need the whole chain.
   *
   * @param unfinished whether the beginning of another entry follows
   */
  void finish(boolean unfinished) {
    this.unfinished = unfinished;
    for (int slot = 0; slot < calls.size(); slot++) {
      if (!calls.has(slot, CallTable.ALLOW)) {
        if (calls.has(slot, CallTable.OUTCOME)) {
          withoutAllow(slot);
        }
        continue;
      }
      allows++;
      if (calls.has(slot, CallTable.AUTHORIZED) && calls.has(slot, CallTable.INVOKED)) {
        withBothHashes++;
      }
      String observation = observation(slot);
      if (observation.equals("unobserved")) {
        unobserved++;
      } else if (observation.equals("unaccounted")) {
        Node node = nodes.numbered(calls.node(slot));
        node.unaccounted++;
        unaccountedWhereDone |= node.done;
      }
    }
  }

  private void withoutAllow(int slot) {
    if (resumed) {
      carried++;
      return;
    }
    long at = calls.entry(slot);
    failures.add(
        Check.BINDING,
        new Failure(
            "outcome_without_allow",
            at,
            nodes.numbered(calls.node(slot)).id,
            calls.callId(slot),
            "call_id " + calls.callId(slot) + " at seq " + at + " has no allow in this chain",
            at));
  }

  /** Spec 2.6, {@code per_call}; null when the slot is no valid allow. */
  String observation(int slot) {
    if (!calls.has(slot, CallTable.ALLOW)) {
      return null;
    }
    if (calls.has(slot, CallTable.BOUND)) {
      return "observed";
    }
    return calls.has(slot, CallTable.UNPROMISED) ? "unobserved" : "unaccounted";
  }

  /** The state that the call's own outcome reports; null without one. */
  String bodyState(int slot) {
    return calls.has(slot, CallTable.BOUND)
        ? CallTable.BODY_STATES.get(calls.flags(slot) >> CallTable.BODY_STATE_SHIFT & 3)
        : null;
  }

  CallTable calls() {
    return calls;
  }

  long unobserved() {
    return unobserved;
  }

  String aggregate() {
    if (failures.any(Check.BINDING) || unaccountedWhereDone) {
      return "failed";
    }
    boolean open = unfinished || unobserved > 0;
    for (Node node : nodes.all()) {
      String lifecycle = node.lifecycle();
      open |=
          node.defined
              && (lifecycle.equals("in_progress") || lifecycle.equals("revoked_with_pending"));
    }
    return open ? "incomplete" : "clean";
  }

  String paramsCoverage() {
    if (withBothHashes == 0) {
      return "none";
    }
    return withBothHashes == allows ? "complete" : "partial";
  }

  Map<String, Object> lifecycles() {
    Map<String, Object> lifecycles = new LinkedHashMap<>();
    for (Node node : nodes.all()) {
      if (node.defined) {
        lifecycles.put(node.id, node.lifecycle());
      }
    }
    return lifecycles;
  }

  private Node node(Entry entry) {
    // Past the limit everything lands on the first node; the limit itself is reported by
    // Delegation.
    Node node = nodes.named(entry.text("node"));
    return node == null ? nodes.numbered(0) : node;
  }

  private void add(Entry entry, String reason, String detail) {
    failures.add(Check.BINDING, Failure.at(entry, reason, detail));
  }
}
