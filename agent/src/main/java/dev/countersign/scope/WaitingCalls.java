package dev.countersign.scope;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that are open, by the method that will carry them out. Those that end by the clock alone
 * are forgotten when the next one for their method comes, behind an older open one later.
 */
final class WaitingCalls {

  private final Map<String, Deque<CallScope>> byMethod = new HashMap<>();

  synchronized void add(CallScope scope) {
    Deque<CallScope> scopes =
        byMethod.computeIfAbsent(scope.call().target().text(), unused -> new ArrayDeque<>(2));
    while (!scopes.isEmpty() && !scopes.peekFirst().isOpen()) {
      scopes.removeFirst();
    }
    scopes.addLast(scope);
  }

  synchronized void remove(CallScope scope) {
    if (scope.call().target() == null) {
      return;
    }
    String method = scope.call().target().text();
    Deque<CallScope> scopes = byMethod.get(method);
    if (scopes != null && scopes.remove(scope) && scopes.isEmpty()) {
      byMethod.remove(method);
    }
  }

  synchronized List<CallScope> of(String method) {
    Deque<CallScope> scopes = byMethod.get(method);
    return scopes == null ? List.of() : new ArrayList<>(scopes);
  }
}
