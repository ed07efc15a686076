package dev.countersign.agent;

/** Ends the start: the JVM would run unprotected. The message is for the person who starts it. */
final class NotStarted extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what failed, the likely cause, the next step
   */
  NotStarted(String message) {
    super(message, null, false, false);
  }
}
