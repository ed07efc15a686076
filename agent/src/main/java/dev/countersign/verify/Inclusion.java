package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.MerkleTree;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last step of checking a receipt (spec 3.5, 3.6): that its entry is in a log whose checkpoint
 * somebody answers for.
 *
 * <p>Remembers the roots that it saw: two checkpoints of one log and one size that have different
 * roots are proof that the log told two stories, whoever signed them.
 */
final class Inclusion {

  private static final String STEP = "inclusion";

  /** Checkpoints whose roots are remembered. */
  private static final int REMEMBERED = 100_000;

  private final ReceiptVerifier.Trust trust;
  private final Map<String, byte[]> seen = new HashMap<>();

  Inclusion(ReceiptVerifier.Trust trust) {
    this.trust = trust;
  }

  /**
   * Checks a proof.
   *
   * @param transparency of the predicate; null where it has none
   * @param chainId of the receipt's entry
   * @param entryHash of it, 64 hex digits
   * @param seq its number; null where nothing but the proof says it
   */
  ReceiptStep check(Map<String, Object> transparency, String chainId, String entryHash, Long seq) {
    if (transparency == null) {
      return ReceiptStep.notChecked(
          STEP,
          "it carries no inclusion proof: no checkpoint covered its entry when it was exported. Set"
              + " receipts.checkpoint, or export it again later");
    }
    TlogProof proof;
    Checkpoint checkpoint;
    SignedNote note;
    try {
      if (!(transparency.get("inclusion_proof") instanceof String text)) {
        throw new IllegalArgumentException("it is no text");
      }
      proof = TlogProof.parse(text);
      note = SignedNote.parse(proof.checkpoint());
      checkpoint = Checkpoint.parse(proof.checkpoint());
    } catch (IllegalArgumentException none) {
      return failed("the inclusion proof is none: " + none.getMessage());
    }
    String fault = fault(transparency, proof, checkpoint, note, chainId, entryHash, seq);
    if (fault != null) {
      return failed(fault);
    }
    byte[] other = seen.get(chainId + ' ' + checkpoint.size());
    if (other != null && !Arrays.equals(other, checkpoint.root())) {
      return failed(
          "two checkpoints of "
              + checkpoint.size()
              + " entries have different roots: the log told two stories");
    }
    if (seen.size() < REMEMBERED) {
      seen.put(chainId + ' ' + checkpoint.size(), checkpoint.root());
    }
    return vouched(checkpoint, note);
  }

  private static String fault(
      Map<String, Object> transparency,
      TlogProof proof,
      Checkpoint checkpoint,
      SignedNote note,
      String chainId,
      String entryHash,
      Long seq) {
    if (!checkpoint.chainId().equals(chainId)
        || !checkpoint.origin().equals(transparency.get("log"))) {
      return "its checkpoint is of another log than the chain of its entry";
    }
    if (seq != null && seq != proof.index()) {
      return "the proof is of entry " + proof.index() + ", and the receipt's is entry " + seq;
    }
    boolean named = false;
    for (SignedNote.Line line : note.signatures()) {
      named |=
          line.name().equals(checkpoint.origin())
              && Hex.of(line.keyId()).equals(transparency.get("log_id"));
    }
    if (!named) {
      return "log_id is not the id of a key that signed the checkpoint";
    }
    byte[] leaf = MerkleTree.leaf(Hex.parse(entryHash));
    return MerkleProof.includes(
            leaf, proof.index(), checkpoint.size(), proof.path(), checkpoint.root())
        ? null
        : "the path does not lead from the entry to the root of the checkpoint";
  }

  /** Whether somebody whom the reader trusts answers for the root. */
  private ReceiptStep vouched(Checkpoint checkpoint, SignedNote note) {
    String where = "entry of a log of " + checkpoint.size();
    boolean signed = false;
    if (trust.checkpointKey() != null) {
      NoteKey log = NoteKey.of(checkpoint.origin(), false, trust.checkpointKey());
      if (log.in(note) != NoteKey.Verdict.SIGNED) {
        return failed(
            "the checkpoint is not signed by the key that was given, or was changed since it was");
      }
      signed = true;
    }
    int cosigned = 0;
    for (NoteKey witness : trust.witnesses()) {
      switch (witness.in(note)) {
        case SIGNED -> cosigned++;
        case FORGED -> {
          return failed(
              "the checkpoint bears the name of witness "
                  + Shown.of(witness.name())
                  + ", but not its signature");
        }
        case ABSENT -> {
          // counted by what is not
        }
      }
    }
    if (cosigned < trust.quorum()) {
      return failed(
          cosigned
              + " of the "
              + trust.witnesses().size()
              + " witnesses that were given cosigned the checkpoint, and "
              + trust.quorum()
              + " have to");
    }
    String consistency = null;
    if (trust.kept() != null) {
      String fault = keptFault(checkpoint);
      if (fault != null) {
        return failed(fault);
      }
      consistency =
          trust.kept().size() == checkpoint.size()
              ? "the checkpoint that was kept"
              : isConsistent(checkpoint) ? "consistent with the checkpoint that was kept" : null;
    }
    if (trust.kept() != null && consistency == null) {
      return ReceiptStep.notChecked(
          STEP,
          "the checkpoint that was kept is of "
              + trust.kept().size()
              + " entries, the receipt's of "
              + checkpoint.size()
              + ", and nothing shows that one went on from the other. Give --consistency, or the"
              + " books with --ledger");
    }
    if (!signed && consistency == null) {
      return ReceiptStep.notChecked(
          STEP,
          "the path holds, but nobody answers for the root. Give --checkpoint-key or"
              + " --expected-checkpoint");
    }
    return ReceiptStep.verified(
        STEP,
        where
            + (signed ? ", signed" : "")
            + (cosigned == 0 ? "" : ", cosigned by " + cosigned)
            + (consistency == null ? "" : ", " + consistency));
  }

  private String keptFault(Checkpoint checkpoint) {
    Checkpoint kept = trust.kept();
    if (!kept.chainId().equals(checkpoint.chainId())) {
      return "the checkpoint that was kept is of another log, " + Shown.of(kept.chainId());
    }
    return kept.size() == checkpoint.size() && !Arrays.equals(kept.root(), checkpoint.root())
        ? "the checkpoint that was kept has another root: the log told two stories"
        : null;
  }

  private boolean isConsistent(Checkpoint checkpoint) {
    Checkpoint kept = trust.kept();
    Checkpoint older = kept.size() < checkpoint.size() ? kept : checkpoint;
    Checkpoint newer = older == kept ? checkpoint : kept;
    for (List<byte[]> path : trust.consistency()) {
      if (MerkleProof.isConsistent(older.size(), older.root(), newer.size(), newer.root(), path)) {
        return true;
      }
    }
    return false;
  }

  private static ReceiptStep failed(String why) {
    return ReceiptStep.failed(STEP, why);
  }
}
