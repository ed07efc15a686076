package dev.countersign.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node of the delegation tree: who acts, and what it may do (spec 2.1). Made by {@link
 * Ledger#spawn}; the root is the application itself.
 *
 * <p>What changes is the leader's ({@link GroupCommit}), but for meters that are given back. A node
 * keeps those above it alive, none below it.
 */
public final class Node {

  /** Delegations inside one another; each call looks at all of them. */
  static final int MAX_DEPTH = 100;

  /** Where it stands in a chain. */
  private record Place(String chainId, String id) {}

  final Node parent;
  final String task;
  final Authority requested;
  final int depth;

  private final String agent;
  private final Authority authority;
  private final long expiresAt;
  private final boolean timed;
  private final boolean measured;

  /** Null for none: most nodes have none, and the root never has. */
  private final Meter[] meters;

  private volatile Place place;
  private volatile boolean killed;
  private volatile boolean done;

  /** Its method has ended; it is done when nothing of it is pending. */
  volatile boolean ending;

  /** {@link System#nanoTime} at which a node whose method returned something lazy ends. */
  long endsAt;

  /** Allowed calls without an outcome. */
  int open;

  /** The root. */
  Node(String agent) {
    this(null, agent, null, Authority.ROOT, Authority.ROOT, 0);
  }

  /**
   * @param granted not more than the parent's
   * @param now of the ledger's monotonic clock
   */
  Node(Node parent, String agent, String task, Authority requested, Authority granted, long now) {
    this.parent = parent;
    this.agent = agent;
    this.task = task;
    this.requested = requested;
    this.authority = granted;
    this.depth = parent == null ? 0 : parent.depth + 1;
    this.timed = granted.ttlSeconds() != null || parent != null && parent.timed;
    // A longer time than the clock can count is as good as none.
    Long ttl = granted.ttlSeconds();
    this.expiresAt = ttl == null || ttl > Integer.MAX_VALUE ? 0 : now + ttl * 1_000_000_000L;
    this.measured = parent != null && parent.measured || measures(granted.ceilings());
    this.meters = granted.ceilings().isEmpty() ? null : meters(granted.ceilings());
  }

  private static boolean measures(List<Ceiling> ceilings) {
    for (Ceiling ceiling : ceilings) {
      if (ceiling.measure() != Measure.CALLS) {
        return true;
      }
    }
    return false;
  }

  private static Meter[] meters(List<Ceiling> ceilings) {
    Meter[] meters = new Meter[ceilings.size()];
    for (int i = 0; i < meters.length; i++) {
      meters[i] = new Meter(ceilings.get(i));
    }
    return meters;
  }

  /** Whose node it is. */
  public String agent() {
    return agent;
  }

  /** What it may do at most. */
  public Authority authority() {
    return authority;
  }

  /** Whether a ceiling of it, or of a node above it, is about the arguments of calls. */
  public boolean measuresArguments() {
    return measured;
  }

  boolean isRoot() {
    return parent == null;
  }

  boolean isWithin(Node other) {
    for (Node at = this; at != null; at = at.parent) {
      if (at == other) {
        return true;
      }
    }
    return false;
  }

  /** Whether it, or a node above it, is of that agent. */
  boolean actsFor(String whose) {
    for (Node at = this; at != null; at = at.parent) {
      if (at.agent.equals(whose)) {
        return true;
      }
    }
    return false;
  }

  void standsIn(Chain chain, String id) {
    place = new Place(chain.form().chainId(), id);
  }

  /**
   * Its id in that chain. A node that was over when a lost chain got its successor does not stand
   * there: then that of the nearest one above it that does.
   */
  String idIn(Chain chain) {
    return idIn(chain.form());
  }

  /** The same, by the form of the chain's entries. */
  String idIn(EntryForm form) {
    Place stands = placeIn(form.chainId());
    return stands == null ? form.node() : stands.id;
  }

  /** The same, of a chain that may be lost. */
  String idIn(String chainId) {
    Place stands = placeIn(chainId);
    return stands == null ? EntryForm.rootOf(chainId) : stands.id;
  }

  private Place placeIn(String chainId) {
    for (Node at = this; at.parent != null; at = at.parent) {
      Place stands = at.place;
      if (stands != null && stands.chainId.equals(chainId)) {
        return stands;
      }
    }
    return null;
  }

  /**
   * Why a call of that scope is outside its authority, whatever else holds; null when it is not.
   */
  public Ground refusesScope(String scope) {
    return parent == null || authority.covers(scope)
        ? null
        : new Ground(
            Ground.SCOPE_NOT_GRANTED,
            "scopes",
            joined(authority.scopes()),
            scope,
            "the node holds no such scope");
  }

  private static String joined(List<String> scopes) {
    String all = String.join(" ", scopes);
    return all.length() <= 1000 ? all : all.substring(0, 1000);
  }

  /**
   * Counts a call and lets it pass, or counts nothing. Asked by one leader at a time; what is given
   * back meanwhile only leaves more room.
   *
   * @param taken what the call takes of ceilings that are about its arguments
   * @return null, or why it must not happen
   */
  Ground admit(String scope, Amounts taken, Ledger.Ticks ticks) {
    if (killed) {
      return Ground.IS_REVOKED;
    }
    if (parent == null) {
      return null;
    }
    if (done) {
      return Ground.IS_DONE;
    }
    if (timed && isExpired(ticks.now())) {
      return Ground.IS_EXPIRED;
    }
    Ground refused = refusesAmounts(scope, taken);
    if (refused == null) {
      count(scope, taken, 1);
    }
    return refused;
  }

  /**
   * Why a ceiling of it, or of a node above it, does not let a call of that scope pass now; null
   * when they do. Counts nothing.
   */
  public Ground refusesAmounts(String scope, Amounts taken) {
    for (Node at = this; at != null; at = at.parent) {
      for (int i = 0; at.meters != null && i < at.meters.length; i++) {
        Ground refused = at.meters[i].refusal(scope, taken, at == this);
        if (refused != null) {
          return refused;
        }
      }
    }
    return null;
  }

  /** What was counted did not happen: nothing of it was written. */
  void giveBack(String scope, Amounts taken) {
    count(scope, taken, -1);
  }

  private void count(String scope, Amounts taken, int sign) {
    for (Node at = this; at != null; at = at.parent) {
      for (int i = 0; at.meters != null && i < at.meters.length; i++) {
        at.meters[i].count(scope, taken, sign);
      }
    }
  }

  /** Why nothing of it may happen any more, nothing handed on either; null while it may. */
  Ground isOver(Ledger.Ticks ticks) {
    if (killed) {
      return Ground.IS_REVOKED;
    }
    // The root's work is done when the books are closed, which is said otherwise.
    if (done && parent != null) {
      return Ground.IS_DONE;
    }
    return timed && isExpired(ticks.now()) ? Ground.IS_EXPIRED : null;
  }

  private boolean isExpired(long now) {
    for (Node at = this; at != null && at.timed; at = at.parent) {
      if (at.expiresAt != 0 && now - at.expiresAt >= 0) {
        return true;
      }
    }
    return false;
  }

  void kill() {
    killed = true;
  }

  boolean isKilled() {
    return killed;
  }

  void finish() {
    done = true;
  }

  boolean isDone() {
    return done;
  }

  /** What {@link NodeState} says about it. */
  NodeState state(Chain chain, long now) {
    List<NodeState.Use> uses = new ArrayList<>(0);
    for (int i = 0; meters != null && i < meters.length; i++) {
      Ceiling ceiling = meters[i].ceiling;
      uses.add(
          new NodeState.Use(
              ceiling.key(), ceiling.measure().shown(meters[i].used()), ceiling.limit()));
    }
    String lifecycle =
        killed ? "killed" : timed && isExpired(now) ? "expired" : ending ? "ending" : "running";
    return new NodeState(
        idIn(chain), parent == null ? null : parent.idIn(chain), agent, lifecycle, open, uses);
  }

  /** How much of a ceiling is used. */
  private static final class Meter {

    final Ceiling ceiling;
    private final Ground own;
    private final Ground above;
    private final Ground unmetered;
    private final AtomicLong used = new AtomicLong();

    Meter(Ceiling ceiling) {
      this.ceiling = ceiling;
      String limit = ceiling.limit().toString();
      boolean calls = ceiling.measure() == Measure.CALLS;
      this.own =
          new Ground(
              Ground.CEILING_EXCEEDED,
              ceiling.key(),
              limit,
              null,
              calls ? "the node's calls are used up" : "more than the node has left of it");
      this.above =
          new Ground(
              Ground.CHAIN_CEILING,
              ceiling.key(),
              limit,
              null,
              calls
                  ? "the calls of a node above this one are used up"
                  : "more than a node above this one has left of it");
      this.unmetered =
          new Ground(
              Ground.UNMETERED,
              ceiling.key(),
              limit,
              null,
              "the argument that it is measured by is missing, negative or no number");
    }

    /** Null where it passes. */
    Ground refusal(String scope, Amounts taken, boolean ofTheCaller) {
      if (!ceiling.counts(scope)) {
        return null;
      }
      long amount = taken.of(ceiling.measure());
      if (amount < 0) {
        return unmetered;
      }
      // Never more than the maximum is used, so that the difference is none below zero.
      return amount <= ceiling.max() - used.get() ? null : ofTheCaller ? own : above;
    }

    void count(String scope, Amounts taken, int sign) {
      if (ceiling.counts(scope)) {
        used.addAndGet(sign * taken.of(ceiling.measure()));
      }
    }

    long used() {
      return used.get();
    }
  }
}
