package dev.countersign.ledger;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets one of the waiting threads, the leader, write for all of them (spec 2.2): first in, first
 * written.
 *
 * <p>What waits does not depend on any one thread: whoever wakes first and finds no leader leads,
 * and nobody sleeps without a time limit. So neither a thread that dies on the way nor a virtual
 * thread that finds no carrier holds up the others, who may themselves keep a carrier busy. A
 * leader does nothing at which a virtual thread would leave its carrier.
 *
 * <p>No monitor and no {@code java.util.concurrent} lock is held: leadership ends with a plain
 * store, which cannot fail where a method call overflows the stack.
 */
final class GroupCommit {

  /** Writes. Called by one thread at a time. */
  interface Writer {

    /**
     * Decides the fate of each submission in the list that has none yet.
     *
     * <p>What it leaves undecided by throwing has failed; but after a {@link VirtualMachineError}
     * the others' submissions come again, with another leader, so nothing of them may stand yet.
     */
    void write(Submission batch);
  }

  private static final AtomicIntegerFieldUpdater<GroupCommit> LED =
      AtomicIntegerFieldUpdater.newUpdater(GroupCommit.class, "led");
  private static final AtomicReferenceFieldUpdater<GroupCommit, Submission> NEWEST =
      AtomicReferenceFieldUpdater.newUpdater(GroupCommit.class, Submission.class, "newest");

  /** How often a waiting thread only lets others run before it sleeps: a write is short. */
  private static final int YIELDS = 24;

  private static final long FIRST_SLEEP_NANOS = 1_000_000;

  /** Sleeps double up to 2^7 ms. */
  private static final int DOUBLINGS = 7;

  private final Writer writer;
  private final int mostBytes;
  private final int favours;

  /** 1 while a thread leads. */
  private volatile int led;

  /** What was handed in and not taken by a leader yet, newest first. */
  private volatile Submission newest;

  /** What was taken and not written yet, oldest first. The leader's. */
  private Submission oldest;

  private Submission youngest;

  /**
   * @param mostBytes of memory that one batch may need, unless its first submission alone needs
   *     more
   * @param favours how many submissions of others a leader goes on to write when its own is done
   */
  GroupCommit(Writer writer, int mostBytes, int favours) {
    this.writer = writer;
    this.mostBytes = mostBytes;
    this.favours = favours;
  }

  /**
   * Returns when the fate of the submission is decided. An interrupted thread stays interrupted and
   * waits all the same.
   */
  void submit(Submission own) {
    Submission before;
    do {
      before = newest;
      own.next = before;
    } while (!NEWEST.compareAndSet(this, before, own));
    boolean interrupted = false;
    for (int look = 0; own.fate == null; look++) {
      if (led == 0 && LED.compareAndSet(this, 0, 1)) {
        lead(own);
      } else {
        interrupted |= await(own, look);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until nobody leads and keeps others from it, until {@link #leave}. Not to be nested. */
  void enter() {
    boolean interrupted = false;
    for (int look = 0; !LED.compareAndSet(this, 0, 1); look++) {
      interrupted |= await(null, look);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets others lead again. */
  void leave() {
    Submission heir = oldest;
    led = 0;
    wake(heir == null ? newest : heir);
  }

  private void lead(Submission own) {
    Submission batch = null;
    Submission heir;
    boolean goesBack = false;
    try {
      int others = 0;
      while (take() && (own.fate == null || others < favours)) {
        batch = cut();
        writer.write(batch);
        for (Submission each = batch; each != null; each = each.next) {
          others++;
          wake(each);
        }
        batch = null;
      }
    } catch (Throwable failed) {
      // Only stores in here: at the end of a stack a call would fail again. Out of memory or stack
      // is this thread's trouble and no fault of the others in the batch: one of them goes on.
      goesBack = failed instanceof VirtualMachineError;
      if (goesBack && own.fate == null) {
        own.cause = failed;
        own.fate = Fate.FAILED;
      }
      Submission last = null;
      for (Submission each = batch; each != null; each = each.next) {
        if (!goesBack && each.fate == null) {
          each.cause = failed;
          each.fate = Fate.FAILED;
        }
        last = each;
      }
      if (goesBack && last != null) {
        last.next = oldest;
        youngest = oldest == null ? last : youngest;
        oldest = batch;
      }
    } finally {
      heir = oldest;
      led = 0;
    }
    try {
      for (Submission each = goesBack ? null : batch; each != null; each = each.next) {
        wake(each);
      }
      wake(heir == null ? newest : heir);
    } catch (VirtualMachineError asleep) {
      // What is ours is decided, and they look again by themselves when their time is over.
      return;
    }
  }

  /** Takes what was handed in; returns whether there is something to write. */
  private boolean take() {
    Submission stack = newest == null ? null : NEWEST.getAndSet(this, null);
    Submission first = null;
    Submission end = stack;
    while (stack != null) {
      Submission older = stack.next;
      stack.next = first;
      first = stack;
      stack = older;
    }
    if (first != null) {
      if (oldest == null) {
        oldest = first;
      } else {
        youngest.next = first;
      }
      youngest = end;
    }
    while (oldest != null && oldest.fate != null) {
      oldest = oldest.next; // its own thread gave it up
    }
    return oldest != null;
  }

  /** The next batch; there is something to write. */
  private Submission cut() {
    Submission batch = oldest;
    Submission last = batch;
    int room = mostBytes - batch.bytes();
    while (last.next != null && (last.next.fate != null || (room -= last.next.bytes()) >= 0)) {
      last = last.next;
    }
    oldest = last.next;
    last.next = null;
    return batch;
  }

  private static void wake(Submission waiting) {
    if (waiting != null && waiting.parked) {
      try {
        LockSupport.unpark(waiting.thread);
      } catch (RuntimeException unscheduled) {
        // It looks again by itself when its time is over.
        return;
      }
    }
  }

  /** Lets time pass; returns whether the thread was interrupted meanwhile. */
  private boolean await(Submission own, int look) {
    try {
      if (look < YIELDS) {
        Thread.yield();
        return false;
      }
      if (own != null) {
        own.parked = true;
        if (own.fate != null) {
          return false;
        }
      }
      LockSupport.parkNanos(
          this, FIRST_SLEEP_NANOS << Math.min(own == null ? 0 : DOUBLINGS, look - YIELDS));
      return Thread.interrupted();
    } catch (VirtualMachineError failed) {
      // What was handed in may be written any moment, so this thread cannot just leave: it looks
      // without a rest.
      return false;
    }
  }
}
