package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Map;

/** Records of the library, whose lines add components: all that are not named stay as they are. */
final class Records {

  /** What a class of them is made of; the VM makes that anew each time it is asked. */
  private record Shape(Constructor<?> constructor, String[] components) {

    static Shape of(Class<?> type) {
      RecordComponent[] components = type.getRecordComponents();
      if (components == null) {
        throw new IllegalStateException(type.getName() + " is no record");
      }
      Class<?>[] types = new Class<?>[components.length];
      String[] names = new String[components.length];
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
        names[i] = components[i].getName();
      }
      try {
        Constructor<?> canonical = type.getDeclaredConstructor(types);
        canonical.setAccessible(true);
        return new Shape(canonical, names);
      } catch (NoSuchMethodException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
  }

  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return Shape.of(type);
        }
      };

  /**
   * Another record that differs in one component.
   *
   * @param component its name
   */
  static Object with(Object record, String component, Object value) {
    Class<?> type = record.getClass();
    Shape shape = SHAPES.get(type);
    Object[] values = new Object[shape.components().length];
    boolean replaced = false;
    for (int i = 0; i < values.length; i++) {
      String name = shape.components()[i];
      boolean here = name.equals(component);
      values[i] = here ? value : Accessors.get(record, name);
      replaced |= here;
    }
    if (!replaced) {
      throw new IllegalStateException(type.getName() + " has no component " + component);
    }
    return make(shape, values);
  }

  /**
   * A record of the library.
   *
   * @param values by component; those that are not named are null
   */
  static Object of(Class<?> type, Map<String, ?> values) {
    Shape shape = SHAPES.get(type);
    Object[] all = new Object[shape.components().length];
    for (int i = 0; i < all.length; i++) {
      all[i] = values.get(shape.components()[i]);
    }
    return make(shape, all);
  }

  private static Object make(Shape shape, Object[] values) {
    try {
      return shape.constructor().newInstance(values);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException(
          shape.constructor().getDeclaringClass().getName() + " could not be made", failed);
    }
  }

  private Records() {}
}
