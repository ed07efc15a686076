package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.ledger.MerkleTree;
import dev.countersign.receipt.DecisionReceipt;
import dev.countersign.receipt.ReceiptSigner;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Writes the receipts of a chain (spec 3.4), one DSSE envelope a line: of each judged effect, when
 * its outcome is read, and at the end those that have none.
 *
 * <p>Each segment is read twice, first for its Merkle tree, which every receipt takes its inclusion
 * proof from. Kept are that tree, 64 bytes for each entry of one segment, and the calls that are
 * open; nothing else grows with the chain.
 *
 * <p>An envelope carries what it can be checked with as a further member, {@code evidence}: DSSE
 * has its readers ignore members that they do not know, so a line is a plain envelope to every
 * other tool.
 */
public final class ReceiptExport {

  /**
   * What to export.
   *
   * @param signer the agent's key
   * @param callId only the receipt of this call; null for all
   * @param from number of the first entry
   * @param to number of the last one
   * @param evidence whether an envelope carries what it is checked with
   * @param policies where the judging objects are
   * @param progress hears of each entry read
   */
  public record Options(
      ReceiptSigner signer,
      String callId,
      long from,
      long to,
      boolean evidence,
      Policies policies,
      Progress progress) {}

  /**
   * What was exported.
   *
   * @param receipts written
   * @param open of them, those without an outcome
   * @param unproven of them, those that no checkpoint covers
   * @param noPolicy of them, those whose judging object is not at hand
   * @param noRecord judged effects whose decision record is not at hand: they have no receipt
   * @param others entries that owe none: the agent's own acts, and uses that nothing can judge
   */
  public record Counts(
      long receipts, long open, long unproven, long noPolicy, long noRecord, long others) {}

  /** The books cannot be vouched for; the message says why and what to do. */
  public static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  /** A judged effect whose outcome has not been read. */
  private record Open(
      Map<String, Object> entry,
      Map<String, Object> previous,
      Map<String, Object> decision,
      TlogProof proof,
      DecisionReceipt.Transparency transparency) {}

  private final ChainFiles files;
  private final Options options;
  private final OutputStream out;
  private final ChainCheck chain = new ChainCheck();
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final Set<String> policiesWritten = new HashSet<>();
  private MerkleTree tree = new MerkleTree();
  private Map<String, Object> previous;
  private long receipts;
  private long unfinished;
  private long unproven;
  private long noPolicy;
  private long noRecord;
  private long others;

  private ReceiptExport(ChainFiles files, Options options, OutputStream out) {
    this.files = files;
    this.options = options;
    this.out = out;
  }

  /**
   * Exports one chain.
   *
   * @throws Refused if the chain does not hang together, or a checkpoint beside it is of others;
   *     what was written before stands
   * @throws IOException when a file cannot be read, or the output not be written
   */
  public static Counts write(ChainFiles files, Options options, OutputStream out)
      throws IOException, Refused {
    return new ReceiptExport(files, options, out).run();
  }

  private Counts run() throws IOException, Refused {
    try (EffectRecords records = files.records()) {
      for (Path segment : files.segments()) {
        Proofs proofs = proofs(segment);
        try (InputStream in = Files.newInputStream(segment)) {
          BoundedLines lines = new BoundedLines(in);
          while (lines.next() && lines.ended()) {
            accept(fields(lines.line()), records, proofs);
          }
        }
      }
    }
    for (Open each : open.values()) {
      unfinished++;
      write(each, null, null);
    }
    out.flush();
    return new Counts(receipts, unfinished, unproven, noPolicy, noRecord, others);
  }

  /** The tree above a segment, and the checkpoint that it leads to. */
  private record Proofs(SegmentTree tree, Checkpoint checkpoint, String note, String logId) {

    TlogProof of(long seq) {
      return checkpoint == null || seq >= checkpoint.size()
          ? null
          : new TlogProof(seq, tree.path(seq, checkpoint.size()), note);
    }

    DecisionReceipt.Transparency transparency(TlogProof proof) {
      return proof == null
          ? null
          : new DecisionReceipt.Transparency(checkpoint.origin(), logId, proof.text());
    }
  }

  /** Reads a segment once: whether it hangs together with what was before, and its tree. */
  private Proofs proofs(Path segment) throws IOException, Refused {
    String note = null;
    if (LedgerFiles.isChain(segment.getFileName().toString())) {
      // Before the segment, which may be growing.
      Path beside = LedgerFiles.of(segment).checkpoint();
      note = Files.isRegularFile(beside) ? KeptCheckpoints.note(beside) : null;
    }
    SegmentTree above = new SegmentTree(tree);
    long first = tree.size();
    MerkleTree whole = new MerkleTree(first, tree.frontier());
    try (InputStream in = Files.newInputStream(segment)) {
      BoundedLines lines = new BoundedLines(in);
      while (lines.next() && lines.ended()) {
        Map<String, Object> fields = fields(lines.line());
        chain.accept(new Entry(chain.count(), fields));
        if (chain.broken() != null) {
          throw new Refused(
              "the chain does not hang together: "
                  + chain.broken()
                  + ". Run \"verify\" on it; name all segments of the chain");
        }
        byte[] hash = Hex.parse((String) fields.get("hash"));
        above.add(hash);
        whole.add(hash);
        options.progress().entry();
      }
    }
    tree = whole;
    if (note == null || above.size() == first) {
      return new Proofs(above, null, null, null);
    }
    return checked(segment, above, note);
  }

