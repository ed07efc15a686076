package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of seed 10 that are about appending; the chains that they leave are vectors. */
class AppendScenariosTest {

  @TempDir Path temp;
  private AppendScenarios it;

  @BeforeEach
  void begin() {
    it = AppendScenarios.in(temp.resolve("ledger"));
  }

  @Test
  @DisplayName("10: concurrent duplicate-outcome append")
  void oneOfManyConcurrentOutcomesIsAppended() {
    it.concurrentDuplicateOutcome();

    assertThat(it.answers()).containsOnlyOnce("written");
    assertThat(it.answers()).filteredOn(LedgerException.class::isInstance).hasSize(7);
    assertThat(it.books().assertIntact().events())
        .containsExactly("root", "allow", "outcome", "done");
  }

  @Test
  @DisplayName("10: allow-versus-deny pending behaviour")
  void onlyAnAllowIsPending() {
    it.allowVersusDenyPending();

    String allowed = (String) it.books().entries().get(2).get("call_id");
    assertThat(it.answers())
        .containsExactly(new Completion(false, List.of(allowed)), new Completion(true, List.of()));
    assertThat(it.books().assertIntact().events())
        .containsExactly("root", "deny", "allow", "outcome", "done");
  }

  @Test
  @DisplayName("10: the CompletionResult shape on complete-with-pending")
  void completionNamesWhatIsPendingAndAppendsNothing() {
    it.completeWithPending();

    List<String> pending =
        it.books().entries().subList(1, 3).stream().map(e -> (String) e.get("call_id")).toList();
    assertThat(it.answers()).containsExactly(new Completion(false, pending));
    assertThat(it.books().assertIntact().events()).containsExactly("root", "allow", "allow");
  }

  @Test
  @DisplayName("10: duplicate ids across allow and deny")
  void anIdInUseIsAppendedByNobody() {
    it.duplicateIds();

    assertThat(it.answers())
        .allSatisfy(
            answer ->
                assertThat(answer)
                    .isInstanceOf(LedgerException.class)
                    .extracting(Object::toString)
                    .asString()
                    .contains("in use"));
    assertThat(it.books().assertIntact().events())
        .containsExactly("root", "allow", "outcome", "done");
  }

  @Test
  @DisplayName("10: pre-commit failure")
  void aFailureBeforeTheCommitLeavesNothingAndOwesNothing() {
    it.failuresBeforeTheCommit();

    assertThat(it.answers().subList(0, 4))
        .allSatisfy(
            answer ->
                assertThat(answer)
                    .isInstanceOf(LedgerException.class)
                    .isNotInstanceOf(CommittedAuditException.class));
    assertThat(it.answers().get(4)).isEqualTo(new Completion(true, List.of()));
    assertThat(it.books().assertIntact().events()).containsExactly("root", "done");
    assertThat(it.books().records()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"allow", "deny", "outcome"})
  @DisplayName("10: each post-commit persistence failure")
  void aFailureAfterTheCommitCarriesTheEntryAndTheDecision(String event) {
    it.failureAfterTheCommit(event);

    int failed = event.equals("outcome") ? 1 : 0;
    assertThat(it.answers().get(failed)).isInstanceOf(CommittedAuditException.class);
    CommittedAuditException committed = (CommittedAuditException) it.answers().get(failed);
    assertThat(committed.entry()).contains("\"event\":\"" + event + "\"", committed.callId());
    assertThat(committed.record()).contains(committed.callId());
    // An allow was pending before this was thrown: its true outcome was taken.
    assertThat(it.answers()).endsWith(new Completion(true, List.of()));
    assertThat(it.books().assertIntact().events())
        .isEqualTo(
            event.equals("deny")
                ? List.of("root", "deny", "done")
                : List.of("root", "allow", "outcome", "done"));
  }

  @Test
  @DisplayName("10: the restart rule")
  void aRestartCannotGoOnWithAChain() {
    it.restart();

    assertThat(it.answers().get(0))
        .isInstanceOf(UncheckedIOException.class)
        .extracting(thrown -> ((UncheckedIOException) thrown).getCause())
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(it.answers()).endsWith("untouched");
    Ledger successor = Ledger.create(Calls.settings(it.directory()));
    successor.close();
    assertThat(Books.chainsIn(it.directory())).hasSize(2);
    assertThat(it.books().events()).containsExactly("root", "allow");
    assertThat(Books.of(successor).entries().get(0).get("chain_id"))
        .isNotEqualTo(it.books().entries().get(0).get("chain_id"));
  }

  @Test
  @DisplayName("10: a killed node with a late true record")
  void aKilledNodeTakesNoCallAndStillTakesATrueOutcome() {
    it.killed(true);

    Map<String, Object> kill = it.books().assertIntact().entries().get(2);
    String pending = (String) it.books().entries().get(1).get("call_id");
    assertThat(kill).containsEntry("pending_at_kill", List.of(pending));
    assertThat(it.answers().get(1)).isInstanceOf(NotGrantedException.class);
    assertThat(it.books().events()).containsExactly("root", "allow", "kill", "outcome");
  }

  @Test
  @DisplayName("10: a killed node with a never-reporting call")
  void aKillWritesNoOutcome() {
    it.killed(false);

    assertThat(it.books().assertIntact().events()).containsExactly("root", "allow", "kill");
  }

  @Test
  @DisplayName("10: a retry after CommittedAuditError")
  void aRetryIsAnotherCall() {
    it.retryAfterACommittedAuditFailure();

    assertThat(it.answers().get(0)).isInstanceOf(CommittedAuditException.class);
    assertThat(it.answers().get(1).toString()).contains("a retry needs one of its own");
    Books books = it.books().assertIntact();
    assertThat(books.events())
        .containsExactly("root", "allow", "allow", "outcome", "outcome", "done");
    assertThat(books.entries().get(1).get("call_id"))
        .isNotEqualTo(books.entries().get(2).get("call_id"));
    assertThat(books.entries().get(2).get("context"))
        .asString()
        .doesNotContain((String) books.entries().get(1).get("call_id"));
  }
}
