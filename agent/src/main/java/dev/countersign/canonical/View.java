package dev.countersign.canonical;

import java.lang.reflect.Field;

/**
 * Views of the JDK on another container: part of a list, a list in reverse, the keys or values of a
 * map. Unlike a {@link Shell} a view is more than what it stands on, so it is read through its own
 * iterator, which is the JDK's but asks the container below it. Hence a view counts only when that
 * container, found by its field, is itself one that {@link Contents} reads: a sub-list of an
 * application's own {@code AbstractList} would run the application's {@code get}.
 *
 * <p>Missing on purpose: views of entries (an entry has no form in JSON) and the part or reverse of
 * a sorted map, which calls the comparison of the keys while it is read.
 */
final class View {

  /** Most views and shells on each other. */
  private static final int MAX_VIEWS = 512;

  /** The field of what the view stands on, opened. */
  private static final ClassValue<Field> BASE =
      new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> type) {
          String name = baseField(type);
          for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            try {
              return OpenField.open(c.getDeclaredField(name));
            } catch (NoSuchFieldException e) {
              // Views of one kind share a superclass, which then has the field.
              continue;
            }
          }
          throw new NotCanonicalException(
              type.getName() + " has no field " + name + ": this version of it is not known");
        }
      };

  private View() {}

  /**
   * What the view is to JSON; {@code NONE} for what is no view, and for one that cannot be read.
   */
  static Contents.Kind kind(Object value) {
    Contents.Kind kind = nominal(value.getClass());
    return kind == Contents.Kind.NONE || standsOnTheJdk(value) ? kind : Contents.Kind.NONE;
  }

  private static boolean standsOnTheJdk(Object view) {
    Object base = view;
    for (int views = 0; views < MAX_VIEWS; views++) {
      base = Contents.bare(OpenField.read(BASE.get(base.getClass()), base));
      if (base == null) {
        return false;
      }
      if (nominal(base.getClass()) == Contents.Kind.NONE) {
        return Contents.kind(base) != Contents.Kind.NONE;
      }
    }
    throw new NotCanonicalException("a view stands on more than " + MAX_VIEWS + " others");
  }

  /** What a view of this class would be to JSON. */
  private static Contents.Kind nominal(Class<?> type) {
    if (type.getClassLoader() != null) {
      return Contents.Kind.NONE;
    }
    switch (type.getName()) {
      case "java.util.AbstractList$SubList":
      case "java.util.AbstractList$RandomAccessSubList":
      case "java.util.ImmutableCollections$SubList":
      case "java.util.concurrent.CopyOnWriteArrayList$COWSubList":
      case "java.util.concurrent.CopyOnWriteArrayList$Reversed":
      case "java.util.ReverseOrderListView":
      case "java.util.ReverseOrderListView$Rand":
      case "java.util.ReverseOrderDequeView":
      case "java.util.LinkedList$ReverseOrderLinkedListView":
      case "java.util.AbstractMap$2":
      case "java.util.HashMap$Values":
      case "java.util.LinkedHashMap$LinkedValues":
      case "java.util.TreeMap$Values":
      case "java.util.EnumMap$Values":
      case "java.util.concurrent.ConcurrentHashMap$ValuesView":
        return Contents.Kind.LIST;
      case "java.util.LinkedHashMap$LinkedKeySet":
      case "java.util.LinkedHashSet$1ReverseLinkedHashSetView":
        return Contents.Kind.ORDERED_SET;
      case "java.util.AbstractMap$1":
      case "java.util.HashMap$KeySet":
      case "java.util.TreeMap$KeySet":
      case "java.util.EnumMap$KeySet":
        return Contents.Kind.SET;
      case "java.util.LinkedHashMap$ReversedLinkedHashMapView":
        return Contents.Kind.MAP;
      default:
        return Contents.Kind.NONE;
    }
  }

  private static String baseField(Class<?> type) {
    switch (type.getName()) {
      case "java.util.AbstractList$SubList":
      case "java.util.AbstractList$RandomAccessSubList":
      case "java.util.ImmutableCollections$SubList":
        return "root";
      case "java.util.concurrent.CopyOnWriteArrayList$Reversed":
      case "java.util.ReverseOrderListView":
      case "java.util.ReverseOrderListView$Rand":
      case "java.util.ReverseOrderDequeView":
      case "java.util.LinkedHashMap$ReversedLinkedHashMapView":
        return "base";
      case "java.util.LinkedList$ReverseOrderLinkedListView":
        return "list";
      case "java.util.TreeMap$KeySet":
        return "m";
      case "java.util.concurrent.ConcurrentHashMap$ValuesView":
        return "map";
      default:
        return "this$0";
    }
  }
}
