package dev.countersign.effect;

import dev.countersign.canonical.OpenField;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;

/**
 * Which constant of an enum a JSON value denotes (spec 1.3): its name, what Jackson's
 * {@code @JsonProperty}, {@code @JsonAlias} or {@code @JsonValue} declare for it, or its name in
 * another case; never an ordinal. A text that two constants could claim denotes none.
 *
 * <p>{@code @JsonValue} counts where it stands on a field, or on the accessor of a field of that
 * name: the field is read, the accessor is not called.
 */
final class EnumNames {

  private EnumNames() {}

  static boolean denotes(Object json, Enum<?> actual) {
    Class<?> type = actual.getDeclaringClass();
    Field value = valueField(type);
    String exact = null;
    String folded = null;
    int exactly = 0;
    int loosely = 0;
    for (Field field : type.getDeclaredFields()) {
      if (!field.isEnumConstant()) {
        continue;
      }
      String name = field.getName();
      if (name.equals(json) || isAlias(json, field) || isValue(json, value, field)) {
        exact = name;
        exactly++;
      }
      if (json instanceof String text && equalInAscii(name, text)) {
        folded = name;
        loosely++;
      }
    }
    if (exactly > 0) {
      return exactly == 1 && exact.equals(actual.name());
    }
    return loosely == 1 && folded.equals(actual.name());
  }

  /** The field that {@code @JsonValue} speaks of; null for none. */
  private static Field valueField(Class<?> type) {
    String accessor = null;
    for (Method method : type.getDeclaredMethods()) {
      if (method.getParameterCount() == 0
          && Annotations.of(method, Annotations.JSON_VALUE) != null) {
        accessor = method.getName();
      }
    }
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        continue;
      }
      String name = field.getName();
      if (Annotations.of(field, Annotations.JSON_VALUE) != null
          || accessor != null
              && (accessor.equals(name) || accessor.equalsIgnoreCase("get" + name))) {
        return OpenField.open(field);
      }
    }
    return null;
  }

  private static boolean isValue(Object json, Field value, Field constant) {
    if (value == null) {
      return false;
    }
    Object declared = OpenField.read(value, OpenField.read(OpenField.open(constant), null));
    if (declared instanceof Integer || declared instanceof Long) {
      BigDecimal number = Numbers.ofNumber(json);
      return number != null
          && number.compareTo(BigDecimal.valueOf(((Number) declared).longValue())) == 0;
    }
    return declared instanceof String && declared.equals(json);
  }

  private static boolean isAlias(Object text, Field constant) {
    if (text.equals(Annotations.text(constant, Annotations.JSON_PROPERTY, "value"))) {
      return true;
    }
    Annotation alias = Annotations.of(constant, Annotations.JSON_ALIAS);
    if (alias != null) {
      for (String other : (String[]) Annotations.member(alias, "value")) {
        if (other.equals(text)) {
          return true;
        }
      }
    }
    return false;
  }

  /** ASCII letters only: U+017F, the long s, must not become an S. */
  static boolean equalInAscii(String left, String right) {
    if (left.length() != right.length()) {
      return false;
    }
    for (int i = 0; i < left.length(); i++) {
      if (upper(left.charAt(i)) != upper(right.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
  }
}
