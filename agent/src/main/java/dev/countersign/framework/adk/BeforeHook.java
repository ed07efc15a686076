package dev.countersign.framework.adk;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.ref.Reference;
import java.util.Map;

/**
 * {@code Functions#maybeInvokeBeforeToolCall}: the last moment at which the arguments are the
 * model's. Callbacks of the application run in what it returns, and get the map to change.
 *
 * <p>Where this line of the library is unknown, the callbacks do not run, nor does the tool: a
 * callback's answer takes the tool's place, and this is one.
 */
final class BeforeHook implements SiteHandler {

  private final Effects effects;
  private final Turns turns;
  private final Tools tools;

  BeforeHook(Effects effects, Turns turns, Tools tools) {
    this.effects = effects;
    this.turns = turns;
    this.tools = tools;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws ClassNotFoundException {
    turns.present(args[0], Tools.nameOf(args[1]), (Map<?, ?>) args[2], args[3]);
    Reference<ClassLoader> loader = woven.loader();
    Class<?> functions =
        Class.forName(woven.className(), false, loader == null ? null : loader.get());
    return tools.missing(functions) != null && effects.enforcing() ? functions : null;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    EffectRefusedException refused =
        new EffectRefusedException(RefusalCode.INTERNAL, ActionClass.TOOL_CALL, "");
    return Streams.just((Class<?>) token, "Maybe", Streams.told(refused));
  }
}
