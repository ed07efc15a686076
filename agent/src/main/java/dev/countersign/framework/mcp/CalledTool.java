package dev.countersign.framework.mcp;

import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code CallToolRequest}: name, arguments and {@code _meta}. A final record of the library, so
 * that reading it runs nothing else.
 *
 * @param request the record
 * @param arguments its map, as everybody who holds it may change it; null for none
 */
record CalledTool(Object request, Map<?, ?> arguments) {

  private static final ClassValue<Constructor<?>> CANONICAL =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          try {
            return type.getConstructor(String.class, Map.class, Map.class);
          } catch (NoSuchMethodException unknownLine) {
            throw new IllegalStateException(
                type.getName() + " has no constructor of name, arguments and meta", unknownLine);
          }
        }
      };

  /** What a method carries out that gets such a request: its arguments are compared as one map. */
  static BoundTool behind(WovenMethod called) {
    return new BoundTool(
        new ToolMethod(
            ToolMethod.text(called.className(), called.method(), called.descriptor()),
            List.of(Parameter.whole(Map.class)),
            List.of(0)),
        PlanSource.NONE,
        Capture.WRAPPER_ASYNC,
        called,
        null);
  }

  static boolean is(Object request) {
    return Accessors.isExactly(request, Library.CALL);
  }

  static CalledTool of(Object request) {
    return new CalledTool(request, (Map<?, ?>) Accessors.get(request, "arguments"));
  }

  String name() {
    return (String) Accessors.get(request, "name");
  }

  /** The arguments that are compared: no map is an empty one. */
  Map<?, ?> compared(List<String> excluded) {
    if (arguments == null) {
      return new LinkedHashMap<>();
    }
    if (excluded.isEmpty()) {
      return arguments;
    }
    Map<Object, Object> kept = new LinkedHashMap<>(arguments);
    kept.keySet().removeAll(excluded);
    return kept;
  }

  /**
   * The same request with the arguments that were compared, which nobody else holds, in the place
   * of its own; excluded ones stay where they were.
   */
  Object with(Map<?, ?> compared, List<String> excluded) {
    if (arguments == null) {
      return request;
    }
    Map<?, ?> now = compared;
    if (!excluded.isEmpty()) {
      Map<Object, Object> all = new LinkedHashMap<>(arguments);
      all.keySet().retainAll(excluded);
      all.putAll(compared);
      now = all;
    }
    try {
      return CANONICAL
          .get(request.getClass())
          .newInstance(name(), now, Accessors.get(request, "meta"));
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException("a request of a tool could not be made anew", failed);
    }
  }
}
