package dev.countersign.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipException;

/**
 * An archive of class files in the jar, whose entries are stored, read at once: one by one, each of
 * them costs three system calls and three copies.
 *
 * <p>Immutable after it was read.
 */
final class StoredClasses {

  // APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16.
  private static final int LOCAL_HEADER = 30;
  private static final int CENTRAL_HEADER = 46;
  private static final int CENTRAL_SIGNATURE = 0x02014b50;
  private static final int END = 22;
  private static final int END_SIGNATURE = 0x06054b50;

  private final byte[] archive;

  /** Where a file begins and how long it is, by its name. */
  private final Map<String, int[]> places;

  private StoredClasses(byte[] archive, Map<String, int[]> places) {
    this.archive = archive;
    this.places = places;
  }

  /**
   * Reads the archive.
   *
   * @param length of all of it
   * @throws IOException also where it is none, has a comment, or its entries are compressed
   */
  static StoredClasses read(InputStream in, int length) throws IOException {
    // Into one array at once: what reads "all" does so in many pieces.
    byte[] archive = new byte[length];
    int end = in.readNBytes(archive, 0, length) - END;
    if (end != length - END || end < 0 || number(archive, end) != END_SIGNATURE) {
      throw new ZipException("an archive of classes does not end as one");
    }
    int count = half(archive, end + 10);
    int at = number(archive, end + 16);
    Map<String, int[]> places = new HashMap<>(2 * count);
    try {
      for (int i = 0; i < count; i++) {
        if (number(archive, at) != CENTRAL_SIGNATURE || half(archive, at + 10) != 0) {
          throw new ZipException("an archive of classes has an entry that is not stored");
        }
        int nameLength = half(archive, at + 28);
        int local = number(archive, at + 42);
        places.put(
            new String(archive, at + CENTRAL_HEADER, nameLength, StandardCharsets.ISO_8859_1),
            new int[] {
              local + LOCAL_HEADER + half(archive, local + 26) + half(archive, local + 28),
              number(archive, at + 24)
            });
        at += CENTRAL_HEADER + nameLength + half(archive, at + 30) + half(archive, at + 32);
      }
    } catch (IndexOutOfBoundsException truncated) {
      throw new ZipException("an archive of classes points outside of itself");
    }
    return new StoredClasses(archive, places);
  }

  /**
   * Where a file lies in {@link #archive}.
   *
   * @return its first byte and its length; null where there is none
   */
  int[] find(String name) {
    return places.get(name);
  }

  /** To be read only, and not to be handed on. */
  byte[] archive() {
    return archive;
  }

  /** A copy, for whoever is given it may change it; null where there is none. */
  byte[] copy(String name) {
    int[] place = find(name);
    return place == null ? null : Arrays.copyOfRange(archive, place[0], place[0] + place[1]);
  }

  private static int half(byte[] from, int at) {
    return from[at] & 0xFF | (from[at + 1] & 0xFF) << 8;
  }

  private static int number(byte[] from, int at) {
    return half(from, at) | half(from, at + 2) << 16;
  }
}
