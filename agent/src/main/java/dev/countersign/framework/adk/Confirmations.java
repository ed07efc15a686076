package dev.countersign.framework.adk;

import dev.countersign.approval.Asked;
import dev.countersign.canonical.Contents;
import dev.countersign.canonical.Sha256;
import dev.countersign.framework.Accessors;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a person was asked to confirm. The library asks in one run and carries out in another, from
 * what stands in the session by then: the call is compared with what it was when the question was
 * put.
 *
 * <p>Bounded: the {@value #MAX} questions that were put last. Of others, and of those that another
 * JVM put, it is what the same agent's own call of that id is in the session.
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

  /** By id of a question: the text that the library was given to show. Guarded by asked. */
  private final Map<String, String> shown =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MAX;
        }
      };

  /** The library was given the text of a question. */
  void show(Asked question, String text) {
    synchronized (asked) {
      shown.put(question.id(), digest(text));
    }
  }

  /** Whether that is the text of the question, of this JVM. */
  boolean isShown(Asked question, String text) {
    synchronized (asked) {
      return digest(text).equals(shown.get(question.id()));
    }
  }

  private static String digest(String text) {
    return Sha256.hex(text.getBytes(StandardCharsets.UTF_8));
  }

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
      if (asked.containsKey(key)) {
        return call.with(asked.get(key));
      }
    }
    Requested own = ownCall(invocation, call);
    return own == null
        ? Requested.lost(call.tool(), "the session holds no call of the agent that was confirmed")
        : own;
  }

  /** The last call of that id and tool that the agent itself made in the session. */
  private static Requested ownCall(Object invocation, Requested call) {
    Object agent = Accessors.get(Accessors.get(invocation, "agent"), "name");
    Object events = Contents.bare(Accessors.get(Accessors.get(invocation, "session"), "events"));
    if (Contents.kind(events) != Contents.Kind.LIST) {
      return null;
    }
    Requested own = null;
    for (Object event : Contents.elements(events)) {
      if (Accessors.isExactly(event, Library.EVENT)
          && agent.equals(Accessors.get(event, "author"))) {
        for (Requested made : Turns.calls(event)) {
          if (call.tool().equals(made.tool()) && call.id().equals(made.id())) {
            own = made;
          }
        }
      }
    }
    return own;
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
