package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** Checkpoint notes over entries that a test makes. */
public final class CheckpointNotes {

  /**
   * The note over the first entries of a chain.
   *
   * @param hashes of these entries, 64 hex digits each
   * @param publicKey Ed25519, 32 bytes
   * @param sign signs with its private key
   */
  public static String note(
      String chainId, List<String> hashes, byte[] publicKey, UnaryOperator<byte[]> sign) {
    MerkleTree tree = new MerkleTree();
    for (String hash : hashes) {
      tree.add(Hex.parse(hash));
    }
    Checkpoint checkpoint = Checkpoint.of(chainId, tree, hashes.get(hashes.size() - 1));
    byte[] text = checkpoint.text().getBytes(StandardCharsets.UTF_8);
    return checkpoint.note(publicKey, sign.apply(text));
  }

  private CheckpointNotes() {}
}
