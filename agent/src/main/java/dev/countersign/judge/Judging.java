package dev.countersign.judge;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What judges at this moment (spec 3.3). A call takes it at its resolution and keeps it to its end,
 * so that a change happens between calls and never within one.
 *
 * <p>To take it is to read a reference. Whoever puts another object in has done everything before:
 * what a change writes is on its device, and what the call that meets it first has to do is to
 * write one entry of the books.
 */
public final class Judging {

  /** Writes that the object has changed, before anything is judged by the new one. */
  @FunctionalInterface
  public interface Announcement {
    /** Throws if it is not written; it is then owed by the next call. */
    void write();
  }

  private final boolean movable;
  private final Object lock = new Object();

  /** Guarded by the lock; in the order of the changes. */
  private final Deque<Announcement> owed = new ArrayDeque<>(0);

  private volatile Turn turn;
  private volatile String closed;

  /** An object, and whether its adoption is still to be written: one reading of both. */
  private static final class Turn {
    final Judge judge;
    volatile boolean owing;

    Turn(Judge judge, boolean owing) {
      this.judge = judge;
      this.owing = owing;
    }
  }

  private Judging(Judge first, boolean movable) {
    this.turn = new Turn(first, false);
    this.movable = movable;
  }

  /** One object for the whole run. */
  public static Judging always(Judge judge) {
    return new Judging(judge, false);
  }

  /** One that {@link #adopt} can change. */
  public static Judging from(Judge first) {
    return new Judging(first, true);
  }

  /** Whether the object can change. */
  public boolean isMovable() {
    return movable;
  }

  /**
   * The object for a call that begins here; writes what is owed of the change to it.
   *
   * @throws RuntimeException if that could not be written; nothing is then judged
   */
  public Judge take() {
    Turn taken = turn;
    if (taken.owing) {
      announce(taken);
    }
    return taken.judge;
  }

  /** The object in force; for what is no call. */
  public Judge now() {
    return turn.judge;
  }

  private void announce(Turn taken) {
    synchronized (lock) {
      while (!owed.isEmpty()) {
        owed.element().write();
        owed.remove();
      }
      taken.owing = false;
    }
  }

  /**
   * From the next call on.
   *
   * @param announcement what that call writes first
   */
  public void adopt(Judge judge, Announcement announcement) {
    if (!movable) {
      throw new IllegalStateException("this run has one judging object");
    }
    synchronized (lock) {
      owed.add(announcement);
      turn = new Turn(judge, true);
    }
  }

  /** Why every effect is refused for now; null where they are judged. */
  public String closed() {
    return closed;
  }

  /**
   * Whether that refuses: not under an exception that loosens. It then holds for calls as well that
   * began while nothing was refused.
   */
  public boolean refusesAll() {
    return closed != null && turn.judge.enforcing();
  }

  /**
   * Refuses every effect from this moment on, those of calls that are running included.
   *
   * @param reason null to judge again
   */
  public void close(String reason) {
    closed = reason;
  }
}
