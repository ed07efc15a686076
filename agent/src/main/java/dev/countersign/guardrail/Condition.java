package dev.countersign.guardrail;

import java.util.List;

/** What follows {@code where} in a sentence. */
sealed interface Condition {

  record And(List<Condition> all) implements Condition {}

  record Or(List<Condition> any) implements Condition {}

  record Not(Condition inner) implements Condition {}

  /**
   * One comparison.
   *
   * @param path from the root of a judged request
   * @param part what is compared of the value there
   * @param operation how
   * @param operand a text, an exact number, a Boolean, or a list of texts or numbers; null for
   *     {@code is present}
   * @param ignoringCase whether ASCII letters are equal in both cases
   * @param negated whether it holds where the comparison does not
   * @param from where it stands in the sentence
   * @param to where it ends there
   */
  record Test(
      List<Step> path,
      Part part,
      Operation operation,
      Object operand,
      boolean ignoringCase,
      boolean negated,
      int from,
      int to)
      implements Condition {}

  /** What is compared of a value. */
  enum Part {
    WHOLE,
    /** The last segment of a path to a program. */
    PROGRAM,
    /** The host of a URL. */
    HOST,
    /** How many characters a text has. */
    LENGTH,
    /** How many elements a list has. */
    COUNT
  }

  enum Operation {
    EQUAL,
    IN,
    LESS,
    AT_MOST,
    MORE,
    AT_LEAST,
    STARTS_WITH,
    ENDS_WITH,
    CONTAINS,
    LIKE,
    MATCHES,
    PRESENT
  }
}
