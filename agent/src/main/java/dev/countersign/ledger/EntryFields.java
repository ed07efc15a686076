package dev.countersign.ledger;

import java.util.Set;

/** The names that stand in entries (spec 2.1), shared by the writer and the verifier. */
public final class EntryFields {

  public static final String ADAPTER = "adapter";
  public static final String AGENT = "agent";
  public static final String AUTHORITY = "authority";
  public static final String AUTHORIZED_PARAMS_HASH = "authorized_params_hash";
  public static final String BODY_STATE = "body_state";
  public static final String C14N = "c14n";
  public static final String CALL_ID = "call_id";
  public static final String CAPTURE = "capture";
  public static final String CHAIN_ID = "chain_id";
  public static final String CONTEXT = "context";
  public static final String DETAIL = "detail";
  public static final String DISPOSITION = "disposition";
  public static final String DURATION_MS = "duration_ms";
  public static final String ERROR_CODE = "error_code";
  public static final String EVENT = "event";
  public static final String GRANTED = "granted";
  public static final String HASH = "hash";
  public static final String INVOKED_PARAMS_HASH = "invoked_params_hash";
  public static final String MODE = "mode";
  public static final String NODE = "node";
  public static final String PARAMS_HASH_REASON = "params_hash_reason";
  public static final String PARAMS_SALT = "params_salt";
  public static final String PARENT = "parent";
  public static final String PENDING_AT_KILL = "pending_at_kill";
  public static final String POLICY = "policy";
  public static final String PREV_HASH = "prev_hash";
  public static final String REASON = "reason";
  public static final String REASONS = "reasons";
  public static final String RECEIPT = "receipt";
  public static final String REQUESTED = "requested";
  public static final String REVOKED = "revoked";
  public static final String SCOPE = "scope";
  public static final String SEQ = "seq";
  public static final String STRIKES = "strikes";
  public static final String TARGET = "target";
  public static final String TASK = "task";
  public static final String TOOL = "tool";
  public static final String TS = "ts";
  public static final String V = "v";

  /** The {@code type} of the receipt that binds an outcome to its record (spec 2.4). */
  public static final String OUTCOME_RECEIPT_TYPE = "countersign/effect-outcome/v1";

  /** Every top-level name that may appear; a public verifier refuses any other. */
  public static Set<String> known() {
    return Set.of(
        ADAPTER,
        AGENT,
        AUTHORITY,
        AUTHORIZED_PARAMS_HASH,
        BODY_STATE,
        C14N,
        CALL_ID,
        CAPTURE,
        CHAIN_ID,
        CONTEXT,
        DETAIL,
        DISPOSITION,
        DURATION_MS,
        ERROR_CODE,
        EVENT,
        GRANTED,
        HASH,
        INVOKED_PARAMS_HASH,
        MODE,
        NODE,
        PARAMS_HASH_REASON,
        PARAMS_SALT,
        PARENT,
        PENDING_AT_KILL,
        POLICY,
        PREV_HASH,
        REASON,
        REASONS,
        RECEIPT,
        REQUESTED,
        REVOKED,
        SCOPE,
        SEQ,
        STRIKES,
        TARGET,
        TASK,
        TOOL,
        TS,
        V);
  }

  private EntryFields() {}
}
