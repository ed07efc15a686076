package dev.countersign.scope;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Params;

/**
 * Work that is handed on: to a sub-agent, or to a peer outside this JVM's books (spec 5.9).
 *
 * @param peer who gets it, as the books name it
 * @param adapter who observes it
 * @param handed what the method was given; {@link Params#NONE} where that is not looked at
 */
public record Hop(String peer, Adapter adapter, Params handed) {

  /** The scope that a hop needs: the root has it, a sub-agent where its authority says so. */
  static final String SCOPE = "agent.handoff";

  /** As an exception names it. */
  static final String SINK = "handoff";
}
