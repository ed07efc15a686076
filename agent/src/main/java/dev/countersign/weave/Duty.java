package dev.countersign.weave;

/** What a site owes, and so what happens where it cannot be woven. */
public enum Duty {
  /**
   * A sink of the JDK: its class is loaded and proven woven before {@code main}. Missing: the JVM
   * does not start ({@code enforce}).
   */
  REQUIRED,
  /**
   * A guard of a class that loads later. Missing: the methods it stands for are sealed, every call
   * is refused ({@code enforce}).
   */
  GUARD,
  /**
   * Carries a scope to another thread and grants nothing. Missing, failing or re-entered: the body
   * runs, the scope is lost, and what then has no preview is refused at its own sink. Failing on a
   * closed thread, which must make others so: the body does not run.
   */
  CARRY
}
