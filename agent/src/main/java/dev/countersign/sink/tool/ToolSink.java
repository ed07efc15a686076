package dev.countersign.sink.tool;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.effect.Arguments;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Observation;
import dev.countersign.scope.ToolCall;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * Point K of a tool call: entry and exit of the tool method itself (spec 1.3, invoke; 2.3).
 *
 * <p>Woven around the declaring class's own method, so that whatever proxies, interceptors and
 * reflection did to the arguments has happened. The first entry in a call's scope is the call's own
 * sink; while its body runs, further entries on any thread that carries the scope are plain calls:
 * super calls, recursion, helpers (spec 1.6, law 8).
 */
public final class ToolSink implements SiteHandler {

  private static final UnaryOperator<Object> ITSELF =
      new UnaryOperator<>() {
        @Override
        public Object apply(Object self) {
          return self;
        }
      };

  private final Effects effects;
  private final Adapter adapter;
  private final EntryResolution atEntry;
  private final Patterned patterned;

  /** The methods of a pattern, which all count as the pattern (spec 1.3). */
  interface Patterned {

    /** The pattern as configured: what {@code intent.method} says. */
    String text();

    /** Parameters of the method that was entered; null where they have no names. */
    ToolMethod method(WovenMethod woven, String tool);
  }

  /** The method entered last, and its text: a sink rarely has more than one. */
  private volatile Named named = new Named(null, null);

  private record Named(WovenMethod woven, String text) {}

  /**
   * @param adapter names this sink in the books where no resolution does
   * @param atEntry resolves calls from the method's own arguments where nothing resolved them
   *     before; null for a sink whose calls are resolved elsewhere
   */
  public ToolSink(Effects effects, Adapter adapter, EntryResolution atEntry) {
    this(effects, adapter, atEntry, null);
  }

  /**
   * @param patterned null where one method is named exactly
   */
  ToolSink(Effects effects, Adapter adapter, EntryResolution atEntry, Patterned patterned) {
    this.effects = effects;
    this.adapter = adapter;
    this.atEntry = atEntry;
    this.patterned = patterned;
  }

  /**
   * Between entry and exit of one body.
   *
   * @param scope null for a body that belongs to no call
   * @param endsHere whether no wrapper of a resolution ends the call
   * @param carried what the thread carried before, where it had lost the call's scope or was in a
   *     model call; else null
   */
  private record Running(CallScope scope, Firing firing, boolean endsHere, Object carried) {}

