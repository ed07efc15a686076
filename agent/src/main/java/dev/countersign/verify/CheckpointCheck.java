package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.MerkleTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the chain with checkpoints of it (spec 3.6): those that lie beside it, and the one that
 * the reader kept. The tree is only built where there is something to compare it with.
 */
final class CheckpointCheck {

  /** Something that the tree must be at some size. */
  private record Claim(Checkpoint checkpoint, String whose) {}

  private final KeptCheckpoints kept;
  private final Failures failures;

  /** Not seen yet, in ascending order of size. */
  private final List<Claim> open = new ArrayList<>();

  private MerkleTree tree = new MerkleTree();
  private boolean hashless;
  private long agreed;
  private long largest;

  CheckpointCheck(KeptCheckpoints kept, Failures failures) {
    this.kept = kept;
    this.failures = failures;
    if (kept.from() != null) {
      tree = new MerkleTree(kept.from().size(), kept.from().frontier());
    }
    if (kept.expected() != null) {
      open.add(new Claim(kept.expected(), "the checkpoint that was kept"));
    }
  }

  /** Reads what lies beside the chain, before the chain itself: that may be growing. */
  void begin(List<Path> files) throws IOException {
    for (Path file : files) {
      String note = KeptCheckpoints.note(file);
      Checkpoint checkpoint;
      try {
        checkpoint = Checkpoint.parse(note);
      } catch (IllegalArgumentException none) {
        fail("invalid_checkpoint", name(file) + " is no checkpoint: " + none.getMessage());
        continue;
      }
      if (kept.key() != null && !KeptCheckpoints.isSigned(checkpoint, note, kept.key())) {
        fail(
            "invalid_checkpoint",
            name(file) + " is not signed by the key that was given, or was changed since it was");
        continue;
      }
      if (kept.from() == null || checkpoint.size() >= kept.from().size()) {
        open.add(new Claim(checkpoint, name(file)));
      }
    }
    open.sort((a, b) -> Long.compare(a.checkpoint.size(), b.checkpoint.size()));
    if (kept.from() != null) {
      compare(kept.from().head());
    }
  }

  private static String name(Path file) {
    return Shown.of(file.getFileName().toString());
  }

  void accept(Entry entry) {
    if (open.isEmpty()) {
      return;
    }
    String hash = entry.text("hash");
    if (!Entry.isHex(hash, 64)) {
      hashless = true; // reported as a break of the chain
      return;
    }
    tree.add(Hex.parse(hash));
    compare(hash);
  }

  /** Something stands in the place of the next entry that is none. */
  void acceptUnreadable() {
    hashless = true;
  }

  private void compare(String head) {
    while (!hashless && !open.isEmpty() && open.get(0).checkpoint.size() <= tree.size()) {
      Claim claim = open.remove(0);
      Checkpoint checkpoint = claim.checkpoint;
      if (checkpoint.size() < tree.size()) {
        fail(
            "checkpoint_mismatch",
            claim.whose
                + " is of "
                + checkpoint.size()
                + " entries, which lie before the one that the chain is read from");
      } else if (!Arrays.equals(checkpoint.root(), tree.root())
          || !checkpoint.head().equals(head)) {
        fail(
            "checkpoint_mismatch",
            claim.whose
                + " is of other entries than the first "
                + checkpoint.size()
                + " that are here: the chain was rewritten, or it is of another one");
      } else {
        agreed++;
        largest = Math.max(largest, checkpoint.size());
      }
    }
  }

  /**
   * @param chainId of the chain that was read; null when it has none
   * @param entries how many there are, those before a checkpoint included
   */
  void finish(String chainId, long entries) {
    for (Claim claim : open) {
      fail(
          "checkpoint_mismatch",
          hashless
              ? claim.whose + " cannot be compared: an entry before its end has no hash"
              : claim.whose
                  + " is of "
                  + claim.checkpoint.size()
                  + " entries, and only "
                  + entries
                  + " are here: the end was cut off");
    }
    for (Checkpoint each : Arrays.asList(kept.from(), kept.expected())) {
      if (each != null && !each.chainId().equals(chainId)) {
        fail(
            "checkpoint_mismatch",
            "the checkpoint that was kept is of chain " + Shown.of(each.chainId()));
      }
    }
  }

  private void fail(String code, String detail) {
    failures.add(Check.CHECKPOINTS, Failure.ofChain(code, detail));
  }

  /** {@code not present}, {@code verified}, {@code FAILED} or {@code not checked}. */
  String status() {
    if (failures.any(Check.CHECKPOINTS)) {
      return "FAILED";
    }
    if (agreed == 0 && kept.from() == null) {
      return "not present";
    }
    boolean vouchedFor = kept.from() != null || kept.expected() != null || kept.key() != null;
    return vouchedFor ? "verified" : "not checked";
  }

  /** Checkpoints whose entries are those that are here. */
  long agreed() {
    return agreed;
  }

  /** Entries of the largest of them. */
  long largest() {
    return largest;
  }
}
