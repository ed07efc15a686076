package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Around every use of a handler: resolves the call where a server hands it over, and is its sink
 * where the handler is the application's.
 */
final class HandlerGate implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final ToolSink sink;
  private final Commits commits;
  private final Adapter adapter;

  HandlerGate(
      Effects effects, Resolutions resolutions, ToolSink sink, Commits commits, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.sink = sink;
    this.commits = commits;
    this.adapter = adapter;
  }

  /**
   * Between entry and exit. Made before anything is opened: out of memory afterwards, there would
   * be nothing that closes it again.
   */
  private static final class Using {
    private final Object before = Carry.capture();
    private final Class<?> library;

    /** The call that was resolved here; null where it was elsewhere, or nowhere. */
    private ServedCall opened;

    /** The call whose first body this is; null where it is none's. */
    private ServedCall carriedOut;

    /** The scope of the use that a handler was handed on; null for none. */
    private CallScope use;

    /** What the sink wants back; null for nothing. */
    private Object body;

    /** The arguments that the body got; null where it is no call's. */
    private Map<?, ?> compared;

    Using(Class<?> library) {
      this.library = library;
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!CalledTool.is(args[1])) {
      // Typed as it is, this is null, or nothing that a server or a decorator makes.
      return null;
    }
    HandlerUse handler = (HandlerUse) self;
    CalledTool called = CalledTool.of(args[1]);
    Using using = new Using(args[1].getClass());
    boolean begun = false;
    try {
      EffectRefusedException unknown =
          resolutions.ofUnknownLine(using.library, handler.arrived(), adapter);
      if (unknown != null) {
        throw unknown;
      }
      if (handler.arrived() != null) {
        using.opened = new ServedCall(effects, using.library, true, handler.handler());
        resolutions.ofServer(using.opened, handler, called, adapter);
        requireAllowed(using.opened.scope());
      }
      if (using.opened != null && !called.name().equals(using.opened.scope().call().tool())) {
        // Somebody changed the name: the handler that would run is not what was asked for.
        using.opened.hand();
        begin(using, using.opened, Resolutions.ANOTHER, called, args);
      } else if (!handler.isPlumbing()) {
        carryOut(using, handler, called, args);
      }
      begun = true;
      return using;
    } finally {
      if (!begun) {
        close(using, null);
      }
    }
  }

  private void carryOut(Using using, HandlerUse handler, CalledTool called, Object[] args) {
    ServedCall call = using.opened != null ? using.opened : resolutions.of(called.request());
    if (call == null) {
      if (effects.currentCall() == null) {
        // Every tool's handler is carried out by this method: whose it is, it has to be told.
        using.body =
            sink.enter(
                Resolutions.CALLED,
                handler.toolName(),
                handler,
                new Object[] {called.compared(List.of())});
      }
      return;
    }
    CallScope current = effects.currentCall();
    boolean inside = Resolutions.servedIn(Resolution.of(current)) == call;
    Carry.enter(inside ? current : call.scope());
    if (!handler.toolName().equals(call.scope().call().tool())) {
      using.opened = new ServedCall(effects, using.library, false, handler.handler());
      resolutions.ofAnother(using.opened, handler, called, adapter);
      requireAllowed(using.opened.scope());
      using.opened.hand();
      begin(using, using.opened, Resolutions.CALLED, called, args);
    } else if (call.hand()) {
      begin(using, call, Resolutions.CALLED, called, args);
    } else {
      using.use = resolutions.handOn(inside ? current : call.scope(), call, called, adapter);
      requireAllowed(using.use);
      begin(using, call, Resolutions.CALLED, called, args);
    }
  }

  private static void requireAllowed(CallScope scope) {
    if (scope.refusal() != null) {
      throw scope.refusal();
    }
  }

  private void begin(
      Using using, ServedCall call, WovenMethod woven, CalledTool called, Object[] args) {
    List<String> excluded = Resolution.of(call.scope()).excluded();
    Object[] compared = {called.compared(excluded)};
    using.body = sink.enter(woven, null, compared);
    using.compared = (Map<?, ?>) compared[0];
    if (using.use == null) {
      using.carriedOut = call;
    }
    if (using.body != null && effects.enforcing()) {
      args[1] = called.with((Map<?, ?>) compared[0], excluded);
      resolutions.standsFor(args[1], call);
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Using using = (Using) token;
    Monos monos = Monos.of(using.library);
    boolean goesOn = thrown == null && monos.isMono(result);
    Object passedOn = result;
    boolean closes = true;
    try {
      if (using.body != null) {
        boolean observed = goesOn && using.carriedOut != null;
        sink.exit(using.body, observed ? using.carriedOut.body() : result, thrown);
      }
      if (goesOn && using.body != null && using.compared != null) {
        CallScope scope = using.use != null ? using.use : using.carriedOut.scope();
        passedOn = monos.watched(result, new Bodies(this, scope, using.compared));
      }
      if (goesOn && using.opened != null) {
        ServedCall opened = using.opened;
        passedOn = monos.watched(passedOn, () -> opened);
        closes = false;
      }
      return passedOn;
    } finally {
      if (closes) {
        close(using, thrown);
      } else {
        Carry.enter(using.before);
      }
    }
  }

  private void close(Using using, Throwable thrown) {
    try {
      if (using.use != null) {
        effects.end(using.use, thrown);
      }
      if (using.opened != null) {
        using.opened.over(thrown, false);
      }
    } finally {
      Carry.enter(using.before);
    }
  }

  /**
   * What an asynchronous handler returned is its body: subscribed to again, as by a decorator that
   * retries, it is a further use of the call.
   */
  private static final class Bodies implements Supplier<Watcher> {

    private final HandlerGate gate;
    private final CallScope scope;
    private final Map<?, ?> compared;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    Bodies(HandlerGate gate, CallScope scope, Map<?, ?> compared) {
      this.gate = gate;
      this.scope = scope;
      this.compared = compared;
    }

    @Override
    public Watcher get() {
      Heard heard = new Heard(new CompletableFuture<>(), Carry.capture());
      if (!subscribed.compareAndSet(false, true)) {
        gate.commits.make(
            () -> Commits.use(gate.sink, Resolutions.CALLED, scope, compared, heard.end()));
      }
      return heard;
    }
  }
}
