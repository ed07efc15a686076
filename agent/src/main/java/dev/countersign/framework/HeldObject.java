package dev.countersign.framework;

import dev.countersign.approval.Offer;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolCall;
import java.lang.reflect.Field;
import java.util.function.UnaryOperator;

/**
 * Which object of the application stands behind a framework's: the one with the tool's method. Read
 * only when its preview is asked for.
 *
 * <table>
 * <caption>Where it is; the same in every line that the presets know</caption>
 * <tr><th>class</th><th>field</th></tr>
 * <tr><td>{@code DefaultToolExecutor} of LangChain4j</td><td>{@code object}</td></tr>
 * <tr><td>{@code MethodToolCallback}, {@code FunctionToolCallback} of Spring AI</td><td>{@code
 *     toolObject}, {@code toolFunction}</td></tr>
 * <tr><td>{@code FunctionTool} of Google ADK</td><td>{@code instance}</td></tr>
 * <tr><td>the lambda of the MCP SDK that has a synchronous handler run</td><td>{@code callHandler} of
 *     what it holds</td></tr>
 * <tr><td>any other executor, callback, tool and handler</td><td>itself</td></tr>
 * </table>
 */
final class HeldObject implements UnaryOperator<Object> {

  private static final HeldObject READER = new HeldObject();

  private static final String[][] FIELDS = {
    {"dev.langchain4j.service.tool.DefaultToolExecutor", "object"},
    {"org.springframework.ai.tool.method.MethodToolCallback", "toolObject"},
    {"org.springframework.ai.tool.function.FunctionToolCallback", "toolFunction"},
    {"com.google.adk.tools.FunctionTool", "instance"},
    {"io.modelcontextprotocol.server.McpServerFeatures$SyncToolSpecification", "callHandler"},
    {
      "io.modelcontextprotocol.server.McpStatelessServerFeatures$SyncToolSpecification",
      "callHandler"
    }
  };

  private static final String MCP_SERVER = "io.modelcontextprotocol.server.";

  /** Objects in each other, at most: a lambda of the MCP SDK, its entry, a handler of ours. */
  private static final int MOST_LAYERS = 8;

  /** Where the field is; empty for classes that hold none. */
  private static final ClassValue<Object[]> HELD =
      new ClassValue<>() {
        @Override
        protected Object[] computeValue(Class<?> type) {
          for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (String[] field : FIELDS) {
              if (at.getName().equals(field[0])) {
                return new Object[] {at, field[1]};
              }
            }
          }
          return type.isHidden() && type.getName().startsWith(MCP_SERVER)
              ? ofLambda(type)
              : new Object[0];
        }
      };

  /**
   * Opens the scope of a call that a framework is about to carry out.
   *
   * @param executor its object
   * @param offer what it has to do with the call's approval; null for nothing
   */
  static CallScope resolve(Effects effects, ToolCall call, Object executor, Offer offer) {
    Object holder = executor instanceof ToolHolder ours ? ours.toolObject() : executor;
    return effects.resolve(call, holder, READER, offer);
  }

  /** The same of a tool that the application registers: no call is made yet. */
  static void registered(Effects effects, String tool, Object holder) {
    effects.registered(tool, holder, READER);
  }

  private static Object[] ofLambda(Class<?> type) {
    for (Field held : type.getDeclaredFields()) {
      for (String[] field : FIELDS) {
        if (held.getType().getName().equals(field[0])) {
          return new Object[] {type, held.getName()};
        }
      }
    }
    return new Object[0];
  }

  @Override
  public Object apply(Object holder) {
    Object at = holder;
    for (int layer = 0; layer < MOST_LAYERS && at != null; layer++) {
      Object[] held = HELD.get(at.getClass());
      if (at instanceof ToolHolder ours) {
        at = ours.toolObject();
      } else if (held.length == 0) {
        return at;
      } else {
        at = Accessors.field(at, (Class<?>) held[0], (String) held[1]);
      }
    }
    return at;
  }

  private HeldObject() {}
}
