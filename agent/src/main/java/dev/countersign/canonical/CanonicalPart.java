package dev.countersign.canonical;

/**
 * Where a value stands in a canonical text ({@link Canonical#rho}) that was written already: what
 * else is made of the value's bytes need not write them again.
 */
public final class CanonicalPart {

  private final byte[] text;
  private final int from;
  private final int to;
  private final boolean sameInEveryForm;

  /**
   * @param text not to be changed any more
   * @param from where the value begins
   * @param to where it has ended
   * @param sameInEveryForm whether {@link Canonical#jcs} and {@code params_c14n_v1} have the very
   *     same bytes for it
   */
  public CanonicalPart(byte[] text, int from, int to, boolean sameInEveryForm) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.sameInEveryForm = sameInEveryForm;
  }

  /** SHA-256 of the value's canonical bytes, 64 lowercase hexadecimal digits. */
  public String sha256() {
    return Sha256.hex(text, from, to - from);
  }

  boolean sameInEveryForm() {
    return sameInEveryForm;
  }

  /** SHA-256 of the prefix and the value's canonical bytes. */
  String sha256(byte[] prefix) {
    return Sha256.hex(prefix, text, from, to - from);
  }

  /** Adds the value's canonical bytes to what is digested. */
  public void addTo(Blake3 blake3) {
    blake3.update(text, from, to - from);
  }

  void appendTo(CanonicalWriter writer) {
    writer.raw(text, from, to);
  }
}
