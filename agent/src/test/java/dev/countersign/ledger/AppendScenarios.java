package dev.countersign.ledger;

import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * What section 10 of the seed asks of the append, played against the ledger with ids, salt and time
 * that are always the same, so that the chain it leaves is a vector. What each call answers is in
 * {@link #answers}.
 */
public final class AppendScenarios {

  private static final String START = "2026-11-29T20:00:00Z";

  private final Path directory;
  private final FaultyDisk disk = new FaultyDisk(Durability.WRITE);
  private final Ledger ledger;
  private final List<Object> answers = new ArrayList<>();
  private boolean noRandomness;
  private long drawn;

  private AppendScenarios(Path directory) {
    this.directory = directory;
    this.ledger =
        Ledger.create(Calls.settings(directory), this::fill, SteppingClock.from(START), disk);
  }

  /**
   * @param directory a new one
   */
  public static AppendScenarios in(Path directory) {
    return new AppendScenarios(directory);
  }

  private void fill(byte[] bytes) {
    if (noRandomness) {
      throw new IllegalStateException("no entropy");
    }
    byte[] digest = Sha256.hash(("draw " + drawn++).getBytes(StandardCharsets.US_ASCII));
    System.arraycopy(digest, 0, bytes, 0, bytes.length);
  }

  /** Eight threads report the outcome of one call; one of them is heard. */
  public AppendScenarios concurrentDuplicateOutcome() {
    String id = ledger.newCallId();
    ledger.allow(allow(id));
    int threads = 8;
    Object[] each = new Object[threads];
    CountDownLatch go = new CountDownLatch(1);
    Thread[] started = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int own = i;
      started[i] =
          new Thread(
              () -> {
                try {
                  go.await();
                  ledger.outcome(returned(id));
                  each[own] = "written";
                } catch (LedgerException | InterruptedException refused) {
                  each[own] = refused;
                }
              });
      started[i].start();
    }
    go.countDown();
    for (Thread thread : started) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    answers.addAll(Arrays.asList(each));
    ledger.close();
    return this;
  }

  /** A deny is never pending, an allow is. */
  public AppendScenarios allowVersusDenyPending() {
    ledger.deny(Calls.deny(ledger.newCallId()));
    String id = ledger.newCallId();
    ledger.allow(allow(id));
    answers.add(ledger.complete());
    ledger.outcome(returned(id));
    answers.add(ledger.complete());
    return this;
  }

  /** {@code complete} while a call is pending: its id, and nothing appended. */
  public AppendScenarios completeWithPending() {
    String first = ledger.newCallId();
    String second = ledger.newCallId();
    ledger.allow(allow(first));
    ledger.allow(allow(second));
    answers.add(ledger.complete());
    return this;
  }

  /** An id that is in use is refused at the append: of an allow and of a deny. */
  public AppendScenarios duplicateIds() {
    String id = ledger.newCallId();
    ledger.allow(allow(id));
    attempt(() -> ledger.allow(allow(id)));
    attempt(() -> ledger.deny(Calls.deny(id)));
    ledger.outcome(returned(id));
    ledger.close();
    return this;
  }

  /** Before the commit: no random bytes, no room for the record, none for the entry. */
  public AppendScenarios failuresBeforeTheCommit() {
    noRandomness = true;
    attempt(ledger::newCallId);
    noRandomness = false;
    String id = ledger.newCallId();
    disk.room = 10;
    attempt(() -> ledger.allow(allow(id)));
    disk.room = 500;
    attempt(() -> ledger.allow(allow(id)));
    disk.room = Long.MAX_VALUE;
    disk.volatileRecords = true;
    attempt(() -> ledger.allow(allow(id)));
    disk.volatileRecords = false;
    answers.add(ledger.complete());
    return this;
  }

  /** After the commit: the entry stands, and what it owes is what it says. */
  public AppendScenarios failureAfterTheCommit(String event) {
    String id = ledger.newCallId();
    disk.volatileOnly = event.equals("allow") || event.equals("deny");
    attempt(
        () -> {
          if (event.equals("deny")) {
            ledger.deny(Calls.deny(id));
          } else {
            ledger.allow(allow(id));
          }
        });
    disk.volatileOnly = event.equals("outcome");
    if (!event.equals("deny")) {
      attempt(() -> ledger.outcome(event.equals("allow") ? refused(id) : returned(id)));
    }
    disk.volatileOnly = false;
    answers.add(ledger.complete());
    return this;
  }

  /** The caller retries after the failure, which it must not do under the same id. */
  public AppendScenarios retryAfterACommittedAuditFailure() {
    String first = ledger.newCallId();
    disk.volatileOnly = true;
    attempt(() -> ledger.allow(allow(first)));
    disk.volatileOnly = false;
    attempt(() -> ledger.allow(allow(first)));
    String second = ledger.newCallId();
    ledger.allow(allow(second));
    ledger.outcome(returned(second));
    ledger.outcome(refused(first));
    ledger.close();
    return this;
  }

  /** The process ends while a call is pending; its successor cannot go on with the chain. */
  public AppendScenarios restart() {
    ledger.allow(allow(ledger.newCallId()));
    byte[] before = chain();
    attempt(
        () -> {
          try {
            KernelFile.FACTORY.create(ledger.files().chain());
          } catch (IOException exists) {
            throw new UncheckedIOException(exists);
          }
        });
    answers.add(Arrays.equals(before, chain()) ? "untouched" : "changed");
    return this;
  }

  /** Killed while a call is pending, which reports afterwards or never. */
  public AppendScenarios killed(boolean reports) {
    String id = ledger.newCallId();
    ledger.allow(allow(id));
    answers.add(ledger.kill(null, null, "a person said so"));
    attempt(() -> ledger.allow(allow(ledger.newCallId())));
    if (reports) {
      ledger.outcome(returned(id));
    }
    return this;
  }

  /** Copied while a call runs. */
  public AppendScenarios inProgressSnapshot() {
    String first = ledger.newCallId();
    ledger.allow(allow(first));
    ledger.outcome(returned(first));
    ledger.allow(allow(ledger.newCallId()));
    return this;
  }

  private static Allow allow(String id) {
    Allow call = Calls.allow(id);
    return new Allow(
        id,
        call.scope(),
        call.tool(),
        call.preview(),
        call.parent(),
        call.capture(),
        call.adapter(),
        call.authorised(),
        call.unlisted(),
        Map.of("verdict", "allow", "preview_digest", Calls.PREVIEW));
  }

  private static Outcome returned(String id) {
    Map<String, Object> record = Map.of("use", 1, "commit_digest", Calls.PREVIEW);
    return new Outcome(id, BodyState.RETURNED, 1_500_000, null, Calls.PARAMS, record);
  }

  private static Outcome refused(String id) {
    return new Outcome(id, BodyState.RAISED, 0, ErrorCode.EFFECT_REFUSED, Params.NONE, Map.of());
  }

  private void attempt(Runnable append) {
    try {
      append.run();
      answers.add("written");
    } catch (RuntimeException refused) {
      answers.add(refused);
    }
  }

  /** What the calls answered: {@code written}, what they threw, or a {@link Completion}. */
  List<Object> answers() {
    return answers;
  }

  Books books() {
    return Books.of(ledger);
  }

  Path directory() {
    return directory;
  }

  /** The chain file as it is now. */
  public byte[] chain() {
    return read(ledger.files().chain());
  }

  /** The effect records as they are now. */
  public byte[] effects() {
    return read(ledger.files().effects());
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
