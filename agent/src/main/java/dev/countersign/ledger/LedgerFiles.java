package dev.countersign.ledger;

import java.nio.file.Path;

/**
 * The files of one chain, or of one segment of it (spec 6): {@code <start time>-<pid>-<chain id>}
 * and what follows it.
 *
 * @param directory the ledger directory, its parents resolved
 * @param stem what all of the chain's file names begin with, for example {@code
 *     20261129T200001Z-4711-3f2a9c51d07b4e68}
 */
public record LedgerFiles(Path directory, String stem) {

  private static final String CHAIN = ".jsonl";
  private static final String EFFECTS = ".effects.jsonl";

  /** Not {@code .jsonl}: {@code verify dir/*.jsonl} names the books and nothing else. */
  private static final String LEARNED = ".learned";

  /** At least. */
  private static final int SEGMENT_DIGITS = 4;

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

  /**
   * Those of a later segment: {@code <stem>.0001} and so on. Numbers rise; one whose segment could
   * not be begun is left out.
   *
   * @param number from 1
   */
  LedgerFiles segment(int number) {
    String digits = Integer.toString(number);
    StringBuilder name = new StringBuilder(stem).append('.');
    for (int i = digits.length(); i < SEGMENT_DIGITS; i++) {
      name.append('0');
    }
    return new LedgerFiles(directory, name.append(digits).toString());
  }

  /**
   * What the names of all segments of its chain begin with, as far as the name of this one says.
   */
  public String chainStem() {
    int dot = stem.lastIndexOf('.');
    boolean numbered = dot > 0 && stem.length() - dot > SEGMENT_DIGITS;
    for (int i = dot + 1; numbered && i < stem.length(); i++) {
      numbered = stem.charAt(i) >= '0' && stem.charAt(i) <= '9';
    }
    return numbered ? stem.substring(0, dot) : stem;
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

  /** The signed anchor over the chain's head. */
  public Path anchor() {
    return directory.resolve(stem + ".anchor.json");
  }

  /** What was learned of unbound effects (spec 5.8); no part of the books. */
  public Path learned() {
    return directory.resolve(stem + LEARNED);
  }

  /** True for the name of a file of what was learned. */
  public static boolean isLearned(String fileName) {
    return fileName.endsWith(LEARNED);
  }

  /** The agent's status, rewritten atomically by the agent. */
  public Path status() {
    return directory.resolve(stem + ".status.json");
  }
}
