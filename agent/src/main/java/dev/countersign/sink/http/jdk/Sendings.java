package dev.countersign.sink.http.jdk;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What is known of the requests under way, by the JDK's own object for each, which compares by
 * identity. Keeps none of them alive.
 */
final class Sendings {

  private final Map<Object, Sending> known = Collections.synchronizedMap(new WeakHashMap<>());

  void put(Object multi, Sending sending) {
    known.put(multi, sending);
  }

  /** Null for a request that was left alone. */
  Sending of(Object multi) {
    return known.get(multi);
  }
}
