package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Hex;
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

  /**
   * The leaves and roots of the reference implementation of RFC 6962 (certificate-transparency).
   */
  @Test
  void theRootsAreThoseOfTheReferenceImplementation() {
    String[] leaves = {
      "",
      "00",
      "10",
      "2021",
      "3031",
      "40414243",
      "5051525354555657",
      "606162636465666768696a6b6c6d6e6f"
    };
    String[] roots = {
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    };
    SegmentTree segment = new SegmentTree(new MerkleTree());
    for (int i = 0; i < leaves.length; i++) {
      segment.add(Hex.parse(leaves[i]));
      assertThat(Hex.of(segment.root(i + 1))).isEqualTo(roots[i]);
      for (int of = 1; of <= i + 1; of++) {
        for (int seq = 0; seq < of; seq++) {
          assertThat(
                  MerkleProof.includes(
                      MerkleTree.leaf(Hex.parse(leaves[seq])),
                      seq,
                      of,
                      segment.path(seq, of),
                      Hex.parse(roots[of - 1])))
              .isTrue();
        }
      }
    }
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
