package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.scope.Effects;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.function.BiFunction;

/**
 * {@code callHandler()} of the four records that hold a tool, and {@code call()} of two of them in
 * 0.10: everybody who calls it asks here.
 */
final class HandlerHook implements SiteHandler {

  private final Effects effects;
  private final Arrivals arrivals;
  private final GatedCall gate;
  private final boolean old;

  /**
   * @param gate around {@code BiFunction#apply}
   * @param old whether it is the method of 0.10, behind which other lines have no handler of a
   *     tool, or one that nobody asks for
   */
  HandlerHook(Effects effects, Arrivals arrivals, GatedCall gate, boolean old) {
    this.effects = effects;
    this.arrivals = arrivals;
    this.gate = gate;
    this.old = old;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return self;
  }

  @Override
  @SuppressWarnings("unchecked") // a handler takes an exchange and a request
  public Object exit(Object token, Object result, Throwable thrown) {
    if (!(result instanceof BiFunction<?, ?, ?>) || old && !Library.isOld(token.getClass())) {
      return result;
    }
    BiFunction<Object, Object, Object> handler =
        result instanceof ToolHandler known
            ? known.handler()
            : (BiFunction<Object, Object, Object>) result;
    return new ToolHandler(effects, handler, Accessors.get(token, "tool"), arrivals, gate);
  }
}
