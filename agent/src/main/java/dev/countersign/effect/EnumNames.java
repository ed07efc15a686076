package dev.countersign.effect;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;

/**
 * Which constant of an enum a JSON string denotes (spec 1.3): its name, its declared Jackson alias,
 * or its name in another case; never an ordinal. A text that two constants could claim denotes
 * none.
 */
final class EnumNames {

  private EnumNames() {}

  static boolean denotes(String text, Enum<?> actual) {
    String exact = null;
    String folded = null;
    int exactly = 0;
    int loosely = 0;
    for (Field field : actual.getDeclaringClass().getDeclaredFields()) {
      if (!field.isEnumConstant()) {
        continue;
      }
      String name = field.getName();
      if (name.equals(text) || isAlias(text, field)) {
        exact = name;
        exactly++;
      }
      if (equalInAscii(name, text)) {
        folded = name;
        loosely++;
      }
    }
    if (exactly > 0) {
      return exactly == 1 && exact.equals(actual.name());
    }
    return loosely == 1 && folded.equals(actual.name());
  }

  private static boolean isAlias(String text, Field constant) {
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
