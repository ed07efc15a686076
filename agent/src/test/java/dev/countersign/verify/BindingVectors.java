package dev.countersign.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the records of a call say about each other, and what follows for its node and the whole. */
final class BindingVectors {

  private static final String C = "c".repeat(32);
  private static final Map<String, Object> NONE = Map.of();

  static List<VectorCase> all() {
    List<VectorCase> all = new ArrayList<>();
    states(all);
    failures(all);
    lifecycles(all);
    parameters(all);
    return all;
  }

  private static void states(List<VectorCase> all) {
    all.add(
        VectorCase.of(
                "body_states",
                "A call of each state. Only raised has an error_code; all are observed, and an"
                    + " abandoned one, whose end nobody knows, leaves the aggregate clean.",
                SeedRow.S5_OBSERVED,
                SeedRow.S5_CLEAN,
                SeedRow.S5_FINALIZED,
                SeedRow.S10_BODY_STATES)
            .plain(
                new Books(2)
                    .root()
                    .allow(id(1))
                    .allow(id(2))
                    .allow(id(3))
                    .allow(id(4))
                    .outcome(id(1))
                    .outcome(id(2))
                    .with("body_state", "raised")
                    .with("error_code", "IOException")
                    .outcome(id(3))
                    .with("body_state", "abandoned")
                    .outcome(id(4))
                    .with("body_state", "deferred")
                    .done())
            .clean()
            .says(
                "per_call",
                Map.of(id(1), "observed", id(2), "observed", id(3), "observed", id(4), "observed"))
            .says(
                "body_states",
                Map.of(id(1), "returned", id(2), "raised", id(3), "abandoned", id(4), "deferred"))
            .says("per_node_lifecycle", Map.of(Books.N0, "finalized")));
    all.add(
        VectorCase.of(
                "abandoned_inside_clean",
                "The wrapper stopped observing while the body may still run: precise, and clean.",
                SeedRow.S10_ABANDONED,
                SeedRow.S10_AGGREGATES)
            .plain(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .with("body_state", "abandoned")
                    .without("invoked_params_hash")
                    .done())
            .clean()
            .says("params_coverage", "none")
            .says("body_states", Map.of(Books.A, "abandoned")));
    all.add(
        VectorCase.of(
                "pre_hook_only_without_an_outcome",
                "No outcome was promised. Nobody's fault, and never clean.",
                SeedRow.S5_UNOBSERVED,
                SeedRow.S5_INCOMPLETE,
                SeedRow.S10_PRE_HOOK_ONLY,
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).with("capture", "pre_hook_only").done())
            .expect(3, true, "incomplete")
            .says("per_call", Map.of(Books.A, "unobserved"))
            .says("per_node_lifecycle", Map.of(Books.N0, "finalized")));
    all.add(
        VectorCase.of("pre_hook_only_with_an_outcome", "One came all the same: it counts.")
            .plain(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .with("capture", "pre_hook_only")
                    .outcome(Books.A)
                    .done())
            .clean()
            .says("per_call", Map.of(Books.A, "observed")));
    all.add(
        VectorCase.of(
                "captures",
                "The three captures that promise an outcome are equal: a label is no claim of"
                    + " quality.")
            .plain(
                new Books(2)
                    .root()
                    .allow(id(1))
                    .outcome(id(1))
                    .allow(id(2))
                    .with("capture", "wrapper_async")
                    .outcome(id(2))
                    .allow(id(3))
                    .with("capture", "framework_post_hook")
                    .outcome(id(3))
                    .done())
            .clean());
    all.add(
        VectorCase.of("a_deny_owes_nothing", "A refused call never expects an outcome.")
            .plain(
                new Books(2)
                    .root()
                    .deny(Books.A)
                    .deny(Books.B)
                    .with("disposition", "out_of_authority")
                    .with("tool", null)
                    .done())
            .clean()
            .says("per_call", NONE)
            .says("params_coverage", "none"));
  }

  private static void failures(List<VectorCase> all) {
    all.add(
        failure(
            "outcome_without_allow",
            "An outcome of a call that no allow in this chain begins.",
            SeedRow.S5_OUTCOME_WITHOUT_ALLOW,
            new Books(2).root().outcome(Books.A).done(),
            1,
            Books.N0));
    all.add(
        failure(
            "outcome_without_allow",
            "An outcome of a call that was refused.",
            SeedRow.S5_OUTCOME_WITHOUT_ALLOW,
            new Books(2).root().deny(Books.A).outcome(Books.A).done(),
            2,
            Books.N0));
    all.add(
        failure(
            "duplicate_outcome",
            "A second outcome of one call; the first was right when it was written.",
            SeedRow.S5_DUPLICATE_OUTCOME,
            new Books(2).root().allow(Books.A).outcome(Books.A).outcome(Books.A).done(),
            3,
            Books.N0));
    for (String events : List.of("allow deny", "deny allow", "allow allow", "deny deny")) {
      Books books = new Books(2).root();
      for (String event : events.split(" ")) {
        if (event.equals("allow")) {
          books.allow(Books.A);
        } else {
          books.deny(Books.A);
        }
      }
      if (events.contains("allow")) {
        books.outcome(Books.A);
      }
      all.add(
          VectorCase.of(
                  "duplicate_call_id_" + events.replace(' ', '_'),
                  "One id on two decisions; the second is the one that is wrong.",
                  SeedRow.S5_DUPLICATE_CALL_ID,
                  SeedRow.S10_DUPLICATE_IDS,
                  SeedRow.S10_REASON_CODES)
              .plain(books.done())
              .failed()
              .finds("duplicate_call_id", 2, Books.N0));
    }
    all.add(
        failure(
                "outcome_before_allow",
                "An outcome that stands before its allow does not account for the call.",
                SeedRow.S5_OUTCOME_BEFORE_ALLOW,
                new Books(2).root().outcome(Books.A).allow(Books.A).done(),
                1,
                Books.N0)
            .says("per_call", Map.of(Books.A, "unaccounted")));
    all.add(
        failure(
                "cross_ref",
                "The allow is of one node, its outcome of another.",
                SeedRow.S5_CROSS_REF,
                twoNodes()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .with("node", Books.N1)
                    .doneOf(Books.N1)
                    .done(),
                3,
                Books.N1)
            .says("per_call", Map.of(Books.A, "unaccounted")));
    all.add(
        failure(
                "params_mismatch",
                "It ran with other parameters than were authorised. It was observed all the same.",
                SeedRow.S5_PARAMS_MISMATCH,
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .with("invoked_params_hash", Books.OTHER_HASH)
                    .done(),
                2,
                Books.N0)
            .says("per_call", Map.of(Books.A, "observed"))
            .says("params_coverage", "complete"));
  }

  private static void lifecycles(List<VectorCase> all) {
    all.add(
        VectorCase.of(
                "in_progress_snapshot",
                "Neither done nor kill: a snapshot, and no verdict on what is pending.",
                SeedRow.S5_IN_PROGRESS,
                SeedRow.S5_INCOMPLETE,
                SeedRow.S10_SNAPSHOT,
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).allow(Books.B).outcome(Books.B))
            .expect(3, true, "incomplete")
            .says("per_call", Map.of(Books.A, "unaccounted", Books.B, "observed"))
            .says("per_node_lifecycle", Map.of(Books.N0, "in_progress")));
    all.add(
        VectorCase.of(
                "unaccounted_in_a_finished_node",
                "The node said that it was done, and a promised outcome is not there. ok does not"
                    + " know of it, the aggregate does.",
                SeedRow.S5_UNACCOUNTED,
                SeedRow.S5_FAILED,
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).done())
            .expect(1, true, "failed")
            .says("per_call", Map.of(Books.A, "unaccounted"))
            .says("per_node_lifecycle", Map.of(Books.N0, "finalized")));
    all.add(
        VectorCase.of(
                "killed_with_nothing_pending",
                "A clean kill never escalates the aggregate.",
                SeedRow.S5_REVOKED,
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).outcome(Books.A).kill())
            .clean()
            .says("per_node_lifecycle", Map.of(Books.N0, "revoked")));
    all.add(
        VectorCase.of(
                "killed_with_a_late_true_record",
                "What was pending at the kill reports afterwards, and is believed.",
                SeedRow.S5_REVOKED,
                SeedRow.S10_KILLED_LATE)
            .plain(new Books(2).root().allow(Books.A).kill(Books.A).outcome(Books.A))
            .clean()
            .says("per_call", Map.of(Books.A, "observed"))
            .says("per_node_lifecycle", Map.of(Books.N0, "revoked")));
    all.add(
        VectorCase.of(
                "killed_with_a_never_reporting_call",
                "What never reports stays exactly that: incomplete, not failed.",
                SeedRow.S5_REVOKED_WITH_PENDING,
                SeedRow.S5_INCOMPLETE,
                SeedRow.S10_KILLED_SILENT,
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).kill(Books.A))
            .expect(3, true, "incomplete")
            .says("per_call", Map.of(Books.A, "unaccounted"))
            .says("per_node_lifecycle", Map.of(Books.N0, "revoked_with_pending")));
    all.add(
        VectorCase.of(
                "one_node_of_each_lifecycle",
                "The nodes of one chain end differently; the worst decides.",
                SeedRow.S10_AGGREGATES)
            .plain(
                twoNodes()
                    .spawn(Books.authority("tool.pay"))
                    .with("node", "c:n2")
                    .spawn(Books.authority("tool.pay"))
                    .with("node", "c:n3")
                    .allow(id(2))
                    .with("node", "c:n2")
                    .allow(id(3))
                    .with("node", "c:n3")
                    .kill(id(2), id(3))
                    .with("target", "c:n2")
                    .with("revoked", List.of("c:n2", "c:n3"))
                    .outcome(id(3))
                    .with("node", "c:n3")
                    .doneOf(Books.N1))
            .expect(3, true, "incomplete")
            .says(
                "per_node_lifecycle",
                Map.of(
                    Books.N0,
                    "in_progress",
                    Books.N1,
                    "finalized",
                    "c:n2",
                    "revoked_with_pending",
                    "c:n3",
                    "revoked")));
    all.add(
        VectorCase.of(
                "done_after_a_kill",
                "A node that was killed and then says it is done is finished: what is pending is"
                    + " unaccounted for.",
                SeedRow.S10_AGGREGATES)
            .plain(new Books(2).root().allow(Books.A).kill(Books.A).done())
            .expect(1, true, "failed")
            .says("per_node_lifecycle", Map.of(Books.N0, "finalized")));
    all.add(
        VectorCase.of(
                "retry_after_a_committed_audit_failure",
                "Two calls with ids of their own. Nothing says that they were attempts at one"
                    + " thing: a double execution cannot be seen.",
                SeedRow.S10_RETRY,
                SeedRow.S5_PROVES)
            .plain(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .allow(Books.B)
                    .outcome(Books.B)
                    .done())
            .clean()
            .says("per_call", Map.of(Books.A, "observed", Books.B, "observed")));
  }

  private static void parameters(List<VectorCase> all) {
    all.add(
        VectorCase.of(
                "hashes_omitted",
                "A deployment that must not disclose equality records none: clean, with coverage"
                    + " none, and both are said.",
                SeedRow.S5_COVERAGE,
                SeedRow.S10_HASHES_OMITTED)
            .plain(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .without("authorized_params_hash")
                    .outcome(Books.A)
                    .without("invoked_params_hash")
                    .done())
            .clean()
            .says("params_coverage", "none"));
    all.add(
        VectorCase.of("coverage_partial", "One call of two has both hashes.", SeedRow.S5_COVERAGE)
            .plain(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .allow(Books.B)
                    .without("authorized_params_hash")
                    .outcome(Books.B)
                    .done())
            .clean()
            .says("params_coverage", "partial"));
    all.add(
        VectorCase.of(
                "coverage_counts_what_is_pending",
                "A call without an outcome counts against coverage.",
                SeedRow.S5_COVERAGE)
            .plain(new Books(2).root().allow(Books.A).outcome(Books.A).allow(Books.B))
            .expect(3, true, "incomplete")
            .says("params_coverage", "partial"));
    String[] states = {"hash", "absent", "unsupported"};
    for (String authorised : states) {
      for (String invoked : states) {
        Books books = new Books(2).root().allow(Books.A);
        leave(books, "authorized_params_hash", authorised);
        books.outcome(Books.A);
        leave(books, "invoked_params_hash", invoked);
        boolean both = authorised.equals("hash") && invoked.equals("hash");
        all.add(
            VectorCase.of(
                    "authorised_" + authorised + "_invoked_" + invoked,
                    "Each hash stands by itself: there, left out, or outside the domain.",
                    SeedRow.S10_HASH_ABSENT,
                    SeedRow.S5_COVERAGE)
                .plain(books.done())
                .clean()
                .says("params_coverage", both ? "complete" : "none"));
      }
    }
    all.add(
        VectorCase.of("receipt", "Carried, and not verified.", SeedRow.S10_RECEIPT)
            .plain(
                new Books(2)
                    .root()
                    .allow(C)
                    .outcome(C)
                    .with("receipt", Map.of("type", "t", "ref", "r", "digest", Books.HASH))
                    .done())
            .clean()
            .says("effects", "not present"));
  }

  private static void leave(Books books, String hash, String state) {
    if (!state.equals("hash")) {
      books.without(hash);
    }
    if (state.equals("unsupported")) {
      books.with("params_hash_reason", "unsupported");
    }
  }

  private static VectorCase failure(
      String code, String about, SeedRow row, Books books, long seq, String node) {
    String suffix = about.contains("refused") ? "_of_a_refused_call" : "";
    return VectorCase.of(code + suffix, about, row, SeedRow.S10_REASON_CODES, SeedRow.S5_FAILED)
        .plain(books)
        .failed()
        .finds(code, seq, node);
  }

  private static Books twoNodes() {
    return new Books(2).root().spawn(Books.authority("tool.pay"));
  }

  private static String id(int number) {
    return "%032x".formatted(number);
  }

  private BindingVectors() {}
}
