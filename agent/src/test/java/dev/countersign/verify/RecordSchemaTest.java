package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Each way in which a record can be malformed, with the code under which it is reported, on an
 * otherwise honest chain.
 */
class RecordSchemaTest {

  /**
   * @param what what is wrong
   * @param at which entry: 0 root, 1 spawn, 2 allow, 3 outcome, 4 deny, 5 kill, 6 done
   */
  private record Case(String code, int at, String what, Consumer<Map<String, Object>> wrong) {}

  @TestFactory
  Stream<DynamicTest> aMalformedRecordHasItsCode() {
    return Stream.of(
            without("invalid_root", 0, "params_salt"),
            with("invalid_root", 0, "params_salt", null),
            with("invalid_root", 0, "params_salt", "0".repeat(31)),
            with("invalid_root", 0, "params_salt", "A".repeat(32)),
            with("invalid_root", 0, "agent", 1L),
            with("unreadable_authority", 0, "authority", null),
            with("unreadable_authority", 0, "authority", Map.of("scopes", List.of("*"))),
            with("invalid_ledger_entry", 1, "agent", null),
            with("invalid_ledger_entry", 1, "task", 3L),
            with("invalid_ledger_entry", 1, "requested", "all"),
            with("unreadable_granted", 1, "granted", List.of()),
            without("unreadable_granted", 1, "granted"),
            without("invalid_allow", 2, "call_id"),
            with("invalid_allow", 2, "call_id", null),
            with("invalid_allow", 2, "call_id", "A".repeat(32)),
            without("invalid_allow", 2, "capture"),
            with("invalid_allow", 2, "capture", null),
            with("invalid_allow", 2, "capture", "wrapper"),
            without("invalid_allow", 2, "adapter"),
            with(
                "invalid_allow",
                2,
                "adapter",
                Map.of("module", "", "version", "1", "hook_path", "p")),
            with("invalid_allow", 2, "adapter", Map.of("module", "m", "version", "1")),
            with("invalid_allow", 2, "authorized_params_hash", null),
            with("invalid_allow", 2, "authorized_params_hash", "1".repeat(63)),
            with("invalid_allow", 2, "params_hash_reason", "unsupported"),
            with("invalid_allow", 2, "policy", null),
            with("invalid_allow", 2, "policy", List.of()),
            with("invalid_allow", 2, "scope", null),
            with("invalid_allow", 2, "tool", 1L),
            with("invalid_allow", 2, "context", "x"),
            with("invalid_allow", 2, "receipt", Map.of()),
            with("invalid_allow", 2, "duration_ms", 1L),
            without("invalid_outcome", 3, "body_state"),
            with("invalid_outcome", 3, "body_state", "executed"),
            with("invalid_outcome", 3, "body_state", null),
            with("invalid_outcome", 3, "body_state", "raised"),
            with("invalid_outcome", 3, "error_code", "X"),
            with("invalid_outcome", 3, "error_code", null),
            without("invalid_outcome", 3, "duration_ms"),
            with("invalid_outcome", 3, "duration_ms", -1L),
            with("invalid_outcome", 3, "duration_ms", true),
            with("invalid_outcome", 3, "duration_ms", new BigDecimal("1.5")),
            with("invalid_outcome", 3, "duration_ms", "1"),
            with("invalid_outcome", 3, "invoked_params_hash", null),
            with("invalid_outcome", 3, "invoked_params_hash", "x".repeat(64)),
            with("invalid_outcome", 3, "params_hash_reason", "unsupported"),
            with("invalid_outcome", 3, "params_hash_reason", "secret"),
            with("invalid_outcome", 3, "receipt", null),
            with("invalid_outcome", 3, "receipt", Map.of("type", "t", "ref", "r", "digest", "x")),
            with(
                "invalid_outcome",
                3,
                "receipt",
                Map.of("type", "t", "ref", "", "digest", Books.HASH)),
            with("invalid_outcome", 3, "capture", "wrapper_sync"),
            with("invalid_outcome", 3, "call_id", "x"),
            with("invalid_deny", 4, "call_id", null),
            with("invalid_deny", 4, "capture", "wrapper_sync"),
            with("invalid_deny", 4, "adapter", null),
            with("invalid_deny", 4, "authorized_params_hash", Books.HASH),
            with("invalid_deny", 4, "params_hash_reason", "unsupported"),
            with("invalid_deny", 4, "policy", "unlisted"),
            with("invalid_deny", 4, "disposition", "other"),
            with("invalid_deny", 4, "disposition", null),
            with("invalid_deny", 4, "reasons", "revoked"),
            with("invalid_deny", 4, "reasons", List.of("revoked")),
            without("invalid_deny", 4, "reason"),
            without("invalid_kill", 5, "pending_at_kill"),
            with("invalid_kill", 5, "pending_at_kill", null),
            with("invalid_kill", 5, "pending_at_kill", List.of("x")),
            with("invalid_kill", 5, "pending_at_kill", List.of(Books.B, Books.A)),
            with("invalid_kill", 5, "revoked", List.of(1L)),
            with("invalid_kill", 5, "node", Books.N0),
            without("invalid_kill", 5, "target"),
            with("invalid_ledger_entry", 6, "agent", null),
            without("invalid_ledger_entry", 6, "ts"),
            with("invalid_ledger_entry", 6, "event", 1L),
            without("invalid_ledger_entry", 6, "event"),
            with("invalid_ledger_entry", 6, "c14n", 1L),
            with("invalid_ledger_entry", 6, "node", "n".repeat(257)),
            with("invalid_ledger_entry", 6, "agent", nested(65)),
            with("unknown_ledger_event", 6, "event", "started"),
            with("unknown_ledger_fields", 6, "deny_scopes", List.of()),
            with("policy_on_non_allow", 6, "policy", "unlisted"),
            with("policy_on_non_allow", 0, "policy", "unlisted"),
            with("chain_id_mismatch", 6, "chain_id", "d"),
            with("mixed_entry_versions", 6, "v", 1L),
            with("mixed_entry_versions", 6, "v", true),
            with("mixed_entry_versions", 6, "v", "2"))
        .map(
            it -> DynamicTest.dynamicTest(it.code + " @" + it.at + " " + it.what, () -> finds(it)));
  }

  private static void finds(Case it) {
    Books books = books();
    it.wrong.accept(books.entries.get(it.at));

    Report report = books.verify();

    assertThat(report.failures())
        .as("%s", report.failures())
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo(it.code);
              assertThat(failure.entry()).isEqualTo(it.at);
            });
    assertThat(report.exit(false)).isEqualTo(1);
    assertThat(Vectors.json(report)).containsEntry("ok", false);
  }

  @Test
  void theChainThatTheCasesStartFromIsClean() {
    assertThat(books().verify().failures()).isEmpty();
  }

  private static Books books() {
    return new Books(2)
        .root()
        .spawn(Books.authority("tool.pay"))
        .allow(Books.A)
        .outcome(Books.A)
        .deny(Books.B)
        .kill()
        .with("target", Books.N1)
        .with("revoked", List.of(Books.N1))
        .done();
  }

  private static Object nested(int depth) {
    Object value = 1L;
    for (int i = 1; i < depth; i++) {
      value = Arrays.asList(value);
    }
    return value;
  }

  private static Case with(String code, int at, String field, Object value) {
    String shown = String.valueOf(value);
    return new Case(
        code,
        at,
        field + "=" + shown.substring(0, Math.min(40, shown.length())),
        entry -> entry.put(field, value));
  }

  private static Case without(String code, int at, String field) {
    return new Case(code, at, "no " + field, entry -> entry.remove(field));
  }
}
