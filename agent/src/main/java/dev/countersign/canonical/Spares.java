package dev.countersign.canonical;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Objects that nobody uses at the moment, to be used again: one for each of a few groups of
 * threads, so that threads on different processors seldom reach for the same one, and nothing grows
 * with the number of threads.
 */
public final class Spares<T> {

  /** A power of two. */
  private static final int GROUPS = 16;

  /** References between those of two groups, so that they do not share a line of cache. */
  private static final int APART = 4;

  private final AtomicReference<T>[] places;

  @SuppressWarnings("unchecked") // an array of a generic type cannot be made otherwise
  public Spares() {
    places = (AtomicReference<T>[]) new AtomicReference<?>[GROUPS * APART];
    for (int i = 0; i < places.length; i++) {
      places[i] = new AtomicReference<>();
    }
  }

  /**
   * Where the calling thread takes one from, and gives it back to: {@code getAndSet(null)}, which
   * may find nothing, and {@code set}. Whoever has one is alone with it.
   */
  public AtomicReference<T> place() {
    // Not the thread's id: a thread of the application may have code of its own there.
    int thread = System.identityHashCode(Thread.currentThread());
    return places[(thread & GROUPS - 1) * APART];
  }
}
