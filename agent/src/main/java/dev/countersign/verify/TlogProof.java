package dev.countersign.verify;

import dev.countersign.ledger.MerkleTree;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * An inclusion proof and the checkpoint that it leads to, as one text (c2sp.org/tlog-proof).
 *
 * @param index of the entry, from 0
 * @param path from the leaf upwards, 32 bytes each
 * @param checkpoint the signed note, verbatim
 */
record TlogProof(long index, List<byte[]> path, String checkpoint) {

  private static final String FIRST = "c2sp.org/tlog-proof@v1";
  private static final String EXTRA = "extra ";
  private static final String INDEX = "index ";

  /** Steps of the longest path. */
  private static final int MOST = 63;

  /** As it is written. */
  String text() {
    StringBuilder text = new StringBuilder(FIRST).append('\n').append(INDEX).append(index);
    for (byte[] step : path) {
      text.append('\n').append(Base64.getEncoder().encodeToString(step));
    }
    return text.append("\n\n").append(checkpoint).toString();
  }

  /**
   * Reads a proof. {@code extra} data is allowed and not looked at: nothing here needs any.
   *
   * @throws IllegalArgumentException if it is none; the message says why, beginning with "it"
   */
  static TlogProof parse(String text) {
    int end = text.indexOf("\n\n");
    if (end < 0) {
      throw new IllegalArgumentException("it has no empty line before its checkpoint");
    }
    String[] lines = text.substring(0, end).split("\n", -1);
    if (!lines[0].equals(FIRST)) {
      throw new IllegalArgumentException("its first line is not " + FIRST);
    }
    int at = 1;
    if (at < lines.length && lines[at].startsWith(EXTRA)) {
      if (SignedNote.base64(lines[at].substring(EXTRA.length())) == null) {
        throw new IllegalArgumentException("its extra data is no Base64");
      }
      at++;
    }
    if (at >= lines.length || !lines[at].startsWith(INDEX)) {
      throw new IllegalArgumentException("it has no index");
    }
    long index = number(lines[at++].substring(INDEX.length()));
    if (lines.length - at > MOST) {
      throw new IllegalArgumentException("its path has more than " + MOST + " steps");
    }
    List<byte[]> path = new ArrayList<>(lines.length - at);
    for (; at < lines.length; at++) {
      byte[] step = SignedNote.base64(lines[at]);
      if (step == null || step.length != MerkleTree.HASH) {
        throw new IllegalArgumentException("a step of its path is not 32 bytes in Base64");
      }
      path.add(step);
    }
    return new TlogProof(index, List.copyOf(path), text.substring(end + 2));
  }

  private static long number(String text) {
    boolean digits = !text.isEmpty() && text.length() <= 18;
    for (int i = 0; i < text.length(); i++) {
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    if (!digits || text.length() > 1 && text.charAt(0) == '0') {
      throw new IllegalArgumentException("its index is no number");
    }
    return Long.parseLong(text);
  }
}
