package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.Accessors;
import java.lang.reflect.Method;

/**
 * What the model is told in place of a tool's result: {@code isError} with the fixed text, as for a
 * tool that failed. As an exception it would be an error of the protocol, which ends some clients'
 * conversation.
 */
final class ToldResult {

  private record Made(Method builder, Method text, Method error, Method build) {}

  private static final ClassValue<Made> BESIDE =
      new ClassValue<>() {
        @Override
        protected Made computeValue(Class<?> type) {
          try {
            Class<?> result = Class.forName(Library.RESULT, false, type.getClassLoader());
            Method builder = result.getMethod("builder");
            Class<?> made = builder.getReturnType();
            return new Made(
                builder,
                made.getMethod("addTextContent", String.class),
                made.getMethod("isError", Boolean.class),
                made.getMethod("build"));
          } catch (ReflectiveOperationException unknownLine) {
            throw new IllegalStateException(
                Library.version(type) + " makes results otherwise", unknownLine);
          }
        }
      };

  /**
   * A {@code CallToolResult}.
   *
   * @param type a class of the library
   */
  static Object of(Class<?> type, EffectRefusedException refused) {
    Made made = BESIDE.get(type);
    Object builder = Accessors.invoke(made.builder, null);
    Accessors.invoke(made.text, builder, refused.getMessage());
    Accessors.invoke(made.error, builder, Boolean.TRUE);
    return Accessors.invoke(made.build, builder);
  }

  private ToldResult() {}
}
