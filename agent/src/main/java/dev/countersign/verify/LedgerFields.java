package dev.countersign.verify;

import dev.countersign.canonical.Names;
import java.util.HashSet;
import java.util.Set;

/** The closed sets of names in an entry (spec 2.1; seed 9). */
final class LedgerFields {

  /**
   * All that may stand in an entry, of either version. An entry with another one was not read
   * whole.
   */
  static final Set<String> KNOWN =
      Set.of(
          "adapter",
          "agent",
          "authority",
          "authorized_params_hash",
          "body_state",
          "c14n",
          "call_id",
          "capture",
          "chain_id",
          "context",
          "detail",
          "disposition",
          "duration_ms",
          "error_code",
          "event",
          "granted",
          "hash",
          "invoked_params_hash",
          "mode",
          "node",
          "params_hash_reason",
          "params_salt",
          "parent",
          "pending_at_kill",
          "policy",
          "prev_hash",
          "reason",
          "reasons",
          "receipt",
          "requested",
          "revoked",
          "scope",
          "seq",
          "strikes",
          "target",
          "task",
          "tool",
          "ts",
          "v");

  /** What version 1 does not have. */
  static final Set<String> VERSION_2_ONLY =
      Set.of(
          "adapter",
          "authorized_params_hash",
          "body_state",
          "call_id",
          "capture",
          "duration_ms",
          "error_code",
          "invoked_params_hash",
          "params_hash_reason",
          "params_salt",
          "pending_at_kill",
          "receipt");

  /** Those of a line of a chain, and of what is in it. */
  static final Names EXPECTED = new Names(expected());

  static final Set<String> EVENTS =
      Set.of("root", "spawn", "spawn_denied", "allow", "deny", "outcome", "kill", "done");

  private static Set<String> expected() {
    Set<String> names = new HashSet<>(KNOWN);
    names.addAll(
        Set.of(
            "code",
            "digest",
            "hook_path",
            "message",
            "module",
            "preview",
            "record",
            "ref",
            "type",
            "version"));
    return names;
  }

  private LedgerFields() {}
}
