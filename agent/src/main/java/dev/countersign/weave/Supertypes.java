package dev.countersign.weave;

import java.util.Set;

/** Types of libraries that are not on our class path, told by name among the types of a class. */
public final class Supertypes {

  /**
   * Looks at a type, its superclasses and every interface of theirs, nearest first.
   *
   * @return the first one that has one of the names; null where none has
   */
  public static Class<?> named(Class<?> type, Set<String> names) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (names.contains(at.getName())) {
        return at;
      }
      for (Class<?> implemented : at.getInterfaces()) {
        Class<?> found = named(implemented, names);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** Whether a type is, extends or implements the one of that name. */
  public static boolean isA(Class<?> type, String name) {
    return named(type, Set.of(name)) != null;
  }

  private Supertypes() {}
}
