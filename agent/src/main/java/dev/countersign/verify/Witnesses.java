package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader holds about observers: whose signatures count, and the envelopes as they came from
 * them (spec 2.6; envelope version 1 of attenu-guard 0.13).
 *
 * @param keys the trusted keys by {@code kid}; empty trusts nobody, so that every envelope fails
 * @param received envelopes as received, one each, in the order of the bundle's own array; those
 *     beyond it are further ones. Only bytes show whether an envelope was canonical
 */
public record Witnesses(Map<String, AnchorKey> keys, List<byte[]> received) {

  /** Envelopes of one run; more is an attempt on the reader's memory. */
  public static final int LIMIT = 100_000;

  private static final int MAX_FILE = 1 << 20;

  /** No key and no envelope. */
  public static Witnesses none() {
    return new Witnesses(Map.of(), List.of());
  }

  /**
   * Reads a file of keys, {@code [{"kid", "alg": "EdDSA", "public_key_hex", "not_after"?}]}. It is
   * the reader's own file, so that a mistake in it is no finding about the books.
   *
   * @param now keys whose {@code not_after} (RFC 3339) is before it are left out
   * @return keys by {@code kid}
   * @throws IOException when it cannot be read, or is no such file; the message says where
   */
  public static Map<String, AnchorKey> keys(Path file, Instant now) throws IOException {
    Object json;
    try (InputStream in = Files.newInputStream(file)) {
      json = Json.parse(in.readNBytes(MAX_FILE));
    } catch (NotCanonicalException malformed) {
      throw new IOException(
          file + " holds no witness keys, it is not strict JSON: " + malformed.getMessage());
    }
    if (!(json instanceof List<?> rows)) {
      throw new IOException(
          file + " holds no witness keys: expected [{\"kid\", \"alg\", \"public_key_hex\"}]");
    }
    Map<String, AnchorKey> keys = new HashMap<>();
    List<String> seen = new ArrayList<>();
    for (Object row : rows) {
      String where = file + ", witness key " + (seen.size() + 1) + ": ";
      Map<String, Object> key = Entry.object(row);
      if (key == null) {
        throw new IOException(where + "it is not an object");
      }
      List<String> unread = new ArrayList<>(key.keySet());
      unread.removeAll(List.of("kid", "alg", "public_key_hex", "not_after"));
      if (!unread.isEmpty()) {
        throw new IOException(where + "members that are not read: " + Shown.list(unread));
      }
      if (!(key.get("kid") instanceof String kid) || kid.isEmpty() || !Entry.isId(kid)) {
        throw new IOException(where + "kid is not a string of 1 to " + Entry.MAX_ID + " bytes");
      }
      if (seen.contains(kid)) {
        throw new IOException(where + "kid " + Shown.of(kid) + " stands there twice");
      }
      seen.add(kid);
      if (!"EdDSA".equals(key.get("alg"))) {
        throw new IOException(where + "alg is not EdDSA, the only one that envelopes have");
      }
      if (!Entry.isHex(key.get("public_key_hex"), 64)) {
        throw new IOException(where + "public_key_hex is not 64 lowercase hex characters");
      }
      if (!isOver(key, now, where)) {
        keys.put(kid, AnchorKey.ed25519((String) key.get("public_key_hex")));
      }
    }
    return keys;
  }

  private static boolean isOver(Map<String, Object> key, Instant now, String where)
      throws IOException {
    if (!key.containsKey("not_after")) {
      return false;
    }
    try {
      if (key.get("not_after") instanceof String text) {
        return Instant.parse(text).isBefore(now);
      }
    } catch (DateTimeException noTime) {
      // said below, like a value that is no text
    }
    throw new IOException(where + "not_after is no time of RFC 3339, like 2027-01-31T00:00:00Z");
  }

  /**
   * Reads envelopes as they were received, one a line.
   *
   * @throws IOException when the file cannot be read, or has too many or too long lines
   */
  public static List<byte[]> received(Path file) throws IOException {
    List<byte[]> received = new ArrayList<>();
    try (BoundedLines lines = new BoundedLines(Files.newInputStream(file))) {
      while (lines.next()) {
        if (lines.line() == null || received.size() == LIMIT) {
          throw new IOException(
              file
                  + " holds no envelopes: a line has at most "
                  + BoundedLines.MAX_LINE
                  + " bytes, and a file at most "
                  + LIMIT
                  + " lines");
        }
        received.add(lines.line());
      }
    }
    return received;
  }
}
