package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.LibraryVersion;

/** Exact names of the classes of the library that are woven or read. */
final class Library {

  static final String FUNCTIONS = "com.google.adk.flows.llmflows.Functions";
  static final String TOOL = "com.google.adk.tools.BaseTool";
  static final String FUNCTION_TOOL = "com.google.adk.tools.FunctionTool";
  static final String LONG_RUNNING_TOOL = "com.google.adk.tools.LongRunningFunctionTool";
  static final String MCP_TOOL = "com.google.adk.tools.mcp.McpTool";
  static final String MCP_ASYNC_TOOL = "com.google.adk.tools.mcp.McpAsyncTool";
  static final String ABSTRACT_MCP_TOOL = "com.google.adk.tools.mcp.AbstractMcpTool";

  /** A tool as a server of the MCP Java SDK lists it. */
  static final String LISTED = "io.modelcontextprotocol.spec.McpSchema$Tool";

  static final String TOOL_CONTEXT = "com.google.adk.tools.ToolContext";
  static final String INVOCATION = "com.google.adk.agents.InvocationContext";
  static final String EVENT = "com.google.adk.events.Event";
  static final String REQUESTED = "com.google.genai.types.AutoValue_FunctionCall";
  static final String DECLARATION = "com.google.genai.types.AutoValue_FunctionDeclaration";
  static final String CONFIRMATION = "com.google.adk.events.AutoValue_ToolConfirmation";
  static final String CONFIRMATIONS = "com.google.adk.events.ToolConfirmation";
  static final String CONTENT = "com.google.genai.types.AutoValue_Content";
  static final String PART = "com.google.genai.types.AutoValue_Part";
  static final String ANSWERED = "com.google.genai.types.AutoValue_FunctionResponse";

  /** The name by which the library asks whether a call may be carried out. */
  static final String CONFIRM = "adk_request_confirmation";

  static final String SCHEMA = "com.google.adk.tools.Annotations$Schema";
  static final String JSON = "com.google.adk.JsonBaseModel";

  private static final String MAP = "java.util.Map";

  /**
   * Every method without which a call could go by unseen or unchanged, with the class that has it:
   * class, name, parameters.
   */
  private static final String[][] METHODS = {
    {FUNCTIONS, "handleFunctionCalls", INVOCATION, EVENT, MAP, MAP},
    {FUNCTIONS, "handleFunctionCallsLive", INVOCATION, EVENT, MAP, MAP},
    {FUNCTIONS, "maybeInvokeBeforeToolCall", INVOCATION, TOOL, MAP, TOOL_CONTEXT},
    {FUNCTIONS, "callTool", TOOL, MAP, TOOL_CONTEXT},
    {
      FUNCTIONS,
      "postProcessFunctionResult",
      "io.reactivex.rxjava3.core.Maybe",
      INVOCATION,
      TOOL,
      MAP,
      TOOL_CONTEXT,
      "boolean",
      "io.opentelemetry.context.Context"
    },
    {FUNCTION_TOOL, "runAsync", MAP, TOOL_CONTEXT},
    {FUNCTION_TOOL, "call", MAP, TOOL_CONTEXT},
    {FUNCTION_TOOL, "callLive", MAP, TOOL_CONTEXT, INVOCATION},
    {FUNCTION_TOOL, "buildArguments", MAP, TOOL_CONTEXT, INVOCATION},
    {TOOL_CONTEXT, "requestConfirmation", "java.lang.String", "java.lang.Object"},
  };

  /** Asked once for each class of the library that a hook meets. */
  private static final ClassValue<String> MISSING =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          return missingBeside(type);
        }
      };

  /**
   * Which of the methods this line does not have, with the version that was seen; null for none.
   *
   * @param type any class of the library
   */
  static String missing(Class<?> type) {
    // Null cannot be told from "not yet known" by everybody who reads this, so none is empty.
    String missing = MISSING.get(type);
    return missing.isEmpty() ? null : missing;
  }

  private static String missingBeside(Class<?> type) {
    for (String[] method : METHODS) {
      String[] parameters = new String[method.length - 2];
      System.arraycopy(method, 2, parameters, 0, parameters.length);
      boolean there;
      try {
        there =
            Accessors.declares(
                Class.forName(method[0], false, type.getClassLoader()), method[1], parameters);
      } catch (ClassNotFoundException | LinkageError unknownLine) {
        there = false;
      }
      if (!there) {
        return LibraryVersion.of(type, "Google ADK", "com.google.adk/google-adk")
            + " has no "
            + method[0].substring(method[0].lastIndexOf('.') + 1)
            + '#'
            + method[1]
            + " as 1.0 to 1.8 have it";
      }
    }
    return "";
  }

  /** The class of that name in the type's own ancestry; null where it is none of them. */
  static Class<?> ancestor(Object object, String name) {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().equals(name)) {
        return type;
      }
    }
    return null;
  }

  private Library() {}
}
