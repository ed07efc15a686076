package dev.countersign.ledger;

import java.util.Objects;

/**
 * Why a node may not do something: one element of {@code reasons[]} (spec 2.1).
 *
 * @param code as the public implementations name it (research 1.8), for example {@code
 *     scope_not_granted}
 * @param constraint what said so: {@code scopes}, {@code ttl}, {@code lifecycle}, the key of a
 *     ceiling
 * @param limit what is held, as text; null where there is nothing to say
 * @param requested what was asked for, as text; null where there is nothing to say
 * @param message one sentence without values of the request
 */
public record Ground(
    String code, String constraint, String limit, String requested, String message) {

  /** A scope that the node does not hold. */
  public static final String SCOPE_NOT_GRANTED = "scope_not_granted";

  /** The node's own ceiling. */
  public static final String CEILING_EXCEEDED = "ceiling_exceeded";

  /** The ceiling of a node above it. */
  public static final String CHAIN_CEILING = "chain_ceiling";

  /** A ceiling holds, and the call does not say how much it takes. */
  public static final String UNMETERED = "unmetered";

  /** Its time is over, or that of a node above it. */
  public static final String TTL_EXPIRED = "ttl_expired";

  /** Its work is done. */
  public static final String NODE_FINALIZED = "node_finalized";

  /** It was killed, or a node above it. */
  public static final String REVOKED = "revoked";

  /** An agent of this name was killed. */
  public static final String AGENT_BANNED = "agent_banned";

  /** Nothing of what was asked for is held by the parent. */
  public static final String NO_AUTHORITY = "no_authority";

  /** Too many delegations inside one another. */
  public static final String MAX_DEPTH = "max_depth";

  // Made before anything leads: see GroupCommit.
  static final Ground IS_REVOKED =
      new Ground(REVOKED, "lifecycle", null, null, "the node or one above it was killed");
  static final Ground IS_DONE =
      new Ground(NODE_FINALIZED, "lifecycle", null, null, "the work of this node is done");
  static final Ground IS_EXPIRED =
      new Ground(TTL_EXPIRED, "ttl", null, null, "the authority's time is over");

  public Ground {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(constraint, "constraint");
    Objects.requireNonNull(message, "message");
  }

  void write(EntryText text) {
    text.element()
        .string("code", code)
        .string("constraint", constraint)
        .string("limit", limit)
        .string("message", message)
        .string("requested", requested)
        .endObject();
  }
}
