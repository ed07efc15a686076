package dev.countersign.policy;

/** A document that is not adopted; what is pinned goes on. */
public final class PolicyException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Rejection rejection;
  private final String document;
  private final String field;
  private final String reason;

  /**
   * @param document for example {@code bundle/7}
   * @param field its path in the document; empty for all of it
   * @param reason a sentence without the document's content
   */
  public PolicyException(Rejection rejection, String document, String field, String reason) {
    super(document + (field.isEmpty() ? "" : " " + field) + ": " + reason);
    this.rejection = rejection;
    this.document = document;
    this.field = field;
    this.reason = reason;
  }

  public Rejection rejection() {
    return rejection;
  }

  public String document() {
    return document;
  }

  public String field() {
    return field;
  }

  public String reason() {
    return reason;
  }
}
