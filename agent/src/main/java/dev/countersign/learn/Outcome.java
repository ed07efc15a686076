package dev.countersign.learn;

/** What {@code enforce} would have said about an effect. */
enum Outcome {
  /** That nothing previewed it: an entry is all that it lacks. */
  UNBOUND(null),
  DIVERGED(
      "an entry of the configuration was about this call, and it did something else: compare the two"
          + " first"),
  REPLAYED("an entry covers it already, less often: raise the times of that one"),
  LATE("it came after its call had ended, when no entry of the tool counts"),
  DENIED("a rule refuses it, whatever is declared"),
  OTHER("it would be refused for another reason than that nothing declares it");

  private final String withheld;

  Outcome(String withheld) {
    this.withheld = withheld;
  }

  /** Why an entry is not to be used; null where nothing speaks against it. */
  String withheld() {
    return withheld;
  }

  /**
   * @param code of the refusal; null for none
   */
  static Outcome of(String code) {
    if (code == null) {
      return UNBOUND;
    }
    switch (code) {
      case "CS-UNBOUND":
        return UNBOUND;
      case "NIKA-SEC-011":
        return DIVERGED;
      case "CS-REPLAY":
        return REPLAYED;
      case "CS-EXPIRED":
        return LATE;
      case "CS-POLICY":
      case "CS-APPROVAL":
        return DENIED;
      default:
        return OTHER;
    }
  }
}
