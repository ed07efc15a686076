package dev.countersign.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every node that a chain names, by id and by number. */
final class Nodes {

  /** More is no delegation tree but an attempt on the reader's memory. */
  static final int LIMIT = 1_000_000;

  private final Map<String, Node> byId = new HashMap<>();
  private final List<Node> byNumber = new ArrayList<>();

  /** The node, made known if need be; null when there are too many. */
  Node named(String id) {
    Node node = byId.get(id);
    if (node == null && byNumber.size() < LIMIT) {
      node = new Node(id, byNumber.size());
      byId.put(id, node);
      byNumber.add(node);
    }
    return node;
  }

  Node numbered(int number) {
    return byNumber.get(number);
  }

  /** Whether every node that was made has ended its work; false where there is none. */
  boolean allDone() {
    boolean any = false;
    for (Node node : byNumber) {
      if (node.defined && !node.done) {
        return false;
      }
      any |= node.defined;
    }
    return any;
  }

  List<Node> all() {
    return byNumber;
  }
}
