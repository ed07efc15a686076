package dev.countersign.canonical;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.BaseStream;

/**
 * The state of an application's record or class: its declared fields, neither static nor transient,
 * up the hierarchy.
 *
 * <p>Accessors, {@code toString}, {@code equals} and serialisers of the application are never
 * called. A class whose state is not its own fields has none that could be compared and is refused
 * with its type named: lambdas and proxies, whatever extends a class of the JDK other than {@code
 * Object} (streams, threads, class loaders, collections, numbers), foreign collections, iterators,
 * and classes without any field (a record may have none).
 */
public final class DeclaredFields {

  private static final ClassValue<DeclaredFields> KNOWN =
      new ClassValue<>() {
        @Override
        protected DeclaredFields computeValue(Class<?> type) {
          return read(type);
        }
      };

  private final Field[] fields;

  private DeclaredFields(Field[] fields) {
    this.fields = fields;
  }

  /**
   * The fields of a class of the application, superclass last.
   *
   * @throws NotCanonicalException when its state cannot be read completely
   */
  public static DeclaredFields of(Class<?> type) {
    return KNOWN.get(type);
  }

  /** How many there are. */
  public int size() {
    return fields.length;
  }

  /** The field itself, for its name, type and annotations. */
  public Field field(int index) {
    return fields[index];
  }

  /** The values of one instance, in the order of the fields. */
  public Object[] values(Object instance) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = OpenField.read(fields[i], instance);
    }
    return values;
  }

  /** Whether two readings of one instance agree: references by identity, primitives by value. */
  boolean same(Object[] first, Object[] second) {
    for (int i = 0; i < first.length; i++) {
      if (first[i] != second[i]
          && !(fields[i].getType().isPrimitive() && first[i].equals(second[i]))) {
        return false;
      }
    }
    return true;
  }

  private static DeclaredFields read(Class<?> type) {
    requireOwnState(type);
    List<Field> found = new ArrayList<>();
    Set<String> names = new HashSet<>();
    try {
      for (Class<?> c = type; c != Object.class && c != Record.class; c = c.getSuperclass()) {
        for (Field field : c.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers())
              || Modifier.isTransient(field.getModifiers())) {
            continue;
          }
          if (!names.add(field.getName())) {
            throw new NotCanonicalException(
                type.getName() + " has two fields of one name in its hierarchy");
          }
          found.add(OpenField.open(field));
        }
      }
    } catch (LinkageError e) {
      throw new NotCanonicalException(
          type.getName() + " cannot be read: a class that it mentions is missing");
    }
    if (found.isEmpty() && !type.isRecord()) {
      throw refused(type, "it has no field that could be compared");
    }
    return new DeclaredFields(found.toArray(new Field[0]));
  }

  private static void requireOwnState(Class<?> type) {
    if (ofTheJdk(type)) {
      throw refused(type, "it is not in the closed set of types");
    }
    if (type.isHidden()) {
      throw refused(type, "it is a lambda or another hidden class");
    }
    if (type.isInterface() || type.isPrimitive() || type.isArray() || type.isEnum()) {
      throw refused(type, "it is no class with fields");
    }
    if (Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || Iterator.class.isAssignableFrom(type)
        || BaseStream.class.isAssignableFrom(type)) {
      throw refused(type, "reading it would run its own code. Use a collection of the JDK");
    }
    for (Class<?> c = type.getSuperclass();
        c != Object.class && c != Record.class;
        c = c.getSuperclass()) {
      if (ofTheJdk(c)) {
        throw refused(type, "it extends " + c.getName() + ", whose state cannot be read");
      }
      if (c.getName().equals("com.fasterxml.jackson.databind.JsonNode")
          || c.getName().equals("tools.jackson.databind.JsonNode")) {
        throw refused(type, "it extends a node of Jackson");
      }
    }
  }

  private static NotCanonicalException refused(Class<?> type, String why) {
    return new NotCanonicalException(
        "a value of type " + type.getName() + " cannot be verified: " + why);
  }

  /** Loaded by the boot or platform loader, or of one of the JDK's modules on another loader. */
  static boolean ofTheJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return true;
    }
    String module = type.getModule().getName();
    return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
  }
}
