package dev.countersign.ledger;

/** How a body ended as far as the wrapper saw it (spec 2.3); nothing about the world. */
public enum BodyState {
  /** It returned a plain value. */
  RETURNED("returned"),
  /** It threw, or was refused before it was entered; the only state that carries an error code. */
  RAISED("raised"),
  /** The wrapper stopped observing while the body may still run. */
  ABANDONED("abandoned"),
  /**
   * It returned something whose consumption is not observed: a stream, a foreign stage, an
   * iterator.
   */
  DEFERRED("deferred");

  private final String text;

  BodyState(String text) {
    this.text = text;
  }

  /** As it stands in an entry. */
  public String text() {
    return text;
  }
}
