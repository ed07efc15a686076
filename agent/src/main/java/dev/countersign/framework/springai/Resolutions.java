package dev.countersign.framework.springai;

import dev.countersign.framework.BoundTool;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Defined;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.PinSource;

/** Point Q: which call of the model a callback is entered for. */
final class Resolutions {

  private final Effects effects;
  private final Calls calls;
  private final Callbacks callbacks;
  private final Turns turns;

  Resolutions(Effects effects, Calls calls, Callbacks callbacks, Turns turns) {
    this.effects = effects;
    this.calls = calls;
    this.callbacks = callbacks;
    this.turns = turns;
  }

  /**
   * Opens the scope of a call that a manager carries out.
   *
   * @param text the arguments
   */
  CallScope resolveManaged(String text, Object callback, Adapter adapter) {
    ShownDefinition shown = turns.shownBy(callback);
    String name = shown == null ? Callbacks.nameOf(callback) : shown.name();
    Turns.Requested requested = turns.next(text, name);
    if (requested == null && Callbacks.nameOf(callback) == null) {
      // A resolver of the application's own may find callbacks by another name than they have.
      requested = turns.next(text, null);
    }
    BoundTool behind = callbacks.behind(callback);
    Defined.Reader definition = shown == null ? definitionOf(callback) : shown::known;
    Turns.Requested only = turns.only();
    if (only != null && (name == null || name.equals(only.tool()))) {
      return attempt(only, text, callback, Callbacks.compared(behind), definition, adapter);
    }
    CallScope around = effects.currentCall();
    if (requested == null && isUseOf(around, name, callback)) {
      return calls.handOn(around, text, callback, behind, adapter);
    }
    return requested == null
        ? resolve(null, named(name, callback), text, callback, behind, definition, adapter)
        : resolve(requested.id(), requested.tool(), text, callback, behind, definition, adapter);
  }

  /**
   * An agent carries one call out: what the model asked for, whatever the callback is given, for
   * interceptors stand in between. Where one of them tries again, it is a further use.
   */
  private CallScope attempt(
      Turns.Requested only,
      String text,
      Object callback,
      BoundTool behind,
      PinSource definition,
      Adapter adapter) {
    CallScope around = effects.currentCall();
    if (only.attempts().isNow(around)) {
      return calls.handOn(around, text, callback, behind, adapter);
    }
    CallScope before = only.attempts().call();
    CallScope scope =
        before == null
            ? calls.resolve(
                PresentedCall.of(only.id(), only.tool(), only.json()),
                text,
                callback,
                behind,
                definition,
                adapter)
            : calls.again(before, text, callback, behind, adapter);
    only.attempts().begin(scope);
    return scope;
  }

  /** Whether a scope is that of a call which an agent may carry out again before it ends. */
  boolean mayGoOn(CallScope scope) {
    Turns.Requested only = turns.only();
    return only != null && only.attempts().mayGoOn(scope);
  }

  private static Defined.Reader definitionOf(Object callback) {
    return () -> {
      ShownDefinition now = Callbacks.definition(callback);
      return now == null ? null : now.known();
    };
  }

  /**
   * Opens the scope of a call at a callback of the library: that of a use where a callback around
   * this one was called for the same tool, else that of a call that comes through no manager.
   *
   * <p>A decorator may hand on a text of its own making: what carries the call out is compared with
   * what the model presented all the same. So is a callback inside whose name cannot be read.
   */
  CallScope resolveAt(String text, Object callback, Adapter adapter) {
    return resolveAt(text, callback, callbacks.behind(callback), adapter);
  }

  /**
   * The same.
   *
   * @param behind what carries the call out, also where a subclass was called
   */
  CallScope resolveAt(String text, Object callback, BoundTool behind, Adapter adapter) {
    CallScope outer = effects.currentCall();
    String name = Callbacks.nameOf(callback);
    if (!isUseOf(outer, name, callback)) {
      return resolve(
          null, named(name, callback), text, callback, behind, definitionOf(callback), adapter);
    }
    return calls.handOn(outer, text, callback, behind, adapter);
  }

  /** Whether a callback around this one was called for the same tool. */
  private static boolean isUseOf(CallScope outer, String name, Object callback) {
    Resolution around = Resolution.of(outer);
    return around != null
        && Callbacks.isOwn(around.tool())
        && (around.executor() == callback || name == null || outer.call().tool().equals(name));
  }

  /**
   * Whether the scope is that of this very call on its way through this callback. Once a callback
   * of the application's own has begun, what it hands on is a use of it.
   */
  boolean isOf(CallScope scope, String text, Object callback) {
    Resolution resolution = Resolution.of(scope);
    return resolution != null
        && resolution.executor() == callback
        && resolution.request().equals(text)
        && !scope.isRunning();
  }

  private CallScope resolve(
      String id,
      String tool,
      String text,
      Object callback,
      BoundTool behind,
      PinSource definition,
      Adapter adapter) {
    return calls.resolve(
        PresentedCall.of(id, tool, text), text, callback, behind, definition, adapter);
  }

  /** Nobody can configure a tool by this, so the defaults are for it. */
  private static String named(String name, Object callback) {
    return name == null ? callback.getClass().getName() : name;
  }
}
