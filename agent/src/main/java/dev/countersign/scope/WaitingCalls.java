package dev.countersign.scope;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Calls that are open, by the method that will carry them out. Those that end by the clock alone
 * are forgotten when the next one for their method comes, behind an older open one later.
 *
 * <p>Without a lock: every call passes here twice, and a thread that loses its processor in between
 * would hold up all others.
 */
final class WaitingCalls {

  /** As many as there are methods that carry calls out. */
  private final ConcurrentHashMap<String, Queue<CallScope>> byMethod = new ConcurrentHashMap<>();

  void add(CallScope scope) {
    String method = scope.call().target().text();
    Queue<CallScope> scopes = byMethod.get(method);
    if (scopes == null) {
      scopes = new ConcurrentLinkedQueue<>();
      Queue<CallScope> first = byMethod.putIfAbsent(method, scopes);
      scopes = first == null ? scopes : first;
    }
    for (CallScope oldest = scopes.peek();
        oldest != null && !oldest.isOpen();
        oldest = scopes.peek()) {
      scopes.remove(oldest);
    }
    scopes.add(scope);
  }

  void remove(CallScope scope) {
    if (scope.call().target() == null) {
      return;
    }
    Queue<CallScope> scopes = byMethod.get(scope.call().target().text());
    if (scopes != null) {
      scopes.remove(scope);
    }
  }

  /** Oldest first. */
  List<CallScope> of(String method) {
    Queue<CallScope> scopes = byMethod.get(method);
    return scopes == null ? List.of() : new ArrayList<>(scopes);
  }
}
