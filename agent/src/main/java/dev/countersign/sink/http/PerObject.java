package dev.countersign.sink.http;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is known of objects of a client, by their identity: no code of theirs is called, for an
 * application may have made their classes. Keeps none of them alive. Thread-safe.
 */
public final class PerObject<V> {

  private final ConcurrentHashMap<Object, V> known = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  /** Null for nothing. */
  public V get(Object object) {
    return known.isEmpty() ? null : known.get(new Probe(object));
  }

  /** Sets what is known of an object. */
  public void put(Object object, V value) {
    for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
      known.remove(key);
    }
    // A probe is no key: it would hold the object.
    known.remove(new Probe(object));
    known.put(new Key(object, gone), value);
  }

  /** Forgets an object; null where nothing was known. */
  public V remove(Object object) {
    return known.isEmpty() ? null : known.remove(new Probe(object));
  }

  int size() {
    return known.size();
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

  /** An object that is known; equal to itself only, so that a collected one can be removed. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, ReferenceQueue<Object> gone) {
      super(object, gone);
      this.hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }
  }
}
