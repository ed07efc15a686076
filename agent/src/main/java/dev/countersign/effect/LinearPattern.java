package dev.countersign.effect;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression that takes time linear in the text, whatever the two hold (RE2): what a
 * model wrote is matched against it.
 */
public final class LinearPattern {

  private final Pattern pattern;

  private LinearPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /**
   * @throws IllegalArgumentException when it cannot be read; the message says why
   */
  public static LinearPattern compile(String text) {
    try {
      return new LinearPattern(Pattern.compile(text));
    } catch (PatternSyntaxException bad) {
      throw new IllegalArgumentException(bad.getDescription(), bad);
    }
  }

  /** Whether it matches somewhere in the text. */
  public boolean isIn(String text) {
    return pattern.matcher(text).find();
  }
}
