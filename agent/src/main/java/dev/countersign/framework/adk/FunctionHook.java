package dev.countersign.framework.adk;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Map;

/**
 * {@code FunctionTool#runAsync} and {@code #callLive}: the resolution of what was not resolved
 * before, for an application may call tools as they are; of uses by tools around this one, which
 * may call it again; and, for {@code callLive}, of tools that stream.
 *
 * <p>{@code runAsync} hides what its method throws behind a text of its own. A refusal leaves as
 * the result that says so.
 */
final class FunctionHook implements SiteHandler {

  private final Effects effects;
  private final Resolutions resolutions;
  private final Invoked invoked;
  private final Adapter adapter;

  FunctionHook(Effects effects, Resolutions resolutions, Invoked invoked, Adapter adapter) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.invoked = invoked;
    this.adapter = adapter;
  }

  /**
   * Between entry and exit.
   *
   * @param scope that was opened here; null where it was open before
   * @param outside what the thread carried before
   */
  private record Calling(CallScope scope, Object outside) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object outside = Carry.capture();
    if (args[0] == null || resolutions.isOf(effects.currentCall(), self)) {
      return new Calling(null, outside);
    }
    CallScope resolved = resolutions.resolveAt(self, (Map<?, ?>) args[0], args[1], adapter);
    boolean begun = false;
    try {
      if (resolved.refusal() != null) {
        throw resolved.refusal();
      }
      Calling calling = new Calling(resolved, outside);
      begun = true;
      return calling;
    } finally {
      if (!begun) {
        effects.end(resolved, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Calling calling = (Calling) token;
    EffectRefusedException refused = invoked.refusal();
    Object told = result;
    if (thrown == null && refused != null) {
      told = Streams.just(result.getClass(), "Single", Streams.told(refused));
    }
    CallScope scope = calling.scope();
    if (scope == null) {
      return told;
    }
    try {
      return thrown != null || !scope.isGoingOn()
          ? told
          : Streams.carrying(
              told, scope, calling.outside(), () -> effects.bodies().swallowedIn(scope), null);
    } finally {
      effects.end(scope, thrown);
    }
  }
}
