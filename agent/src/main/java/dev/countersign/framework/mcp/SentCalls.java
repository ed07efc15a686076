package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Built;
import dev.countersign.framework.Calls;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.tool.PrivateCopy;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.WovenMethod;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Calls that clients make of tools of others: resolved where the application asks for one, compared
 * where it is sent, which can be later, on another thread, and again.
 *
 * <p>The request leads from one to the other: the library passes on the very object. No thread
 * carries the scope, for what a client does on its way (it connects, it starts the server) is no
 * part of the call.
 */
final class SentCalls {

  private static final WovenMethod CALLED =
      BoundTools.callSite(
          Library.CLIENT,
          "callTool",
          "(L" + Library.CALL.replace('.', '/') + ";)L" + Library.MONO.replace('.', '/') + ";");

  private static final BoundTool SENT = CalledTool.behind(CALLED);

  private final Effects effects;
  private final Calls calls;
  private final UnknownLine unknown;
  private final ListedTools listed;
  private final ToolSink sink;
  private final Adapter adapter;
  private final WeakIdentityMap<CallScope> byRequest = new WeakIdentityMap<>();

  SentCalls(
      Effects effects,
      Calls calls,
      UnknownLine unknown,
      ListedTools listed,
      ToolSink sink,
      Adapter adapter) {
    this.effects = effects;
    this.calls = calls;
    this.unknown = unknown;
    this.listed = listed;
    this.sink = sink;
    this.adapter = adapter;
  }

  /**
   * The application asks for a call.
   *
   * @param client whom it asks
   * @return the request that stands for this call alone, for the application may ask with one
   *     request again; in {@code observe} its own
   */
  Object ask(Object client, Object request) {
    CalledTool called = CalledTool.of(request);
    Object mine =
        effects.enforcing() && called.arguments() != null
            ? called.with(called.arguments(), List.of())
            : request;
    byRequest.put(mine, resolve(client, called));
    return mine;
  }

  /** Why a call that was asked for is refused; null where it is not. */
  EffectRefusedException refusal(Object request) {
    CallScope scope = byRequest.get(request);
    return scope == null ? null : scope.refusal();
  }

  /**
   * @param client null where none was asked
   */
  private CallScope resolve(Object client, CalledTool called) {
    String tool = called.name();
    Reference<Object> asked = new WeakReference<>(client);
    Object before = Carry.capture();
    try {
      String missing = unknown.missing(called.request().getClass());
      CallScope scope =
          calls.resolve(
              new PresentedCall(null, tool, Built.snapshot(called.compared(List.of()))),
              tool,
              this,
              missing == null ? SENT : BoundTool.lost(missing),
              () -> listed.definition(asked.get(), tool),
              adapter);
      effects.deferred(scope);
      return scope;
    } finally {
      Carry.enter(before);
    }
  }

  /**
   * A call is about to be sent: it is the one that was asked for, and for the first time, or as
   * often as {@code times} says.
   *
   * @param args the arguments of the method that sends it; gets a request in which nobody else can
   *     change anything any more
   * @param answered completes when the answer is there
   * @throws EffectRefusedException when it must not be sent
   */
  void send(Object[] args, CompletableFuture<Object> answered) {
    CalledTool called = CalledTool.of(args[1]);
    CallScope known = byRequest.get(args[1]);
    // Somebody who sends without asking asks and sends at once.
    CallScope scope = known == null ? resolve(null, called) : known;
    if (scope.refusal() != null) {
      throw scope.refusal();
    }
    List<String> excluded = Resolution.of(scope).excluded();
    Map<?, ?> copy = (Map<?, ?>) PrivateCopy.of(called.compared(excluded));
    Map<String, Object> now = Built.snapshot(copy);
    synchronized (scope) {
      // Both at once: while another send is between the two, this one would seem to be part of it.
      Object before = Carry.enter(scope);
      try {
        Object running = sink.enter(CALLED, null, new Object[] {now == null ? copy : now});
        if (running != null) {
          sink.exit(running, answered, null);
        }
      } finally {
        Carry.restore(before);
      }
    }
    if (effects.enforcing()) {
      args[1] = called.with(copy, excluded);
    }
  }
}
