package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Seed 5: what is concluded from the records of calls, and each way in which they can contradict
 * each other.
 */
class ExecutionBindingTest {

  @Test
  void anHonestChainIsClean() {
    Report report = Books.honest().verify();

    assertThat(report.failures()).isEmpty();
    assertThat(binding(report))
        .containsEntry("aggregate", "clean")
        .containsEntry("params_coverage", "complete")
        .containsEntry("per_call", Map.of(Books.A, "observed"))
        .containsEntry("body_states", Map.of(Books.A, "returned"))
        .containsEntry("per_node_lifecycle", Map.of(Books.N0, "finalized"))
        .containsEntry("failures", List.of());
    assertThat(report.exit(false)).isZero();
  }

  @Test
  void anOutcomeNeedsAnAllow() {
    finds(new Books(2).root().outcome(Books.A).done(), "outcome_without_allow", 1);
  }

  @Test
  void anOutcomeOfADenyHasNoAllow() {
    finds(new Books(2).root().deny(Books.A).outcome(Books.A).done(), "outcome_without_allow", 2);
  }

  @Test
  void anOutcomeComesAfterItsAllow() {
    Books books = new Books(2).root().outcome(Books.A).allow(Books.A).done();
    finds(books, "outcome_before_allow", 1);
    // A finalized node with a call whose only outcome does not count.
    assertThat(binding(books.verify())).containsEntry("per_call", Map.of(Books.A, "unaccounted"));
  }

  @Test
  void anOutcomeThatComesFirstIsComparedAllTheSame() {
    Report report =
        new Books(2)
            .root()
            .spawn(Books.authority("tool.pay"))
            .outcome(Books.A)
            .with("node", Books.N1)
            .with("invoked_params_hash", Books.OTHER_HASH)
            .allow(Books.A)
            .verify();

    assertThat(report.failures())
        .extracting(Failure::reason, Failure::seq, Failure::node)
        .containsExactly(
            tuple("outcome_before_allow", 2L, Books.N1),
            tuple("cross_ref", 2L, Books.N1),
            tuple("params_mismatch", 2L, Books.N1));
  }

  @Test
  void aCallHasOneOutcome() {
    finds(
        new Books(2).root().allow(Books.A).outcome(Books.A).outcome(Books.A).done(),
        "duplicate_outcome",
        3);
  }

  @Test
  void aCallIdIsUsedOnceAcrossAllowAndDeny() {
    finds(
        new Books(2).root().allow(Books.A).outcome(Books.A).deny(Books.A).done(),
        "duplicate_call_id",
        3);
    finds(
        new Books(2).root().deny(Books.A).allow(Books.A).outcome(Books.A).done(),
        "duplicate_call_id",
        2);
    finds(new Books(2).root().deny(Books.A).deny(Books.A).done(), "duplicate_call_id", 2);
  }

  @Test
  void anOutcomeIsOnItsAllowsNode() {
    finds(
        new Books(2)
            .root()
            .spawn(Books.authority("tool.pay"))
            .allow(Books.A)
            .outcome(Books.A)
            .with("node", Books.N1),
        "cross_ref",
        3);
  }

  @Test
  void parametersAreEqualWhereBothHashesAreThere() {
    Books books =
        new Books(2)
            .root()
            .allow(Books.A)
            .outcome(Books.A)
            .with("invoked_params_hash", Books.OTHER_HASH)
            .done();
    finds(books, "params_mismatch", 2);
    // It was observed all the same: what disagrees is the content, not the binding.
    assertThat(binding(books.verify())).containsEntry("per_call", Map.of(Books.A, "observed"));
  }

