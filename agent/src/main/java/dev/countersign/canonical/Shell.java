package dev.countersign.canonical;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Objects that only hold another one: the wrappers of {@code java.util.Collections}, the sets of
 * the JDK that stand on a map of unknown class, and the nodes of Jackson 2 and 3. Their methods
 * would hand the call on to what they hold, which may be code of the application; so what they hold
 * is read by its field. Kotlin's empty collections, the defaults of most members, hold nothing.
 *
 * <p>Jackson and Kotlin are known by exact class name: no class of theirs is on the agent's path,
 * and a subclass of a node is no node.
 */
final class Shell {

  private static final String JACKSON_2 = "com.fasterxml.jackson.databind.node.";
  private static final String JACKSON_3 = "tools.jackson.databind.node.";

  /**
   * The one field of a shell's declaring class, opened. A class that cannot be read is asked again
   * next time.
   */
  private static final ClassValue<Field> CONTENT =
      new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> declaring) {
          String name = contentField(declaring);
          try {
            return OpenField.open(declaring.getDeclaredField(name));
          } catch (NoSuchFieldException e) {
            throw new NotCanonicalException(
                declaring.getName()
                    + " has no field "
                    + name
                    + ": this version of it is not known");
          }
        }
      };

  private Shell() {}

  /** Whether the object is a node of Jackson's tree model, exactly. */
  static boolean isNode(Object value) {
    return nodeName(value.getClass()) != null;
  }

  /** The class that declares the content of this shell; null for what is no shell. */
  private static Class<?> declaring(Object value) {
    Class<?> type = value.getClass();
    if (contentField(type) != null) {
      return type;
    }
    if (type.getClassLoader() == null && type.getName().startsWith("java.util.Collections$")) {
      for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
        if (contentField(c) != null) {
          return c;
        }
      }
    }
    return null;
  }

  static boolean is(Object value) {
    return declaring(value) != null || isNode(value) || empty(value) != null;
  }

  /** What stands for one of Kotlin's empty collections, of which no method is called; else null. */
  private static Object empty(Object value) {
    switch (value.getClass().getName()) {
      case "kotlin.collections.EmptyList":
        return List.of();
      case "kotlin.collections.EmptySet":
        return Set.of();
      case "kotlin.collections.EmptyMap":
        return Map.of();
      default:
        return null;
    }
  }

  /** What the shell holds; null for Jackson's null and missing nodes. */
  static Object content(Object shell) {
    Class<?> declaring = declaring(shell);
    if (declaring == null) {
      return empty(shell);
    }
    return OpenField.read(CONTENT.get(declaring), shell);
  }

  private static String contentField(Class<?> type) {
    if (type.getClassLoader() == null) {
      switch (type.getName()) {
        case "java.util.Collections$UnmodifiableCollection":
        case "java.util.Collections$SynchronizedCollection":
        case "java.util.Collections$CheckedCollection":
          return "c";
        case "java.util.Collections$UnmodifiableMap":
        case "java.util.Collections$SynchronizedMap":
        case "java.util.Collections$CheckedMap":
        case "java.util.Collections$SetFromMap":
        case "java.util.TreeSet":
        case "java.util.concurrent.ConcurrentSkipListSet":
          return "m";
        default:
          return null;
      }
    }
    String node = nodeName(type);
    if (node == null) {
      return null;
    }
    switch (node) {
      case "ObjectNode":
      case "ArrayNode":
        return "_children";
      case "BinaryNode":
        return "_data";
      case "NullNode":
      case "MissingNode":
        return null;
      default:
        return "_value";
    }
  }

  private static String nodeName(Class<?> type) {
    String name = type.getName();
    String prefix =
        name.startsWith(JACKSON_2) ? JACKSON_2 : name.startsWith(JACKSON_3) ? JACKSON_3 : null;
    if (prefix == null) {
      return null;
    }
    String node = name.substring(prefix.length());
    switch (node) {
      case "ObjectNode":
      case "ArrayNode":
      case "TextNode":
      case "StringNode":
      case "IntNode":
      case "LongNode":
      case "ShortNode":
      case "BigIntegerNode":
      case "DecimalNode":
      case "DoubleNode":
      case "FloatNode":
      case "BooleanNode":
      case "NullNode":
      case "MissingNode":
      case "BinaryNode":
      case "POJONode":
        return node;
      default:
        return null;
    }
  }
}
