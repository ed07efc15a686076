package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Built;
import dev.countersign.scope.WeakIdentityMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the model asked for in the turns that are being worked through, and which of it each context
 * of a tool stands for. A tool gets neither the id of its call nor the arguments as they were: they
 * pass through the callbacks of the application, in a map that everybody may change.
 *
 * <p>Everything is remembered as long as the library keeps the invocation or the context, no
 * longer.
 */
final class Turns {

  /** Calls of one invocation that no context stands for yet. Guarded by itself. */
  private final WeakIdentityMap<List<Requested>> waiting = new WeakIdentityMap<>();

  private final WeakIdentityMap<Requested> begun = new WeakIdentityMap<>();
  private final Confirmations confirmations;

  Turns(Confirmations confirmations) {
    this.confirmations = confirmations;
  }

  /**
   * The library begins with the calls of an event.
   *
   * @param event only one of the library's own class is read: what a subclass answers can change
   *     from call to call
   */
  void begin(Object invocation, Object event) {
    if (!Accessors.isExactly(event, Library.EVENT)) {
      return;
    }
    List<Requested> calls = calls(event);
    waiting.putIfAbsent(invocation, new ArrayList<>(4));
    List<Requested> of = waiting.get(invocation);
    synchronized (of) {
      of.addAll(calls);
    }
  }

  /**
   * The calls of an event, as they are now.
   *
   * @param event of exactly the library's own class
   */
  static List<Requested> calls(Object event) {
    List<Requested> calls = new ArrayList<>(4);
    for (Object call : (List<?>) Accessors.get(event, "functionCalls")) {
      if (Accessors.isExactly(call, Library.REQUESTED)) {
        Object arguments = Plain.of(optional(Accessors.get(call, "args")));
        calls.add(
            Requested.of(
                (String) optional(Accessors.get(call, "id")),
                (String) optional(Accessors.get(call, "name")),
                arguments == null ? Map.of() : Built.snapshot((Map<?, ?>) arguments)));
      }
    }
    return calls;
  }

  /**
   * The library made a context for a call, and no callback has seen it yet.
   *
   * @param name of the tool; null where it cannot be read
   * @param arguments that the library is about to hand to the callbacks
   */
  void present(Object invocation, String name, Map<?, ?> arguments, Object context) {
    String id = (String) optional(Accessors.get(context, "functionCallId"));
    Requested requested =
        take(invocation, id, name, Built.snapshot((Map<?, ?>) Plain.of(arguments)));
    if (requested == null) {
      requested =
          Requested.lost(name, "no call of the turn is this one: nobody can tell what was asked");
    } else if (requested.id() != null && requested.tool() != null) {
      Object confirmation = optional(Accessors.get(context, "toolConfirmation"));
      if (confirmation != null) {
        requested =
            confirmations
                .confirmed(invocation, requested)
                .heard(
                    Accessors.isExactly(confirmation, Library.CONFIRMATION)
                        && (Boolean) Accessors.get(confirmation, "confirmed"));
      }
    }
    begun.put(context, requested);
  }

  /** The call that a context stands for; null where the library did not make it for one. */
  Requested of(Object context) {
    return context == null ? null : begun.get(context);
  }

  /** Each call of a turn is carried out once. Ids need not differ, so everything is looked at. */
  private Requested take(Object invocation, String id, String name, Map<String, Object> arguments) {
    List<Requested> of = waiting.get(invocation);
    if (of == null) {
      return null;
    }
    synchronized (of) {
      int best = -1;
      int bestFit = 0;
      for (int i = 0; i < of.size(); i++) {
        Requested call = of.get(i);
        String given = call.id() == null ? "" : call.id();
        if (!given.equals(id == null ? "" : id)) {
          continue;
        }
        boolean named = name != null && name.equals(call.tool());
        boolean same = arguments != null && arguments.equals(call.arguments());
        int fit = 1 + (same ? 1 : 0) + (named ? 2 : 0);
        if (fit > bestFit) {
          best = i;
          bestFit = fit;
        }
      }
      return best < 0 ? null : of.remove(best);
    }
  }

  static Object optional(Object optional) {
    return ((Optional<?>) optional).orElse(null);
  }
}
