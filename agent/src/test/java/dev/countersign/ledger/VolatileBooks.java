package dev.countersign.ledger;

import java.time.Clock;

/** Books on a disk that takes entries and from some moment on does not keep them. */
public final class VolatileBooks {

  private final FaultyDisk disk = new FaultyDisk(Durability.WRITE);

  /** The books. */
  public Ledger create(LedgerSettings settings) {
    return Ledger.create(settings, Entropy.system(), Clock.systemUTC(), disk);
  }

  /** From now on no entry is durable. */
  public void keepNothing() {
    disk.volatileOnly = true;
  }
}
