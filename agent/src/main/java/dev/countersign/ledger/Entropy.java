package dev.countersign.ledger;

import dev.countersign.canonical.Randomness;

/** Where ids and salts come from; tests replay published ones. */
interface Entropy {

  /** Fills the array. Anything thrown means that there is no id, and then no effect (spec 2.2). */
  void fill(byte[] bytes);

  /** The kernel's source, which no provider of the application stands for. */
  static Entropy system() {
    return new Entropy() {
      @Override
      public void fill(byte[] bytes) {
        Randomness.fill(bytes);
      }
    };
  }
}