  /**
   * Of a body that has no entry of its own, entered from inside a model call: what is exempt there
   * is not exempt in a tool's method (spec 5.5).
   */
  private record Outside(Object frame) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return enter(woven, null, self, args);
  }

  /**
   * The same of a method that carries out whichever tool it is asked for: on a thread that lost its
   * scope, a call of another tool is not what waits for this.
   *
   * @param tool whose method is entered, null where that is said by the method alone
   */
  public Object enter(WovenMethod woven, String tool, Object self, Object[] args) {
    CallScope scope = effects.currentCall();
    if (scope != null) {
      if (scope.isRunning() || scope.isGoingOn() && !isTarget(scope, woven)) {
        Object suspended = effects.exemptions().suspend();
        return suspended == null ? null : new Outside(suspended);
      }
      if (self != null) {
        effects.seenAtSink(scope.call().tool(), self, ITSELF);
      }
      Object carried = scope.endsWithBody() ? Carry.enter(scope) : effects.exemptions().suspend();
      return begin(scope, woven, args, scope.endsWithBody(), carried);
    }
    if (atEntry != null) {
      ToolCall call = atEntry.resolve(woven, self, args);
      CallScope resolved = effects.resolve(call, self, ITSELF);
      boolean begun = false;
      try {
        Object running = begin(resolved, woven, args, true, null);
        begun = true;
        return running;
      } finally {
        if (!begun) {
          effects.end(resolved, null);
        }
      }
    }
    String text = text(woven);
    for (CallScope waiting : effects.bodies().waitingFor(text)) {
      if ((tool == null || tool.equals(waiting.call().tool()))
          && effects.bodies().equalsOwn(waiting, observed(waiting, woven, args), plan(woven))) {
        return begin(waiting, woven, args, waiting.endsWithBody(), Carry.enter(waiting));
      }
    }
    String named = tool == null ? woven.method() : tool;
    Firing firing = effects.invokedElsewhere(unresolved(text, named, adapter, args));
    Object suspended = effects.exemptions().suspend();
    if (firing == Firing.UNRECORDED) {
      return suspended == null ? null : new Outside(suspended);
    }
    return new Running(null, firing, false, suspended);
  }

  /**
   * @param endsHere whether this body's end is the end of the call's scope
   */
  private Object begin(
      CallScope scope, WovenMethod woven, Object[] args, boolean endsHere, Object carried) {
    Firing firing = null;
    try {
      if (scope.builder() != null && effects.enforcing()) {
        // A framework made these objects for this call, so nobody misses them; from here on only
        // the body has them.
        scope.call().target().copyIn(args, PrivateCopy::of);
      }
      firing = effects.bodies().enter(scope, observed(scope, woven, args), plan(woven));
    } finally {
      if (firing == null && carried != null) {
        Carry.restore(carried);
      }
    }
    if (firing == null) {
      return null;
    }
    boolean begun = false;
    try {
      Running running = new Running(scope, firing, endsHere, carried);
      begun = true;
      return running;
    } finally {
      if (!begun) {
        // Out of memory: the body does not run, and must not seem to.
        effects.bodies().ended(scope);
        if (carried != null) {
          Carry.restore(carried);
        }
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (token instanceof Outside outside) {
      Carry.restore(outside.frame());
      return result;
    }
    Running running = (Running) token;
    Ending ending = thrown == null ? Ending.of(result) : Ending.PLAIN;
    try {
      switch (ending) {
        case PLAIN ->
            running.firing().ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
        case DEFERRED -> running.firing().ended(BodyState.DEFERRED, null);
        case OBSERVED -> {
          if (running.scope() != null) {
            effects.bodies().pending(running.scope());
          }
          ((CompletableFuture<?>) result)
              .whenComplete(new Completion(effects, running.scope(), running.firing()));
        }
      }
    } finally {
      if (running.scope() != null) {
        leave(running, ending, thrown);
      } else if (running.carried() != null) {
        Carry.restore(running.carried());
      }
    }
    EffectRefusedException swallowed =
        running.scope() == null ? null : effects.bodies().swallowedIn(running.scope());
    if (swallowed != null && swallowed != thrown) {
      throw swallowed;
    }
    return result;
  }

  /**
   * The body returned what goes on until the caller tells of its end, once: for what {@link Ending}
   * cannot observe and the caller can. The thread has left the body when this returns.
   *
   * @param token from {@link #enter}, not null
   * @return to be told how it ended; whether anything was hidden is for the caller to ask ({@link
   *     Effects#swallowedIn})
   */
  public BiConsumer<Object, Throwable> exitPending(Object token) {
    if (token instanceof Outside outside) {
      Carry.restore(outside.frame());
      return (value, thrown) -> {};
    }
    Running running = (Running) token;
    if (running.scope() != null) {
      effects.bodies().pending(running.scope());
    }
    if (running.carried() != null) {
      Carry.restore(running.carried());
    }
    return new Completion(effects, running.scope(), running.firing());
  }

  private void leave(Running running, Ending ending, Throwable thrown) {
    if (ending == Ending.PLAIN) {
      effects.bodies().ended(running.scope());
    } else if (ending == Ending.DEFERRED) {
      effects.bodies().deferred(running.scope());
    }
    if (running.endsHere()) {
      effects.end(running.scope(), thrown);
    }
    if (running.carried() != null) {
      Carry.restore(running.carried());
    }
  }

  private String text(WovenMethod woven) {
    if (patterned != null) {
      return patterned.text();
    }
    Named last = named;
    if (last.woven != woven) {
      last =
          new Named(woven, ToolMethod.text(woven.className(), woven.method(), woven.descriptor()));
      named = last;
    }
    return last.text;
  }

  /**
   * Whether this is the method that carries the call out: entered again after it returned, it is a
   * further body.
   */
  private boolean isTarget(CallScope scope, WovenMethod woven) {
    ToolMethod target = scope.call().target();
    return target != null && target.text().equals(text(woven));
  }

  /** A pattern has no class file of its own (spec 1.4). */
  private String plan(WovenMethod woven) {
    return patterned == null ? woven.classDigest() : null;
  }

  /**
   * The call as its method is about to run it; without an intent where a value has no canonical
   * form.
   */
  private Observation observed(CallScope scope, WovenMethod woven, Object[] args) {
    ToolCall call = scope.call();
    String text = text(woven);
    ToolMethod target = call.target();
    if (target == null || !target.text().equals(text)) {
      return unresolved(text, call.tool(), call.adapter(), args);
    }
    if (patterned != null) {
      target = patterned.method(woven, call.tool());
      if (target == null) {
        throw new IllegalStateException(
            ToolMethod.text(woven.className(), woven.method(), woven.descriptor())
                + " has parameters without names. Give them in the pattern, or compile with"
                + " -parameters");
      }
    }
    List<String> divergent = new ArrayList<>();
    Map<String, Object> intent;
    String detail = null;
    try {
      Object[] actual = target.fromModel(args);
      Map<String, Object> built = scope.builder();
      if (built != null) {
        compare(built, Arguments.snapshotAll(target.parameters(), actual), divergent);
      }
      Map<String, Object> presented = scope.presented() == null ? Map.of() : scope.presented();
      intent =
          intent(
              call.tool(),
              text,
              Arguments.observed(presented, target.parameters(), actual, built != null));
    } catch (NotCanonicalException unsupported) {
      intent = null;
      detail = unsupported.getMessage();
    }
    return new Observation(Verb.INVOKE, intent, call.tool(), divergent, call.adapter(), detail);
  }

  private static void compare(
      Map<String, Object> built, Map<String, Object> now, List<String> divergent) {
    for (Map.Entry<String, Object> value : now.entrySet()) {
      if (!Canonical.same(built.get(value.getKey()), value.getValue())) {
        divergent.add("/intent/arguments/" + value.getKey());
      }
    }
  }

  /** A method that no call in sight is for: every argument by its position. */
  private static Observation unresolved(String text, String tool, Adapter adapter, Object[] args) {
    Map<String, Object> intent;
    String detail = null;
    try {
      Map<String, Object> arguments = new LinkedHashMap<>();
      for (int i = 0; i < args.length; i++) {
        arguments.put("arg" + i, Snapshot.of(args[i]));
      }
      intent = intent(tool, text, arguments);
    } catch (NotCanonicalException unsupported) {
      intent = null;
      detail = unsupported.getMessage();
    }
    return new Observation(Verb.INVOKE, intent, tool, List.of(), adapter, detail);
  }

  private static Map<String, Object> intent(
      String tool, String method, Map<String, Object> arguments) {
    Map<String, Object> intent = new LinkedHashMap<>(4);
    intent.put("tool", tool);
    intent.put("method", method);
    intent.put("arguments", arguments);
    return intent;
  }
}
