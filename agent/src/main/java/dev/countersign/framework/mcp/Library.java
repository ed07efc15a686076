package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.LibraryVersion;
import dev.countersign.weave.Supertypes;
import dev.countersign.weave.WovenMethod;
import java.util.Set;

/** Exact names of the classes of the library that are woven or read, and which line it is. */
final class Library {

  /** What calls a method with {@code @McpTool}: of Spring AI's annotations in 2.0, and in 1.1. */
  static final String[] ANNOTATED = {
    "org.springframework.ai.mcp.annotation.method.tool.AbstractMcpToolMethodCallback",
    "org.springaicommunity.mcp.method.tool.AbstractMcpToolMethodCallback"
  };

  static final String SCHEMA = "io.modelcontextprotocol.spec.McpSchema";
  static final String MESSAGE = SCHEMA + "$JSONRPCRequest";
  static final String CALL = SCHEMA + "$CallToolRequest";
  static final String RESULT = SCHEMA + "$CallToolResult";
  static final String LIST = SCHEMA + "$ListToolsResult";
  static final String ELICITATION = SCHEMA + "$ElicitRequest";
  static final String ELICITED = SCHEMA + "$ElicitResult";
  static final String EXCHANGE = "io.modelcontextprotocol.server.McpAsyncServerExchange";
  static final String TOOL = SCHEMA + "$Tool";
  static final String SERVER = "io.modelcontextprotocol.server.McpAsyncServer";
  static final String STATELESS_SERVER = "io.modelcontextprotocol.server.McpStatelessAsyncServer";
  static final String ENTRANCE = "io.modelcontextprotocol.server.McpRequestHandler";
  static final String STATELESS_ENTRANCE =
      "io.modelcontextprotocol.server.McpStatelessRequestHandler";

  /** The entrance of 0.10. */
  static final String SESSION_ENTRANCE =
      "io.modelcontextprotocol.spec.McpServerSession$RequestHandler";

  static final String CLIENT = "io.modelcontextprotocol.client.McpAsyncClient";
  static final String SESSION = "io.modelcontextprotocol.spec.McpClientSession";
  static final String TYPE = "io.modelcontextprotocol.json.TypeRef";
  static final String MAPPER = "io.modelcontextprotocol.json.McpJsonMapper";
  static final String MONO = "reactor.core.publisher.Mono";
  static final String PUBLISHER = "org.reactivestreams.Publisher";
  static final String SUBSCRIPTION = "org.reactivestreams.Subscription";
  static final String SUBSCRIBER = "reactor.core.CoreSubscriber";

  /** The records that hold a tool and its handler. */
  static final String[] SPECIFICATIONS = {
    "io.modelcontextprotocol.server.McpServerFeatures$SyncToolSpecification",
    "io.modelcontextprotocol.server.McpServerFeatures$AsyncToolSpecification",
    "io.modelcontextprotocol.server.McpStatelessServerFeatures$SyncToolSpecification",
    "io.modelcontextprotocol.server.McpStatelessServerFeatures$AsyncToolSpecification"
  };

  /** What 0.10 asks the first two of those for, whose handlers take the arguments alone. */
  static final String MAP_HANDLER = "call";

  private static final String OLD_TYPE = "com.fasterxml.jackson.core.type.TypeReference";

  /** That of 0.10. */
  static final String OLD_MAPPER = "com.fasterxml.jackson.databind.ObjectMapper";

  /** Methods of 0.10, which has one JSON library, and servers with sessions only. */
  private static final String[][] KNOWN_OF_OLD = {
    {SCHEMA, "deserializeJsonRpcMessage", OLD_MAPPER, "java.lang.String"},
    {MESSAGE, "method"},
    {MESSAGE, "id"},
    {MESSAGE, "params"},
    {CALL, "name"},
    {CALL, "arguments"},
    {RESULT, "builder"},
    {SERVER, "toolsCallRequestHandler"},
    {SPECIFICATIONS[0], MAP_HANDLER},
    {SPECIFICATIONS[1], MAP_HANDLER},
    {CLIENT, "callTool", CALL},
    {SESSION, "sendRequest", "java.lang.String", "java.lang.Object", OLD_TYPE},
  };

