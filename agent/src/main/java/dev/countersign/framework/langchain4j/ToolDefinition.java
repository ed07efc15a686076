package dev.countersign.framework.langchain4j;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.ShortestDecimal;
import dev.countersign.framework.Accessors;
import dev.countersign.pin.Definition;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The definition of a tool as the model sees it: what {@code tool_pin} is taken over (spec 1.4).
 */
final class ToolDefinition {

  /** By the class of a schema. */
  private static final ClassValue<Method> TO_MAP =
      new ClassValue<>() {
        @Override
        protected Method computeValue(Class<?> type) {
          return toMap(type.getClassLoader());
        }
      };

  /**
   * The definition as a JSON value, {@code {name, description, parameters}}; the schema as the
   * library renders it for every provider.
   *
   * @param specification a {@code ToolSpecification}
   * @throws NotCanonicalException when the schema carries a value that has no canonical form
   */
  static Map<String, Object> of(Object specification) {
    Object schema = Accessors.get(specification, "parameters");
    return Definition.of(
        Accessors.get(specification, "name"),
        Accessors.get(specification, "description"),
        schema == null
            ? null
            : json(Accessors.invoke(TO_MAP.get(schema.getClass()), null, schema)));
  }

  private static Method toMap(ClassLoader loader) {
    try {
      Class<?> element = Class.forName(Library.SCHEMA_ELEMENT, false, loader);
      return Class.forName(Library.SCHEMA_TO_MAP, true, loader).getMethod("toMap", element);
    } catch (ClassNotFoundException | NoSuchMethodException unknownLine) {
      throw new IllegalStateException(
          Library.SCHEMA_TO_MAP + " cannot render a schema in this line of LangChain4j",
          unknownLine);
    }
  }

  /**
   * The rendering is made of the JDK's own maps and collections; a foreign one would run foreign
   * code.
   */
  private static Object json(Object value) {
    if (value == null || value instanceof String || value instanceof Boolean) {
      return value;
    }
    if (value.getClass().getClassLoader() == null) {
      if (value instanceof Double number) {
        return ShortestDecimal.of(number);
      }
      if (value instanceof Number) {
        return value;
      }
      if (value instanceof Map<?, ?> map) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          json.put((String) entry.getKey(), json(entry.getValue()));
        }
        return json;
      }
      if (value instanceof Collection<?> collection) {
        List<Object> json = new ArrayList<>(collection.size());
        for (Object element : collection) {
          json.add(json(element));
        }
        return json;
      }
    }
    throw new NotCanonicalException("a " + value.getClass().getName() + " in the schema of a tool");
  }

  private ToolDefinition() {}
}
