package dev.countersign.sink.carry;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which scope a task belongs to, by the task's identity and without keeping it alive. The
 * application's task is not wrapped: queues, {@code remove} and rejection handlers see the object
 * that they know. No code of a task is called. Thread-safe.
 */
final class Associations {

  private final ConcurrentHashMap<Object, Captures> tasks = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /**
   * How many there are at most. The map's own count is added up of several, between which others
   * come and go: it can be none while there is a task that nobody touched.
   */
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Adds what was captured for a submission of {@code task}, behind those that have not run yet.
   */
  void add(Object task, Object captured) {
    forgetCollected();
    Probe probe = new Probe(task);
    while (true) {
      Captures known = tasks.get(probe);
      if (known != null) {
        if (tasks.replace(probe, known, known.append(captured))) {
          return;
        }
      } else if (putIfAbsent(task, captured)) {
        return;
      }
    }
  }

  /** Sets what was captured for {@code task}, unless something was already. */
  void addOnce(Object task, Object captured) {
    forgetCollected();
    if (tasks.get(new Probe(task)) == null) {
      putIfAbsent(task, captured);
    }
  }

  private boolean putIfAbsent(Object task, Object captured) {
    count.incrementAndGet();
    boolean put = tasks.putIfAbsent(new Key(task, gone), Captures.of(captured)) == null;
    if (!put) {
      count.decrementAndGet();
    }
    return put;
  }

  /** Where there is any, those that were collected are forgotten first: to look costs more. */
  private boolean isEmpty() {
    if (count.get() == 0) {
      return true;
    }
    forgetCollected();
    return count.get() == 0;
  }

  /** Whether anything is known of any task, as far as anybody looked. */
  boolean any() {
    return count.get() != 0;
  }

  /** Whether a submission of {@code task} has not run yet. */
  boolean has(Object task) {
    return !isEmpty() && tasks.get(new Probe(task)) != null;
  }

  /** What was captured for the oldest submission, which stays; null when there is none. */
  Object peek(Object task) {
    Captures known = isEmpty() ? null : tasks.get(new Probe(task));
    return known == null ? null : known.first();
  }

  /** What was captured for the oldest submission, which is taken; null when there is none. */
  Object take(Object task) {
    if (isEmpty()) {
      return null;
    }
    Probe probe = new Probe(task);
    while (true) {
      Captures known = tasks.get(probe);
      if (known == null) {
        return null;
      }
      if (replace(probe, known, known.withoutFirst())) {
        return known.first();
      }
    }
  }

  /**
   * The latest submission was rejected: it counts only until the task is submitted again. Whoever
   * rejects may put the task into the queue all the same.
   */
  void rejected(Object task) {
    Probe probe = new Probe(task);
    Captures known = tasks.get(probe);
    while (known != null && !replace(probe, known, known.rejected())) {
      known = tasks.get(probe);
    }
  }

  /**
   * Forgets the oldest submission that is not of an application's preview: one was taken back, and
   * which one nobody can say. What a preview submitted never runs as if somebody else had.
   */
  void giveBack(Object task) {
    Probe probe = new Probe(task);
    Captures known = tasks.get(probe);
    while (known != null && !replace(probe, known, known.withoutFirstOpen())) {
      known = tasks.get(probe);
    }
  }

  private boolean replace(Probe probe, Captures known, Captures next) {
    if (next != null) {
      return tasks.replace(probe, known, next);
    }
    boolean removed = tasks.remove(probe, known);
    if (removed) {
      count.decrementAndGet();
    }
    return removed;
  }

  private void forgetCollected() {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      if (tasks.remove(key) != null) {
        count.decrementAndGet();
      }
    }
  }

  int size() {
    forgetCollected();
    return tasks.size();
  }

  /** A task that is looked for. */
  private static final class Probe {
    private final Object task;

    Probe(Object task) {
      this.task = task;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(task);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.refersTo(task);
    }
  }

  /** A task that is known; equal to itself only, so that a collected one can still be removed. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object task, ReferenceQueue<Object> gone) {
      super(task, gone);
      this.hash = System.identityHashCode(task);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other || (other instanceof Key key && sameTask(key));
    }

    private boolean sameTask(Key other) {
      Object task = get();
      return task != null && other.refersTo(task);
    }
  }
}