  /** Methods that every line from 0.17 to 2.1 has, each with the class and its parameters. */
  private static final String[][] KNOWN = {
    {SCHEMA, "deserializeJsonRpcMessage", MAPPER, "java.lang.String"},
    {MESSAGE, "method"},
    {MESSAGE, "id"},
    {MESSAGE, "params"},
    {CALL, "name"},
    {CALL, "arguments"},
    {CALL, "meta"},
    {RESULT, "builder"},
    {SERVER, "toolsCallRequestHandler"},
    {STATELESS_SERVER, "toolsCallRequestHandler"},
    {SPECIFICATIONS[0], "callHandler"},
    {SPECIFICATIONS[1], "callHandler"},
    {SPECIFICATIONS[2], "callHandler"},
    {SPECIFICATIONS[3], "callHandler"},
    {CLIENT, "callTool", CALL},
    {SESSION, "sendRequest", "java.lang.String", "java.lang.Object", TYPE},
  };

  /** What is missing, by any class of the library. */
  private static final ClassValue<String> MISSING =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          String missing = firstMissing(type);
          return missing == null
              ? ""
              : version(type)
                  + " has no "
                  + missing
                  + (isOld(type) ? ", which 0.10 has" : ", which 0.17 to 2.1 have");
        }
      };

  /** Whether it is a line like 0.10, by any class of the library. */
  private static final ClassValue<Boolean> OLD =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          Class<?> specification = beside(type, SPECIFICATIONS[0]);
          return specification != null
              && beside(type, TYPE) == null
              && !Accessors.declares(specification, "callHandler");
        }
      };

  /**
   * Whether this line is like 0.10: handlers of tools take arguments without a name, and transports
   * of clients send before what they return is subscribed to.
   *
   * @param type a class of it
   */
  static boolean isOld(Class<?> type) {
    return OLD.get(type);
  }

  /** The woven class itself, of a method that need not have an object. */
  static Class<?> of(WovenMethod woven) {
    ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
    try {
      return Class.forName(woven.className(), false, loader);
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Another class of the library; null where this line has none of that name. */
  static Class<?> beside(Class<?> type, String name) {
    try {
      return Class.forName(name, false, type.getClassLoader());
    } catch (ClassNotFoundException unknown) {
      return null;
    }
  }

  /**
   * The class of the library that has a method, whoever extends it: the loader of a subclass need
   * not see what the library sees.
   */
  static Class<?> of(WovenMethod woven, Object self) {
    return Supertypes.named(self.getClass(), Set.of(woven.className()));
  }

  /** For example {@code MCP Java SDK 2.1.0}. */
  static String version(Class<?> type) {
    return LibraryVersion.of(
        type,
        "MCP Java SDK",
        "io.modelcontextprotocol.sdk/mcp-core",
        "io.modelcontextprotocol.sdk/mcp");
  }

  /**
   * Which of the named methods this line does not have, with the version that was seen; null for
   * none.
   *
   * @param type a class of the library
   */
  static String missing(Class<?> type) {
    String missing = MISSING.get(type);
    return missing.isEmpty() ? null : missing;
  }

  private static String firstMissing(Class<?> type) {
    for (String[] known : isOld(type) ? KNOWN_OF_OLD : KNOWN) {
      String[] parameters = new String[known.length - 2];
      System.arraycopy(known, 2, parameters, 0, parameters.length);
      String name = known[0].substring(known[0].lastIndexOf('.') + 1);
      Class<?> declaring = beside(type, known[0]);
      if (declaring == null) {
        return "class " + name;
      }
      if (!Accessors.declares(declaring, known[1], parameters)) {
        return name + '#' + known[1];
      }
    }
    return null;
  }

  private Library() {}
}
