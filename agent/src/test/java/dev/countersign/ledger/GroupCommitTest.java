package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thread writes for those that wait: what each of them gets when it, or one of them, fails. */
@Timeout(120)
class GroupCommitTest {

  private static final int FOLLOWERS = 6;

  @TempDir Path temp;
  private final WatchedDisk disk = new WatchedDisk();
  private Ledger ledger;

  /** One thread's allow; its result is what it threw. */
  private static final class Call {
    final String id;
    final FutureTask<Throwable> task;
    final Thread thread;

    Call(Ledger ledger, String tool) {
      id = ledger.newCallId();
      Callable<Throwable> body =
          () -> {
            try {
              ledger.allow(Calls.allow(id, tool, Calls.PARAMS));
              return null;
            } catch (Throwable thrown) {
              return thrown;
            }
          };
      task = new FutureTask<>(body);
      thread = new Thread(task);
    }

    Throwable thrown() {
      try {
        return task.get();
      } catch (Exception failed) {
        throw new AssertionError(failed);
      }
    }
  }

  @BeforeEach
  void begin() {
    begin(Durability.WRITE);
  }

  private void begin(Durability durability) {
    LedgerSettings settings =
        new LedgerSettings(
            temp.resolve("ledger").toString(),
            "shop",
            durability,
            true,
            Calls.ADAPTER,
            Rotation.STANDARD,
            Signing.NOTHING);
    ledger = Ledger.create(settings, Entropy.system(), Clock.systemUTC(), disk);
    disk.asked.clear();
  }

  @Test
  void whatWaitsIsWrittenAtOnceInTheOrderOfItsComing() throws Exception {
    Call leader = held();
    List<Call> followers = waiting(FOLLOWERS, "archive");
    disk.letGo();

    assertThat(thrown(leader, followers)).containsOnlyNulls();
    assertThat(disk.asked)
        .containsExactly(
            "records",
            "records forced",
            "entries",
            "entries forced",
            "records",
            "records forced",
            "entries",
            "entries forced");
    List<String> written = callIds();
    assertThat(written.get(0)).isEqualTo(leader.id);
    assertThat(written.subList(1, written.size()))
        .isEqualTo(followers.stream().map(call -> call.id).toList());
  }

  @Test
  void aBatchThatCannotBeWrittenIsRefusedToEverybodyInIt() throws Exception {
    Call last = held();
    List<Call> refused = waiting(FOLLOWERS, "archive");
    disk.failSecond("entries", new IOException("No space left on device"));
    disk.letGo();
    assertThat(last.thrown()).isNull();
    for (Throwable thrown : thrown(null, refused)) {
      assertThat(thrown)
          .isInstanceOf(LedgerException.class)
          .isNotInstanceOf(CommittedAuditException.class)
          .hasMessageContaining("No space left on device");
    }
    assertThat(callIds()).doesNotContainAnyElementsOf(ids(refused));
    Call afterwards = new Call(ledger, "archive");
    afterwards.thread.start();
    assertThat(afterwards.thrown()).isNull();
    assertThat(callIds()).endsWith(afterwards.id);
  }

  /** Memory or stack that one thread lacks is no reason to refuse the others. */
  @ParameterizedTest
  @EnumSource
  void aLeaderThatRunsOutOfMemoryOrStackFailsAlone(Durability durability) throws Exception {
    // With fsync nobody does favours, so the leader of a batch is one of those in it.
    int inTheBatch = durability == Durability.FSYNC ? 1 : 0;
    begin(durability);
    for (Error error : List.of(new OutOfMemoryError("test"), new StackOverflowError("test"))) {
      for (String at : List.of("records", "entries")) {
        Call first = held();
        List<Call> followers = waiting(FOLLOWERS, "archive");
        disk.failSecond(at, error);
        disk.letGo();
        assertThat(first.thrown()).isNull();

        List<Throwable> thrown = thrown(null, followers);
        assertThat(thrown).filteredOn(each -> each == error).hasSize(inTheBatch);
        assertThat(thrown).filteredOn(each -> each == null).hasSize(FOLLOWERS - inTheBatch);
        List<String> written = new ArrayList<>(ids(followers));
        if (inTheBatch == 1) {
          written.remove(thrown.indexOf(error));
        }
        assertThat(callIds()).filteredOn(ids(followers)::contains).hasSameElementsAs(written);
      }
    }
  }

  @Test
  void aFollowerThatIsInterruptedWaitsOnAndStaysInterrupted() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    String id = ledger.newCallId();
    Call leader = held();
    FutureTask<Void> body =
        new FutureTask<>(
            () -> {
              ledger.allow(Calls.allow(id));
              interrupted.set(Thread.currentThread().isInterrupted());
              return null;
            });
    Thread follower = new Thread(body);
    follower.start();
    untilParked(follower);
    follower.interrupt();
    // It has looked, found nothing, and sleeps again.
    until(() -> !follower.isInterrupted());
    untilParked(follower);
    disk.letGo();

