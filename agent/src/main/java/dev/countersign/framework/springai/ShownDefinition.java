package dev.countersign.framework.springai;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.framework.Defined;
import dev.countersign.pin.Definition;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * What a callback answers when it is asked for its definition, as managers and models ask it: the
 * outermost one's, whatever it decorates.
 *
 * <p>It is asked at every call. What the same three texts were read as before is not read again.
 */
final class ShownDefinition {

  /** It failed to answer. */
  private static final ShownDefinition NONE = new ShownDefinition(null, null, null, null);

  private static final Object[] NOTHING = {};

  /** As many as are kept; a power of two. */
  private static final int KEPT = 64;

  /** Longest three texts that are kept, in UTF-16 units. */
  private static final int LONGEST_KEPT = 1 << 16;

  /** By the texts. Read and written by all threads: what is in it never changes. */
  private static final ShownDefinition[] RECENT = new ShownDefinition[KEPT];

  private static final ClassValue<Method[]> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
          Class<?> shown = Library.named(type, Library.DEFINITION);
          return new Method[] {
            method(shown, "name"), method(shown, "description"), method(shown, "inputSchema")
          };
        }
      };

  /** By {@code ToolCallback}, of a loader. */
  private static final ClassValue<Method> ASKING =
      new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> type) {
          return method(type, "getToolDefinition");
        }
      };

  private final String name;
  private final String description;
  private final String schema;
  private final Defined defined;

  private ShownDefinition(String name, String description, String schema, Defined defined) {
    this.name = name;
    this.description = description;
    this.schema = schema;
    this.defined = defined;
  }

  /**
   * Runs the callback's code, and that of a definition of the application's own: never while a
   * check runs.
   *
   * @param type {@code ToolCallback}, in the callback's loader
   */
  static ShownDefinition of(Object callback, Class<?> type) throws Throwable {
    try {
      Object shown = GatedCall.plain(ASKING.get(type), callback, NOTHING);
      Method[] accessors = ACCESSORS.get(shown.getClass());
      return of(
          (String) GatedCall.plain(accessors[0], shown, NOTHING),
          (String) GatedCall.plain(accessors[1], shown, NOTHING),
          (String) GatedCall.plain(accessors[2], shown, NOTHING));
    } catch (Exception failed) {
      // The application's failure, which its manager meets as well; what is not known is refused.
      return NONE;
    }
  }

  /** That of these texts. A schema that is no strict JSON is the text that the model sees. */
  static ShownDefinition of(String name, String description, String schema) {
    int place = Objects.hashCode(name) * 31 + Objects.hashCode(description) & KEPT - 1;
    ShownDefinition recent = RECENT[place];
    if (recent != null
        && Objects.equals(recent.schema, schema)
        && Objects.equals(recent.name, name)
        && Objects.equals(recent.description, description)) {
      return recent;
    }
    ShownDefinition read =
        new ShownDefinition(
            name,
            description,
            schema,
            new Defined(Definition.of(name, description, parsed(schema))));
    if (length(name) + length(description) + length(schema) <= LONGEST_KEPT) {
      RECENT[place] = read;
    }
    return read;
  }

  private static long length(String text) {
    return text == null ? 0 : text.length();
  }

  /** One that is refused for its length is not read before. */
  private static Object parsed(String schema) {
    try {
      return length(schema) == 0 || schema.length() > Definition.MOST ? schema : Json.parse(schema);
    } catch (NotCanonicalException asText) {
      return schema;
    }
  }

  private static Method method(Class<?> type, String name) {
    try {
      Method method = type.getMethod(name);
      method.trySetAccessible(); // else each call of it looks who calls
      return method;
    } catch (NoSuchMethodException unknownLine) {
      throw new IllegalStateException(type.getName() + " has no method " + name, unknownLine);
    }
  }

  /**
   * {@code {name, description, parameters}}.
   *
   * @throws NotCanonicalException where it failed to answer
   */
  Defined known() {
    if (defined == null) {
      throw new NotCanonicalException("the definition of a tool callback that does not answer");
    }
    return defined;
  }

  /** Null where it failed to answer. */
  String name() {
    return name;
  }
}
