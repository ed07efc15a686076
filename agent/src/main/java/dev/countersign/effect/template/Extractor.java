package dev.countersign.effect.template;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * Takes one value out of a bound method's receiver, arguments or result (spec 5.3): {@code
 * ${return}}, {@code ${this}}, {@code ${argN}} counted from 0, followed by a path of zero-argument
 * accessors ({@code ${arg0.request.uri}} calls {@code request()} or {@code getRequest()}, then
 * {@code uri()} or {@code getUri()}); {@code ${json:…}} parses a text, {@code ${text:…}} takes a
 * string's or number's text.
 *
 * <p>These accessors are the only code of the application that runs while a check runs. They are
 * public instance methods without parameters; nothing else is called, no field is read.
 */
public final class Extractor {

  private enum Form {
    VALUE,
    JSON,
    TEXT
  }

  /** What the path starts from: the argument's index, or one of the two below. */
  private static final int RESULT = -1;

  private static final int SELF = -2;

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final int MAX_ARGUMENTS = 255;

  private final String written;
  private final Form form;
  private final int root;
  private final List<String> path;

  private Extractor(String written, Form form, int root, List<String> path) {
    this.written = written;
    this.form = form;
    this.root = root;
    this.path = path;
  }

  /**
   * Reads an extractor, which is the whole of {@code text}.
   *
   * @throws TemplateException when it is none
   */
  public static Extractor parse(String text) {
    if (!text.startsWith("${") || text.indexOf('}') != text.length() - 1) {
      throw new TemplateException(
          "expected one extractor, like ${return}, ${this}, ${arg0.request.uri}, ${json:arg1} or ${text:arg0}",
          "");
    }
    String rest = text.substring(2, text.length() - 1);
    Form form = Form.VALUE;
    if (rest.startsWith("json:")) {
      form = Form.JSON;
      rest = rest.substring(5);
    } else if (rest.startsWith("text:")) {
      form = Form.TEXT;
      rest = rest.substring(5);
    }
    List<String> names = Arrays.asList(rest.split("\\.", -1));
    List<String> path = names.subList(1, names.size());
    for (String name : path) {
      if (!identifier(name)) {
        throw new TemplateException("\"" + name + "\" in " + text + " is no accessor's name", "");
      }
    }
    return new Extractor(text, form, root(names.get(0), text), List.copyOf(path));
  }

  private static int root(String name, String text) {
    if (name.equals("return")) {
      return RESULT;
    }
    if (name.equals("this")) {
      return SELF;
    }
    int index = -1;
    if (name.startsWith("arg") && name.length() > 3 && name.length() <= 6) {
      index = 0;
      for (int i = 3; i < name.length() && index >= 0; i++) {
        int digit = name.charAt(i) - '0';
        index = digit >= 0 && digit <= 9 ? index * 10 + digit : -1;
      }
    }
    if (index < 0 || index > MAX_ARGUMENTS) {
      throw new TemplateException(
          "\"" + name + "\" in " + text + ": expected return, this or arg0, arg1, …", "");
    }
    return index;
  }

  private static boolean identifier(String name) {
    boolean plain = !name.isEmpty() && Character.isJavaIdentifierStart(name.charAt(0));
    for (int i = 1; i < name.length() && plain; i++) {
      plain = Character.isJavaIdentifierPart(name.charAt(i));
    }
    return plain;
  }

  /** Whether it needs what the method returns, and so is read when that returns. */
  public boolean needsResult() {
    return root == RESULT;
  }

  /** The index of the argument that it starts from; -1 when it starts from another value. */
  public int argument() {
    return Math.max(root, -1);
  }

  /**
   * The value, as the application's own object; for {@code json:} a JSON value, for {@code text:} a
   * {@link String}. The caller takes a snapshot of it at once.
   *
   * @param self the receiver; null for static methods
   * @param args the arguments
   * @param result what the method returned; null before it did
   * @return null where the value, or a value on the path to it, is null
   * @throws TemplateException when an accessor is missing, cannot be called or throws, or the value
   *     has no such form
   */
  public Object extract(Object self, Object[] args, Object result) {
    Object value;
    if (root == RESULT) {
      value = result;
    } else if (root == SELF) {
      value = self;
    } else if (root < args.length) {
      value = args[root];
    } else {
      throw new TemplateException(written + ": the method has " + args.length + " parameters", "");
    }
    for (int i = 0; i < path.size() && value != null; i++) {
      value = read(value, path.get(i));
    }
    return value == null ? null : formed(value);
  }

  private Object formed(Object value) {
    switch (form) {
      case JSON:
        if (!(value instanceof String text)) {
          throw new TemplateException(
              written + " needs a String, not " + value.getClass().getName(), "");
        }
        try {
          return Json.parse(text);
        } catch (NotCanonicalException wrong) {
          throw new TemplateException(written + ": " + wrong.getMessage(), "");
        }
      case TEXT:
        // Subclasses of Number outside java.* would run their own toString().
        if (!(value instanceof String)
            && !(value instanceof Number
                && value.getClass().getModule() == Object.class.getModule())) {
          throw new TemplateException(
              written
                  + " takes the text of a String or a number, not of "
                  + value.getClass().getName(),
              "");
        }
        return String.valueOf(value);
      default:
        return value;
    }
  }

  private Object read(Object from, String name) {
    Method accessor = accessor(from.getClass(), name);
    if (accessor == null) {
      throw new TemplateException(
          written
              + ": "
              + from.getClass().getName()
              + " has no callable public method "
              + name
              + "() or get"
              + Character.toUpperCase(name.charAt(0))
              + name.substring(1)
              + "()",
          "");
    }
    try {
      return accessor.invoke(from);
    } catch (InvocationTargetException thrown) {
      throw new TemplateException(
          written
              + ": "
              + accessor.getName()
              + "() threw "
              + thrown.getCause().getClass().getName(),
          "");
    } catch (IllegalAccessException closed) {
      throw new TemplateException(
          written + ": " + accessor.getName() + "() cannot be called: its module is closed", "");
    }
  }

  private static Method accessor(Class<?> type, String name) {
    String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (String candidate : new String[] {name, "get" + capital, "is" + capital}) {
      Method method = callable(type, candidate);
      if (method != null) {
        return method;
      }
    }
    return null;
  }

  /**
   * The method as declared by a type that may be called through: an implementation class is often
   * hidden, its interface is not.
   */
  private static Method callable(Class<?> type, String name) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      Method declared = declared(at, name);
      if (declared != null && declared.trySetAccessible()) {
        return declared;
      }
      for (Class<?> each : at.getInterfaces()) {
        Method inherited = callable(each, name);
        if (inherited != null) {
          return inherited;
        }
      }
    }
    return null;
  }

  private static Method declared(Class<?> type, String name) {
    try {
      Method method = type.getDeclaredMethod(name);
      boolean accessor =
          Modifier.isPublic(method.getModifiers())
              && !Modifier.isStatic(method.getModifiers())
              && method.getReturnType() != void.class;
      return accessor ? method : null;
    } catch (NoSuchMethodException absent) {
      return null;
    }
  }

  /** As written. */
  @Override
  public String toString() {
    return written;
  }
}
