package dev.countersign.cli;

/** The exit codes that all commands share (spec 6). */
final class Exit {

  /** Clean. */
  static final int CLEAN = 0;

  /** Findings, or input that cannot be parsed. */
  static final int FAILED = 1;

  /** The command line itself is wrong. */
  static final int USAGE = 2;

  /** Nothing wrong, but not everything is there yet. */
  static final int INCOMPLETE = 3;

  /** Cannot be opened or read, or a key or anchor that was asked for is missing. */
  static final int CANNOT = 4;

  private Exit() {}
}
