package dev.countersign.scope;

import dev.countersign.RefusalCode;
import dev.countersign.ledger.Ground;

/** How what a node may not do is refused (spec 1.7). */
final class Grants {

  /** {@code CS-EXPIRED} where its time or its work is over, {@code CS-POLICY} for the rest. */
  static RefusalCode codeOf(Ground ground) {
    return ground.code().equals(Ground.TTL_EXPIRED) || ground.code().equals(Ground.NODE_FINALIZED)
        ? RefusalCode.EXPIRED
        : RefusalCode.POLICY;
  }

  private Grants() {}
}
