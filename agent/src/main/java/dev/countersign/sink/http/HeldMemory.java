package dev.countersign.sink.http;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.HashSet;
import java.util.Set;

/**
 * How much memory all held bodies may have together: a quarter of the heap for their bytes, and
 * another one for what they are read into where their meaning is compared. So any number of
 * requests at the same time leaves the application half of it. Thread-safe.
 *
 * <p>A body gives its share back when its request is over. Where an end is never told, as of a
 * connection that nobody uses again, it comes back when nobody refers to the {@link Share} any
 * more.
 */
public final class HeldMemory {

  /** Of this JVM. */
  public static final HeldMemory OF_THIS_JVM = new HeldMemory(Runtime.getRuntime().maxMemory() / 4);

  /** For copies of what is in memory anyway, and for a moment only. */
  static final HeldMemory UNCOUNTED = new HeldMemory(Long.MAX_VALUE);

  /** Why a body is not held where there is no more. */
  public static final String FULL =
      "a body for which there is no memory: all that are held at a time have a quarter of the heap."
          + " Give this JVM more of it, name send.spool, or send fewer bodies at the same time";

  /** Bytes of a body that are not counted: most have no more, and cost nothing here. */
  static final int FREE = 1 << 14;

  /** Bytes of a body of which many can be read at the same time. */
  private static final int SMALL = 1 << 16;

  /** What a value of JSON takes, as a multiple of its text: a list of small numbers takes most. */
  private static final int READ_TIMES = 24;

  private final long most;
  private final ReferenceQueue<Share> gone = new ReferenceQueue<>();

  /** Else they would be collected before what they stand for. */
  private final Set<Taken> all = new HashSet<>();

  private long taken;
  private long reading;

  /**
   * @param most bytes, for either use
   */
  public HeldMemory(long most) {
    this.most = most;
  }

  /** What stays of a share when nobody refers to it any more. */
  private static final class Taken extends PhantomReference<Share> {
    private long bytes;

    Taken(Share share, ReferenceQueue<Share> queue) {
      super(share, queue);
    }
  }

  /** Of one body, which refers to it; used by one thread at a time. */
  static final class Share {

    private final HeldMemory memory;
    private long bytes;
    private Taken counted;

    private Share(HeldMemory memory) {
      this.memory = memory;
    }

    /**
     * Takes more of it.
     *
     * @return false when there is no more, and nothing was taken
     */
    boolean take(long more) {
      if (bytes + more > FREE) {
        if (counted == null) {
          counted = new Taken(this, memory.gone);
        }
        if (!memory.take(counted, bytes + more)) {
          return false;
        }
      }
      bytes += more;
      return true;
    }

    /** Gives all of it back. */
    void release() {
      bytes = 0;
      if (counted != null) {
        memory.drop(counted);
        counted = null;
      }
    }
  }

  /** Of a body of which nothing is held yet. */
  Share share() {
    return new Share(this);
  }

  /**
   * @param bytes in all
   */
  private synchronized boolean take(Taken by, long bytes) {
    for (Reference<? extends Share> dead = gone.poll(); dead != null; dead = gone.poll()) {
      drop((Taken) dead);
    }
    if (taken - by.bytes + bytes > most) {
      return false;
    }
    all.add(by);
    taken += bytes - by.bytes;
    by.bytes = bytes;
    return true;
  }

  private synchronized void drop(Taken by) {
    if (all.remove(by)) {
      taken -= by.bytes;
      by.bytes = 0;
    }
  }

  private static long toRead(long length) {
    return length <= SMALL ? 0 : length * READ_TIMES;
  }

  /**
   * A body is about to be read as what it means. Waits for others who do so where there is no room
   * for one more; no code of an application runs meanwhile, so that they come to an end.
   */
  void beginReading(long length) {
    long needed = toRead(length);
    if (needed == 0) {
      return;
    }
    boolean interrupted = false;
    synchronized (this) {
      while (reading > 0 && reading + needed > most) {
        try {
          wait();
        } catch (InterruptedException asked) {
          interrupted = true;
        }
      }
      reading += needed;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What was read is let go. */
  void endReading(long length) {
    long needed = toRead(length);
    if (needed > 0) {
      synchronized (this) {
        reading -= needed;
        notifyAll();
      }
    }
  }
}
