package dev.countersign.verify;

import java.util.Map;

/**
 * Monotonicity and containment: no node holds more than the one that made it, and no allowed call
 * is outside its node's authority as the ledger recorded it. Never consults any authority of today
 * (seed 5).
 */
final class Delegation {

  private final Nodes nodes;
  private final Failures failures;
  private long readable;
  private long checked;
  private long ungated;
  private long unmeasured;
  private boolean resumed;

  Delegation(Nodes nodes, Failures failures) {
    this.nodes = nodes;
    this.failures = failures;
  }

  /** What is defined before the checkpoint is not known, and neither is what it may do. */
  void resume(String chainId) {
    resumed = true;
    definedBefore(chainId + ":n0");
  }

  private void definedBefore(String id) {
    Node node = id == null ? null : nodes.named(id);
    if (node != null) {
      node.defined = true;
    }
  }

  void accept(Entry entry) {
    if (resumed && !entry.event().equals("spawn")) {
      definedBefore(entry.id("node"));
    }
    switch (entry.event()) {
      case "root" -> define(entry, "authority", "unreadable_authority");
      case "spawn" -> define(entry, "granted", "unreadable_granted");
      case "allow" -> allow(entry);
      default -> {}
    }
  }

  /** Nodes whose authority could be read. */
  long nodes() {
    return readable;
  }

  /** Allowed calls that were measured against an authority. */
  long checked() {
    return checked;
  }

  /** Allowed calls that say of themselves that nothing authorised them. */
  long ungated() {
    return ungated;
  }

  /**
   * Allowed calls of nodes that were made before the checkpoint from which on the chain is read.
   */
  long unmeasured() {
    return unmeasured;
  }

  private void define(Entry entry, String field, String code) {
    String id = entry.id("node");
    Node node = id == null ? null : nodes.named(id);
    if (node == null) {
      failures.add(
          Check.AUTHORITY,
          Failure.at(entry, code, id == null ? "the entry names no node" : "too many nodes"));
      return;
    }
    if (node.defined) {
      failures.add(
          Check.MONOTONICITY,
          Failure.at(entry, "monotonicity", Shown.of(id) + " is given an authority a second time"));
      return;
    }
    node.defined = true;
    try {
      node.authority = Authority.of(entry.get(field));
      readable++;
    } catch (Ceiling.Unreadable unreadable) {
      failures.add(
          Check.AUTHORITY,
          Failure.at(entry, code, field + " of " + Shown.of(id) + ": " + unreadable.getMessage()));
      return;
    }
    if (field.equals("granted")) {
      compareWithParent(entry, node);
    }
  }

  private void compareWithParent(Entry entry, Node node) {
    String id = entry.id("parent");
    Node parent = id == null ? null : nodes.named(id);
    String wider;
    if (resumed && (parent == null || parent.authority == null)) {
      return; // made before the checkpoint
    }
    if (parent == null || !parent.defined) {
      wider = "its parent has no authority in this chain";
    } else if (parent.authority == null) {
      return; // reported where the parent's authority could not be read
    } else {
      wider = node.authority.widerThan(parent.authority);
    }
    if (wider != null) {
      failures.add(
          Check.MONOTONICITY,
          Failure.at(
              entry,
              "monotonicity",
              Shown.of(node.id)
                  + " not \u2286 parent "
                  + Shown.of(entry.get("parent"))
                  + " ("
                  + wider
                  + ")"));
    }
  }

  private void allow(Entry entry) {
    // Only a value that the format defines buys the exemption; a made-up one is still measured.
    if (RecordSchema.isKnownPolicy(entry.get("policy"))) {
      ungated++;
      return;
    }
    String id = entry.id("node");
    Node node = id == null ? null : nodes.named(id);
    if (resumed && node != null && node.authority == null) {
      unmeasured++;
      return;
    }
    checked++;
    if (node == null || node.authority == null) {
      failures.add(
          Check.CONTAINMENT,
          Failure.at(entry, "containment", "allow on unknown node " + Shown.of(entry.get("node"))));
      return;
    }
    Map<String, Object> context = Entry.object(entry.get("context"));
    if (!node.authority.permits(entry.get("scope"), context == null ? Map.of() : context)) {
      failures.add(
          Check.CONTAINMENT,
          Failure.at(
              entry,
              "containment",
              "allow of "
                  + Shown.quoted(entry.get("scope"))
                  + " on "
                  + Shown.of(id)
                  + " outside its authority "
                  + Shown.list(node.authority.scopes())));
    }
  }
}