    body.get();
    assertThat(leader.thrown()).isNull();
    assertThat(interrupted).isTrue();
    assertThat(callIds()).containsExactly(leader.id, id);
  }

  @Test
  void aLeaderThatIsInterruptedWritesForAllAndStaysInterrupted() throws Exception {
    Call leader = held();
    List<Call> followers = waiting(FOLLOWERS, "archive");
    leader.thread.interrupt();
    disk.letGo();

    assertThat(thrown(leader, followers)).containsOnlyNulls();
    assertThat(callIds()).hasSize(1 + FOLLOWERS);
  }

  @Test
  void aBatchIsBounded() throws Exception {
    Call leader = held();
    List<Call> followers = waiting(FOLLOWERS, "x".repeat(100_000));
    disk.letGo();

    assertThat(thrown(leader, followers)).containsOnlyNulls();
    assertThat(disk.largest).isBetween(200_000, 256 * 1024);
    assertThat(callIds()).hasSize(1 + FOLLOWERS);
  }

  @Test
  void whatIsLargerThanABatchIsOneByItself() throws Exception {
    Call leader = held();
    List<Call> followers = waiting(3, "x".repeat(600_000));
    disk.letGo();

    assertThat(thrown(leader, followers)).containsOnlyNulls();
    assertThat(disk.largest).isBetween(600_000, 601_000);
    assertThat(callIds()).hasSize(4);
  }

  @Test
  void recordsThatAreNotDurableLetNoEntryStand() throws Exception {
    Call first = held();
    List<Call> followers = waiting(FOLLOWERS, "archive");
    disk.failSecond("records forced", new IOException("Input/output error"));
    disk.letGo();

    assertThat(first.thrown()).isNull();
    for (Throwable thrown : thrown(null, followers)) {
      assertThat(thrown)
          .isInstanceOf(LedgerException.class)
          .isNotInstanceOf(CommittedAuditException.class);
    }
    assertThat(callIds()).containsExactly(first.id);
    assertThat(Books.of(ledger).records()).hasSize(1);
  }

  @Test
  void entriesThatAreNotDurableStandAndFireNothing() throws Exception {
    Call first = held();
    List<Call> followers = waiting(FOLLOWERS, "archive");
    disk.failSecond("entries forced", new IOException("Input/output error"));
    disk.letGo();

    assertThat(first.thrown()).isNull();
    for (Call follower : followers) {
      assertThat(follower.thrown())
          .isInstanceOfSatisfying(
              CommittedAuditException.class,
              thrown -> {
                assertThat(thrown.callId()).isEqualTo(follower.id);
                assertThat(thrown.entry()).contains(follower.id).startsWith("{").endsWith("}");
                assertThat(thrown.record()).contains(follower.id);
              });
    }
    assertThat(callIds()).containsAll(ids(followers));
    for (Call follower : followers) {
      ledger.outcome(Calls.returned(follower.id));
    }
    assertThat(ledger.complete().pendingCallIds()).containsExactly(first.id);
    Books.of(ledger).assertIntact();
  }

  /** Two threads settle one call at once: whoever comes second is told, though both wait. */
  @Test
  void ofTwoOutcomesThatWaitTogetherOneIsWritten() throws Exception {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    Call leader = held();
    List<FutureTask<Throwable>> outcomes = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      FutureTask<Throwable> outcome =
          new FutureTask<>(
              () -> {
                try {
                  ledger.outcome(Calls.returned(id));
                  return null;
                } catch (LedgerException thrown) {
                  return thrown;
                }
              });
      Thread thread = new Thread(outcome);
      thread.start();
      untilParked(thread);
      outcomes.add(outcome);
    }
    disk.letGo();

    assertThat(leader.thrown()).isNull();
    assertThat(outcomes.get(0).get()).isNull();
    assertThat(outcomes.get(1).get()).hasMessageContaining("owes no outcome");
    Books.of(ledger).assertIntact();
  }

  /** A leader whose write of records waits until {@link WatchedDisk#letGo}. */
  private Call held() throws InterruptedException {
    Call leader = new Call(ledger, "archive");
    disk.holdDuring(leader.thread::start);
    return leader;
  }

  private List<Call> waiting(int count, String tool) {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Call call = new Call(ledger, tool);
      call.thread.start();
      untilParked(call.thread);
      calls.add(call);
    }
    return calls;
  }

  private static void untilParked(Thread thread) {
    until(() -> thread.getState() == Thread.State.TIMED_WAITING);
  }

  private static void until(java.util.function.BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  private static List<Throwable> thrown(Call leader, List<Call> followers) {
    List<Throwable> thrown = new ArrayList<>();
    if (leader != null) {
      thrown.add(leader.thrown());
    }
    followers.forEach(call -> thrown.add(call.thrown()));
    return thrown;
  }

  private static List<String> ids(List<Call> calls) {
    return calls.stream().map(call -> call.id).toList();
  }

  /** The call ids of the allows in the books, in order. */
  private List<String> callIds() {
    List<String> ids = new ArrayList<>();
    for (Map<String, Object> entry : Books.of(ledger).assertIntact().entries()) {
      if (entry.get("event").equals("allow")) {
        ids.add((String) entry.get("call_id"));
      }
    }
    return ids;
  }
}
