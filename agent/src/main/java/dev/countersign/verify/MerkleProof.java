package dev.countersign.verify;

import dev.countersign.ledger.MerkleTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Inclusion and consistency proofs of a Merkle log (RFC 6962, 2.1; checked as in RFC 9162, 2.1.3.2
 * and 2.1.4.2): which subtrees they consist of, and whether they hold.
 */
final class MerkleProof {

  /**
   * Leaves whose subtree is a step of a proof.
   *
   * @param from first of them
   * @param to behind the last
   */
  record Range(long from, long to) {}

  /**
   * The path of a leaf, from the leaf upwards.
   *
   * @param index from 0, below {@code size}
   */
  static List<Range> inclusion(long index, long size) {
    List<Range> path = new ArrayList<>();
    path(index, 0, size, path);
    return path;
  }

  private static void path(long index, long from, long to, List<Range> path) {
    if (to - from <= 1) {
      return;
    }
    long split = from + Long.highestOneBit(to - from - 1);
    if (index < split) {
      path(index, from, split, path);
      path.add(new Range(split, to));
    } else {
      path(index, split, to, path);
      path.add(new Range(from, split));
    }
  }

  /**
   * That a tree of {@code older} leaves is the beginning of one of {@code size}.
   *
   * @param older from 1 to {@code size}
   */
  static List<Range> consistency(long older, long size) {
    List<Range> proof = new ArrayList<>();
    subproof(older, 0, size, true, proof);
    return proof;
  }

  private static void subproof(long older, long from, long to, boolean whole, List<Range> proof) {
    if (older == to) {
      if (!whole) {
        proof.add(new Range(from, to));
      }
      return;
    }
    long split = from + Long.highestOneBit(to - from - 1);
    if (older <= split) {
      subproof(older, from, split, whole, proof);
      proof.add(new Range(split, to));
    } else {
      subproof(older, split, to, false, proof);
      proof.add(new Range(from, split));
    }
  }

  /** Whether a leaf with this hash stands at {@code index} in the tree of that size and root. */
  static boolean includes(byte[] leaf, long index, long size, List<byte[]> path, byte[] root) {
    if (index < 0 || index >= size) {
      return false;
    }
    long node = index;
    long last = size - 1;
    byte[] hash = leaf;
    for (byte[] step : path) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        hash = MerkleTree.node(step, hash);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        hash = MerkleTree.node(hash, step);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && Arrays.equals(hash, root);
  }

  /** Whether the tree of {@code older} leaves is the beginning of that of {@code size}. */
  static boolean isConsistent(
      long older, byte[] olderRoot, long size, byte[] root, List<byte[]> proof) {
    if (older < 1 || older > size) {
      return false;
    }
    if (older == size) {
      return proof.isEmpty() && Arrays.equals(olderRoot, root);
    }
    List<byte[]> steps = new ArrayList<>(proof);
    if (Long.bitCount(older) == 1) {
      steps.add(0, olderRoot);
    }
    if (steps.isEmpty()) {
      return false;
    }
    long node = older - 1;
    long last = size - 1;
    while ((node & 1) == 1) {
      node >>= 1;
      last >>= 1;
    }
    byte[] before = steps.get(0);
    byte[] now = steps.get(0);
    for (byte[] step : steps.subList(1, steps.size())) {
      if (last == 0) {
        return false;
      }
      if ((node & 1) == 1 || node == last) {
        before = MerkleTree.node(step, before);
        now = MerkleTree.node(step, now);
        while ((node & 1) == 0 && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        now = MerkleTree.node(now, step);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && Arrays.equals(before, olderRoot) && Arrays.equals(now, root);
  }

  private MerkleProof() {}
}
