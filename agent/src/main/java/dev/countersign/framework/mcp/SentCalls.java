package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.Canonical;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Built;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Defined;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.WeakIdentityMap;
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
  private final WeakIdentityMap<Sending> underway = new WeakIdentityMap<>();
  private final ThreadLocal<Sending> sendingNow = new ThreadLocal<>();

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
   *     request again
   */
  Object ask(Object client, Object request) {
    CalledTool called = CalledTool.of(request);
    Object mine = called.again();
    byRequest.put(mine, resolve(client, request.getClass(), called));
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
  private CallScope resolve(Object client, Class<?> library, CalledTool called) {
    String tool = called.name() == null ? "tools/call" : called.name();
    Reference<Object> asked = new WeakReference<>(client);
    Object before = Carry.capture();
    try {
      String missing = unknown.missing(library);
      if (missing == null && calls.pins(tool)) {
        missing = listed.forgotten(client, tool);
      }
      Defined.Reader definition = () -> listed.definition(asked.get(), tool);
      CallScope scope =
          calls.resolve(
              new PresentedCall(
                  null,
                  tool,
                  called.readable() ? Built.snapshot(called.compared(List.of())) : null),
              tool,
              this,
              missing == null ? SENT : BoundTool.lost(missing),
              definition,
              adapter);
      boolean deferred = false;
      try {
        effects.deferred(scope);
        deferred = true;
        return scope;
      } finally {
        if (!deferred) {
          effects.end(scope, null); // whoever asked never sees it
        }
      }
    } finally {
      Carry.enter(before);
    }
  }

  /**
   * What is about to be sent, in which nobody else can change anything any more. Whoever sends
   * without having asked asks and sends at once.
   *
   * @param library a class of it
   * @param params of a message {@code tools/call}; may be null
   */
  Taken take(Class<?> library, Object params) {
    CalledTool called = CalledTool.ofParameters(params);
    CallScope known = byRequest.get(params);
    CallScope scope = known == null ? resolve(null, library, called) : known;
    if (scope.refusal() != null) {
      // Not even read: it can be what nobody can copy.
      return new Taken(new Sending(this, scope, Map.of()), params);
    }
    List<String> excluded = Resolution.of(scope).excluded();
    Map<?, ?> copy = (Map<?, ?>) JsonCopy.of(called.compared(excluded));
    Object fired = effects.enforcing() && called.readable() ? called.with(copy, excluded) : params;
    Map<?, ?> frozen = Built.snapshot(copy);
    Sending sending = new Sending(this, scope, frozen == null ? copy : frozen);
    if (fired != null) {
      underway.put(fired, sending);
    }
    return new Taken(sending, fired);
  }

  /**
   * @param fired the parameters that are sent; null for none
   */
  record Taken(Sending sending, Object fired) {}

  /**
   * What was taken already and comes to a transport with these parameters, or on the thread on
   * which a session sends it; null for nothing.
   */
  Sending taken(Object params) {
    Sending known = underway.get(params);
    return known == null ? sendingNow.get() : known;
  }

  /**
   * The calling thread sends it by a session.
   *
   * @param sending null where that is over
   * @return what it sent before
   */
  Sending sends(Sending sending) {
    Sending before = sendingNow.get();
    if (sending == null) {
      sendingNow.remove();
    } else {
      sendingNow.set(sending);
    }
    return before;
  }

  /**
   * What comes to a transport: whoever stands between it and the session can have written to it, or
   * made another message of it.
   *
   * @param fired the parameters that are sent
   * @param values the arguments among them, which nobody else holds
   * @param compared the same as they are compared
   * @param same whether that is what the session committed
   */
  record Arriving(Object fired, Map<?, ?> values, Map<?, ?> compared, boolean same) {}

  /**
   * @param params of the message
   * @return null where it is a call of another tool
   */
  Arriving arriving(Sending sending, Object params) {
    CalledTool called = CalledTool.ofParameters(params);
    CallScope scope = sending.scope();
    if (called.readable() && !called.name().equals(scope.call().tool())) {
      return null;
    }
    if (scope.refusal() != null) {
      return new Arriving(params, Map.of(), Map.of(), false);
    }
    List<String> excluded = Resolution.of(scope).excluded();
    Map<?, ?> copy = (Map<?, ?>) JsonCopy.of(called.compared(excluded));
    Map<?, ?> now = called.readable() ? Built.snapshot(copy) : null;
    boolean same = now != null && Canonical.same(now, sending.compared());
    Object fired = effects.enforcing() && called.readable() ? called.with(copy, excluded) : params;
    return new Arriving(fired, copy, now == null ? copy : now, same);
  }

  /**
   * The arguments of what is about to be sent as they are by now: what was taken cannot be changed,
   * but an object of the application's own that stands in it can.
   */
  Map<?, ?> now(Sending sending, Object fired) {
    CalledTool called = CalledTool.ofParameters(fired);
    Map<?, ?> compared = called.compared(Resolution.of(sending.scope()).excluded());
    Map<?, ?> frozen = Built.snapshot(compared);
    return frozen == null ? compared : frozen;
  }

  /**
   * It goes out: it is what was asked for, and for the first time, or as often as {@code times}
   * says.
   *
   * @param compared its arguments as they are now
   * @param answered completes when the answer is there
   * @throws EffectRefusedException when it must not be sent
   */
  void commit(Sending sending, Map<?, ?> compared, CompletableFuture<Object> answered) {
    CallScope scope = sending.scope();
    if (scope.refusal() != null) {
      throw scope.refusal();
    }
    Commits.use(sink, CALLED, scope, compared, answered);
  }
}