  @Test
  void coverageIsPartialOrNoneWhereHashesAreMissing() {
    Books partial =
        new Books(2)
            .root()
            .allow(Books.A)
            .outcome(Books.A)
            .allow(Books.B)
            .without("authorized_params_hash")
            .outcome(Books.B)
            .done();
    assertThat(binding(partial.verify()))
        .containsEntry("aggregate", "clean")
        .containsEntry("params_coverage", "partial");
    Books none =
        new Books(2)
            .root()
            .allow(Books.A)
            .without("authorized_params_hash")
            .with("params_hash_reason", "unsupported")
            .outcome(Books.A)
            .done();
    assertThat(binding(none.verify()))
        .containsEntry("aggregate", "clean")
        .containsEntry("params_coverage", "none");
  }

  @Test
  void aCallThatPromisedNoOutcomeLeavesItIncomplete() {
    Report report =
        new Books(2).root().allow(Books.A).with("capture", "pre_hook_only").done().verify();

    assertThat(report.ok()).isTrue();
    assertThat(binding(report)).containsEntry("aggregate", "incomplete");
    assertThat(binding(report)).containsEntry("per_call", Map.of(Books.A, "unobserved"));
    assertThat(report.exit(false)).isEqualTo(3);
  }

  @Test
  void aSnapshotOfARunningNodeIsIncomplete() {
    Report report = new Books(2).root().allow(Books.A).verify();

    assertThat(report.ok()).isTrue();
    assertThat(binding(report))
        .containsEntry("aggregate", "incomplete")
        .containsEntry("per_call", Map.of(Books.A, "unaccounted"))
        .containsEntry("per_node_lifecycle", Map.of(Books.N0, "in_progress"));
    assertThat(report.exit(false)).isEqualTo(3);
  }

  @Test
  void anUnaccountedCallInAFinishedNodeFailsTheAggregateButNotOk() {
    Report report = new Books(2).root().allow(Books.A).done().verify();

    assertThat(report.ok()).isTrue();
    assertThat(report.failures()).isEmpty();
    assertThat(report.aggregate()).isEqualTo("failed");
    assertThat(report.exit(false)).isEqualTo(1);
  }

  @Test
  void aKilledNodeWithNothingPendingIsClean() {
    Report report = new Books(2).root().allow(Books.A).outcome(Books.A).kill().verify();

    assertThat(binding(report))
        .containsEntry("aggregate", "clean")
        .containsEntry("per_node_lifecycle", Map.of(Books.N0, "revoked"));
  }

  @Test
  void aLateTrueOutcomeOfAKilledNodeIsAccepted() {
    Report report = new Books(2).root().allow(Books.A).kill(Books.A).outcome(Books.A).verify();

    assertThat(report.ok()).isTrue();
    assertThat(report.aggregate()).isEqualTo("clean");
  }

  @Test
  void aKilledNodeWithACallThatNeverReportsIsIncomplete() {
    Report report = new Books(2).root().allow(Books.A).kill(Books.A).verify();

    assertThat(binding(report))
        .containsEntry("aggregate", "incomplete")
        .containsEntry("per_node_lifecycle", Map.of(Books.N0, "revoked_with_pending"));
    assertThat(report.exit(false)).isEqualTo(3);
  }

  @Test
  void abandonedAndDeferredAreObservedAndClean() {
    Report report =
        new Books(2)
            .root()
            .allow(Books.A)
            .outcome(Books.A)
            .with("body_state", "abandoned")
            .allow(Books.B)
            .outcome(Books.B)
            .with("body_state", "deferred")
            .done()
            .verify();

    assertThat(binding(report))
        .containsEntry("aggregate", "clean")
        .containsEntry("body_states", Map.of(Books.A, "abandoned", Books.B, "deferred"));
  }

  private static Map<String, Object> binding(Report report) {
    return Entry.object(Vectors.json(report).get("execution_binding"));
  }

  private static void finds(Books books, String reason, long at) {
    Report report = books.verify();
    assertThat(report.failures())
        .as("%s", report.failures())
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo(reason);
              assertThat(failure.seq()).isEqualTo(at);
              assertThat(failure.entry()).isEqualTo(at);
              assertThat(failure.callId()).isEqualTo(Books.A);
            });
    assertThat(report.aggregate()).isEqualTo("failed");
    assertThat(report.exit(false)).isEqualTo(1);
  }
}
