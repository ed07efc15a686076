package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Reads the entries of chain files again that were verified before, as far as they went then, and
 * makes sure that they are the same: what is passed on is what was verified.
 */
final class SecondReading {

  /** Takes the entries, first to last. */
  interface Taker {
    void take(Entry entry) throws IOException;
  }

  /**
   * @param verified the report about the same files, whose chain reproduces
   * @param progress told of each entry
   * @throws IOException when a file cannot be read, or is no longer what was verified; the taker
   *     has had some of it then
   */
  static void of(ChainFiles files, Report verified, Progress progress, Taker taker)
      throws IOException {
    ChainCheck again = new ChainCheck();
    for (Path segment : files.segments()) {
      try (InputStream in = Files.newInputStream(segment)) {
        BoundedLines lines = new BoundedLines(in);
        while (again.count() < verified.entries() && lines.next()) {
          Map<String, Object> fields = fields(lines.line());
          if (fields == null) {
            throw changed(segment);
          }
          Entry entry = new Entry(again.count(), fields);
          again.accept(entry);
          progress.entry();
          taker.take(entry);
        }
      }
    }
    String head = again.count() - 1 + ":" + again.head();
    if (again.broken() != null || !head.equals(verified.head())) {
      throw changed(files.segments().get(0));
    }
  }

  private static Map<String, Object> fields(byte[] line) {
    try {
      return line == null ? null : Entry.object(Json.parse(line, LedgerFields.EXPECTED));
    } catch (NotCanonicalException malformed) {
      return null;
    }
  }

  private static IOException changed(Path file) {
    return new IOException(
        file + " was changed while it was read; what was written so far is of no use. Try again");
  }

  private SecondReading() {}
}
