package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RFC 6962 hashing, against the published values of Certificate Transparency's test tree. */
class MerkleTreeTest {

  private static final String[] LEAVES = {
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f"
  };

  private static final String[] ROOTS = {
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
  };

  @Test
  void hasThePublishedRoots() {
    MerkleTree tree = new MerkleTree();
    assertThat(Hex.of(tree.root())).isEqualTo(ROOTS[0]);
    for (int i = 0; i < LEAVES.length; i++) {
      tree.add(Hex.parse(LEAVES[i]));
      assertThat(Hex.of(tree.root())).isEqualTo(ROOTS[i + 1]);
      assertThat(tree.size()).isEqualTo(i + 1);
    }
  }

  /** The definition of RFC 6962, 2.1, without a frontier. */
  private static byte[] defined(List<byte[]> leaves) {
    if (leaves.size() == 1) {
      return MerkleTree.leaf(leaves.get(0));
    }
    int split = Integer.highestOneBit(leaves.size() - 1);
    return MerkleTree.node(
        defined(leaves.subList(0, split)), defined(leaves.subList(split, leaves.size())));
  }

  @Test
  void isTheTreeThatTheRfcDefinesAndGoesOnFromEachFrontier() {
    List<byte[]> leaves = new ArrayList<>();
    MerkleTree tree = new MerkleTree();
    for (int i = 0; i < 70; i++) {
      byte[] hash = Sha256.hash(Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
      leaves.add(hash);
      tree.add(hash);
      assertThat(tree.root()).isEqualTo(defined(leaves));
      MerkleTree continued = new MerkleTree(tree.size(), tree.frontier());
      byte[] further = Sha256.hash(hash);
      continued.add(further);
      List<byte[]> more = new ArrayList<>(leaves);
      more.add(further);
      assertThat(continued.root()).isEqualTo(defined(more));
    }
  }

  @Test
  void aFrontierOfAnotherSizeIsRefused() {
    assertThatThrownBy(() -> new MerkleTree(3, List.of(new byte[32])))
        .hasMessageContaining("a tree of 3 leaves has 2 complete subtrees");
    assertThatThrownBy(() -> new MerkleTree(-1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
