package dev.countersign.effect;

import dev.countersign.canonical.NotCanonicalException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.Map;

/**
 * A declared generic type with its variables filled in.
 *
 * @param raw the class; a primitive stays one
 * @param arguments the type arguments; for an array its component; empty for a class without any,
 *     or used without them
 */
record DeclaredType(Class<?> raw, DeclaredType[] arguments) {

  static final DeclaredType OBJECT = new DeclaredType(Object.class, new DeclaredType[0]);

  /**
   * @throws NotCanonicalException for a {@code Type} that the JDK did not make: asking it would run
   *     foreign code
   */
  static DeclaredType of(Type type) {
    return of(type, Map.of());
  }

  private static DeclaredType of(Type type, Map<TypeVariable<?>, DeclaredType> bound) {
    if (type.getClass().getClassLoader() != null) {
      throw new NotCanonicalException(
          "a parameter's type is described by " + type.getClass().getName());
    }
    if (type instanceof Class<?> c) {
      return c.isArray()
          ? array(c, of(c.getComponentType()))
          : new DeclaredType(c, OBJECT.arguments);
    }
    if (type instanceof ParameterizedType p) {
      Type[] given = p.getActualTypeArguments();
      DeclaredType[] arguments = new DeclaredType[given.length];
      for (int i = 0; i < given.length; i++) {
        arguments[i] = of(given[i], bound);
      }
      return new DeclaredType((Class<?>) p.getRawType(), arguments);
    }
    if (type instanceof GenericArrayType a) {
      DeclaredType component = of(a.getGenericComponentType(), bound);
      return array(component.raw.arrayType(), component);
    }
    if (type instanceof WildcardType w) {
      return of(w.getUpperBounds()[0], bound);
    }
    DeclaredType known = bound.get(type);
    return known != null ? known : of(erased(type));
  }

  /**
   * Only the class of an unbound variable's bound: {@code T extends Comparable<T>} has no end
   * otherwise.
   */
  private static Class<?> erased(Type type) {
    Type bound = type;
    while (bound instanceof TypeVariable<?> variable) {
      bound = variable.getBounds()[0];
    }
    return bound instanceof ParameterizedType p ? (Class<?>) p.getRawType() : (Class<?>) bound;
  }

  private static DeclaredType array(Class<?> raw, DeclaredType component) {
    return new DeclaredType(raw, new DeclaredType[] {component});
  }

  /** The type argument at that place when there are as many as expected, else {@code Object}. */
  DeclaredType argument(int index, int expected) {
    return arguments.length == expected ? arguments[index] : OBJECT;
  }

  /** The type of a field that this class or one above it declares. */
  DeclaredType of(Field field) {
    DeclaredType owner = this;
    while (owner.raw != field.getDeclaringClass()) {
      owner = of(owner.raw.getGenericSuperclass(), owner.bindings());
    }
    return of(field.getGenericType(), owner.bindings());
  }

  private Map<TypeVariable<?>, DeclaredType> bindings() {
    TypeVariable<?>[] variables = raw.getTypeParameters();
    if (raw.isArray() || variables.length != arguments.length) {
      return Map.of();
    }
    Map<TypeVariable<?>, DeclaredType> bound = new HashMap<>();
    for (int i = 0; i < variables.length; i++) {
      bound.put(variables[i], arguments[i]);
    }
    return bound;
  }
}
