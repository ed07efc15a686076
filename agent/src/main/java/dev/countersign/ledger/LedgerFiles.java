package dev.countersign.ledger;

import java.nio.file.Path;

/**
 * The files of one chain (spec 6): {@code <start time>-<pid>-<chain id>} and what follows it.
 *
 * @param directory the ledger directory, its parents resolved
 * @param stem what all of the chain's file names begin with, for example {@code
 *     20261129T200001Z-4711-3f2a9c51d07b4e68}
 */
public record LedgerFiles(Path directory, String stem) {

  private static final String CHAIN = ".jsonl";
  private static final String EFFECTS = ".effects.jsonl";

  /**
   * The files that belong to a chain file.
   *
   * @throws IllegalArgumentException if the name is not that of a chain file
   */
  public static LedgerFiles of(Path chainFile) {
    String name = chainFile.getFileName().toString();
    if (!isChain(name)) {
      throw new IllegalArgumentException(
          name
              + " is not the name of a chain file, which ends in .jsonl and not in .effects.jsonl");
    }
    return new LedgerFiles(
        chainFile.toAbsolutePath().getParent(), name.substring(0, name.length() - CHAIN.length()));
  }

  /** True for the name of a chain file, false for that of its records and for anything else. */
  public static boolean isChain(String fileName) {
    return fileName.endsWith(CHAIN) && fileName.length() > CHAIN.length() && !isEffects(fileName);
  }

  /** True for the name of a file of effect records. */
  public static boolean isEffects(String fileName) {
    return fileName.endsWith(EFFECTS);
  }

  /** The entries, one canonical line each. */
  public Path chain() {
    return directory.resolve(stem + CHAIN);
  }

  /** The decision and outcome records, one canonical line each. */
  public Path effects() {
    return directory.resolve(stem + EFFECTS);
  }

  /** The signed note over the chain's head. */
  public Path checkpoint() {
    return directory.resolve(stem + ".checkpoint");
  }

  /** The agent's status, rewritten atomically by the agent. */
  public Path status() {
    return directory.resolve(stem + ".status.json");
  }
}
