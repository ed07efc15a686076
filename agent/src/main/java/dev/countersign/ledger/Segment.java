package dev.countersign.ledger;

import java.io.IOException;

/**
 * One part of a chain: a file of entries and one of records, of which only the last part of a chain
 * is ever written to.
 *
 * @param files their names
 * @param begun when, in nanoseconds of {@link Ledger.Ticks}
 */
record Segment(LedgerFiles files, LineFile entries, LineFile effects, long begun) {

  /**
   * Creates both files, or neither.
   *
   * @throws IOException if one of them cannot be created; also where one of that name exists
   */
  static Segment create(LedgerFiles files, LineFile.Factory factory, long begun)
      throws IOException {
    LineFile entries = factory.create(files.chain());
    try {
      return new Segment(files, entries, factory.create(files.effects()), begun);
    } catch (IOException | RuntimeException | Error e) {
      discard(entries, e);
      throw e;
    }
  }

  void close() throws IOException {
    try {
      entries.close();
    } finally {
      effects.close();
    }
  }

  /** Removes what never became a part of a chain. */
  void discard(Throwable why) {
    discard(entries, why);
    discard(effects, why);
  }

  private static void discard(LineFile file, Throwable why) {
    try {
      file.close();
      file.delete();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
  }

  /**
   * Takes back what a failed beginning left behind; afterwards no entry stands in it.
   *
   * @param lines the entries that were to stand in it
   * @param records their records
   * @throws ChainLostException if that fails: going on elsewhere would give a number to two entries
   */
  void takeBack(Lines lines, Lines records, Throwable why) throws ChainLostException {
    Lines none = new Lines();
    try {
      entries.cutOff(0, none, lines);
      effects.cutOff(0, none, records);
    } catch (IOException stuck) {
      throw new ChainLostException(
          "what was begun of the next segment cannot be taken back (" + stuck.getMessage() + ")",
          stuck);
    }
    discard(why);
  }
}
