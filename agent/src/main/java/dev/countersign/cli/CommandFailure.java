package dev.countersign.cli;

/**
 * Ends a command with one line on standard error and an exit code of {@link Exit}; a command throws
 * it, {@link Cli} prints it.
 */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exit;

  /**
   * @param exit one of {@link Exit}
   * @param message what failed, the likely cause and the next step; the prefix {@code countersign:
   *     } is added
   */
  CommandFailure(int exit, String message) {
    super(message, null, false, false);
    this.exit = exit;
  }

  int exit() {
    return exit;
  }
}
