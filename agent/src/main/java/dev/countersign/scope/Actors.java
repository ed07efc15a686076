package dev.countersign.scope;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.CanonicalPart;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.Actor;
import dev.countersign.guardrail.UnknownActor;
import dev.countersign.ledger.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Who acts, as rules and books see it (spec 3.4). */
final class Actors {

  /**
   * One of them.
   *
   * @param state what a sentence can ask about: {@code agent}, {@code principal} and the member
   *     state, each absent where it is missing; or an {@link UnknownActor}
   * @param record the member {@code actor} of a decision record; the member state is hashed as the
   *     object of what is known of it, and an actor without any has none to pin
   * @param text the same, in canonical bytes
   */
  record Acting(Map<String, Object> state, Map<String, Object> record, CanonicalPart text) {

    static Acting of(String agent, String principal, Map<String, Object> memberState) {
      Map<String, Object> state = new LinkedHashMap<>(16);
      state.put("agent", agent);
      Map<String, Object> record = new LinkedHashMap<>(8);
      record.put("agent", agent);
      if (principal != null) {
        state.put("principal", principal);
        record.put("principal", principal);
      }
      state.putAll(memberState);
      if (memberState.get("clearance") != null) {
        record.put("clearance_at_decision", memberState.get("clearance"));
      }
      if (!memberState.isEmpty()) {
        record.put("member_state_hash", "sha256:" + Sha256.hex(Canonical.jcs(memberState)));
      }
      return recorded(Collections.unmodifiableMap(state), record);
    }

    /** One of whom only the agent's name is known; the record says so. */
    static Acting unknown(String agent) {
      Map<String, Object> record = new LinkedHashMap<>(4);
      record.put("agent", agent);
      record.put("member_state", UnknownActor.TEXT);
      return recorded(new UnknownActor(agent), record);
    }

    private static Acting recorded(Map<String, Object> state, Map<String, Object> record) {
      byte[] text = Canonical.jcs(record);
      return new Acting(
          state,
          Collections.unmodifiableMap(record),
          new CanonicalPart(text, 0, text.length, false));
    }
  }

  private final Actor configured;
  private final Acting root;

  /** By agent; there are as many as are configured. */
  private final Map<String, Acting> agents = new ConcurrentHashMap<>(2);

  Actors(Actor configured) {
    this.configured = configured;
    this.root = acting(configured.agent());
  }

  /** Whether a method says who acts. */
  private boolean isSaid() {
    return configured.from() != null;
  }

  private Acting acting(String agent) {
    return isSaid()
        ? Acting.unknown(agent)
        : Acting.of(agent, configured.principal(), configured.memberState());
  }

  /** The state of whoever acts in a scope, to be judged now; {@link #judgedIn} says it again. */
  Map<String, Object> toJudge(CallScope scope) {
    Acting acting = in(scope);
    if (isSaid()) {
      ThreadCell.current().judged(acting);
    }
    return acting.state();
  }

  /**
   * Who acted in what was just judged on this thread: another thread of the scope may have said
   * somebody else meanwhile, and a record names whom its verdict is about.
   */
  Acting judgedIn(CallScope scope) {
    Acting judged = isSaid() ? ThreadCell.current().judged() : null;
    return judged == null ? in(scope) : judged;
  }

  /** Whoever acts in a scope; null for outside of any. */
  Acting in(CallScope scope) {
    Node node = scope == null ? null : scope.node();
    if (scope != null && isSaid()) {
      Identity said = scope.identity();
      if (said != null) {
        return said.as(node == null ? configured.agent() : node.agent());
      }
    }
    if (node == null) {
      return root;
    }
    Acting known = agents.get(node.agent());
    if (known == null) {
      known = acting(node.agent());
      agents.put(node.agent(), known);
    }
    return known;
  }
}
