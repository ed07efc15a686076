package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Records that are validated before anything is concluded from them. Many malformed ones stand in
 * one chain, each at its own {@code seq}; nothing else is wrong with it.
 */
final class RecordVectors {

  /** A fault: a field without a value is left out, {@code null} is JSON's. */
  private record Fault(String field, boolean absent, Object value) {

    String why() {
      String shown = new String(Canonical.jcs(value), StandardCharsets.UTF_8);
      return absent
          ? "no " + field
          : field + " = " + shown.substring(0, Math.min(60, shown.length()));
    }
  }

  static List<VectorCase> all() {
    List<VectorCase> all = new ArrayList<>();
    for (Fault fault :
        List.of(
            no("params_salt"),
            is("params_salt", null),
            is("params_salt", "0".repeat(31)),
            is("params_salt", "A".repeat(32)),
            is("agent", 1L))) {
      Books books = new Books(2).root();
      apply(books, fault);
      all.add(
          VectorCase.of("invalid_root_" + (all.size() + 1), fault.why())
              .plain(books.done())
              .failed()
              .finds("invalid_root", 0L, Books.N0, fault.why()));
    }
    all.add(
        malformed(
            "invalid_allow",
            "allow",
            List.of(SeedRow.S5_INVALID_ALLOW, SeedRow.S10_REASON_CODES),
            no("call_id"),
            is("call_id", null),
            is("call_id", "A".repeat(32)),
            is("call_id", "a".repeat(31)),
            no("capture"),
            is("capture", null),
            is("capture", "wrapper"),
            no("adapter"),
            is("adapter", null),
            is("adapter", Map.of("module", "", "version", "1", "hook_path", "p")),
            is("adapter", Map.of("module", "m", "version", "1")),
            is("authorized_params_hash", null),
            is("authorized_params_hash", "1".repeat(63)),
            is("authorized_params_hash", "A".repeat(64)),
            is("params_hash_reason", "unsupported"),
            is("params_hash_reason", null),
            is("policy", null),
            is("scope", 1L),
            is("tool", 1L),
            no("tool"),
            is("context", "x"),
            is("receipt", Map.of()),
            is("body_state", "returned"),
            is("duration_ms", 1L)));
    all.add(
        malformed(
            "invalid_outcome",
            "outcome",
            List.of(
                SeedRow.S5_INVALID_OUTCOME,
                SeedRow.S10_BODY_STATES,
                SeedRow.S10_RECEIPT,
                SeedRow.S10_REASON_CODES),
            no("body_state"),
            is("body_state", null),
            is("body_state", "executed"),
            is("body_state", "blocked"),
            is("body_state", "timeout"),
            is("body_state", "cancelled"),
            is("body_state", "raised"),
            is("error_code", "X"),
            is("error_code", null),
            no("duration_ms"),
            is("duration_ms", null),
            is("duration_ms", -1L),
            is("duration_ms", true),
            is("duration_ms", new BigDecimal("1.5")),
            is("duration_ms", "1"),
            is("invoked_params_hash", null),
            is("invoked_params_hash", "x".repeat(64)),
            is("params_hash_reason", "unsupported"),
            is("params_hash_reason", "secret"),
            is("receipt", null),
            is("receipt", "x"),
            is("receipt", Map.of("type", "t", "ref", "r")),
            is("receipt", Map.of("type", "t", "ref", "r", "digest", "x")),
            is("receipt", Map.of("type", "t", "ref", "r", "digest", "A".repeat(64))),
            is("receipt", Map.of("type", "", "ref", "r", "digest", Books.HASH)),
            is("receipt", Map.of("type", "t", "ref", 1L, "digest", Books.HASH)),
            is("capture", "wrapper_sync"),
            is("call_id", "x")));
    all.add(
        malformed(
            "invalid_deny",
            "deny",
            List.of(),
            is("call_id", null),
            is("capture", "wrapper_sync"),
            is("adapter", null),
            is("authorized_params_hash", Books.HASH),
            is("params_hash_reason", "unsupported"),
            is("policy", "unlisted"),
            is("body_state", "returned"),
            is("disposition", "other"),
            is("disposition", null),
            is("reasons", "revoked"),
            is("reasons", List.of("revoked")),
            no("reason")));
    all.add(
        malformed(
            "invalid_kill",
            "kill",
            List.of(),
            no("pending_at_kill"),
            is("pending_at_kill", null),
            is("pending_at_kill", List.of("x")),
            is("pending_at_kill", List.of(Books.B, Books.A)),
            is("pending_at_kill", List.of(Books.A, Books.A)),
            is("revoked", List.of(1L)),
            no("revoked"),
            is("node", Books.N0),
            no("target")));
    all.add(
        malformed(
            "invalid_ledger_entry",
            "done",
            List.of(),
            is("agent", null),
            no("ts"),
            is("event", 1L),
            no("event"),
            is("c14n", 1L),
            is("node", "n".repeat(257)),
            is("agent", nested(65))));
    return all;
  }

  private static VectorCase malformed(
      String code, String event, List<SeedRow> rows, Fault... faults) {
    Books books = new Books(2).root();
    List<String> nodes = new ArrayList<>();
    for (int i = 0; i < faults.length; i++) {
      String id = "%032x".formatted(i + 1);
      switch (event) {
        case "allow" -> books.allow(id);
        case "outcome" -> books.outcome(id);
        case "deny" -> books.deny(id);
        case "kill" -> books.kill().with("revoked", List.of());
        default -> books.done();
      }
      apply(books, faults[i]);
      Object node = books.last().get("node");
      nodes.add(node instanceof String text && text.length() <= Entry.MAX_ID ? text : null);
    }
    VectorCase vector =
        VectorCase.of(
                code,
                "Every " + event + " is malformed in one way, which \"why\" names.",
                rows.toArray(new SeedRow[0]))
            .plain(code.equals("invalid_ledger_entry") ? books : books.done());
    vector.failed();
    for (int i = 0; i < faults.length; i++) {
      vector.finds(code, (long) i + 1, nodes.get(i), faults[i].why());
    }
    return vector;
  }

  private static void apply(Books books, Fault fault) {
    if (fault.absent) {
      books.without(fault.field);
    } else {
      books.with(fault.field, fault.value);
    }
  }

  private static Fault no(String field) {
    return new Fault(field, true, null);
  }

  private static Fault is(String field, Object value) {
    return new Fault(field, false, value);
  }

  private static Object nested(int depth) {
    Object value = 1L;
    for (int i = 1; i < depth; i++) {
      value = Arrays.asList(value);
    }
    return value;
  }

  private RecordVectors() {}
}
