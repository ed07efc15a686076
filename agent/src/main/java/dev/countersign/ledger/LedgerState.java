package dev.countersign.ledger;

import java.util.List;

/**
 * The books at one moment.
 *
 * @param chainId of the chain that is written; null while none can be
 * @param file its name
 * @param lastSeq number of the last entry
 * @param head hash of the last entry, 64 hex digits
 * @param closed whether nothing is written any more
 * @param pending how many calls owe an outcome
 * @param nodes the root and those that are not over, in the order of their numbers; at most {@link
 *     #MOST_NODES}
 */
public record LedgerState(
    String chainId,
    String file,
    long lastSeq,
    String head,
    boolean closed,
    int pending,
    List<NodeState> nodes) {

  /** So many nodes are listed. */
  public static final int MOST_NODES = 200;
}
