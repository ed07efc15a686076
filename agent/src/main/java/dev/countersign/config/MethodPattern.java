package dev.countersign.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Methods by name (spec 5.2): one of one class, {@code pkg.Type#name(ParamType,…)}; one of a type
 * and all its sub-types, {@code pkg.Type+#name(ParamType,…)}, or every overload of it, {@code
 * pkg.Type+#name(..)}; or all that carry an annotation, {@code @pkg.Annotation *#*(..)}. The return
 * type is not part of it, so that a bridge and its method count as one.
 *
 * @param text as written
 * @param kind which of the three
 * @param className the declaring class, the type or the annotation, as {@link Class#getName()}
 *     gives it: dots between packages, {@code $} before nested types
 * @param methodName the method; {@code *} for all that are annotated
 * @param parameters the parameter part of its descriptor, for example {@code
 *     (Ljava/lang/String;J)}; {@code (} for any
 * @param parameterNames one name per parameter if the pattern gives them ({@code create(long id)}),
 *     else empty
 */
public record MethodPattern(
    String text,
    Kind kind,
    String className,
    String methodName,
    String parameters,
    List<String> parameterNames) {

  /** How a pattern names methods. */
  public enum Kind {
    /** One method of one class. */
    EXACT,
    /** A method of a type and of all its sub-types. */
    SUBTYPES,
    /** All methods that carry an annotation. */
    ANNOTATED
  }

  private static final String ANY_PARAMETERS = "(";
  private static final String EXAMPLE = "com.acme.Refunds#create(java.lang.String,long)";

  /**
   * Simple names of java.lang that are written without their package by mistake; a default-package
   * class is not.
   */
  private static final List<String> JAVA_LANG =
      List.of(
          "String",
          "Object",
          "Integer",
          "Long",
          "Boolean",
          "Double",
          "Float",
          "Short",
          "Byte",
          "Character",
          "CharSequence",
          "Number",
          "Iterable",
          "Runnable",
          "Class",
          "Enum",
          "Void",
          "Process",
          "ProcessBuilder",
          "Thread",
          "Throwable",
          "Exception");

  private static final List<String> JAVA_UTIL =
      List.of(
          "List",
          "Map",
          "Set",
          "Collection",
          "Optional",
          "UUID",
          "Date",
          "Locale",
          "Iterator",
          "Properties");

  /**
   * Reads one pattern.
   *
   * @throws IllegalArgumentException whose message says what is wrong and what would be right
   */
  public static MethodPattern parse(String text) {
    if (text.startsWith("@")) {
      return annotated(text);
    }
    int hash = text.indexOf('#');
    if (hash < 0) {
      throw wrong("expected Type#method(types), like " + EXAMPLE);
    }
    boolean subtypes = hash > 0 && text.charAt(hash - 1) == '+';
    int open = text.indexOf('(', hash);
    if (open < 0) {
      throw wrong("the parameter types are missing. Write them in parentheses, like " + EXAMPLE);
    }
    if (text.charAt(text.length() - 1) != ')' || text.indexOf('(', open + 1) >= 0) {
      throw wrong("expected one pair of parentheses, closed at the end, like " + EXAMPLE);
    }
    String className = className(text.substring(0, subtypes ? hash - 1 : hash).strip());
    String methodName = text.substring(hash + 1, open).strip();
    if (methodName.equals("<init>") || methodName.equals("<clinit>") || methodName.equals("new")) {
      throw wrong(
          "constructors cannot be bound: they can neither be refused nor replaced. Name a method");
    }
    boolean overloads = subtypes && text.substring(open).equals("(..)");
    if (methodName.indexOf('*') >= 0 || text.indexOf("(..") == open && !overloads) {
      throw wrong(
          "wildcards are not served in a method pattern. Name one method with its parameter types");
    }
    if (!methodName(methodName)) {
      throw wrong(Tree.quoted(methodName) + " cannot be the name of a method");
    }
    if (overloads) {
      return new MethodPattern(
          text, Kind.SUBTYPES, className, methodName, ANY_PARAMETERS, List.of());
    }
    List<String> names = new ArrayList<>();
    StringBuilder descriptor = new StringBuilder("(");
    String inside = text.substring(open + 1, text.length() - 1);
    int count = 0;
    if (!inside.isBlank()) {
      int from = 0;
      while (from <= inside.length()) {
        int comma = inside.indexOf(',', from);
        int end = comma < 0 ? inside.length() : comma;
        parameter(inside.substring(from, end).strip(), comma < 0, descriptor, names);
        count++;
        from = end + 1;
      }
    }
    if (!names.isEmpty() && names.size() != count) {
      throw wrong("some parameters have a name and some have none. Name all of them or none");
    }
    return new MethodPattern(
        text,
        subtypes ? Kind.SUBTYPES : Kind.EXACT,
        className,
        methodName,
        descriptor.append(')').toString(),
        List.copyOf(names));
  }

  private static MethodPattern annotated(String text) {
    String example = "@com.acme.Tool *#*(..)";
    int space = text.indexOf(' ');
    if (space < 0 || !text.substring(space).strip().equals("*#*(..)")) {
      throw wrong("after an annotation only *#*(..) is served, every method, like " + example);
    }
    return new MethodPattern(
        text, Kind.ANNOTATED, className(text.substring(1, space)), "*", ANY_PARAMETERS, List.of());
  }

  /** Whether it names one method of one class. */
  public boolean isExact() {
    return kind == Kind.EXACT;
  }

  /** Whether both name the same methods, however they are written. */
  public boolean sameMethods(MethodPattern other) {
    return kind == other.kind
        && className.equals(other.className)
        && methodName.equals(other.methodName)
        && parameters.equals(other.parameters);
  }

  /** How many parameters the method has; -1 where that is open. */
  public int parameterCount() {
    if (parameters.equals(ANY_PARAMETERS)) {
      return -1;
    }
    int count = 0;
    for (int i = 1; i < parameters.length() - 1; i++) {
      char c = parameters.charAt(i);
      if (c != '[') {
        count++;
        if (c == 'L') {
          i = parameters.indexOf(';', i);
        }
      }
    }
    return count;
  }

  private static String className(String text) {
    if (text.indexOf('/') >= 0) {
      throw wrong("write dots between packages: " + text.replace('/', '.'));
    }
    if (text.indexOf('*') >= 0) {
      throw wrong("wildcards are not served in a method pattern. Name one class");
    }
    if (text.indexOf(' ') >= 0) {
      throw wrong(
          "no modifiers and no return type belong before the type. Write it like " + EXAMPLE);
    }
    if (!qualified(text)) {
      throw wrong(
          Tree.quoted(text)
              + " cannot be the name of a class. Write it like com.acme.Refunds, nested types with $");
    }
    return text;
  }

  private static void parameter(
      String text, boolean last, StringBuilder descriptor, List<String> names) {
    if (text.isEmpty()) {
      throw wrong("a parameter type is missing between two commas");
    }
    if (text.equals("..") || text.equals("...")) {
      throw wrong("wildcards are not served in a method pattern. Name the parameter types");
    }
    if (text.indexOf('<') >= 0 || text.indexOf('>') >= 0) {
      throw wrong(
          "type arguments are erased at run time. Write java.util.List instead of java.util.List<…>");
    }
    String type = text;
    int space = text.lastIndexOf(' ');
    String tail = space < 0 ? "" : text.substring(space + 1);
    if (space >= 0 && !tail.startsWith("[") && !tail.startsWith(".")) {
      if (!identifier(tail)) {
        throw wrong(Tree.quoted(tail) + " cannot be the name of a parameter");
      }
      if (names.contains(tail)) {
        throw wrong("two parameters are called " + tail);
      }
      names.add(tail);
      type = text.substring(0, space).strip();
    }
    int dimensions = 0;
    if (type.endsWith("...")) {
      if (!last) {
        throw wrong("only the last parameter can be variable (...)");
      }
      dimensions++;
      type = type.substring(0, type.length() - 3).strip();
    }
    while (type.endsWith("]")) {
      String before = type.substring(0, type.length() - 1).strip();
      if (!before.endsWith("[")) {
        throw wrong("expected an array like long[], found " + Tree.quoted(text));
      }
      dimensions++;
      type = before.substring(0, before.length() - 1).strip();
    }
    if (dimensions > 255) {
      throw wrong("an array has at most 255 dimensions");
    }
    for (int i = 0; i < dimensions; i++) {
      descriptor.append('[');
    }
    type(type, descriptor);
  }

  private static void type(String type, StringBuilder descriptor) {
    switch (type) {
      case "boolean":
        descriptor.append('Z');
        return;
      case "byte":
        descriptor.append('B');
        return;
      case "char":
        descriptor.append('C');
        return;
      case "short":
        descriptor.append('S');
        return;
      case "int":
        descriptor.append('I');
        return;
      case "long":
        descriptor.append('J');
        return;
      case "float":
        descriptor.append('F');
        return;
      case "double":
        descriptor.append('D');
        return;
      default:
        break;
    }
    if (type.equals("void")) {
      throw wrong("void is no parameter type. A method without parameters is written name()");
    }
    if (type.indexOf(' ') >= 0 || type.startsWith("@")) {
      throw wrong(
          "a parameter is a type and, if you like, a name; no modifiers or annotations: "
              + Tree.quoted(type));
    }
    if (JAVA_LANG.contains(type)) {
      throw wrong("write the whole name of the type: java.lang." + type);
    }
    if (JAVA_UTIL.contains(type)) {
      throw wrong("write the whole name of the type: java.util." + type);
    }
    if (type.indexOf('/') >= 0) {
      throw wrong("write dots between packages: " + type.replace('/', '.'));
    }
    if (!qualified(type)) {
      throw wrong(Tree.quoted(type) + " cannot be the name of a type");
    }
    descriptor.append('L').append(type.replace('.', '/')).append(';');
  }

  private static boolean qualified(String name) {
    int from = 0;
    while (true) {
      int dot = name.indexOf('.', from);
      if (!identifier(name.substring(from, dot < 0 ? name.length() : dot))) {
        return false;
      }
      if (dot < 0) {
        return true;
      }
      from = dot + 1;
    }
  }

  /** Any name that a class file may have: Kotlin's mangled names hold hyphens. */
  private static boolean methodName(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isWhitespace(name.charAt(i)) || ".;[/<>,()#".indexOf(name.charAt(i)) >= 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean identifier(String name) {
    if (name.isEmpty() || !Character.isJavaIdentifierStart(name.charAt(0))) {
      return false;
    }
    for (int i = 1; i < name.length(); i++) {
      if (!Character.isJavaIdentifierPart(name.charAt(i))
          || Character.isIdentifierIgnorable(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static IllegalArgumentException wrong(String message) {
    return new IllegalArgumentException(message);
  }
}
