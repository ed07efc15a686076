package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.MerkleTree;
import org.junit.jupiter.api.Test;

/** The paths that a segment's tree gives are those that the whole tree has. */
class SegmentTreeTest {

  private static final int MOST = 40;

  private static byte[] entry(long i) {
    return Sha256.hash(new byte[] {(byte) i});
  }

  private static MerkleTree whole(long size) {
    MerkleTree tree = new MerkleTree();
    for (long i = 0; i < size; i++) {
      tree.add(entry(i));
    }
    return tree;
  }

  @Test
  void everyEntryOfEverySegmentHasItsPathToEverySize() {
    for (long before = 0; before < MOST; before++) {
      SegmentTree segment = new SegmentTree(whole(before));
      for (long i = before; i < MOST; i++) {
        segment.add(entry(i));
      }
      assertThat(segment.size()).isEqualTo(MOST);
      for (long of = before + 1; of <= MOST; of++) {
        byte[] root = whole(of).root();
        assertThat(segment.root(of)).as("root of %d after %d", of, before).isEqualTo(root);
        for (long seq = before; seq < of; seq++) {
          assertThat(
                  MerkleProof.includes(
                      MerkleTree.leaf(entry(seq)), seq, of, segment.path(seq, of), root))
              .as("entry %d of %d, segment from %d", seq, of, before)
              .isTrue();
        }
      }
    }
  }
}
