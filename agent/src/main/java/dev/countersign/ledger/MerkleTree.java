package dev.countersign.ledger;

import dev.countersign.canonical.Sha256;
import java.util.ArrayList;
import java.util.List;

/**
 * The chain as a Merkle log (spec 3.6): RFC 6962 hashing, a leaf is the hash of an entry, 32 bytes.
 *
 * <p>Kept is the frontier only: the roots of the largest complete subtrees, of which there are as
 * many as the size has bits that are one. They are what a tree can be continued from, and they give
 * its root.
 */
public final class MerkleTree {

  /** Bytes of every hash in the tree. */
  public static final int HASH = 32;

  private final List<byte[]> frontier = new ArrayList<>();
  private long size;

  /** An empty tree. */
  public MerkleTree() {}

  /**
   * A tree to be continued.
   *
   * @param size not negative
   * @param frontier as {@link #frontier} gave it: one hash for each bit of the size that is one
   * @throws IllegalArgumentException if it is none of a tree of that size
   */
  public MerkleTree(long size, List<byte[]> frontier) {
    if (size < 0 || frontier.size() != Long.bitCount(size)) {
      throw new IllegalArgumentException(
          "a tree of " + size + " leaves has " + Long.bitCount(size) + " complete subtrees");
    }
    this.size = size;
    this.frontier.addAll(frontier);
  }

  /**
   * Adds an entry.
   *
   * @param entryHash 32 bytes
   */
  public void add(byte[] entryHash) {
    byte[] hash = leaf(entryHash);
    for (long rest = size; (rest & 1) == 1; rest >>= 1) {
      hash = node(frontier.remove(frontier.size() - 1), hash);
    }
    frontier.add(hash);
    size++;
  }

  /** Leaves so far. */
  public long size() {
    return size;
  }

  /** Roots of the complete subtrees, the largest first. */
  public List<byte[]> frontier() {
    return List.copyOf(frontier);
  }

  /** The tree's hash; that of an empty one is SHA-256 of nothing. */
  public byte[] root() {
    if (size == 0) {
      return Sha256.hash();
    }
    byte[] root = frontier.get(frontier.size() - 1);
    for (int i = frontier.size() - 2; i >= 0; i--) {
      root = node(frontier.get(i), root);
    }
    return root;
  }

  /** {@code SHA-256(0x00 ‖ entry hash)}. */
  public static byte[] leaf(byte[] entryHash) {
    return Sha256.hash(new byte[] {0}, entryHash);
  }

  /** {@code SHA-256(0x01 ‖ left ‖ right)}. */
  public static byte[] node(byte[] left, byte[] right) {
    return Sha256.hash(new byte[] {1}, left, right);
  }
}
