package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * One use of a handler.
 *
 * @param handler of the application, or what the library puts around it
 * @param tool the definition that it is registered with
 * @param arrived the call that a server hands it; null where somebody else uses it
 * @param elicitation how the client that calls is asked for an approval; null where it is not
 */
record HandlerUse(
    BiFunction<Object, Object, Object> handler,
    Object tool,
    Arrived arrived,
    Elicitation elicitation)
    implements BiFunction<Object, Object, Object> {

  private static final ClassValue<Boolean> PLUMBING =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isPlumbing(type);
        }
      };

  @Override
  public Object apply(Object exchange, Object request) {
    return handler.apply(
        exchange, takesMap() && request != null ? Accessors.get(request, "arguments") : request);
  }

  /** Whether it is a handler of 0.10, which takes the arguments alone. */
  private boolean takesMap() {
    return Library.isOld(tool.getClass());
  }

  /**
   * What it is asked with, as all other lines have it.
   *
   * @param given to the handler: a request, or in 0.10 its arguments, null for none
   */
  Object request(Object given) {
    if (!takesMap() || given != null && !(given instanceof Map<?, ?>)) {
      return given;
    }
    Map<String, Object> components = new HashMap<>();
    components.put("name", toolName());
    components.put("arguments", given);
    return Records.of(Library.beside(tool.getClass(), Library.CALL), components);
  }

  /** The name that the tool is registered under. */
  String toolName() {
    return (String) Accessors.get(tool, "name");
  }

  /** Whether it only leads to the application's handler, which is asked for as well. */
  boolean isPlumbing() {
    return PLUMBING.get(handler.getClass());
  }

  /**
   * What checks results against a schema; and the lambda that has a synchronous handler run, told
   * by what it holds. The one of 0.17 that leads to a handler of a map is not: that handler is
   * asked for by nobody else.
   */
  private static boolean isPlumbing(Class<?> type) {
    String name = type.getName();
    if (name.equals(Library.SERVER + "$StructuredOutputCallToolHandler")
        || name.equals(Library.STATELESS_SERVER + "$StructuredOutputCallToolHandler")) {
      return true;
    }
    if (!type.isHidden()
        || !name.startsWith(Library.SPECIFICATIONS[1] + "$$Lambda")
            && !name.startsWith(Library.SPECIFICATIONS[3] + "$$Lambda")) {
      return false;
    }
    for (Field held : type.getDeclaredFields()) {
      String what = held.getType().getName();
      if (what.equals(Library.SPECIFICATIONS[0]) || what.equals(Library.SPECIFICATIONS[2])) {
        return true;
      }
    }
    return false;
  }

  /** Not every compiler demands that a handler's exceptions are declared. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // erased: thrown as it is
  static <T extends Throwable> T asItIs(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
