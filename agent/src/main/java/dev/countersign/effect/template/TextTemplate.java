package dev.countersign.effect.template;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** One text of a template: literals, references, and at most one placeholder (spec 5.4). */
final class TextTemplate {

  /** A piece of the text: {@link String}, {@link Reference} or {@link Hole}. */
  private final List<Object> pieces;

  private final String place;

  private TextTemplate(List<Object> pieces, String place) {
    this.pieces = pieces;
    this.place = place;
  }

  static TextTemplate parse(String text, boolean each, String place) {
    List<Object> pieces = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    boolean hole = false;
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        literal.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = end(text, at + 2, place);
        if (literal.length() > 0) {
          pieces.add(literal.toString());
          literal.setLength(0);
        }
        Object piece = piece(text.substring(at + 2, end), each, place);
        if (piece instanceof Hole && hole) {
          throw new TemplateException(
              "two placeholders in one text cannot be told apart; split it or match the whole with one ${match:…}",
              place);
        }
        hole |= piece instanceof Hole;
        pieces.add(piece);
        at = end + 1;
      } else {
        literal.append(text.charAt(at++));
      }
    }
    if (literal.length() > 0) {
      pieces.add(literal.toString());
    }
    TextTemplate template = new TextTemplate(pieces, place);
    if (pieces.size() > 1 && template.splices()) {
      throw new TemplateException(
          "a spliced list stands alone in its element: \"${args.path...}\"", place);
    }
    return template;
  }

  /** The closing brace; braces of a regular expression are balanced or escaped with a backslash. */
  static int end(String text, int from, String place) {
    boolean regex = text.startsWith("match:", from);
    int depth = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (regex && c == '\\') {
        i++;
      } else if (regex && c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return i;
      }
    }
    throw new TemplateException("\"${\" without its \"}\"; a literal ${ is written $${", place);
  }

  private static Object piece(String expression, boolean each, String place) {
    if (expression.equals("any")) {
      return new Hole("${any}", null);
    }
    if (expression.startsWith("any:")) {
      name(expression.substring(4), expression, place);
      return new Hole("${" + expression + "}", null);
    }
    if (expression.startsWith("match:")) {
      int colon = expression.indexOf(':', 6);
      if (colon < 0) {
        throw new TemplateException("expected ${match:name:regex}", place);
      }
      name(expression.substring(6, colon), expression, place);
      try {
        return new Hole(
            "${" + expression + "}",
            Pattern.compile(expression.substring(colon + 1), Pattern.DOTALL));
      } catch (PatternSyntaxException wrong) {
        throw new TemplateException(
            "the expression of ${"
                + expression
                + "} is none of RE2 (linear time): "
                + wrong.getMessage(),
            place);
      }
    }
    return Reference.parse(expression, each, place);
  }

  private static void name(String name, String expression, String place) {
    boolean plain = !name.isEmpty();
    for (int i = 0; i < name.length() && plain; i++) {
      char c = name.charAt(i);
      plain = c == '_' || c == '-' || (c < 128 && Character.isLetterOrDigit(c));
    }
    if (!plain) {
      throw new TemplateException(
          "the name in ${" + expression + "} must be letters, digits, - and _, and not empty",
          place);
    }
  }

  /** The same with each literal piece changed. */
  TextTemplate withLiterals(UnaryOperator<String> change) {
    List<Object> changed = new ArrayList<>(pieces.size());
    for (Object piece : pieces) {
      changed.add(piece instanceof String literal ? change.apply(literal) : piece);
    }
    return new TextTemplate(changed, place);
  }

  /** The reference that is all of the text, without a default; else null. */
  Reference alone() {
    return pieces.size() == 1
            && pieces.get(0) instanceof Reference reference
            && !reference.splice()
            && reference.fallback() == null
        ? reference
        : null;
  }

  /** Whether it is one placeholder that admits anything, and nothing else. */
  boolean isHoleAlone() {
    return pieces.size() == 1 && pieces.get(0) instanceof Hole hole && hole.pattern() == null;
  }

  /** Whether a list is spliced in its place. */
  boolean splices() {
    for (Object piece : pieces) {
      if (piece instanceof Reference reference && reference.splice()) {
        return true;
      }
    }
    return false;
  }

  /** The text when nothing is put into it, else null. */
  String literal() {
    if (pieces.isEmpty()) {
      return "";
    }
    return pieces.size() == 1 && pieces.get(0) instanceof String text ? text : null;
  }

  /** Whether a value of the call stands in it. */
  boolean refers() {
    for (Object piece : pieces) {
      if (piece instanceof Reference) {
        return true;
      }
    }
    return false;
  }

  /** Whether an absent value drops the whole text. */
  boolean droppable() {
    for (Object piece : pieces) {
      if (piece instanceof Reference reference && reference.optional()) {
        return true;
      }
    }
    return false;
  }

  /** The placeholder, or null. */
  Hole hole() {
    for (Object piece : pieces) {
      if (piece instanceof Hole hole) {
        return hole;
      }
    }
    return null;
  }

  /** Literals, references, and at most one placeholder. */
  List<Object> pieces() {
    return pieces;
  }

  String place() {
    return place;
  }

  /** The rendered text, or null when an optional value is absent. */
  Text render(Source source) {
    StringBuilder text = new StringBuilder();
    String prefix = null;
    Hole hole = null;
    for (Object piece : pieces) {
      if (piece instanceof String literal) {
        text.append(literal);
      } else if (piece instanceof Hole found) {
        hole = found;
        prefix = text.toString();
        text.setLength(0);
      } else {
        Reference reference = (Reference) piece;
        Object value = source.value(reference);
        if (value == null && reference.optional()) {
          return null;
        }
        text.append(value == null ? absent(reference) : scalar(value, reference));
      }
    }
    return hole == null ? Text.fixed(text.toString()) : new Text(prefix, hole, text.toString());
  }

  /** The elements of a spliced list, as text. */
  List<String> spliced(Source source) {
    Reference reference = (Reference) pieces.get(0);
    List<String> texts = new ArrayList<>();
    for (Object element : splicedValues(source)) {
      if (element == null) {
        throw new TemplateException("the list ${" + reference.written() + "...} holds null", place);
      }
      texts.add(scalar(element, reference));
    }
    return texts;
  }

  /** The elements of a spliced list, as JSON values. */
  List<?> splicedValues(Source source) {
    Reference reference = (Reference) pieces.get(0);
    Object value = source.value(reference);
    if (value == null && reference.optional()) {
      return List.of();
    }
    if (value == null) {
      absent(reference);
    }
    if (!(value instanceof List<?> list)) {
      throw new TemplateException(
          "${" + reference.written() + "...} needs a list; the value is " + kind(value), place);
    }
    return list;
  }

  private String absent(Reference reference) {
    if (reference.fallback() == null) {
      throw new TemplateException(
          "${"
              + reference.written()
              + "} is absent or null; ${…?} drops the element, ${…|text} gives a default",
          place);
    }
    return reference.fallback();
  }

  private String scalar(Object value, Reference reference) {
    String text = scalar(value);
    if (text == null) {
      throw new TemplateException(
          "${" + reference.written() + "} needs one value; it is " + kind(value), place);
    }
    return text;
  }

  /**
   * A JSON scalar as one text, or null for anything else. Integers as their digits; other numbers
   * as {@link BigDecimal#toString()}, which keeps the digits and the scale that were presented
   * ({@code 1.50} stays {@code 1.50}) and writes an exponent where the number had a positive one
   * ({@code 1e2} is {@code 1E+2}).
   */
  static String scalar(Object value) {
    boolean single =
        value instanceof String
            || value instanceof Boolean
            || value instanceof Integer
            || value instanceof Long
            || value instanceof BigInteger
            || value instanceof BigDecimal;
    return single ? value.toString() : null;
  }

  private static String kind(Object value) {
    if (value instanceof Map) {
      return "an object";
    }
    return value instanceof List ? "a list" : "a single value";
  }
}
