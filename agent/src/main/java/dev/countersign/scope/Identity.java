package dev.countersign.scope;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the identity method said in a scope ({@code actor.from}): it belongs to that scope, and to
 * no thread. A thread of a pool has it for as long as it carries the scope, and the next user's
 * requests on it know nothing of this one.
 */
final class Identity {

  /** What nobody has said, or what cannot be read. */
  static final Identity UNKNOWN = new Identity(null, null);

  private final String principal;
  private final Map<String, Object> memberState;

  /** By agent; there are as many as are configured. */
  private final Map<String, Actors.Acting> acting = new ConcurrentHashMap<>(2);

  /**
   * @param principal null for none
   * @param memberState its members, each absent where it is missing; null where it is not known
   */
  Identity(String principal, Map<String, Object> memberState) {
    this.principal = principal;
    this.memberState = memberState;
  }

  /** Who acts as this agent. */
  Actors.Acting as(String agent) {
    Actors.Acting known = acting.get(agent);
    if (known == null) {
      known =
          memberState == null
              ? Actors.Acting.unknown(agent)
              : Actors.Acting.of(agent, principal, memberState);
      acting.put(agent, known);
    }
    return known;
  }
}
