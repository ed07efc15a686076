package dev.countersign.ledger;

/** What holds for an entry before its effect may fire ({@code ledger.durability}, spec 6). */
public enum Durability {
  /** Handed to the kernel: survives a killed process, not a power loss. */
  WRITE,
  /** On the device: survives a power loss, as far as the device keeps what it promises. */
  FSYNC
}
