package dev.countersign.cli;

/** What a command cannot do without, where {@code --schema} can. */
final class Required {

  static void argument(Object given, String name, String command) {
    if (given == null) {
      throw new CommandFailure(
          Exit.USAGE, "Missing " + name + ". See \"countersign " + command + " --help\".");
    }
  }

  private Required() {}
}
