package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Map;

/** Records of the library, whose lines add components: all that are not named stay as they are. */
final class Records {

  private static final ClassValue<Constructor<?>> CANONICAL =
      new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
          RecordComponent[] components = type.getRecordComponents();
          if (components == null) {
            throw new IllegalStateException(type.getName() + " is no record");
          }
          Class<?>[] types = new Class<?>[components.length];
          for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
          }
          try {
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            return canonical;
          } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
          }
        }
      };

  /**
   * Another record that differs in one component.
   *
   * @param component its name
   */
  static Object with(Object record, String component, Object value) {
    Class<?> type = record.getClass();
    CANONICAL.get(type); // what is no record is told first
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    boolean replaced = false;
    for (int i = 0; i < values.length; i++) {
      String name = components[i].getName();
      boolean here = name.equals(component);
      values[i] = here ? value : Accessors.get(record, name);
      replaced |= here;
    }
    if (!replaced) {
      throw new IllegalStateException(type.getName() + " has no component " + component);
    }
    return make(type, values);
  }

  /**
   * A record of the library.
   *
   * @param values by component; those that are not named are null
   */
  static Object of(Class<?> type, Map<String, ?> values) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] all = new Object[components.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = values.get(components[i].getName());
    }
    return make(type, all);
  }

  private static Object make(Class<?> type, Object[] values) {
    try {
      return CANONICAL.get(type).newInstance(values);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException(type.getName() + " could not be made", failed);
    }
  }

  private Records() {}
}
