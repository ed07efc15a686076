package dev.countersign.scope;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Remembers something about objects of a library for as long as the application keeps them. Keys
 * are told by identity: two equal requests are two. Calls no method of a key, whose class the
 * application may have made. Thread-safe.
 */
public final class WeakIdentityMap<V> {

  /**
   * Of all maps: what one of them remembers is often a whole call, and must not wait for a client
   * that is used no more.
   */
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();

  /**
   * How many there are at most. The map's own count is added up of several, between which others
   * come and go: it can be none while there is one that nobody touched.
   */
  private final AtomicInteger count = new AtomicInteger();

  /** Null where nobody is told: the first lambda of a JVM costs its start milliseconds. */
  private final Consumer<? super V> forgotten;

  public WeakIdentityMap() {
    this(null);
  }

  /**
   * @param forgotten told what was remembered of an object that is gone, when something else is
   *     remembered next, in whichever map; a failure of it reaches nobody. Null for nobody
   */
  public WeakIdentityMap(Consumer<? super V> forgotten) {
    this.forgotten = forgotten;
  }

  /** Remembers this, and no longer what was remembered of the object before. */
  public void put(Object key, V value) {
    forgetGone();
    count.incrementAndGet();
    if (values.put(new Key<>(key, this), value) != null) {
      count.decrementAndGet();
    }
  }

  /** What is remembered already stays. */
  public void putIfAbsent(Object key, V value) {
    forgetGone();
    count.incrementAndGet();
    if (values.putIfAbsent(new Key<>(key, this), value) != null) {
      count.decrementAndGet();
    }
  }

  /** What is remembered; null for nothing. */
  public V get(Object key) {
    return isEmpty() ? null : values.get(new Probe(key));
  }

  /** Forgets an object; null where nothing was remembered. */
  public V remove(Object key) {
    V value = isEmpty() ? null : values.remove(new Probe(key));
    if (value != null) {
      count.decrementAndGet();
    }
    return value;
  }

  /** Whether nothing is remembered, as far as anybody looked. */
  public boolean isEmpty() {
    return count.get() == 0;
  }

  int size() {
    return values.size();
  }

  private static void forgetGone() {
    for (Reference<?> key = GONE.poll(); key != null; key = GONE.poll()) {
      ((Key<?>) key).forget();
    }
  }

  /** An object that is looked for; no weak reference for the collector to clear. */
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
      return object != null && other instanceof Key<?> key && key.refersTo(object);
    }
  }

  /** An object that is remembered; one that was collected equals itself only. */
  private static final class Key<V> extends WeakReference<Object> {
    private final int hash;
    private final WeakIdentityMap<V> map;

    Key(Object object, WeakIdentityMap<V> map) {
      super(object, GONE);
      this.hash = System.identityHashCode(object);
      this.map = map;
    }

    void forget() {
      V value = map.values.remove(this);
      if (value == null) {
        return;
      }
      map.count.decrementAndGet();
      if (map.forgotten == null) {
        return;
      }
      try {
        map.forgotten.accept(value);
      } catch (Throwable failed) {
        // No affair of whoever remembers something right now, most often in another map.
        return;
      }
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
      return object != null && other instanceof Key<?> key && key.refersTo(object);
    }
  }
}
