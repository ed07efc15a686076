package dev.countersign.ledger;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The delegation tree of a ledger: its root, and every node that is not over, parents first. All of
 * it is the leader's ({@link GroupCommit}); what is over is forgotten.
 */
final class Delegations {

  final Node root;
  final Ledger.Ticks ticks;

  private final Set<Node> live = new LinkedHashSet<>();
  private final Set<String> banned = new HashSet<>();

  /** Nodes whose method returned something lazy, the first to end in front. */
  private final Deque<Node> lazy = new ArrayDeque<>();

  private long made;

  Delegations(String agent, Ledger.Ticks ticks) {
    this.root = new Node(agent);
    this.ticks = ticks;
  }

  /** Why that agent gets no node there; null when it does. */
  Ground refuses(Node parent, String agent, Authority granted) {
    Ground refused = parent.isOver(ticks);
    if (refused != null) {
      return refused;
    }
    if (banned.contains(agent)) {
      return new Ground(
          Ground.AGENT_BANNED, "lifecycle", null, null, "this agent was killed in this process");
    }
    if (parent.depth >= Node.MAX_DEPTH) {
      return new Ground(
          Ground.MAX_DEPTH,
          "depth",
          Integer.toString(Node.MAX_DEPTH),
          null,
          "too many delegations inside one another");
    }
    return granted.scopes().isEmpty()
        ? new Ground(
            Ground.NO_AUTHORITY,
            "scopes",
            null,
            null,
            "the parent holds nothing of what was asked for")
        : null;
  }

  /** Gives the node the next number of that chain, which it has once it is {@link #stands}. */
  void number(Node node, Chain chain) {
    node.standsIn(chain, chain.form().chainId() + ":n" + (made + 1));
  }

  void stands(Node node) {
    made++;
    live.add(node);
  }

  /** Not over, parents before their children; the root is not in it. */
  List<Node> live() {
    return new ArrayList<>(live);
  }

  void isOver(Node node) {
    live.remove(node);
  }

  /** The node's method returned something lazy. */
  void endsLater(Node node) {
    lazy.addLast(node);
  }

  /** The next one whose time has come; null for none. */
  Node nextLazy(long now) {
    Node first = lazy.peekFirst();
    return first != null && now - first.endsAt >= 0 ? lazy.pollFirst() : null;
  }

  void ban(String agent) {
    banned.add(agent);
  }

  /** A node that is not over by its id in that chain, or by its part {@code n<k>}; else null. */
  Node find(String id, String chainId) {
    String whole = id.startsWith("n") ? chainId + ':' + id : id;
    if (whole.equals(root.idIn(chainId))) {
      return root;
    }
    for (Node node : live) {
      if (whole.equals(node.idIn(chainId))) {
        return node;
      }
    }
    return null;
  }

  /**
   * Whom a kill reaches: the node and those below it, or every node of that agent and those below
   * them; without those that are killed already.
   */
  List<Node> reached(Node named, String killedAgent) {
    boolean all = killedAgent == null ? named == root : root.agent().equals(killedAgent);
    List<Node> reached = new ArrayList<>();
    if (all && !root.isKilled()) {
      reached.add(root);
    }
    for (Node node : live) {
      if (!node.isKilled()
          && (all || (killedAgent == null ? node.isWithin(named) : node.actsFor(killedAgent)))) {
        reached.add(node);
      }
    }
    return reached;
  }

  /** The chain is lost, with the calls that were pending in it: forgets what had only those. */
  void chainLost() {
    root.open = 0;
    for (Node node : live()) {
      node.open = 0;
      if (node.ending) {
        node.finish();
        live.remove(node);
      }
    }
  }

  /**
   * The nodes that a successor of a lost chain begins with, numbered anew. Killed ones are not
   * among them: nothing of them is written but refusals, under what is left above them.
   */
  List<Node> renumbered(Chain successor) {
    List<Node> all = new ArrayList<>();
    made = 0;
    for (Node node : live) {
      if (!node.isKilled()) {
        number(node, successor);
        made++;
        all.add(node);
      }
    }
    return all;
  }
}
