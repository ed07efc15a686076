package dev.countersign.verify;

import dev.countersign.ledger.AppendScenarios;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The chains that appending under every circumstance leaves; {@code AppendScenariosTest} has what
 * the calls answer.
 */
final class AppendVectors {

  /** The first draw of {@link AppendScenarios} is the chain's id. */
  private static final String NODE = "367cdaf8e7b90fb2:n0";

  private final Path directory;
  private final List<VectorCase> all = new ArrayList<>();

  private AppendVectors(Path directory) {
    this.directory = directory;
  }

  static List<VectorCase> all(Path directory) {
    AppendVectors vectors = new AppendVectors(directory);
    vectors.build();
    return vectors.all;
  }

  private void build() {
    add(
            "append_concurrent_duplicate_outcome",
            "Eight threads reported one call's outcome at once; one was appended, seven were refused.",
            begin().concurrentDuplicateOutcome(),
            SeedRow.S10_CONCURRENT_DUPLICATE)
        .clean();
    add(
            "append_allow_and_deny",
            "complete() refused while the allow was pending; the deny never was.",
            begin().allowVersusDenyPending(),
            SeedRow.S10_PENDING)
        .clean();
    add(
            "append_complete_with_pending",
            "complete() answered {completed: false, pending_call_ids: [both, oldest first]} and"
                + " appended nothing.",
            begin().completeWithPending(),
            SeedRow.S10_COMPLETION)
        .expect(3, true, "incomplete");
    add(
            "append_id_in_use",
            "A second allow and a deny under the id of a pending call were refused.",
            begin().duplicateIds(),
            SeedRow.S10_DUPLICATE_IDS)
        .clean();
    add(
            "append_failures_before_the_commit",
            "No random bytes, no room for the record, none for the entry, records not durable: all"
                + " refused, nothing appended, nothing pending.",
            begin().failuresBeforeTheCommit(),
            SeedRow.S10_PRE_COMMIT)
        .clean();
    for (String event : List.of("allow", "deny", "outcome")) {
      add(
              "append_" + event + "_not_durable",
              "Persisting failed after the commit: the "
                  + event
                  + " stands, and a pending call's true outcome follows.",
              begin().failureAfterTheCommit(event),
              SeedRow.S10_POST_COMMIT)
          .clean();
    }
    add(
            "append_retry_after_a_committed_audit_failure",
            "Retried with a fresh id. The first call never ran and says so; nothing links the two.",
            begin().retryAfterACommittedAuditFailure(),
            SeedRow.S10_RETRY)
        .clean();
    add(
            "append_restart",
            "What a process that ended leaves: opening it for a new chain failed and changed nothing,"
                + " and its pending call stays unaccounted for.",
            begin().restart(),
            SeedRow.S10_RESTART)
        .expect(3, true, "incomplete");
    add(
            "append_killed_late_outcome",
            "Killed while a call was pending; a further one was refused, the true outcome taken.",
            begin().killed(true),
            SeedRow.S10_KILLED_LATE)
        .clean()
        .says("per_node_lifecycle", Map.of(NODE, "revoked"));
    add(
            "append_killed_never_reported",
            "Killed while a call was pending, which never reported.",
            begin().killed(false),
            SeedRow.S10_KILLED_SILENT)
        .expect(3, true, "incomplete")
        .says("per_node_lifecycle", Map.of(NODE, "revoked_with_pending"));
    add(
            "append_in_progress_snapshot",
            "Copied while a call ran.",
            begin().inProgressSnapshot(),
            SeedRow.S10_SNAPSHOT)
        .expect(3, true, "incomplete");
  }

  private AppendScenarios begin() {
    return AppendScenarios.in(directory.resolve("ledger" + all.size()));
  }

  private VectorCase add(String name, String about, AppendScenarios played, SeedRow row) {
    VectorCase vector =
        VectorCase.of(name, about, row)
            .given("chain_text", new String(played.chain(), StandardCharsets.UTF_8))
            .given("effects_text", new String(played.effects(), StandardCharsets.UTF_8));
    all.add(vector);
    return vector;
  }
}
