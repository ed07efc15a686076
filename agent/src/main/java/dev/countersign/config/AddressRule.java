package dev.countersign.config;

/** To which addresses the connection of a bound request may go ({@code send.address}, spec 5.5). */
public enum AddressRule {
  /** To whatever the client makes of the name. */
  ANY("any"),
  /** To those that the name stood for when the request was previewed. */
  PIN("pin"),
  /** To none of this machine or a private network, but for the hosts that are declared. */
  DENY_PRIVATE("deny_private");

  private final String word;

  AddressRule(String word) {
    this.word = word;
  }

  /** As the configuration spells it. */
  public String word() {
    return word;
  }

  /**
   * @param word null for the default
   */
  static AddressRule of(String word) {
    for (AddressRule rule : values()) {
      if (rule.word.equals(word)) {
        return rule;
      }
    }
    return ANY;
  }
}
