package dev.countersign.approval;

/** What a person says to a request. */
public enum Decision {
  APPROVE("approve"),
  REFUSE("refuse");

  private final String text;

  Decision(String text) {
    this.text = text;
  }

  /** As it stands in a ticket and in the books. */
  public String text() {
    return text;
  }

  /** The decision of that name; null for another word. */
  public static Decision of(String text) {
    return APPROVE.text.equals(text) ? APPROVE : REFUSE.text.equals(text) ? REFUSE : null;
  }
}
