package dev.countersign.framework.adk;

import dev.countersign.framework.Built;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * {@code Functions#callTool}: the callbacks are through, the tool is about to be called. Resolves
 * the call, as the model asked for it, and is the sink of tools that are no methods.
 */
final class CalledHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final ToolSink sink;
  private final Adapter adapter;

  CalledHook(Effects effects, Resolutions resolutions, ToolSink sink, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.sink = sink;
    this.adapter = adapter;
  }

  /**
   * Between entry and exit. Made before anything is opened: out of memory afterwards, there would
   * be nothing that closes it again.
   */
  private static final class Calling {
    private final Object outside = Carry.capture();
    private CallScope scope;

    /** What the sink wants back; null for nothing. */
    private Object body;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Calling calling = new Calling();
    CallScope scope = resolutions.resolveTurns(args[0], args[2], adapter);
    boolean begun = false;
    try {
      calling.scope = scope;
      if (scope.refusal() != null) {
        throw scope.refusal();
      }
      if (Tools.isOwn(Resolution.of(scope).tool())) {
        args[1] = enterOwn(calling, args[0], (Map<?, ?>) args[1]);
      }
      begun = true;
      return calling;
    } finally {
      if (!begun) {
        effects.end(scope, null);
      }
    }
  }

  /**
   * A tool of another class gets the very map that is compared, in which nobody else can write.
   *
   * @return that map
   */
  private Object enterOwn(Calling calling, Object tool, Map<?, ?> arguments) {
    List<String> excluded = Resolution.of(calling.scope).excluded();
    Map<?, ?> plain = (Map<?, ?>) Plain.of(arguments);
    Map<Object, Object> left = new LinkedHashMap<>();
    Map<?, ?> judged = plain;
    if (!excluded.isEmpty()) {
      Map<Object, Object> without = new LinkedHashMap<>(plain);
      for (String name : excluded) {
        if (without.containsKey(name)) {
          left.put(name, without.remove(name));
        }
      }
      judged = without;
    }
    Object[] compared = {judged};
    Map<String, Object> given =
        effects.mayAcceptChanges(calling.scope) ? Built.snapshot(judged) : null;
    new Built(calling.scope, given, () -> true).keep(effects, compared);
    calling.body = sink.enter(Tools.CALLED, tool, compared);
    if (!effects.enforcing()) {
      return arguments;
    }
    @SuppressWarnings("unchecked") // of the private copy, whose keys are those of the arguments
    Map<Object, Object> fired = (Map<Object, Object>) compared[0];
    if (!left.isEmpty()) {
      fired.putAll(left);
    }
    return fired;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Calling calling = (Calling) token;
    try {
      BiConsumer<Object, Throwable> ended = null;
      if (calling.body != null && thrown != null) {
        sink.exit(calling.body, null, thrown);
      } else if (calling.body != null) {
        ended = sink.exitPending(calling.body);
      }
      return thrown != null || !calling.scope.isGoingOn()
          ? result
          : Streams.carrying(
              result,
              calling.scope,
              calling.outside,
              () -> effects.bodies().swallowedIn(calling.scope),
              ended);
    } finally {
      effects.end(calling.scope, thrown);
    }
  }
}
