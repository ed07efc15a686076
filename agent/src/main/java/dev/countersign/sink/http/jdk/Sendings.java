package dev.countersign.sink.http.jdk;

import dev.countersign.scope.WeakIdentityMap;

/**
 * What is known of the requests under way, by the JDK's own object for each. Keeps none of them
 * alive.
 */
final class Sendings {

  private final WeakIdentityMap<Sending> known = new WeakIdentityMap<>();

  void put(Object multi, Sending sending) {
    known.put(multi, sending);
  }

  /** Null for a request that was left alone. */
  Sending of(Object multi) {
    return known.get(multi);
  }
}
