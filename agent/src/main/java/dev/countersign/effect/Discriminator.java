package dev.countersign.effect;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which subtype of a declared interface or abstract class a JSON object denotes: what Jackson's
 * {@code @JsonTypeInfo}, {@code @JsonSubTypes} and {@code @JsonTypeName} say, and for a sealed type
 * without them the simple name under {@code type}, as LangChain4j writes it into the schema.
 * Without such a declaration an object denotes no subtype: any class could stand there, with any
 * code.
 */
final class Discriminator {

  private Discriminator() {}

  static boolean denotes(Map<?, ?> json, Class<?> declared, Class<?> actual) {
    Set<Class<?>> subtypes = new LinkedHashSet<>();
    collect(declared, new HashSet<>(), subtypes);
    if (!subtypes.contains(actual)) {
      return false;
    }
    Object value = json.get(property(declared));
    int denoted = 0;
    for (Class<?> subtype : subtypes) {
      if (name(declared, subtype).equals(value)) {
        denoted++;
      }
    }
    return denoted == 1 && name(declared, actual).equals(value);
  }

  private static void collect(Class<?> type, Set<Class<?>> visited, Set<Class<?>> concrete) {
    if (!visited.add(type)) {
      return;
    }
    Annotation listed = Annotations.of(type, Annotations.JSON_SUB_TYPES);
    if (listed != null) {
      for (Annotation entry : (Annotation[]) Annotations.member(listed, "value")) {
        collect((Class<?>) Annotations.member(entry, "value"), visited, concrete);
      }
    } else if (type.isSealed()) {
      for (Class<?> permitted : type.getPermittedSubclasses()) {
        collect(permitted, visited, concrete);
      }
    }
    if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
      concrete.add(type);
    }
  }

  /** The key whose value names the subtype. */
  static String property(Class<?> declared) {
    Annotation info = Annotations.of(declared, Annotations.JSON_TYPE_INFO);
    if (info == null) {
      return "type";
    }
    String property = (String) Annotations.member(info, "property");
    return property.isBlank() ? "@type" : property;
  }

  private static String name(Class<?> declared, Class<?> subtype) {
    Annotation listed = Annotations.of(declared, Annotations.JSON_SUB_TYPES);
    if (listed != null) {
      for (Annotation entry : (Annotation[]) Annotations.member(listed, "value")) {
        String name = (String) Annotations.member(entry, "name");
        if (Annotations.member(entry, "value") == subtype && !name.isBlank()) {
          return name;
        }
      }
    }
    String named = Annotations.text(subtype, Annotations.JSON_TYPE_NAME, "value");
    return named != null ? named : subtype.getSimpleName();
  }
}
