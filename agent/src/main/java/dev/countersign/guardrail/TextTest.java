package dev.countersign.guardrail;

import dev.countersign.effect.LinearPattern;

/**
 * The keyword {@code pattern}: an expression that matches somewhere in a text. Expressions that are
 * a text with an anchor, as {@code starts with} and its like compile to, are asked without an
 * automaton.
 */
final class TextTest extends Predicate.Check {

  private static final String SYNTAX = "^$\\.*+?()[]{}|/";
  private static final String LAST_SEGMENT = "(?:^|/)";

  private enum Form {
    CONTAINS,
    STARTS,
    ENDS,
    /** Is all of the text behind its last slash, which the literal has none of. */
    SEGMENT,
    EXPRESSION
  }

  private final Form form;
  private final String literal;
  private final LinearPattern expression;

  private TextTest(Form form, String literal, LinearPattern expression) {
    this.form = form;
    this.literal = literal;
    this.expression = expression;
  }

  /**
   * @throws IllegalArgumentException when the expression cannot be read
   */
  static TextTest of(String pattern) {
    boolean ends = pattern.endsWith("$") && !pattern.endsWith("\\$");
    String open = ends ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (ends && open.startsWith(LAST_SEGMENT)) {
      String literal = unescaped(open.substring(LAST_SEGMENT.length()));
      if (literal != null && literal.indexOf('/') < 0) {
        return new TextTest(Form.SEGMENT, literal, null);
      }
    }
    boolean starts = open.startsWith("^");
    String literal = starts && ends ? null : unescaped(starts ? open.substring(1) : open);
    if (literal == null) {
      return new TextTest(Form.EXPRESSION, null, LinearPattern.compile(pattern));
    }
    return new TextTest(starts ? Form.STARTS : ends ? Form.ENDS : Form.CONTAINS, literal, null);
  }

  /** The text that an expression without any operator stands for; else null. */
  private static String unescaped(String expression) {
    StringBuilder text = new StringBuilder(expression.length());
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '\\') {
        i++;
        if (i == expression.length() || SYNTAX.indexOf(expression.charAt(i)) < 0) {
          return null;
        }
        text.append(expression.charAt(i));
      } else if (SYNTAX.indexOf(c) >= 0) {
        return null;
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  @Override
  boolean holds(Object json) {
    if (!(json instanceof String text)) {
      return true;
    }
    switch (form) {
      case CONTAINS:
        return text.contains(literal);
      case STARTS:
        return text.startsWith(literal);
      case ENDS:
        return text.endsWith(literal);
      case SEGMENT:
        int before = text.length() - literal.length();
        return text.endsWith(literal) && (before == 0 || text.charAt(before - 1) == '/');
      default:
        return expression.isIn(text);
    }
  }
}
