package dev.countersign.effect.template;

import com.google.re2j.Pattern;

/**
 * A value that only the tool body knows: {@code ${any}}, {@code ${any:name}}, {@code
 * ${match:name:regex}} (spec 5.4).
 *
 * @param text the placeholder as it is written in the template and stands in ρ on both sides
 * @param pattern what the whole value must match, in linear time; null = anything
 */
record Hole(String text, Pattern pattern) {

  /** UTF-16 code units that a value may have. */
  static final int MAX_LENGTH = 1024;

  boolean admits(String value) {
    return value.length() <= MAX_LENGTH && (pattern == null || pattern.matches(value));
  }
}
