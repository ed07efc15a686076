package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * What a chain was at some moment (spec 3.6), as a C2SP checkpoint: origin, size and root hash, and
 * in two further lines what is needed to go on from there without the entries before, the hash of
 * the last entry and the tree's frontier.
 *
 * <pre>
 * countersign.dev/chain/3f2a9c51d07b4e68
 * 1000
 * &lt;root, Base64&gt;
 * head &lt;hash of entry 999, 64 hex digits&gt;
 * frontier &lt;Base64&gt; &lt;Base64&gt; ...
 *
 * — countersign.dev/chain/3f2a9c51d07b4e68 &lt;Base64 of key id and signature&gt;
 * </pre>
 *
 * @param chainId whose log it is
 * @param size entries, at least one
 * @param root 32 bytes
 * @param head hash of the last of them, 64 lowercase hex digits
 * @param frontier roots of the complete subtrees, the largest first; they give {@code root}
 */
public record Checkpoint(
    String chainId, long size, byte[] root, String head, List<byte[]> frontier) {

  /** What an origin begins with; the chain's id follows. */
  public static final String ORIGIN = "countersign.dev/chain/";

  /** First byte of what a key id is made of, and of a key in the notation of notes: Ed25519. */
  private static final byte ED25519 = 1;

  private static final int KEY_ID = 4;
  private static final int SIGNATURE = 64;

  /** Longest note that is read, in bytes; one with 64 subtrees and 16 signatures has half of it. */
  public static final int MAX_NOTE = 16 * 1024;

  /** A tree as it is now. */
  static Checkpoint of(String chainId, MerkleTree tree, String head) {
    return new Checkpoint(chainId, tree.size(), tree.root(), head, tree.frontier());
  }

  /** The log's name, which is also that of its key. */
  public String origin() {
    return ORIGIN + chainId;
  }

  /** What is signed; ends in a newline. */
  public String text() {
    StringBuilder text = new StringBuilder(origin());
    text.append('\n').append(size).append('\n').append(base64(root)).append("\nhead ");
    text.append(head).append("\nfrontier");
    for (byte[] subtree : frontier) {
      text.append(' ').append(base64(subtree));
    }
    return text.append('\n').toString();
  }

  /**
   * The signed note.
   *
   * @param publicKey Ed25519, 32 bytes
   * @param signature of {@link #text}, 64 bytes
   */
  String note(byte[] publicKey, byte[] signature) {
    byte[] signed = Arrays.copyOf(keyId(origin(), publicKey), KEY_ID + SIGNATURE);
    System.arraycopy(signature, 0, signed, KEY_ID, SIGNATURE);
    return text() + "\n\u2014 " + origin() + ' ' + base64(signed) + '\n';
  }

  /** The key in the notation of C2SP notes, for other tools: {@code name+id+key}. */
  public String verifierKey(byte[] publicKey) {
    byte[] key = new byte[1 + publicKey.length];
    key[0] = ED25519;
    System.arraycopy(publicKey, 0, key, 1, publicKey.length);
    return origin() + '+' + Hex.of(keyId(origin(), publicKey)) + '+' + base64(key);
  }

  private static byte[] keyId(String name, byte[] publicKey) {
    byte[] hash =
        Sha256.hash(name.getBytes(StandardCharsets.UTF_8), new byte[] {'\n', ED25519}, publicKey);
    return Arrays.copyOf(hash, KEY_ID);
  }

  /**
   * Reads a note.
   *
   * @throws IllegalArgumentException if it is no checkpoint of a chain; the message says why
   */
  public static Checkpoint parse(String note) {
    int end = note.indexOf("\n\n");
    require(end > 0, "it has no empty line between text and signatures");
    String[] line = note.substring(0, end).split("\n", -1);
    require(line.length >= 5, "it has fewer than five lines of text");
    require(
        line[0].startsWith(ORIGIN) && line[0].length() > ORIGIN.length(),
        "its first line is not " + ORIGIN + " and a chain's id");
    long size = size(line[1]);
    require(line[3].matches("head [0-9a-f]{64}"), "its fourth line is not \"head\" and a hash");
    require(line[4].startsWith("frontier "), "its fifth line is not \"frontier\" and hashes");
    List<byte[]> frontier = new ArrayList<>();
    for (String subtree : line[4].substring("frontier ".length()).split(" ", -1)) {
      frontier.add(hash(subtree));
    }
    Checkpoint checkpoint =
        new Checkpoint(
            line[0].substring(ORIGIN.length()),
            size,
            hash(line[2]),
            line[3].substring(5),
            frontier);
    MerkleTree tree;
    try {
      tree = new MerkleTree(size, frontier);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException("its frontier is wrong: " + wrong.getMessage(), wrong);
    }
    require(
        Arrays.equals(tree.root(), checkpoint.root), "its frontier does not give its root hash");
    return checkpoint;
  }

  /**
   * The signature that a key of this name would have made; null where the note has none with its
   * id.
   */
  public byte[] signature(String note, byte[] publicKey) {
    byte[] id = keyId(origin(), publicKey);
    int end = note.indexOf("\n\n");
    for (String line : note.substring(end + 2).split("\n", -1)) {
      int space = line.lastIndexOf(' ');
      if (space > 2 && line.substring(0, space).equals("\u2014 " + origin())) {
        byte[] signed = decoded(line.substring(space + 1));
        if (signed != null
            && signed.length == KEY_ID + SIGNATURE
            && Arrays.equals(Arrays.copyOf(signed, KEY_ID), id)) {
          return Arrays.copyOfRange(signed, KEY_ID, signed.length);
        }
      }
    }
    return null;
  }

  /** The part of a note that its signatures are over. */
  public static byte[] signedText(String note) {
    return note.substring(0, note.indexOf("\n\n") + 1).getBytes(StandardCharsets.UTF_8);
  }

  private static long size(String text) {
    boolean digits = !text.isEmpty() && text.length() <= 18 && text.charAt(0) != '0';
    for (int i = 0; i < text.length(); i++) {
      digits &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    require(digits, "its second line is no number of entries, from 1");
    return Long.parseLong(text);
  }

  private static byte[] hash(String base64) {
    byte[] hash = decoded(base64);
    require(
        hash != null && hash.length == MerkleTree.HASH, "a hash in it is not 32 bytes in Base64");
    return hash;
  }

  private static byte[] decoded(String base64) {
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      return base64(bytes).equals(base64) ? bytes : null; // one spelling only
    } catch (IllegalArgumentException none) {
      return null;
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
