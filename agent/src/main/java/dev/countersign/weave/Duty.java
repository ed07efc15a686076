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
   * Carries a scope to another thread and grants nothing. Missing, failing or re-entered: the body
   * runs, the scope is lost, and what then has no preview is refused at its own sink. Failing on a
   * closed thread, which must make others so: the body does not run.
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
