package dev.countersign.framework.adk;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Defined;
import dev.countersign.framework.Definitions;
import dev.countersign.ledger.Capture;
import dev.countersign.pin.Definition;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The library's tools, read from outside, and what carries the calls of each one out. */
final class Tools {

  private static final String RUN = "(Ljava/util/Map;L" + slashes(Library.TOOL_CONTEXT) + ";)";

  /** What the library calls. */
  static final WovenMethod CALLED =
      BoundTools.callSite(Library.TOOL, "runAsync", RUN + "Lio/reactivex/rxjava3/core/Single;");

  /** A tool of another class than the library's own for methods: bound where it is called. */
  private static final BoundTool OWN =
      new BoundTool(
          new ToolMethod(
              ToolMethod.text(CALLED.className(), CALLED.method(), CALLED.descriptor()),
              List.of(Parameter.whole(Map.class)),
              List.of(0)),
          PlanSource.NONE,
          Capture.WRAPPER_SYNC,
          CALLED,
          null);

  private final BoundTools tools;

  /** What a line of the library lacks, said once; empty for nothing. */
  private final ClassValue<String> lines =
      new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
          String missing = Library.missing(type);
          if (missing != null) {
            tools.lost("tools of this line", missing);
          }
          return missing == null ? "" : missing;
        }
      };

  /** By declaration: one is asked for at every call of its tool. */
  private final WeakIdentityMap<Read> definitions = new WeakIdentityMap<>();

  private final Definitions listed = new Definitions();

  /**
   * What a declaration was read as while its schema had that text.
   *
   * @param schema null for none
   * @param copy the same schema, of which nobody holds the maps; null where none is equal to it
   */
  private record Read(String schema, Object copy, Defined defined) {

    boolean isOf(Object parameters) {
      return parameters == null
          ? schema == null
          : copy != null && copy.getClass() == parameters.getClass() && copy.equals(parameters);
    }
  }

  /** By the class of a schema: what reads one from its text; empty in a line that has nothing. */
  private static final ClassValue<Optional<Method>> FROM_JSON =
      new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
          try {
            return Optional.of(type.getMethod("fromJson", String.class));
          } catch (NoSuchMethodException otherLine) {
            return Optional.empty();
          }
        }
      };

  Tools(BoundTools tools) {
    this.tools = tools;
  }

  static String slashes(String className) {
    return className.replace('.', '/');
  }

  /** Whether a tool is bound where the library calls it. */
  static boolean isOwn(BoundTool tool) {
    return tool.callSite() == CALLED;
  }

  /** Whether it is a tool of the library's for a method, and no subclass of it. */
  static boolean isFunction(Object tool) {
    return Accessors.isExactly(tool, Library.FUNCTION_TOOL)
        || Accessors.isExactly(tool, Library.LONG_RUNNING_TOOL);
  }

  /** What carries the calls of a tool out. */
  BoundTool behind(Object tool) {
    if (isFunction(tool)) {
      Class<?> type = Library.ancestor(tool, Library.FUNCTION_TOOL);
      return of(type, (Method) Accessors.field(tool, type, "func"));
    }
    Class<?> type = tool.getClass();
    if (!type.getName().startsWith("com.google.adk.")) {
      tools.announce(type, "tool " + type.getName());
    }
    return OWN;
  }

  /**
   * What this line of the library lacks; null for nothing.
   *
   * @param type {@code Functions} or {@code BaseTool}
   */
  String missing(Class<?> type) {
    String missing = lines.get(type);
    return missing.isEmpty() ? null : missing;
  }

  /**
   * The tool behind a method.
   *
   * @param type the class {@code FunctionTool}
   */
  BoundTool of(Class<?> type, Method method) {
    return tools.of(method, Library.missing(type));
  }

  /** Its name, without calling a method that the application may have overridden. */
  static String nameOf(Object tool) {
    Class<?> type = Library.ancestor(tool, Library.TOOL);
    return type == null ? null : (String) Accessors.field(tool, type, "name");
  }

  /**
   * A tool's declaration (spec 1.4, {@code tool_pin}); null where it is of a class whose code would
   * run.
   */
  Defined definition(Object tool) {
    Object declaration = declaration(tool);
    if (declaration == null) {
      return null;
    }
    if (Accessors.isExactly(declaration, Library.LISTED)) {
      // Somebody may hold the maps of its schema.
      return listed.of(listed(declaration));
    }
    return read(declaration);
  }

  /** Of a class of the library, what its declaration is, or is made of; else null. */
  private static Object declaration(Object tool) {
    boolean function = isFunction(tool);
    if (!function
        && !Accessors.isExactly(tool, Library.MCP_TOOL)
        && !Accessors.isExactly(tool, Library.MCP_ASYNC_TOOL)) {
      return null;
    }
    Class<?> type =
        Library.ancestor(tool, function ? Library.FUNCTION_TOOL : Library.ABSTRACT_MCP_TOOL);
    Object declaration = Accessors.field(tool, type, function ? "funcDeclaration" : "mcpTool");
    return Accessors.isExactly(declaration, function ? Library.DECLARATION : Library.LISTED)
        ? declaration
        : null;
  }

  /** A tool as its server listed it, a record of the MCP Java SDK. */
  private static Map<String, Object> listed(Object tool) {
    return Definition.of(
        Accessors.get(tool, "name"),
        Accessors.get(tool, "description"),
        Snapshot.of(Accessors.get(tool, "inputSchema")));
  }

  /**
   * A declaration keeps its texts, but not its schema: that hands out the very maps and lists that
   * the library sends to the model.
   */
  private Defined read(Object declaration) {
    Object parameters = Turns.optional(Accessors.get(declaration, "parameters"));
    Read known = definitions.get(declaration);
    if (known != null && known.isOf(parameters)) {
      return known.defined();
    }
    String schema = parameters == null ? null : (String) Accessors.get(parameters, "toJson");
    if (known == null || !Objects.equals(known.schema(), schema)) {
      Map<String, Object> definition =
          Definition.of(
              Turns.optional(Accessors.get(declaration, "name")),
              Turns.optional(Accessors.get(declaration, "description")),
              schema == null ? null : json(schema));
      known = new Read(schema, copy(parameters, schema), new Defined(definition));
      definitions.put(declaration, known);
    }
    return known.defined();
  }

  private static Object copy(Object parameters, String schema) {
    Method reads = parameters == null ? null : FROM_JSON.get(parameters.getClass()).orElse(null);
    return reads == null ? null : Accessors.invoke(reads, null, schema);
  }

  /** A schema that is no strict JSON is the text that the model sees. */
  private static Object json(String text) {
    try {
      return Json.parse(text);
    } catch (NotCanonicalException asText) {
      return text;
    }
  }
}
