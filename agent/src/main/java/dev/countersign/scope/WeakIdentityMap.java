package dev.countersign.scope;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers something about objects of a library for as long as the application keeps them. Keys
 * are told by identity: two equal requests are two. Thread-safe; calls no method of a key.
 */
public final class WeakIdentityMap<V> {

  private final ConcurrentHashMap<Key, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  public void put(Object key, V value) {
    for (Object stale = gone.poll(); stale != null; stale = gone.poll()) {
      values.remove(stale);
    }
    values.put(new Key(key, gone), value);
  }

  /** What is remembered; null for nothing. */
  public V get(Object key) {
    return values.get(new Key(key, null));
  }

  /** Whether nothing is remembered, as far as anybody looked. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  int size() {
    return values.size();
  }

  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object referent, ReferenceQueue<Object> gone) {
      super(referent, gone);
      this.hash = System.identityHashCode(referent);
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
      Object referent = get();
      return referent != null && other instanceof Key key && key.get() == referent;
    }
  }
}
