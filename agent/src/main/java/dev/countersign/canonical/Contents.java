package dev.countersign.canonical;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Shallow, safe readings of containers: the elements of arrays and of the JDK's own collections,
 * the entries of its maps.
 *
 * <p>Only exact classes of the JDK are asked through their methods; of any other class an iterator
 * is application code, which could return one thing to the check and another to the tool. A {@link
 * View} on another container is among them when that container is. Views that call a comparator of
 * the application while they are read are not, nor is a sorted map whose comparator is the
 * application's. Foreign collections (Guava, Kotlin's own, a subclass of {@code ArrayList}) are
 * therefore refused with their type named: what the frameworks build from JSON are JDK collections.
 */
public final class Contents {

  /** Most elements of one container, and most values of one snapshot. */
  public static final int MAX_NODES = 1_000_000;

  private static final int MAX_SHELLS = 512;

  /** What a container is to JSON. */
  public enum Kind {
    /** An array or a list: order counts. */
    LIST,
    /** A set that remembers the order in which it was filled. */
    ORDERED_SET,
    /** A set without an order of its own. */
    SET,
    /** A map. */
    MAP,
    /** No container that can be read. */
    NONE
  }

  private Contents() {}

  /**
   * The value without the shells that only hold it: {@code Collections.unmodifiableList} and its
   * kin, and the nodes of Jackson 2 and 3 (a number node is its number, a null or missing node is
   * null). {@code TreeSet} and the other sets that stand on a map become {@link MapKeys}.
   *
   * @throws NotCanonicalException when a shell cannot be read, or more than 512 stand in each other
   */
  public static Object bare(Object value) {
    Object bare = value;
    boolean keys = false;
    for (int shells = 0; bare != null && Shell.is(bare); shells++) {
      if (shells == MAX_SHELLS) {
        throw new NotCanonicalException("a value is wrapped more than " + MAX_SHELLS + " times");
      }
      keys |= bare instanceof Set<?> && Shell.content(bare) instanceof Map<?, ?>;
      bare = Shell.content(bare);
    }
    return keys ? new MapKeys(bare) : bare;
  }

  /** The keys of a map that a set stands on. */
  record MapKeys(Object map) {}

  /** What the bare value is. */
  public static Kind kind(Object bare) {
    if (bare == null) {
      return Kind.NONE;
    }
    if (bare instanceof MapKeys keys) {
      return kind(keys.map()) == Kind.MAP
          ? keys.map() instanceof LinkedHashMap<?, ?> ? Kind.ORDERED_SET : Kind.SET
          : Kind.NONE;
    }
    Class<?> type = bare.getClass();
    if (type.isArray()) {
      return Kind.LIST;
    }
    if (type.getClassLoader() != null) {
      return Kind.NONE;
    }
    switch (type.getName()) {
      case "java.util.ArrayList":
      case "java.util.ArrayList$SubList":
      case "java.util.Arrays$ArrayList":
      case "java.util.ImmutableCollections$List12":
      case "java.util.ImmutableCollections$ListN":
      case "java.util.LinkedList":
      case "java.util.Vector":
      case "java.util.Stack":
      case "java.util.ArrayDeque":
      case "java.util.Collections$EmptyList":
      case "java.util.Collections$SingletonList":
      case "java.util.Collections$CopiesList":
      case "java.util.concurrent.CopyOnWriteArrayList":
        return Kind.LIST;
      case "java.util.LinkedHashSet":
      case "java.util.concurrent.CopyOnWriteArraySet":
        return Kind.ORDERED_SET;
      case "java.util.HashSet":
      case "java.util.ImmutableCollections$Set12":
      case "java.util.ImmutableCollections$SetN":
      case "java.util.Collections$EmptySet":
      case "java.util.Collections$SingletonSet":
      case "java.util.RegularEnumSet":
      case "java.util.JumboEnumSet":
      case "java.util.concurrent.ConcurrentHashMap$KeySetView":
        return Kind.SET;
      case "java.util.HashMap":
      case "java.util.LinkedHashMap":
      case "java.util.EnumMap":
      case "java.util.Hashtable":
      case "java.util.ImmutableCollections$Map1":
      case "java.util.ImmutableCollections$MapN":
      case "java.util.Collections$EmptyMap":
      case "java.util.Collections$SingletonMap":
      case "java.util.concurrent.ConcurrentHashMap":
        return Kind.MAP;
      case "java.util.TreeMap":
      case "java.util.concurrent.ConcurrentSkipListMap":
        return sortedByTheJdk((SortedMap<?, ?>) bare) ? Kind.MAP : Kind.NONE;
      default:
        return View.kind(bare);
    }
  }

