package dev.countersign.verify;

/**
 * The rows of sections 5 and 10 of "outcome events, schema v2, revision 5": what a verifier
 * reports, and the list of vectors. Each has a vector that names it.
 */
enum SeedRow {
  S5_INVALID_ALLOW("5: invalid_allow names the record"),
  S5_INVALID_OUTCOME("5: invalid_outcome names the record"),
  S5_OBSERVED("5: observed"),
  S5_UNOBSERVED("5: unobserved"),
  S5_UNACCOUNTED("5: unaccounted"),
  S5_FINALIZED("5: finalized"),
  S5_IN_PROGRESS("5: in_progress"),
  S5_REVOKED("5: revoked never escalates the aggregate"),
  S5_REVOKED_WITH_PENDING("5: revoked_with_pending"),
  S5_CLEAN("5: aggregate clean"),
  S5_INCOMPLETE("5: aggregate incomplete"),
  S5_FAILED("5: aggregate failed"),
  S5_COVERAGE("5: params_coverage complete, partial, none, beside the aggregate"),
  S5_OUTCOME_WITHOUT_ALLOW("5: outcome_without_allow"),
  S5_DUPLICATE_OUTCOME("5: duplicate_outcome"),
  S5_DUPLICATE_CALL_ID("5: duplicate_call_id"),
  S5_OUTCOME_BEFORE_ALLOW("5: outcome_before_allow"),
  S5_CROSS_REF("5: cross_ref"),
  S5_PARAMS_MISMATCH("5: params_mismatch"),
  S5_SPLICED("5: an entry of another chain is chain_id_mismatch"),
  S5_NO_CURRENT_AUTHORITY("5: verification never consults current authority"),
  S5_EXPECTED("5: an anchor or head kept independently; the report says which it had"),
  S5_PROVES("5: what passing proves, and what it does not"),
  S10_REASON_CODES("10: one per reason code in section 5"),
  S10_CONCURRENT_DUPLICATE("10: concurrent duplicate-outcome append"),
  S10_PENDING("10: allow-versus-deny pending behaviour"),
  S10_DUPLICATE_IDS("10: duplicate ids across allow and deny"),
  S10_PRE_COMMIT("10: pre-commit failure"),
  S10_POST_COMMIT("10: each post-commit persistence failure"),
  S10_RESTART("10: the restart rule"),
  S10_COMPLETION("10: the CompletionResult shape on complete-with-pending"),
  S10_BODY_STATES("10: every body_state conditional field and each invalid state"),
  S10_SALT("10: raw-salt versus hex-salt hashing"),
  S10_NUMBERS(
      "10: safe-integer boundaries, integral floats, negative zero, non-finite numbers, lone"
          + " surrogates, unsupported objects"),
  S10_HASH_ABSENT("10: each hash independently absent or unsupported"),
  S10_HASHES_OMITTED("10: hashes deliberately omitted by a deployment"),
  S10_VERSIONS("10: root, bundle and anchor version mismatches and mixed entry versions"),
  S10_PRE_HOOK_ONLY("10: pre_hook_only without an outcome"),
  S10_AGGREGATES("10: every aggregate state including each way \"not clean\" arises"),
  S10_RECEIPT("10: a malformed receipt digest"),
  S10_KILLED_LATE("10: a killed node with a late true record"),
  S10_KILLED_SILENT("10: a killed node with a never-reporting call"),
  S10_RETRY("10: a retry after CommittedAuditError"),
  S10_SNAPSHOT("10: an in-progress snapshot"),
  S10_ABANDONED("10: an abandoned call inside a clean aggregate"),
  S10_PARITY("10: byte-for-byte parity of two implementations");

  final String text;

  SeedRow(String text) {
    this.text = text;
  }
}
