package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Built;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.PrivateCopy;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Map;

/**
 * {@code FunctionTool#buildArguments}: point B, the library's own argument array.
 *
 * <p>Records only. Where a change may be accepted, the library builds from a copy: what was given
 * must be what was built from.
 */
final class ArgumentsHook implements SiteHandler {

  private final Effects effects;

  ArgumentsHook(Effects effects) {
    this.effects = effects;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope scope = effects.currentCall();
    Resolution resolution = Resolution.of(scope);
    if (resolution == null || resolution.executor() != self || resolution.tool().method() == null) {
      return null;
    }
    if (!effects.mayAcceptChanges(scope)) {
      return new Built(scope, null, () -> true);
    }
    if (effects.enforcing()) {
      args[0] = PrivateCopy.of(args[0]);
    }
    Map<String, Object> given =
        Resolution.without(resolution.excluded(), Built.snapshot((Map<?, ?>) Plain.of(args[0])));
    return new Built(scope, given, () -> isTheLibrarys(self));
  }

  /** Whether the tool converts with the mapper that the library brings. */
  private static boolean isTheLibrarys(Object tool) {
    Class<?> type = Library.ancestor(tool, Library.FUNCTION_TOOL);
    try {
      Class<?> json = Class.forName(Library.JSON, true, type.getClassLoader());
      return Accessors.field(tool, type, "objectMapper")
          == Accessors.invoke(json.getMethod("getMapper"), null);
    } catch (ReflectiveOperationException | LinkageError unknownLine) {
      // Then it is not known who converts: nothing that was lost is accepted.
      return false;
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (result instanceof Object[] built) {
      ((Built) token).keep(effects, built);
    }
    return result;
  }
}
