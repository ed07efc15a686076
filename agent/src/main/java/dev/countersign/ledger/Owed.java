package dev.countersign.ledger;

import java.util.ArrayList;
import java.util.List;

/**
 * A call that owes an outcome, from the moment at which its allow is handed in. Its flags are plain
 * stores of the leader, which cannot fail as a map can.
 */
final class Owed implements Comparable<Owed> {

  final String callId;
  final Chain chain;

  /** Whose call it is. */
  final Node node;

  /** {@link System#nanoTime} when its allow was handed in. */
  final long since = System.nanoTime();

  /** The number of its allow. */
  long number;

  /** Whether its allow stands in the chain. */
  volatile boolean allowed;

  /** Whether its outcome does. */
  boolean settled;

  /** The one before it among {@link Chain#unproved}. */
  Owed before;

  /** The parameters that were authorised; null once nobody asks any more. */
  volatile Params authorised;

  /** What the entry says about them in this chain. */
  private ParamsStatement statement;

  private Submission outcome;

  Owed(String callId, Chain chain, Node node) {
    this.callId = callId;
    this.chain = chain;
    this.node = node;
  }

  void authorises(Params params, ParamsStatement stated) {
    statement = stated;
    authorised = params;
  }

  /**
   * What the chain of the allow says about the very value that it authorised; null for any other.
   */
  ParamsStatement known(Params invoked, Chain current) {
    Params allowed = authorised;
    boolean same =
        chain == current
            && allowed != null
            && invoked.kind() == Params.Kind.JSON
            && allowed.kind() == Params.Kind.JSON
            && allowed.value() == invoked.value();
    return same ? statement : null;
  }

  /** Whether it is in the books of that chain without an outcome. */
  boolean isOwedIn(Chain current) {
    return chain == current && allowed && !settled;
  }

  /** Whether this outcome is the one to be written; another one may be on its way. */
  boolean takes(Submission candidate, Chain current) {
    if (!isOwedIn(current) || outcome != null && outcome != candidate && outcome.fate == null) {
      return false;
    }
    outcome = candidate;
    return true;
  }

  static List<String> ids(List<Owed> calls) {
    List<String> ids = new ArrayList<>(calls.size());
    for (Owed call : calls) {
      ids.add(call.callId);
    }
    return ids;
  }

  @Override
  public int compareTo(Owed other) {
    return Long.compare(number, other.number);
  }
}
