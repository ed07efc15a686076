package dev.countersign.framework.mcp;

import dev.countersign.scope.WeakIdentityMap;

/**
 * Calls between the transport that read them and the handler that gets them.
 *
 * <p>From the text to the entrance of {@code tools/call}, the very object that holds the parameters
 * is passed on, whatever threads it crosses; from there to the first handler everything happens on
 * one thread, inside one method.
 */
final class Arrivals {

  private final WeakIdentityMap<Arrived> byParameters = new WeakIdentityMap<>();
  private final ThreadLocal<Arrived> atEntrance = new ThreadLocal<>();

  /** A message was read, whose parameters are this object. */
  void read(Object params, Arrived arrived) {
    byParameters.put(params, arrived);
  }

  /**
   * The calling thread passes the entrance with these parameters.
   *
   * @return what {@link #leave} wants back
   */
  Arrived enter(Object params) {
    Arrived before = atEntrance.get();
    Arrived known = params == null ? null : byParameters.remove(params);
    atEntrance.set(known == null ? Arrived.without(params) : known);
    return before;
  }

  /** The calling thread is past the entrance. */
  void leave(Arrived before) {
    if (before == null) {
      atEntrance.remove();
    } else {
      atEntrance.set(before);
    }
  }

  /** What the calling thread is at the entrance with; null behind it, in a handler, say. */
  Arrived current() {
    return atEntrance.get();
  }
}
