package dev.countersign.verify;

import dev.countersign.ledger.MerkleTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a chain's Merkle tree that stands above one segment, whole: it gives the path of any
 * entry of the segment. Of what is before, the frontier is enough, because a subtree before the
 * segment that is a step of such a path is a complete one of the tree as it was then.
 *
 * <p>Memory: 64 bytes for each entry of the segment.
 */
final class SegmentTree {

  /** Nodes of one height, one after the other. */
  private static final class Level {
    /** The place that the first of them has among all nodes of this height. */
    private final long first;

    private byte[] hashes = new byte[MerkleTree.HASH * 16];
    private int count;

    Level(long first) {
      this.first = first;
    }

    void add(byte[] hash) {
      int at = count * MerkleTree.HASH;
      if (at == hashes.length) {
        hashes = Arrays.copyOf(hashes, Math.multiplyExact(hashes.length, 2));
      }
      System.arraycopy(hash, 0, hashes, at, MerkleTree.HASH);
      count++;
    }

    byte[] get(long index) {
      int at = Math.toIntExact(index - first) * MerkleTree.HASH;
      return Arrays.copyOfRange(hashes, at, at + MerkleTree.HASH);
    }
  }

  private final long before;

  /** By height; null where the tree before had no complete subtree of that height left over. */
  private final byte[][] frontier = new byte[Long.SIZE][];

  private final List<Level> levels = new ArrayList<>();
  private long size;

  /**
   * @param before the tree of all entries before the segment
   */
  SegmentTree(MerkleTree before) {
    this.before = before.size();
    this.size = before.size();
    List<byte[]> roots = before.frontier();
    int next = 0;
    for (int height = Long.SIZE - 1; height >= 0; height--) {
      if ((this.before >> height & 1) == 1) {
        frontier[height] = roots.get(next++);
      }
    }
  }

  /** Adds an entry's hash, 32 bytes. */
  void add(byte[] entryHash) {
    byte[] hash = MerkleTree.leaf(entryHash);
    long index = size++;
    for (int height = 0; ; height++) {
      if (height == levels.size()) {
        levels.add(new Level(before >> height));
      }
      levels.get(height).add(hash);
      if ((index & 1) == 0) {
        return;
      }
      hash = MerkleTree.node(node(height, index - 1), hash);
      index >>= 1;
    }
  }

  private byte[] node(int height, long index) {
    if (height < levels.size() && index >= levels.get(height).first) {
      return levels.get(height).get(index);
    }
    byte[] left = frontier[height];
    if (left == null || index != (before >> height) - 1) {
      throw new IllegalStateException("node " + index + " at height " + height + " is not here");
    }
    return left;
  }

  /** Entries up to the last one added. */
  long size() {
    return size;
  }

  /**
   * The path of an entry of the segment, from the leaf upwards.
   *
   * @param index at least the size before the segment
   * @param of the size of the tree, above {@code index} and not beyond {@link #size}
   */
  List<byte[]> path(long index, long of) {
    List<byte[]> path = new ArrayList<>();
    for (MerkleProof.Range range : MerkleProof.inclusion(index, of)) {
      path.add(root(range.from(), range.to()));
    }
    return path;
  }

  /**
   * The root of a range that is a step of a path: a complete subtree, or what is left at the end.
   */
  private byte[] root(long from, long to) {
    long count = to - from;
    if (Long.bitCount(count) == 1) {
      int height = Long.numberOfTrailingZeros(count);
      return node(height, from >> height);
    }
    long split = from + Long.highestOneBit(count);
    return MerkleTree.node(root(from, split), root(split, to));
  }

  /** The root of the tree of its first {@code of} entries, at least those before the segment. */
  byte[] root(long of) {
    return root(0, of);
  }
}