  /**
   * The elements of an array, list or set in the order of one reading; primitives are boxed.
   *
   * @throws NotCanonicalException when it changes while it is read, or holds more than {@link
   *     #MAX_NODES}
   */
  public static Object[] elements(Object bare) {
    if (bare.getClass().isArray()) {
      int length = bounded(Array.getLength(bare));
      Object[] elements = new Object[length];
      if (bare instanceof Object[] objects) {
        System.arraycopy(objects, 0, elements, 0, length);
      } else {
        for (int i = 0; i < length; i++) {
          elements[i] = Array.get(bare, i);
        }
      }
      return elements;
    }
    if (bare instanceof MapKeys keys) {
      Object[] entries = entries(keys.map());
      Object[] elements = new Object[entries.length / 2];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = entries[2 * i];
      }
      return elements;
    }
    Growing read = new Growing();
    try {
      for (Iterator<?> i = ((Collection<?>) bare).iterator(); i.hasNext(); ) {
        read.add(i.next());
      }
    } catch (NotCanonicalException e) {
      throw e;
    } catch (RuntimeException e) {
      throw changed(bare);
    }
    return read.toArray();
  }

  /**
   * The entries of a map: key, value, key, value…
   *
   * @throws NotCanonicalException when it changes while it is read, or holds more than {@link
   *     #MAX_NODES}
   */
  public static Object[] entries(Object bareMap) {
    Growing read = new Growing();
    try {
      for (Iterator<?> i = ((Map<?, ?>) bareMap).entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) i.next();
        read.add(entry.getKey());
        read.add(entry.getValue());
      }
    } catch (NotCanonicalException e) {
      throw e;
    } catch (RuntimeException e) {
      throw changed(bareMap);
    }
    return read.toArray();
  }

  /**
   * A JDK collection of an exact class throws only because somebody writes to it at the same time.
   */
  static NotCanonicalException changed(Object container) {
    return new NotCanonicalException(
        "a value of "
            + container.getClass().getName()
            + " changed while it was read. Hand over one that no thread writes");
  }

  private static boolean sortedByTheJdk(SortedMap<?, ?> map) {
    Comparator<?> comparator = map.comparator();
    if (comparator == null) {
      return true;
    }
    if (comparator.getClass().getClassLoader() != null) {
      return false;
    }
    switch (comparator.getClass().getName()) {
      case "java.util.Collections$ReverseComparator":
      case "java.util.Comparators$NaturalOrderComparator":
      case "java.lang.String$CaseInsensitiveComparator":
        return true;
      default:
        // Others of the JDK hand the comparison on to a function of the application.
        return false;
    }
  }

  private static int bounded(int length) {
    if (length > MAX_NODES) {
      throw new NotCanonicalException("a value has more than " + MAX_NODES + " elements");
    }
    return length;
  }

  /**
   * A list that grows to twice {@link #MAX_NODES}: a chain that a race bent into a ring ends there
   * too.
   */
  private static final class Growing {
    private Object[] items = new Object[16];
    private int size;

    void add(Object item) {
      if (size == items.length) {
        bounded(size / 2);
        items = Arrays.copyOf(items, size * 2);
      }
      items[size++] = item;
    }

    Object[] toArray() {
      return Arrays.copyOf(items, size);
    }
  }
}
