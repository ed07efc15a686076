package dev.countersign.weave;

/** What a site owes, and so what happens where it cannot be woven. */
public enum Duty {
  /**
   * A sink of the JDK: its class is loaded and proven woven before {@code main}. Missing: the JVM
   * does not start ({@code enforce}).
   */
  REQUIRED("required"),
  /**
   * A guard of a class that loads later. Missing: the methods it stands for are sealed, every call
   * is refused ({@code enforce}).
   */
  GUARD("guard"),
  /**
   * Carries a scope to another thread and grants nothing. Missing, re-entered, or failing where
   * there is none to carry: the body runs, and what then has no preview is judged at its own sink
   * as what is outside of every call. Failing on a thread that carries a scope, or where one may be
   * waiting for it ({@code enforce}), or on one that is closed: the body does not run.
   */
  CARRY("carry");

  private final String text;

  Duty(String text) {
    this.text = text;
  }

  /** As it stands in records and tables. */
  String text() {
    return text;
  }
}
