package dev.countersign.canonical;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Strict RFC 8259 reader (spec 1.2). Repairs nothing: what it accepts has exactly one reading.
 *
 * <p>A text becomes a JSON value: {@code null}, {@code Boolean}, {@code String}, a number, a {@code
 * List} or a {@code Map} with keys in the order of the text. Integers without fraction and exponent
 * are {@code Long} where they fit, else {@code BigInteger}; every other number is a {@code
 * BigDecimal} with the scale that the text has ({@code 1.0} and {@code 1} are equal by {@code
 * compareTo} only). {@code -0} is {@code 0}.
 *
 * <p>Refused beyond the grammar, because two readers could disagree about it: a byte order mark,
 * anything after the value, bytes that are no UTF-8, lone surrogates (raw or escaped), duplicate
 * keys (compared after unescaping), more than {@value #MAX_DEPTH} nested containers, numbers whose
 * plain decimal text is longer than {@value Canonical#MAX_NUMBER_LENGTH} characters.
 *
 * <p>Nesting is kept on the heap, so that no text can exhaust the stack of the thread that reads
 * it.
 */
public final class Json {

  /** Containers that may be open at the same time, here and in {@link Canonical}. */
  public static final int MAX_DEPTH = 512;

  private static final char END = '\uFFFF';

  private final String text;
  private int at;

  /** Open containers, outermost first, and for objects the name whose value is being read. */
  private Object[] open = new Object[8];

  private String[] names = new String[8];
  private int depth;

  /** Null when nothing is expected. */
  private final Names expected;

  /**
   * @throws NotCanonicalException if the text is refused; the message begins with {@code
   *     line:column} (from 1, in UTF-16 units)
   */
  public static Object parse(String text) {
    return new Json(text, null).document();
  }

  /**
   * @param utf8 the text in UTF-8; anything else is refused
   * @throws NotCanonicalException as {@link #parse(String)}
   */
  public static Object parse(byte[] utf8) {
    return parse(decode(utf8));
  }

  /**
   * The same, for many texts of one format.
   *
   * @param expected names that most of them have; what is accepted does not depend on it
   */
  public static Object parse(byte[] utf8, Names expected) {
    return new Json(decode(utf8), expected).document();
  }

  private static String decode(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // Malformed input became U+FFFD; only a text that has one needs the slower, strict decoder.
    return text.indexOf('\uFFFD') < 0 ? text : strictlyDecoded(utf8);
  }

  private static String strictlyDecoded(byte[] utf8) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(utf8);
    CharBuffer out = CharBuffer.allocate(utf8.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    if (result.isError()) {
      throw failure(
          out.toString(),
          out.length(),
          "the bytes are no UTF-8; is the text in another encoding, or cut in the middle of a"
              + " character?",
          true);
    }
    return out.toString();
  }

  private Json(String text, Names expected) {
    this.text = text;
    this.expected = expected;
  }

  private Object document() {
    if (text.startsWith("\uFEFF")) {
      throw malformed(0, "a byte order mark is not allowed; save the text without it");
    }
    for (; ; ) {
      Object value = valueOrOpening();
      if (value == this) {
        continue;
      }
      while (depth > 0) {
        value = closedBy(value);
        if (value == this) {
          break;
        }
      }
      if (depth == 0) {
        significant();
        if (at != text.length()) {
          throw malformed(at, "nothing may follow the value, found " + found());
        }
        return value;
      }
    }
  }

  /** The next complete value, or {@code this} when a container with content was opened. */
  private Object valueOrOpening() {
    char c = significant();
    switch (c) {
      case '{':
        push(new LinkedHashMap<String, Object>());
        if (significant() == '}') {
          return pop();
        }
        name();
        return this;
      case '[':
        push(new ArrayList<>());
        if (significant() == ']') {
          return pop();
        }
        return this;
      case '"':
        return string(null);
      case 't':
        return literal("true", Boolean.TRUE);
      case 'f':
        return literal("false", Boolean.FALSE);
      case 'n':
        return literal("null", null);
      default:
        if (c == '-' || isDigit(c)) {
          return number();
        }
        throw malformed(at, "a value is expected, found " + found());
    }
  }

  /**
   * Puts a complete value into the innermost container.
   *
   * @return that container if it ends here, {@code this} if another value follows
   */
  private Object closedBy(Object value) {
    Object container = open[depth - 1];
    if (container instanceof ArrayList) {
      @SuppressWarnings("unchecked")
      List<Object> list = (List<Object>) container;
      list.add(value);
      char c = significant();
      if (c == ']') {
        return pop();
      }
      if (c != ',') {
        throw malformed(at, "\",\" or \"]\" is expected in an array, found " + found());
      }
      at++;
      if (significant() == ']') {
        throw malformed(at, "a value is expected after \",\"; remove the trailing comma");
      }
      return this;
    }
    @SuppressWarnings("unchecked")
    Map<String, Object> map = (Map<String, Object>) container;
    map.put(names[depth - 1], value);
    char c = significant();
    if (c == '}') {
      return pop();
    }
    if (c != ',') {
      throw malformed(at, "\",\" or \"}\" is expected in an object, found " + found());
    }
    at++;
    if (significant() == '}') {
      throw malformed(at, "a name is expected after \",\"; remove the trailing comma");
    }
    name();
    return this;
  }

  private void push(Object container) {
    if (depth == MAX_DEPTH) {
      throw failure(text, at, "more than " + MAX_DEPTH + " nested arrays and objects", false);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
      names = Arrays.copyOf(names, depth * 2);
    }
    open[depth++] = container;
    at++;
  }

  private Object pop() {
    at++;
    depth--;
    Object container = open[depth];
    open[depth] = null;
    return container;
  }

  private void name() {
    if (significant() != '"') {
      throw malformed(at, "a name in double quotes is expected, found " + found());
    }
    int start = at;
    String name = string(expected);
    if (((Map<?, ?>) open[depth - 1]).containsKey(name)) {
      throw failure(
          text,
          start,
          "this name occurs twice in one object; readers differ in which counts",
          false);
    }
    names[depth - 1] = name;
    if (significant() != ':') {
      throw malformed(at, "\":\" is expected after a name, found " + found());
    }
    at++;
  }

  private Object literal(String literal, Object value) {
    if (!text.startsWith(literal, at)) {
      throw malformed(at, "a value is expected; only true, false and null are words of JSON");
    }
    at += literal.length();
    return value;
  }

  private String string(Names expected) {
    int start = ++at;
    StringBuilder unescaped = null;
    int length = text.length();
    for (; ; ) {
      at = plainRun(at);
      if (at == length) {
        throw malformed(at, "the text ends inside a string");
      }
      char c = text.charAt(at);
      if (c == '"') {
        String tail =
            expected == null || start == at
                ? text.substring(start, at)
                : expected.of(text, start, at);
        at++;
        return unescaped == null ? tail : unescaped.append(tail).toString();
      }
      if (c == '\\') {
        if (unescaped == null) {
          unescaped = new StringBuilder();
        }
        unescaped.append(text, start, at);
        escape(unescaped);
        start = at;
      } else if (c < ' ') {
        throw malformed(at, "control character " + codePoint(c) + " in a string must be escaped");
      } else {
        if (!isHighThenLow(c, peek(at + 1))) {
          throw failure(text, at, "lone surrogate " + codePoint(c), false);
        }
        at += 2;
      }
    }
  }

  /** The index of the first character from here on that needs a look. */
  private int plainRun(int from) {
    int length = text.length();
    int i = from;
    while (i < length) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || c < ' ' || Character.isSurrogate(c)) {
        break;
      }
      i++;
    }
    return i;
  }

  private void escape(StringBuilder to) {
    int start = at;
    char c = peek(at + 1);
    at += 2;
    switch (c) {
      case '"':
      case '\\':
      case '/':
        to.append(c);
        break;
      case 'b':
        to.append('\b');
        break;
      case 'f':
        to.append('\f');
        break;
      case 'n':
        to.append('\n');
        break;
      case 'r':
        to.append('\r');
        break;
      case 't':
        to.append('\t');
        break;
      case 'u':
        char unit = fourHexDigits();
        to.append(unit);
        if (Character.isSurrogate(unit)) {
          // Only an escape completes an escape: a raw low surrogate here is no text in UTF-8.
          boolean escaped = peek(at) == '\\' && peek(at + 1) == 'u';
          at += 2;
          char low = escaped ? fourHexDigits() : END;
          if (!isHighThenLow(unit, low)) {
            throw failure(text, start, "lone surrogate " + codePoint(unit), false);
          }
          to.append(low);
        }
        break;
      default:
        throw malformed(
            start, "unknown escape; known are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    }
  }

  private char fourHexDigits() {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      char c = peek(at);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        throw malformed(at, "four hexadecimal digits are expected after \\u, found " + found());
      }
      unit = unit << 4 | digit;
      at++;
    }
    return (char) unit;
  }

  private static boolean isHighThenLow(char high, char low) {
    return Character.isHighSurrogate(high) && Character.isLowSurrogate(low);
  }

  private Object number() {
    int start = at;
    if (peek(at) == '-') {
      at++;
    }
    int integer = at;
    digits("a digit is expected in a number, found ");
    if (peek(integer) == '0' && at > integer + 1) {
      throw malformed(integer, "a number must not begin with 0; readers differ in what it means");
    }
    int integerEnd = at;
    int fractionEnd = at;
    if (peek(at) == '.') {
      at++;
      digits("a digit is expected after the point, found ");
      fractionEnd = at;
    }
    long exponent = 0;
    if (peek(at) == 'e' || peek(at) == 'E') {
      at++;
      boolean negative = peek(at) == '-';
      if (negative || peek(at) == '+') {
        at++;
      }
      int digits = at;
      digits("a digit is expected in the exponent, found ");
      exponent = saturated(digits, at);
      exponent = negative ? -exponent : exponent;
    }
    if (at == integerEnd && at - start <= 18) {
      return Long.parseLong(text, start, at, 10);
    }
    return exact(start, integer, integerEnd, fractionEnd, exponent);
  }

  /** A number that may be long: its length is known before any arithmetic is done with it. */
  private Object exact(int start, int integer, int integerEnd, int fractionEnd, long exponent) {
    int first = integer;
    while (first < fractionEnd && isZeroOrPoint(first)) {
      first++;
    }
    boolean isInteger = at == integerEnd;
    if (first == fractionEnd) {
      return isInteger ? (Object) 0L : BigDecimal.ZERO;
    }
    int last = fractionEnd - 1;
    while (isZeroOrPoint(last)) {
      last--;
    }
    boolean negative = integer > start;
    // Powers of ten of the first and the last significant digit.
    long highest = exponent + (first < integerEnd ? integerEnd - 1 - first : integerEnd - first);
    long lowest = exponent + (last < integerEnd ? integerEnd - 1 - last : integerEnd - last);
    if (Canonical.plainLength(negative, highest, lowest) > Canonical.MAX_NUMBER_LENGTH) {
      throw failure(
          text,
          start,
          "a number of more than "
              + Canonical.MAX_NUMBER_LENGTH
              + " characters written out plainly",
          false);
    }
    if (isInteger) {
      BigInteger value = new BigInteger(text.substring(start, at));
      return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }
    if (at - start <= Canonical.MAX_NUMBER_LENGTH) {
      return new BigDecimal(text.substring(start, at));
    }
    // Long only by zeros that mean nothing, or by an exponent that only moves the point back.
    String digits = text.substring(first, last + 1);
    int point = digits.indexOf('.');
    if (point >= 0) {
      digits = digits.substring(0, point) + digits.substring(point + 1);
    }
    return new BigDecimal(new BigInteger(negative ? "-" + digits : digits), (int) -lowest);
  }

  private boolean isZeroOrPoint(int index) {
    char c = text.charAt(index);
    return c == '0' || c == '.';
  }

  private void digits(String expected) {
    if (!isDigit(peek(at))) {
      throw malformed(at, expected + found());
    }
    while (isDigit(peek(at))) {
      at++;
    }
  }

  /** An exponent; from a billion on, all are the same to us, since no text is that long. */
  private long saturated(int from, int to) {
    long value = 0;
    for (int i = from; i < to && value < 10_000_000_000L; i++) {
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Skips white space and shows the next character, {@link #END} at the end of the text. */
  private char significant() {
    int length = text.length();
    while (at < length) {
      char c = text.charAt(at);
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        return c;
      }
      at++;
    }
    return END;
  }

  private char peek(int index) {
    return index < text.length() ? text.charAt(index) : END;
  }

  private String found() {
    if (at >= text.length()) {
      return "the end of the text";
    }
    char c = text.charAt(at);
    return c > ' ' && c < 127 ? "'" + c + "'" : codePoint(c);
  }

  private static String codePoint(char c) {
    String hex = Integer.toHexString(c | 0x10000).substring(1);
    return "U+" + hex.toUpperCase(Locale.ROOT);
  }

  private NotCanonicalException malformed(int index, String message) {
    return failure(text, index, message, true);
  }

  private static NotCanonicalException failure(
      String text, int index, String message, boolean malformed) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < index && i < text.length(); i++) {
      char c = text.charAt(i);
      boolean lineEnds =
          c == '\n' || c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n');
      line = lineEnds ? line + 1 : line;
      column = lineEnds ? 1 : column + 1;
    }
    return new NotCanonicalException(line + ":" + column + ": " + message, malformed);
  }
}