  private static Proofs checked(Path segment, SegmentTree above, String note) throws Refused {
    String name = "the checkpoint of " + segment.getFileName();
    try {
      Checkpoint checkpoint = Checkpoint.parse(note);
      if (checkpoint.size() > above.size()) {
        throw new Refused(
            name
                + " is of "
                + checkpoint.size()
                + " entries, and only "
                + above.size()
                + " are here: the end was cut off");
      }
      if (!Arrays.equals(above.root(checkpoint.size()), checkpoint.root())) {
        throw new Refused(name + " is of other entries: the chain was rewritten. Run \"verify\"");
      }
      for (SignedNote.Line line : SignedNote.parse(note).signatures()) {
        if (line.name().equals(checkpoint.origin())) {
          return new Proofs(above, checkpoint, note, Hex.of(line.keyId()));
        }
      }
      throw new Refused(name + " has no signature of its own log");
    } catch (IllegalArgumentException none) {
      throw new Refused(name + " is none: " + none.getMessage());
    }
  }

  private static Map<String, Object> fields(byte[] line) throws Refused {
    try {
      Map<String, Object> fields = line == null ? null : Entry.object(Json.parse(line));
      if (fields != null && Entry.isHex(fields.get("hash"), 64)) {
        return fields;
      }
    } catch (NotCanonicalException malformed) {
      // said below
    }
    throw new Refused("an entry cannot be read. Run \"verify\" on the chain");
  }

  private void accept(Map<String, Object> fields, EffectRecords records, Proofs proofs)
      throws IOException, Refused {
    Entry entry = new Entry(0, fields);
    switch (entry.event()) {
      case "allow", "deny" -> judged(entry, records, proofs);
      case "outcome" -> {
        Map<String, Object> receipt = Entry.object(entry.get("receipt"));
        Map<String, Object> outcome =
            receipt == null ? null : record(receipt.get("digest"), records);
        Open call = open.remove(entry.text("call_id"));
        if (call != null) {
          write(call, fields, outcome);
        }
      }
      default -> {
        // no effect
      }
    }
    previous = fields;
  }

  private void judged(Entry entry, EffectRecords records, Proofs proofs)
      throws IOException, Refused {
    Map<String, Object> context = Entry.object(entry.get("context"));
    Map<String, Object> decision = context == null ? null : record(context.get("record"), records);
    if (decision == null) {
      noRecord++;
      return;
    }
    if (!DecisionReceipt.isOwed(decision)) {
      others++;
      return;
    }
    Long seq = entry.seq();
    String callId = entry.text("call_id");
    boolean wanted =
        seq >= options.from()
            && seq <= options.to()
            && (options.callId() == null || options.callId().equals(callId));
    if (!wanted) {
      return;
    }
    TlogProof proof = proofs.of(seq);
    Open call = new Open(entry.fields(), previous, decision, proof, proofs.transparency(proof));
    if (entry.event().equals("deny")) {
      write(call, null, null);
    } else {
      open.put(callId, call);
    }
  }

  private static Map<String, Object> record(Object digest, EffectRecords records)
      throws IOException, Refused {
    if (records == null || !Entry.isHex(digest, 64)) {
      return null;
    }
    byte[] line = records.find((String) digest);
    try {
      return line == null ? null : Entry.object(Json.parse(line));
    } catch (NotCanonicalException malformed) {
      throw new Refused("an effect record cannot be read. Run \"verify\" on the chain");
    }
  }

  private void write(Open call, Map<String, Object> outcomeEntry, Map<String, Object> outcome)
      throws IOException {
    Map<String, Object> predicate =
        DecisionReceipt.predicate(call.decision, outcome, call.transparency);
    Map<String, Object> envelope =
        new LinkedHashMap<>(
            options.signer().envelope(DecisionReceipt.statement(call.entry, predicate)));
    byte[] policy = policy(call.decision);
    if (options.evidence()) {
      envelope.put("evidence", evidence(call, outcomeEntry, outcome, policy));
    }
    out.write(Canonical.jcsLine(envelope, Json.MAX_DEPTH));
    receipts++;
    unproven += call.proof == null ? 1 : 0;
    noPolicy += policy == null ? 1 : 0;
  }

  private byte[] policy(Map<String, Object> decision) throws IOException {
    Object name = Entry.object(decision.get("policy")).get("policy_bundle_hash");
    byte[] bytes = name instanceof String text ? options.policies().find(text) : null;
    // One that was changed is none: the verifier would find it to be another.
    return bytes != null && name.equals("sha256:" + Sha256.hex(bytes)) ? bytes : null;
  }

  private Map<String, Object> evidence(
      Open call, Map<String, Object> outcomeEntry, Map<String, Object> outcome, byte[] policy) {
    Map<String, Object> evidence = new LinkedHashMap<>(8);
    evidence.put("entry", call.entry);
    if (call.previous != null) {
      evidence.put("previous", call.previous);
    }
    evidence.put("decision", call.decision);
    if (outcomeEntry != null) {
      evidence.put("outcome_entry", outcomeEntry);
    }
    if (outcome != null) {
      evidence.put("outcome", outcome);
    }
    // Once in a file: thousands of receipts share one.
    if (policy != null && policiesWritten.add(Sha256.hex(policy))) {
      evidence.put("policy", Json.parse(policy));
    }
    return evidence;
  }
}
