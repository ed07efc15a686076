package dev.countersign.sink.http.netty;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of objects of a library, by their identity and without keeping them alive: some of
 * their classes may be extended by the application, whose {@code equals} is not called.
 * Thread-safe.
 */
final class WeakIdentities<V> {

  /** Told of what was known of an object that is gone. */
  interface Gone<V> {
    void gone(V known);
  }

  private final ConcurrentHashMap<Object, V> all = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
  private final Gone<V> gone;

  WeakIdentities() {
    this(known -> {});
  }

  WeakIdentities(Gone<V> gone) {
    this.gone = gone;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Null for one that nothing is known of. */
  V get(Object of) {
    return all.isEmpty() ? null : all.get(new Probe(of));
  }

  void put(Object of, V known) {
    forgetCollected();
    all.remove(new Probe(of));
    all.put(new Key(of, queue), known);
  }

  /** The one that is known already stays. */
  void putIfAbsent(Object of, V known) {
    forgetCollected();
    all.putIfAbsent(new Key(of, queue), known);
  }

  V remove(Object of) {
    return all.isEmpty() ? null : all.remove(new Probe(of));
  }

  private void forgetCollected() {
    for (Reference<?> key = queue.poll(); key != null; key = queue.poll()) {
      V known = all.remove(key);
      if (known != null) {
        gone.gone(known);
      }
    }
  }

  /** An object that is looked for. */
  private static final class Probe {
    private final Object object;

    Probe(Object object) {
      this.object = object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.refersTo(object);
    }
  }

  /** An object that is known; one that was collected equals itself only. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, ReferenceQueue<Object> queue) {
      super(object, queue);
      this.hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return other instanceof Key key && object != null && key.refersTo(object);
    }
  }
}
