package dev.countersign.ledger;

/**
 * The names that stand in the entries that we write (spec 2.1). The verifier has its own list: it
 * shares nothing with the writer whose books it checks.
 */
final class EntryFields {

  static final String ADAPTER = "adapter";
  static final String AGENT = "agent";
  static final String AUTHORITY = "authority";
  static final String AUTHORIZED_PARAMS_HASH = "authorized_params_hash";
  static final String BODY_STATE = "body_state";
  static final String C14N = "c14n";
  static final String CALL_ID = "call_id";
  static final String CAPTURE = "capture";
  static final String CHAIN_ID = "chain_id";
  static final String CONTEXT = "context";
  static final String DETAIL = "detail";
  static final String DISPOSITION = "disposition";
  static final String DURATION_MS = "duration_ms";
  static final String ERROR_CODE = "error_code";
  static final String EVENT = "event";
  static final String GRANTED = "granted";
  static final String HASH = "hash";
  static final String INVOKED_PARAMS_HASH = "invoked_params_hash";
  static final String NODE = "node";
  static final String PARAMS_HASH_REASON = "params_hash_reason";
  static final String PARAMS_SALT = "params_salt";
  static final String PARENT = "parent";
  static final String PENDING_AT_KILL = "pending_at_kill";
  static final String POLICY = "policy";
  static final String PREV_HASH = "prev_hash";
  static final String REASON = "reason";
  static final String REASONS = "reasons";
  static final String RECEIPT = "receipt";
  static final String REQUESTED = "requested";
  static final String REVOKED = "revoked";
  static final String SCOPE = "scope";
  static final String SEQ = "seq";
  static final String TARGET = "target";
  static final String TASK = "task";
  static final String TOOL = "tool";
  static final String TS = "ts";
  static final String V = "v";

  /** The {@code type} of the receipt that binds an outcome to its record (spec 2.4). */
  static final String OUTCOME_RECEIPT_TYPE = "countersign/effect-outcome/v1";

  private EntryFields() {}
}
