package dev.countersign.effect;

import dev.countersign.canonical.DeclaredFields;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Under which keys of a JSON object the fields of a class are found: the field's name, and what
 * Jackson's {@code @JsonProperty} and {@code @JsonAlias} say on the field, its accessors, or a
 * constructor parameter of that name.
 */
final class PropertyNames {

  private static final ClassValue<String[][]> KNOWN =
      new ClassValue<>() {
        @Override
        protected String[][] computeValue(Class<?> type) {
          return read(DeclaredFields.of(type));
        }
      };

  /** Several keys could be meant. */
  static final String AMBIGUOUS = new String("ambiguous");

  private PropertyNames() {}

  /**
   * The key of a JSON object that is for a field: by one of its names, else by one that differs
   * only in case and in what is no letter or digit, which is how naming strategies make their names
   * ({@code first_name}).
   *
   * @param names of the field, as {@link #of} has them
   * @return null for none, {@link #AMBIGUOUS} (the very object) for several
   */
  static String find(Map<?, ?> json, String[] names) {
    String found = null;
    for (String name : names) {
      if (json.containsKey(name)) {
        if (found != null) {
          return AMBIGUOUS;
        }
        found = name;
      }
    }
    if (found != null) {
      return found;
    }
    for (Object key : json.keySet()) {
      for (String name : names) {
        if (sameLetters((String) key, name)) {
          if (found != null && !found.equals(key)) {
            return AMBIGUOUS;
          }
          found = (String) key;
        }
      }
    }
    return found;
  }

  private static boolean sameLetters(String left, String right) {
    int i = 0;
    int j = 0;
    boolean any = false;
    while (true) {
      while (i < left.length() && !Character.isLetterOrDigit(left.charAt(i))) {
        i++;
      }
      while (j < right.length() && !Character.isLetterOrDigit(right.charAt(j))) {
        j++;
      }
      if (i == left.length() || j == right.length()) {
        return any && i == left.length() && j == right.length();
      }
      if (Character.toLowerCase(left.charAt(i++)) != Character.toLowerCase(right.charAt(j++))) {
        return false;
      }
      any = true;
    }
  }

  /** One array of names for each field, in the order of {@link DeclaredFields}. */
  static String[][] of(Class<?> type) {
    return KNOWN.get(type);
  }

  private static String[][] read(DeclaredFields fields) {
    String[][] names = new String[fields.size()][];
    for (int i = 0; i < names.length; i++) {
      names[i] = names(fields.field(i));
    }
    return names;
  }

  private static String[] names(Field field) {
    String name = field.getName();
    Set<String> names = new LinkedHashSet<>();
    names.add(name);
    collect(field, names);
    String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    Class<?> owner = field.getDeclaringClass();
    for (Method method : owner.getDeclaredMethods()) {
      String accessor = method.getName();
      if (accessor.equals(name)
          || accessor.equals("get" + capital)
          || accessor.equals("set" + capital)
          || accessor.equals("is" + capital)) {
        collect(method, names);
      }
    }
    for (Constructor<?> constructor : owner.getDeclaredConstructors()) {
      for (Parameter parameter : constructor.getParameters()) {
        if (parameter.isNamePresent() && parameter.getName().equals(name)) {
          collect(parameter, names);
        }
      }
    }
    return names.toArray(new String[0]);
  }

  private static void collect(AnnotatedElement element, Set<String> names) {
    String property = Annotations.text(element, Annotations.JSON_PROPERTY, "value");
    if (property != null) {
      names.add(property);
    }
    Annotation alias = Annotations.of(element, Annotations.JSON_ALIAS);
    if (alias != null) {
      Collections.addAll(names, (String[]) Annotations.member(alias, "value"));
    }
  }
}
