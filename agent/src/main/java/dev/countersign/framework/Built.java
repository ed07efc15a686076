package dev.countersign.framework;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.effect.Arguments;
import dev.countersign.scope.Building;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolMethod;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Point B of one call: a framework makes the arguments of its method.
 *
 * @param given the JSON that the builder converts, where the call's entry may accept a change of
 *     it; null where it cannot be told, or does not matter
 * @param ownConversion whether what lies between is the framework's own conversion
 */
public record Built(CallScope scope, Map<String, Object> given, BooleanSupplier ownConversion) {

  /**
   * Keeps what was built with the call's scope.
   *
   * @param built the method's arguments
   */
  public void keep(Effects effects, Object[] built) {
    ToolMethod method = Resolution.of(scope).tool().method();
    Object[] values = method.fromModel(built);
    try {
      scope.builder(Arguments.snapshotAll(method.parameters(), values));
    } catch (NotCanonicalException unsupported) {
      // The sink comes to the same end and refuses; it has the parameter's name.
      return;
    }
    if (given != null) {
      effects.built(scope, new Building(given, values, ownConversion));
    }
  }

  /** The JSON object that a map stands for; null where it is none. */
  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  public static Map<String, Object> snapshot(Map<?, ?> map) {
    try {
      return Snapshot.of(map) instanceof Map<?, ?> json ? (Map<String, Object>) json : null;
    } catch (NotCanonicalException unsupported) {
      return null;
    }
  }
}
