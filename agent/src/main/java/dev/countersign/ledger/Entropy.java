package dev.countersign.ledger;

import java.security.SecureRandom;

/** Where ids and salts come from; tests replay published ones. */
interface Entropy {

  /** Fills the array. Anything thrown means that there is no id, and then no effect (spec 2.2). */
  void fill(byte[] bytes);

  /**
   * The platform's cryptographic source, chosen now: later the application may have changed its
   * providers.
   */
  static Entropy system() {
    SecureRandom random = new SecureRandom();
    return new Entropy() {
      @Override
      public void fill(byte[] bytes) {
        random.nextBytes(bytes);
      }
    };
  }
}
