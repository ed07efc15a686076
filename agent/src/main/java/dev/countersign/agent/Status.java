package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerState;
import dev.countersign.ledger.NodeState;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StatusFile;
import dev.countersign.scope.CheckTimes;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Dispatch;
import dev.countersign.weave.Weaver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Keeps the status file of this JVM: what is woven by now, the holes that were known at start, how
 * many effects were allowed unbound, outcomes lost and checks failed by themselves, and how the
 * books and the delegation tree stand.
 */
final class Status implements Runnable {

  /** How often the file follows the books where nothing else changes. */
  private static final long PERIOD_NANOS = 10_000_000_000L;

  private final StatusFile file;
  private final Map<String, Object> start;
  private final Weaver weaver;
  private final Effects effects;
  private final Dispatch dispatch;
  private final Ledger ledger;
  private volatile Supplier<Map<String, Object>> policy;
  private boolean failed;
  private long written;
  private long lastSeq;

  /**
   * @param start the start record, whose {@code woven} is brought up to date here
   */
  Status(
      Path file,
      Map<String, Object> start,
      Weaver weaver,
      Effects effects,
      Dispatch dispatch,
      Ledger ledger) {
    this.file = new StatusFile(file);
    this.start = start;
    this.weaver = weaver;
    this.effects = effects;
    this.dispatch = dispatch;
    this.ledger = ledger;
  }

  /** From now on it says how the policy stands. */
  void policy(Supplier<Map<String, Object>> standing) {
    policy = standing;
  }

  /** Writes it anew. A disk that does not take it is said once and changes nothing else. */
  @Override
  public synchronized void run() {
    LedgerState books = ledger.state();
    written = System.nanoTime();
    lastSeq = books.lastSeq();
    try {
      file.write(Canonical.jcs(document(books)));
      failed = false;
    } catch (IOException full) {
      if (!failed) {
        failed = true;
        StandardError.say("the status file could not be written: " + full);
      }
    }
  }

  /** Writes it anew if entries were written meanwhile, not too often. */
  synchronized void follow() {
    if (System.nanoTime() - written >= PERIOD_NANOS && ledger.state().lastSeq() != lastSeq) {
      run();
    }
  }

  /** What it says now: a JSON value. */
  Map<String, Object> document() {
    return document(ledger.state());
  }

  private Map<String, Object> document(LedgerState books) {
    Map<String, Object> status = new LinkedHashMap<>(start);
    status.put("woven", weaver.report().toJson());
    Supplier<Map<String, Object>> standing = policy;
    if (standing != null) {
      status.put("policy", standing.get());
    }
    status.put("unbound_allowed", effects.unlistedCount());
    status.put("outcomes_lost", effects.lostOutcomes());
    status.put("checks_failed", dispatch.failed());
    CheckTimes times = effects.checkTimes();
    if (times != null) {
      status.put("checks", times.toJson());
    }
    Map<String, Object> chain = new LinkedHashMap<>();
    chain.put("chain_id", books.chainId());
    chain.put("file", books.file());
    chain.put("last_seq", books.lastSeq());
    chain.put("head", books.head());
    chain.put("closed", books.closed());
    status.put("chain", chain);
    status.put("pending", books.pending());
    List<Object> nodes = new ArrayList<>(books.nodes().size());
    for (NodeState node : books.nodes()) {
      nodes.add(node(node));
    }
    status.put("nodes", nodes);
    return status;
  }

  private static Map<String, Object> node(NodeState node) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("node", node.id());
    json.put("parent", node.parent());
    json.put("agent", node.agent());
    json.put("lifecycle", node.lifecycle());
    json.put("pending", node.pending());
    List<Object> meters = new ArrayList<>(node.meters().size());
    for (NodeState.Use use : node.meters()) {
      meters.add(Map.of("key", use.key(), "used", use.used(), "max", use.max()));
    }
    json.put("meters", meters);
    return json;
  }
}
