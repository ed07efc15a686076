package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.UntypedReading;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Built;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Defined;
import dev.countersign.framework.Definitions;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.WovenMethod;
import java.util.List;
import java.util.Map;

/** Point Q of a server, and what its handlers hand on. */
final class Resolutions {

  /** What carries every call out: the handler of the tool, by the one method that all have. */
  static final WovenMethod CALLED = called("apply");

  /** Stands for a handler that the call was not meant for. */
  static final WovenMethod ANOTHER = called("another");

  private static final BoundTool HANDLER = CalledTool.behind(CALLED);

  private final Effects effects;
  private final Calls calls;
  private final UnknownLine unknown;
  private final Definitions definitions = new Definitions();
  private final WeakIdentityMap<ServedCall> byRequest = new WeakIdentityMap<>();

  Resolutions(Effects effects, Calls calls, UnknownLine unknown) {
    this.effects = effects;
    this.calls = calls;
    this.unknown = unknown;
  }

  private static WovenMethod called(String method) {
    return BoundTools.callSite(
        "java.util.function.BiFunction",
        method,
        "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
  }

  /**
   * Refuses a call of a line that lacks something.
   *
   * @param library a class of it
   * @return null where nothing is missing, or in {@code observe}
   */
  EffectRefusedException ofUnknownLine(Class<?> library, Arrived arrived, Adapter adapter) {
    String missing = unknown.missing(library);
    if (missing == null) {
      return null;
    }
    String tool = arrived == null ? null : arrived.tool();
    CallScope lost =
        calls.resolve(
            new PresentedCall(
                arrived == null ? null : arrived.id(),
                tool == null ? "tools/call" : tool,
                arrived == null ? null : arrived.arguments()),
            missing,
            missing,
            BoundTool.lost(missing),
            () -> null,
            adapter);
    effects.end(lost, null);
    return lost.refusal();
  }

  /** Opens the scope of the call that a server hands to a handler. */
  void ofServer(ServedCall call, HandlerUse use, CalledTool called, Adapter adapter) {
    Arrived arrived = use.arrived();
    String tool = arrived.tool() == null ? called.name() : arrived.tool();
    byRequest.put(identity(called.request()), call);
    open(call, new PresentedCall(arrived.id(), tool, arrived.arguments()), use, called, adapter);
  }

  /**
   * Opens the scope of a call that a handler makes of another tool, in the scope of its own. The
   * request stays its own call's: what it does with it afterwards is compared with what was asked.
   */
  void ofAnother(ServedCall call, HandlerUse use, CalledTool called, Adapter adapter) {
    Map<String, Object> arguments = Built.snapshot(called.compared(List.of()));
    open(call, new PresentedCall(null, use.toolName(), arguments), use, called, adapter);
  }

  private void open(
      ServedCall call,
      PresentedCall presented,
      HandlerUse use,
      CalledTool called,
      Adapter adapter) {
    Defined.Reader definition = () -> definitions.of(ToolDefinition.of(use.tool()));
    CallScope scope =
        calls.resolve(
            presented, called.name(), call, HANDLER, definition, adapter, use.elicitation());
    call.scope(scope);
    built(scope, called);
  }

  /** Point B: what the library made of the text. */
  private void built(CallScope scope, CalledTool called) {
    if (scope.refusal() != null) {
      return;
    }
    List<String> excluded = Resolution.of(scope).excluded();
    Map<?, ?> made = called.compared(excluded);
    Map<String, Object> presented = scope.presented();
    new Built(
            scope,
            effects.mayAcceptChanges(scope)
                ? UntypedReading.is(presented, made) ? presented : Built.snapshot(made)
                : null,
            () -> UntypedReading.is(presented, made))
        .keep(effects, new Object[] {made});
  }

  /**
   * Opens the scope of a use: a handler hands the call on to the handler that it was made around.
   */
  CallScope handOn(CallScope outer, ServedCall call, CalledTool called, Adapter adapter) {
    CallScope use = calls.handOn(outer, called.name(), call, HANDLER, adapter);
    boolean begun = false;
    try {
      built(use, called);
      begun = true;
      return use;
    } finally {
      if (!begun) {
        effects.end(use, null); // whoever asked never sees it
      }
    }
  }

  /** The call that a request belongs to; null for none. */
  ServedCall of(Object request) {
    ServedCall known = byRequest.get(identity(request));
    if (known != null) {
      return known;
    }
    return servedIn(Resolution.of(effects.currentCall()));
  }

  /** The call that a resolution is of, or of a use of; null for none. */
  static ServedCall servedIn(Resolution current) {
    if (current == null) {
      return null;
    }
    return current.executor() instanceof ServedCall call
        ? call
        : current.request() instanceof ServedCall handedOn ? handedOn : null;
  }

  /** Another object that stands for a request of a call. */
  void standsFor(Object request, ServedCall call) {
    byRequest.put(identity(request), call);
  }

  /**
   * What leads from handler to handler: the very request; of 0.10, whose handlers get nothing else,
   * its arguments.
   */
  private static Object identity(Object request) {
    Object arguments =
        Library.isOld(request.getClass()) ? Accessors.get(request, "arguments") : null;
    return arguments == null ? request : arguments;
  }
}
