package dev.countersign.verify;

/** What is kept of one node of the delegation tree. */
final class Node {

  final String id;
  final int number;

  /** Null before a root or spawn defined it, and when that could not be read. */
  Authority authority;

  boolean defined;
  boolean done;
  boolean revoked;

  /** Calls whose outcome was promised and is not there. */
  long unaccounted;

  Node(String id, int number) {
    this.id = id;
    this.number = number;
  }

  /** Spec 2.6, {@code per_node_lifecycle}. */
  String lifecycle() {
    if (done) {
      return "finalized";
    }
    if (!revoked) {
      return "in_progress";
    }
    return unaccounted > 0 ? "revoked_with_pending" : "revoked";
  }
}
