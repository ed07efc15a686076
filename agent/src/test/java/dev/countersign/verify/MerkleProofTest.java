package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.MerkleTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Proofs of every leaf and every earlier size of small trees, and what is wrong with each. */
class MerkleProofTest {

  private static final int MOST = 40;
  private final List<byte[]> leaves = new ArrayList<>();

  MerkleProofTest() {
    for (int i = 0; i < MOST; i++) {
      leaves.add(Sha256.hash(Integer.toString(i).getBytes(StandardCharsets.US_ASCII)));
    }
  }

  private byte[] root(long from, long to) {
    MerkleTree tree = new MerkleTree();
    leaves.subList((int) from, (int) to).forEach(tree::add);
    return tree.root();
  }

  private List<byte[]> path(List<MerkleProof.Range> ranges) {
    List<byte[]> path = new ArrayList<>();
    ranges.forEach(range -> path.add(root(range.from(), range.to())));
    return path;
  }

  @Test
  void everyLeafOfEveryTreeIsProvenAndNoOther() {
    for (int size = 1; size <= MOST; size++) {
      byte[] root = root(0, size);
      for (int index = 0; index < size; index++) {
        List<byte[]> path = path(MerkleProof.inclusion(index, size));
        byte[] leaf = MerkleTree.leaf(leaves.get(index));
        assertThat(MerkleProof.includes(leaf, index, size, path, root)).isTrue();
        assertThat(MerkleProof.includes(MerkleTree.leaf(leaf), index, size, path, root)).isFalse();
        assertThat(MerkleProof.includes(leaf, index + 1, size, path, root)).isFalse();
        assertThat(MerkleProof.includes(leaf, index, size, path, leaf)).isEqualTo(size == 1);
        List<byte[]> longer = new ArrayList<>(path);
        longer.add(leaf);
        assertThat(MerkleProof.includes(leaf, index, size, longer, root)).isFalse();
        if (!path.isEmpty()) {
          List<byte[]> shorter = path.subList(0, path.size() - 1);
          assertThat(MerkleProof.includes(leaf, index, size, shorter, root)).isFalse();
        }
      }
    }
    assertThat(MerkleProof.includes(new byte[32], -1, 1, List.of(), new byte[32])).isFalse();
  }

  @Test
  void everyEarlierTreeIsProvenAndNoOther() {
    for (int size = 1; size <= MOST; size++) {
      byte[] root = root(0, size);
      for (int older = 1; older <= size; older++) {
        List<byte[]> path = path(MerkleProof.consistency(older, size));
        byte[] before = root(0, older);
        assertThat(MerkleProof.isConsistent(older, before, size, root, path)).isTrue();
        byte[] other = Sha256.hash(before);
        assertThat(MerkleProof.isConsistent(older, other, size, root, path)).isFalse();
        assertThat(MerkleProof.isConsistent(older, before, size, other, path)).isFalse();
        List<byte[]> longer = new ArrayList<>(path);
        longer.add(before);
        assertThat(MerkleProof.isConsistent(older, before, size, root, longer)).isFalse();
        if (path.size() > 1) {
          List<byte[]> turned = new ArrayList<>(path);
          Collections.reverse(turned);
          assertThat(MerkleProof.isConsistent(older, before, size, root, turned)).isFalse();
        }
      }
    }
    assertThat(MerkleProof.isConsistent(0, new byte[32], 1, new byte[32], List.of())).isFalse();
    assertThat(MerkleProof.isConsistent(3, new byte[32], 5, new byte[32], List.of())).isFalse();
  }

  /** The published proofs of Certificate Transparency's test tree of eight leaves. */
  @Test
  void hasThePublishedPaths() {
    leaves.clear();
    Stream.of(
            "",
            "00",
            "10",
            "2021",
            "3031",
            "40414243",
            "5051525354555657",
            "606162636465666768696a6b6c6d6e6f")
        .forEach(leaf -> leaves.add(Hex.parse(leaf)));
    assertThat(path(MerkleProof.inclusion(0, 8)))
        .extracting(Hex::of)
        .containsExactly(
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4");
    assertThat(path(MerkleProof.consistency(6, 8)))
        .extracting(Hex::of)
        .containsExactly(
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
  }
}
