package dev.countersign.ledger;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StatusFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Signs what the chain has become (spec 3.6, 2.6): the checkpoint and the anchor of a segment, each
 * rewritten as the segment grows and final when the next one begins.
 *
 * <p>On a thread of its own: the one that leads only puts the hashes of the entries that stand into
 * a queue. They are those that were written, not read back: a file that somebody cut or replaced
 * has a checkpoint that says what was in it.
 */
final class Checkpoints implements Runnable {

  /** How long the end of the JVM waits for the last signature. */
  private static final long LAST_MILLIS = 10_000;

  private static final long SLEEP_NANOS = 1_000_000_000L;
  private static final int HEX = EntryHash.LENGTH;

  /**
   * Entries that stand, since the last batch of them.
   *
   * @param files of the segment that they are in
   * @param hashes 64 hex digits each, one after the other; not changed any more
   * @param length of them, in bytes
   * @param size of the chain with them
   */
  record Batch(LedgerFiles files, String chainId, byte[] hashes, int length, long size) {}

  private final int every;
  private final SigningKey checkpointKey;
  private final SigningKey anchorKey;
  private final String kid;
  private final Clock clock;
  private final ConcurrentLinkedQueue<Batch> queue = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean ending;

  private String chainId;
  private MerkleTree tree = new MerkleTree();
  private boolean silent;

  /** Takes what is handed in once it is started, or each time that it is told to. */
  Checkpoints(Signing signing, Clock clock) {
    this.every = signing.every();
    this.checkpointKey =
        signing.checkpointKey() == null
            ? null
            : SigningKey.ed25519("receipts.checkpoint.key", signing.checkpointKey());
    this.anchorKey =
        signing.anchorKey() == null
            ? null
            : SigningKey.any("ledger.anchor_key", signing.anchorKey());
    this.kid = signing.kid();
    this.clock = clock;
    this.thread = new Thread(null, this, "countersign-checkpoints", 0, false);
  }

  /**
   * Null where nothing is to be signed.
   *
   * @throws LedgerException if a key cannot be used
   */
  static Checkpoints start(Signing signing, Clock clock) {
    if (signing.isNothing()) {
      return null;
    }
    Checkpoints checkpoints = new Checkpoints(signing, clock);
    checkpoints.thread.setDaemon(true);
    checkpoints.thread.setContextClassLoader(null);
    checkpoints.thread.start();
    return checkpoints;
  }

  /** Whether so many bytes of hashes are enough for a checkpoint. */
  boolean isDue(int bytes) {
    return bytes / HEX >= every;
  }

  /** Fails before anything is in the queue, or not at all. */
  void add(Batch batch) {
    queue.add(batch);
    LockSupport.unpark(thread);
  }

  /** Waits until the last signature is written, for a while. */
  void finish() {
    ending = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    long until = System.nanoTime() + LAST_MILLIS * 1_000_000;
    while (thread.isAlive() && until - System.nanoTime() > 0) {
      try {
        thread.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException meanwhile) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    while (true) {
      boolean last = ending; // before looking: what is added later has nobody to wait for it
      Batch batch = queue.peek();
      if (batch == null && last) {
        return;
      }
      if (batch != null) {
        try {
          takeNext();
        } catch (Throwable failed) {
          // Out of memory too: without this thread, what is handed in would pile up.
          sayIfPossible(batch, failed);
        }
      }
      if (queue.peek() == batch) {
        LockSupport.parkNanos(this, SLEEP_NANOS); // there is none, or it is to be tried again
      }
    }
  }

  /**
   * Takes the oldest batch. It stays in the queue while the tree could not grow by all of it, for
   * which memory may be missing: the tree is then what it was, and the next try begins anew.
   */
  void takeNext() throws IOException, GeneralSecurityException {
    Batch batch = queue.peek();
    boolean goesOn = batch.chainId.equals(chainId);
    MerkleTree grown = goesOn ? new MerkleTree(tree.size(), tree.frontier()) : new MerkleTree();
    String head = null;
    for (int at = 0; at < batch.length; at += HEX) {
      head = new String(batch.hashes, at, HEX, StandardCharsets.US_ASCII);
      grown.add(Hex.parse(head));
    }
    queue.poll();
    chainId = batch.chainId;
    tree = grown;
    if (tree.size() != batch.size) {
      throw new IllegalStateException(
          "the tree has " + tree.size() + " leaves for " + batch.size + " entries");
    }
    Batch next = queue.peek();
    if (next != null && next.files.equals(batch.files)) {
      return; // that one covers this one
    }
    if (checkpointKey != null) {
      Checkpoint checkpoint = Checkpoint.of(chainId, tree, head);
      byte[] text = checkpoint.text().getBytes(StandardCharsets.UTF_8);
      String note = checkpoint.note(checkpointKey.publicKey(), checkpointKey.sign(text));
      new StatusFile(batch.files.checkpoint()).write(note.getBytes(StandardCharsets.UTF_8));
    }
    if (anchorKey != null) {
      new StatusFile(batch.files.anchor()).write(anchor(head));
    }
    silent = false;
  }

  /** As the public verifiers have it (spec 2.6). */
  private byte[] anchor(String head) throws GeneralSecurityException {
    Map<String, Object> anchor = new LinkedHashMap<>();
    anchor.put("v", 2L);
    anchor.put("c14n", "JCS");
    anchor.put("chain_id", chainId);
    anchor.put("seq", tree.size() - 1);
    anchor.put("head", head);
    anchor.put("ts", Timestamp.text(clock.instant()));
    String signature = Hex.of(anchorKey.sign(Canonical.jcs(anchor)));
    anchor.put("kid", kid);
    anchor.put("sig", signature);
    byte[] json = Canonical.jcs(anchor);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  private void sayIfPossible(Batch batch, Throwable failed) {
    try {
      say(batch, failed);
    } catch (VirtualMachineError again) {
      silent = false; // the next failure says it
    }
  }

  /** Once, until it works again: the books go on, and the next one covers what this one did not. */
  private void say(Batch batch, Throwable failed) {
    if (!silent) {
      silent = true;
      StandardError.say(
          "no checkpoint of the books could be written for "
              + batch.files.chain().getFileName()
              + " ("
              + failed
              + "). The books go on, and the next one covers what this one did not. Is the disk full?");
    }
  }
}
