package dev.countersign.sink.http.url;

import dev.countersign.scope.Firing;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Which connection of the application a wire attempt is made for, and what it asked for before: a
 * redirect is the same connection with another URL or method. Keeps no connection alive.
 */
final class Connections {

  /** What a connection asked for last, {@code METHOD URL}. */
  private record Last(String request, Firing firing) {}

  private final ThreadLocal<Object> current = new ThreadLocal<>();
  private final Map<Object, Last> last = Collections.synchronizedMap(new WeakHashMap<>());

  /** The calling thread is about to write a request of that connection. */
  void writing(Object connection) {
    current.set(connection);
  }

  /**
   * The connection whose request the calling thread writes, told once; null for a request that the
   * client repeats by itself.
   */
  Object written() {
    Object connection = current.get();
    if (connection != null) {
      current.set(null);
    }
    return connection;
  }

  /** The attempt before, where an answer turned it into this other request; else null. */
  Firing sentOnFrom(Object connection, String request) {
    Last before = connection == null ? null : last.get(connection);
    return before == null || before.request().equals(request) ? null : before.firing();
  }

  /** The attempt that was made last; null before the first one. */
  Firing last(Object connection) {
    Last before = connection == null ? null : last.get(connection);
    return before == null ? null : before.firing();
  }

  void attempted(Object connection, String request, Firing firing) {
    if (connection != null) {
      last.put(connection, new Last(request, firing));
    }
  }
}
