package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The records beside a chain (spec 2.4), found by the SHA-256 of their line.
 *
 * <p>A record is written before its entry, so both files have nearly the same order. Reading keeps
 * step with the entries; of the lines that were passed over, only digest and place are remembered,
 * and the line is read again when its entry comes.
 */
public final class EffectRecords implements Closeable {

  /** Lines that may be passed over and still be waited for: about 200 MB in the worst case. */
  private static final int MAX_AHEAD = 1_000_000;

  private record Place(int file, long offset, int length) {}

  private final List<Path> files;
  private final boolean complete;
  private final Map<String, Place> ahead = new HashMap<>();
  private final MessageDigest sha256 = Sha256.own();
  private int file = -1;
  private BoundedLines lines;
  private RandomAccessFile again;
  private int againFile = -1;
  private long unnamed;
  private boolean overflowed;

  /**
   * @param files in the order of the chain's segments
   * @param complete whether every segment has its file: only then is a record that is not found
   *     missing, and not merely elsewhere
   */
  public EffectRecords(List<Path> files, boolean complete) {
    this.files = List.copyOf(files);
    this.complete = complete;
  }

  boolean complete() {
    return complete && !overflowed;
  }

  /** The line with this digest (64 hex digits), or null when there is none. Each is found once. */
  byte[] find(String digest) throws IOException {
    Place place = ahead.remove(digest);
    if (place != null) {
      return read(place);
    }
    while (!overflowed && advance()) {
      byte[] line = lines.line();
      if (line == null) {
        unnamed++; // longer than a record may be: no entry's record
        continue;
      }
      String found = Hex.of(sha256.digest(line));
      if (found.equals(digest)) {
        return line;
      }
      if (ahead.size() == MAX_AHEAD) {
        overflowed = true;
      } else if (ahead.put(found, new Place(file, lines.offset(), line.length)) != null) {
        unnamed++;
      }
    }
    return null;
  }

  /** After the last entry: lines that no entry names. They prove nothing, for or against. */
  long unnamed() throws IOException {
    long count = unnamed + ahead.size();
    while (advance()) {
      count++;
    }
    return count;
  }

  private boolean advance() throws IOException {
    while (true) {
      if (lines != null && lines.next()) {
        return true;
      }
      if (lines != null) {
        lines.close();
        lines = null;
      }
      if (file + 1 >= files.size()) {
        return false;
      }
      lines = new BoundedLines(Files.newInputStream(files.get(++file)));
    }
  }

  private byte[] read(Place place) throws IOException {
    if (againFile != place.file) {
      if (again != null) {
        again.close();
      }
      again = new RandomAccessFile(files.get(place.file).toFile(), "r");
      againFile = place.file;
    }
    byte[] line = new byte[place.length];
    again.seek(place.offset);
    again.readFully(line);
    return line;
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
    if (again != null) {
      again.close();
    }
  }
}
