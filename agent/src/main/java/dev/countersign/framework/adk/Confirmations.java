package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a person was asked to confirm. The library asks in one run and carries out in another, from
 * what stands in the session by then: the call is compared with what it was when the question was
 * put.
 *
 * <p>Bounded: the {@value #MAX} questions that were put last.
 */
final class Confirmations {

  static final int MAX = 10_000;

  private record Key(String app, String user, String session, String id, String tool) {}

  private final Map<Key, Map<String, Object>> asked =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Map<String, Object>> eldest) {
          return size() > MAX;
        }
      };

  /** A tool, or the library for it, asks for a confirmation of its call. */
  void ask(Object invocation, Requested call) {
    Key key = key(invocation, call);
    synchronized (asked) {
      asked.remove(key);
      asked.put(key, call.arguments());
    }
  }

  /** The call with the arguments that were confirmed. */
  Requested confirmed(Object invocation, Requested call) {
    Key key = key(invocation, call);
    synchronized (asked) {
      return asked.containsKey(key) ? call.with(asked.get(key)) : call;
    }
  }

  private static Key key(Object invocation, Requested call) {
    Object session = Accessors.get(invocation, "session");
    return new Key(
        (String) Accessors.get(session, "appName"),
        (String) Accessors.get(session, "userId"),
        (String) Accessors.get(session, "id"),
        call.id(),
        call.tool());
  }
}
