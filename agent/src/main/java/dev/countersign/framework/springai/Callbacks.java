package dev.countersign.framework.springai;

import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.SentText;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;

/** The library's own callbacks, read from outside, and what carries the calls of each one out. */
final class Callbacks {

  /** What a manager calls. */
  static final WovenMethod CALLED = BoundTools.callSite(Library.CALLBACK, "call", SpringAi.CALL);

  /** Where the library calls a function, after it has made an object of the arguments. */
  static final String FUNCTION = "callMethod";

  /** A callback of another class: bound where the framework calls it. */
  private static final BoundTool OWN =
      new BoundTool(
          new ToolMethod(
              ToolMethod.text(CALLED.className(), CALLED.method(), CALLED.descriptor()),
              List.of(),
              List.of()),
          PlanSource.NONE,
          Capture.WRAPPER_SYNC,
          CALLED,
          null);

  /** The same where others stand between the model and the callback: what it gets is compared. */
  private static final BoundTool OWN_BEHIND_OTHERS = SentText.behind(CALLED);

  /** What the callback of an MCP server's tool does with a call. */
  static final WovenMethod SENDS =
      BoundTools.callSite(Library.SYNC_MCP_CALLBACK, "call", SpringAi.CALL);

  /** An MCP server's tool, whichever of the two classes leads to it: compared where it is sent. */
  static final BoundTool MCP = SentText.behind(SENDS);

  /** What a line lacks of the library's callback; null for nothing. */
  private record Line(String missing, BoundTool lost) {}

  private final BoundTools tools;

  /** Of the two classes, each once. */
  private final ClassValue<Line> lines =
      new ClassValue<>() {
        @Override
        protected Line computeValue(Class<?> type) {
          String missing = missingIn(type);
          boolean function = type.getName().equals(Library.FUNCTION_CALLBACK);
          return new Line(
              missing,
              missing == null || !function ? null : tools.lost("tools of functions", missing));
        }
      };

  Callbacks(BoundTools tools) {
    this.tools = tools;
  }

  /** Whether a tool is a callback of another class than the library's two. */
  static boolean isOwn(BoundTool tool) {
    return tool.callSite() == CALLED;
  }

  /** The same tool where what its callback gets may be another text than the model's. */
  static BoundTool compared(BoundTool tool) {
    return tool == OWN ? OWN_BEHIND_OTHERS : tool;
  }

  private static boolean isMcp(Object callback) {
    return Accessors.isExactly(callback, Library.SYNC_MCP_CALLBACK)
        || Accessors.isExactly(callback, Library.ASYNC_MCP_CALLBACK);
  }

  /** What carries the calls of a callback out. */
  BoundTool behind(Object callback) {
    if (Accessors.isExactly(callback, Library.METHOD_CALLBACK)) {
      return of(callback.getClass(), method(callback));
    }
    if (Accessors.isExactly(callback, Library.FUNCTION_CALLBACK)) {
      BoundTool lost = lines.get(callback.getClass()).lost();
      if (lost != null) {
        return lost;
      }
      return function(
          callback.getClass(),
          (Type) Accessors.field(callback, callback.getClass(), "toolInputType"));
    }
    if (isMcp(callback)) {
      return MCP;
    }
    tools.announce(callback.getClass(), "tool callback " + callback.getClass().getName());
    return OWN;
  }

  /**
   * The tool behind a method.
   *
   * @param type the class {@code MethodToolCallback}
   */
  BoundTool of(Class<?> type, Method method) {
    return tools.of(method, lines.get(type).missing());
  }

  /** Which of the named methods this line does not have, with the version that was seen. */
  private static String missingIn(Class<?> type) {
    boolean function = type.getName().equals(Library.FUNCTION_CALLBACK);
    String missing =
        !Accessors.declares(type, "call", "java.lang.String", Library.CONTEXT)
            ? "call(String, ToolContext)"
            : function
                ? Accessors.declares(type, FUNCTION, "java.lang.Object", Library.CONTEXT)
                    ? null
                    : "callMethod(Object, ToolContext)"
                : !Accessors.declares(
                        type, "buildMethodArguments", "java.util.Map", Library.CONTEXT)
                    ? "buildMethodArguments(Map, ToolContext)"
                    : Accessors.declares(type, "callMethod", "[Ljava.lang.Object;")
                        ? null
                        : "callMethod(Object[])";
    return missing == null
        ? null
        : Library.version(type)
            + " has no "
            + type.getSimpleName()
            + '#'
            + missing
            + ", which 1.0 to 2.0 have";
  }

  /** Its one argument is made of the whole JSON object; a function without input gets none. */
  private BoundTool function(Class<?> type, Type input) {
    boolean none = input == Void.class;
    return new BoundTool(
        new ToolMethod(
            ToolMethod.text(type.getName(), FUNCTION, SpringAi.FUNCTION_TYPE),
            none ? List.of() : List.of(Parameter.whole(input)),
            none ? List.of() : List.of(0)),
        tools.plan(type, FUNCTION, SpringAi.FUNCTION_TYPE),
        Capture.WRAPPER_SYNC,
        null,
        null);
  }

  static Method method(Object callback) {
    return (Method) Accessors.field(callback, callback.getClass(), "toolMethod");
  }

  /**
   * The name of a callback's definition; null where it is of a class whose code would run.
   *
   * @param callback of any class
   */
  static String nameOf(Object callback) {
    Object definition = definitionOf(callback);
    return definition == null ? null : (String) Accessors.get(definition, "name");
  }

  /** A callback's definition (spec 1.4, {@code tool_pin}); null where {@link #nameOf} has none. */
  static ShownDefinition definition(Object callback) {
    Object definition = definitionOf(callback);
    return definition == null
        ? null
        : ShownDefinition.of(
            (String) Accessors.get(definition, "name"),
            (String) Accessors.get(definition, "description"),
            (String) Accessors.get(definition, "inputSchema"));
  }

  private static Object definitionOf(Object callback) {
    if (isMcp(callback)) {
      // The library's code alone: its own class, of what its client was told.
      return Accessors.get(callback, "getToolDefinition");
    }
    for (Class<?> type = callback.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(Library.METHOD_CALLBACK)
          || type.getName().equals(Library.FUNCTION_CALLBACK)) {
        Object definition = Accessors.field(callback, type, "toolDefinition");
        return Accessors.isExactly(definition, Library.DEFAULT_DEFINITION) ? definition : null;
      }
    }
    return null;
  }
}
