package dev.countersign.canonical;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes one JSON value into one growing buffer.
 *
 * <p>Containers that are open are kept in an array, not on the stack: neither deep nor cyclic
 * values can end in a {@code StackOverflowError}, on however small a stack.
 */
final class CanonicalWriter {

  /** 2^53: up to here every integer is a binary64 and its ECMAScript text is its decimal text. */
  private static final long EXACT_INTEGERS = 1L << 53;

  /** Significant digits up to which a decimal always survives the way to binary64 and back. */
  private static final int SURE_DIGITS = 15;

  /** Powers of ten, either side, within which that holds: no subnormals, no overflow. */
  private static final int SURE_EXPONENTS = 290;

  /** Most significant digits that the shortest text of a binary64 has. */
  private static final int MOST_DIGITS = 17;

  /** Bits of an unscaled value beyond which it is not even looked at (about 19,700 digits). */
  private static final int MOST_BITS = 1 << 16;

  /** Up to so many members they are sorted where they stand. */
  private static final int FEW_MEMBERS = 24;

  private static final int LONGEST_BUFFER = Integer.MAX_VALUE - 8;
  private static final char FOLD_MARK = '\uF8FF';

  /** Longest buffer that is kept for the next value, in bytes. */
  private static final int KEPT = 16 * 1024;

  /** A call writes some ten values, one after the other. */
  private static final Spares<CanonicalWriter> SPARES = new Spares<>();

  /** Where it goes when it is not used any more. */
  private AtomicReference<CanonicalWriter> place;

  private NumberForm numbers;
  private int mostNesting;

  /** Whether every form has these bytes for what was written since it was last set. */
  private boolean sameInEveryForm;

  private byte[] buffer = new byte[2048];
  private int length;

  /**
   * Content of the open containers, outermost first: the elements of an array; name, value, name,
   * value… of an object.
   */
  private Object[][] open = new Object[8][];

  /** The place in {@link #open} of the next element or name of each. */
  private int[] next = new int[8];

  private boolean[] isObject = new boolean[8];

  private int depth;

  /** The member of a {@link CanonicalObject} that is being written; null outside any. */
  private String member;

  private CanonicalWriter() {}

  /** An empty one, the caller's alone until {@link #end}. */
  static CanonicalWriter begin(NumberForm numbers) {
    return begin(numbers, Json.MAX_DEPTH);
  }

  /**
   * An empty one, the caller's alone until {@link #end}.
   *
   * @param mostNesting how many containers may be open at once
   */
  static CanonicalWriter begin(NumberForm numbers, int mostNesting) {
    AtomicReference<CanonicalWriter> place = SPARES.place();
    CanonicalWriter writer = place.getAndSet(null);
    if (writer == null) {
      writer = new CanonicalWriter();
    }
    writer.place = place;
    writer.numbers = numbers;
    writer.mostNesting = mostNesting;
    writer.length = 0;
    writer.member = null;
    return writer;
  }

  static byte[] write(Object json, NumberForm numbers, int mostNesting) {
    CanonicalWriter writer = begin(numbers, mostNesting);
    writer.append(json);
    return writer.end();
  }

  /** Writes a whole value behind what was written before. */
  void append(Object json) {
    value(json);
    while (depth > 0) {
      int top = depth - 1;
      Object[] content = open[top];
      int index = next[top];
      if (index == content.length) {
        put(isObject[top] ? '}' : ']');
        open[--depth] = null;
        continue;
      }
      if (index > 0) {
        put(',');
      }
      if (isObject[top]) {
        next[top] = index + 2;
        string((String) content[index], false);
        put(':');
        value(content[index + 1]);
      } else {
        next[top] = index + 1;
        value(content[index]);
      }
    }
  }

  /**
   * What was written. The writer is not the caller's any more; one that failed is never given back,
   * so that a spare one holds no value of anybody.
   */
  byte[] end() {
    byte[] written = Arrays.copyOf(buffer, length);
    giveBack();
    return written;
  }

  /** {@link #end} for who wants the digest only. */
  String endInBlake3(byte[] prefix) {
    String digest = Blake3.hex(prefix, buffer, length);
    giveBack();
    return digest;
  }

  private void giveBack() {
    if (buffer.length <= KEPT) {
      place.set(this);
    }
  }

  /**
   * Writes a scalar or the beginning of a container. Interfaces are asked for last: whether a class
   * lacks one takes the JVM a search.
   */
  private void value(Object value) {
    if (value == null) {
      ascii("null");
    } else if (value instanceof String) {
      string((String) value, numbers == NumberForm.EXACT);
    } else if (value instanceof Long) {
      integer((Long) value);
    } else if (value instanceof Integer) {
      integer((Integer) value);
    } else if (value instanceof Boolean) {
      ascii((Boolean) value ? "true" : "false");
    } else if (value instanceof BigDecimal) {
      decimal((BigDecimal) value);
    } else if (value instanceof BigInteger) {
      BigInteger integer = (BigInteger) value;
      if (integer.bitLength() < Long.SIZE) {
        integer(integer.longValue());
      } else {
        decimal(new BigDecimal(integer));
      }
    } else if (value instanceof Map) {
      put('{');
      Map<?, ?> map = (Map<?, ?>) value;
      if (map.isEmpty() && depth < mostNesting) {
        put('}');
      } else {
        push(members(map), true);
      }
    } else if (value instanceof List) {
      put('[');
      List<?> list = (List<?>) value;
      if (list.isEmpty() && depth < mostNesting) {
        put(']');
      } else {
        push(list.toArray(), false);
      }
    } else {
      throw failure("a value of type " + value.getClass().getName() + " is no JSON value");
    }
  }

  private void push(Object[] content, boolean object) {
    if (depth == mostNesting) {
      throw failure(
          "more than " + mostNesting + " nested arrays and objects; does one contain itself?");
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
      next = Arrays.copyOf(next, depth * 2);
      isObject = Arrays.copyOf(isObject, depth * 2);
    }
    isObject[depth] = object;
    open[depth] = content;
    next[depth] = 0;
    depth++;
  }

  /**
   * Name, value, name, value… of an object in the order of the UTF-16 units of the names, which is
   * that of RFC 8785 and the one that {@code String} has by itself.
   */
  private Object[] members(Map<?, ?> map) {
    Object[] members = new Object[2 * map.size()];
    int end = 0;
    boolean sorted = true;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object name = entry.getKey();
      if (!(name instanceof String)) {
        throw failure(
            "an object name is "
                + (name == null ? "null" : "of type " + name.getClass().getName())
                + ", not a String");
      }
      if (end == members.length) {
        members = Arrays.copyOf(members, 2 * end + 2);
      }
      members[end] = name;
      members[end + 1] = entry.getValue();
      sorted = sorted && (end == 0 || inOrder(members, end));
      end += 2;
    }
    members = end == members.length ? members : Arrays.copyOf(members, end);
    if (!sorted) {
      if (end <= 2 * FEW_MEMBERS) {
        sortFew(members);
      } else {
        sortMany(members);
      }
      for (int at = 2; at < end; at += 2) {
        // An IdentityHashMap, for one, holds equal names.
        if (members[at].equals(members[at - 2])) {
          throw failure("an object (" + map.getClass().getName() + ") has the same name twice");
        }
      }
    }
    return members;
  }

  /** Whether the name there comes after the one before it; false where they are equal. */
  private static boolean inOrder(Object[] members, int at) {
    return ((String) members[at]).compareTo((String) members[at - 2]) > 0;
  }

  private static void sortFew(Object[] members) {
    for (int from = 2; from < members.length; from += 2) {
      String name = (String) members[from];
      Object value = members[from + 1];
      int to = from;
      while (to > 0 && name.compareTo((String) members[to - 2]) < 0) {
        members[to] = members[to - 2];
        members[to + 1] = members[to - 1];
        to -= 2;
      }
      members[to] = name;
      members[to + 1] = value;
    }
  }

  private static void sortMany(Object[] members) {
    Member[] sorted = new Member[members.length / 2];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = new Member((String) members[2 * i], members[2 * i + 1]);
    }
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      members[2 * i] = sorted[i].name;
      members[2 * i + 1] = sorted[i].value;
    }
  }

  /**
   * A name that {@link CanonicalObject} vouches for, and its colon.
   *
   * @param comma whether one stands before it
   */
  void name(String ascii, boolean comma) {
    member = ascii;
    int count = ascii.length();
    reserve(count + 4L);
    byte[] to = buffer;
    int at = length;
    if (comma) {
      to[at++] = ',';
    }
    to[at++] = '"';
    PlainText.copy(ascii, 0, count, to, at);
    at += count;
    to[at++] = '"';
    to[at++] = ':';
    length = at;
  }

  /** What follows is the value of that member. */
  void within(String name) {
    member = name;
  }

  /** One of the marks of JSON. */
  void mark(char ascii) {
    put(ascii);
  }

  /** A text, or null. */
  void text(String text) {
    if (text == null) {
      ascii("null");
    } else {
      string(text, numbers == NumberForm.EXACT);
    }
  }

  /** A text of which every character is {@link PlainText plain}. */
  void plain(String text) {
    int count = text.length();
    reserve(count + 2L);
    byte[] to = buffer;
    int at = length;
    to[at++] = '"';
    PlainText.copy(text, 0, count, to, at);
    at += count;
    to[at++] = '"';
    length = at;
  }

  /** A value whose bytes are known. */
  void raw(byte[] text, int from, int to) {
    reserve(to - from);
    System.arraycopy(text, from, buffer, length, to - from);
    length += to - from;
  }

  int length() {
    return length;
  }

  boolean sameInEveryForm() {
    return sameInEveryForm;
  }

  void sameInEveryForm(boolean soFar) {
    sameInEveryForm = soFar;
  }

  void integer(long value) {
    if (value > -EXACT_INTEGERS && value < EXACT_INTEGERS) {
      digits(value);
    } else if (value == EXACT_INTEGERS || value == -EXACT_INTEGERS) {
      sameInEveryForm = false;
      if (numbers == NumberForm.SAFE_BINARY64) {
        throw unsafeInteger();
      }
      digits(value);
    } else {
      decimal(BigDecimal.valueOf(value));
    }
  }

  private void decimal(BigDecimal value) {
    sameInEveryForm = false; // it may be; that is not looked into
    int signum = value.signum();
    if (signum == 0) {
      put('0');
      return;
    }
    BigInteger unscaled = value.unscaledValue().abs();
    if (unscaled.bitLength() > MOST_BITS) {
      throw failure("a number of more than " + MOST_BITS + " bits");
    }
    long scale = value.scale();
    String digits =
        unscaled.bitLength() < Long.SIZE
            ? Long.toString(unscaled.longValue())
            : unscaled.toString();
    int count = digits.length();
    while (digits.charAt(count - 1) == '0') {
      count--;
    }
    scale -= digits.length() - count;
    digits = digits.substring(0, count);
    boolean negative = signum < 0;
    if (Canonical.plainLength(negative, count - 1 - scale, -scale) > Canonical.MAX_NUMBER_LENGTH) {
      throw failure(
          "a number of more than "
              + Canonical.MAX_NUMBER_LENGTH
              + " characters written out plainly");
    }
    long point = count - scale;
    if (count <= SURE_DIGITS && point >= -SURE_EXPONENTS && point <= SURE_EXPONENTS) {
      if (numbers == NumberForm.SAFE_BINARY64 && point > SURE_DIGITS) {
        requireSafe(value.doubleValue());
      }
      ecmaScript(negative, digits, (int) point);
      return;
    }
    if (numbers == NumberForm.EXACT && count > MOST_DIGITS) {
      folded(negative, digits, (int) point);
      return;
    }
    double nearest = value.doubleValue();
    if (numbers == NumberForm.SAFE_BINARY64) {
      requireSafe(nearest);
    }
    if (Double.isInfinite(nearest)) {
      if (numbers != NumberForm.EXACT) {
        throw failure("a number beyond the range of binary64");
      }
      folded(negative, digits, (int) point);
      return;
    }
    BigDecimal shortest = ShortestDecimal.of(nearest);
    if (numbers == NumberForm.EXACT && shortest.compareTo(value) != 0) {
      folded(negative, digits, (int) point);
    } else if (shortest.signum() == 0) {
      put('0');
    } else {
      String text = shortest.unscaledValue().abs().toString();
      ecmaScript(negative, text, text.length() - shortest.scale());
    }
  }

  private void requireSafe(double nearest) {
    // From 2^52 on every binary64 is integral.
    if (Math.abs(nearest) >= EXACT_INTEGERS) {
      throw unsafeInteger();
    }
  }

  private NotCanonicalException unsafeInteger() {
    return failure("an integral number beyond 2^53-1 has no params_c14n_v1 form");
  }

  /**
   * ECMAScript Number::toString of 0.digits·10^point.
   *
   * @param digits without leading and trailing zeros
   */
  private void ecmaScript(boolean negative, String digits, int point) {
    if (negative) {
      put('-');
    }
    int count = digits.length();
    if (point > -6 && point <= 21) {
      plain(digits, point);
      return;
    }
    put(digits.charAt(0));
    if (count > 1) {
      put('.');
      ascii(digits, 1, count);
    }
    int exponent = point - 1;
    put('e');
    put(exponent < 0 ? '-' : '+');
    digits(Math.abs(exponent));
  }

  private void folded(boolean negative, String digits, int point) {
    put('"');
    utf8(FOLD_MARK);
    ascii("num:");
    if (negative) {
      put('-');
    }
    plain(digits, point);
    put('"');
  }

  private void plain(String digits, int point) {
    int count = digits.length();
    if (point <= 0) {
      ascii("0.");
      zeros(-point);
      ascii(digits, 0, count);
    } else if (point >= count) {
      ascii(digits, 0, count);
      zeros(point - count);
    } else {
      ascii(digits, 0, point);
      put('.');
      ascii(digits, point, count);
    }
  }

  private void zeros(int count) {
    for (int i = 0; i < count; i++) {
      put('0');
    }
  }

  private void digits(long value) {
    reserve(20);
    if (value < 0) {
      buffer[length++] = '-';
      value = -value;
    }
    int end = length + 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      end++;
    }
    int to = end;
    do {
      buffer[--to] = (byte) ('0' + value % 10);
      value /= 10;
    } while (to > length);
    length = end;
  }

  private void string(String text, boolean fold) {
    int count = text.length();
    reserve(count + 2L);
    int plain = PlainText.run(text);
    buffer[length] = '"';
    PlainText.copy(text, 0, plain, buffer, length + 1);
    length += plain + 1;
    if (plain < count) {
      remaining(text, plain, fold);
    }
    put('"');
  }

  /** What follows the leading plain characters of a text. */
  private void remaining(String text, int from, boolean fold) {
    int count = text.length();
    if (from == 0 && text.charAt(0) == FOLD_MARK) {
      sameInEveryForm = false;
      if (fold) {
        utf8(FOLD_MARK);
      }
    }
    for (int i = from; i < count; i++) {
      char c = text.charAt(i);
      if (PlainText.is(c)) {
        put(c);
      } else if (c < 0x80) {
        escaped(c);
      } else if (!Character.isSurrogate(c)) {
        utf8(c);
      } else {
        char low = i + 1 < count ? text.charAt(i + 1) : 0;
        if (!Character.isHighSurrogate(c) || !Character.isLowSurrogate(low)) {
          throw failure("a string or an object name with a lone surrogate");
        }
        utf8(Character.toCodePoint(c, low));
        i++;
      }
    }
  }

  private void escaped(char c) {
    reserve(6);
    buffer[length++] = '\\';
    switch (c) {
      case '"':
      case '\\':
        buffer[length++] = (byte) c;
        break;
      case '\b':
        buffer[length++] = 'b';
        break;
      case '\t':
        buffer[length++] = 't';
        break;
      case '\n':
        buffer[length++] = 'n';
        break;
      case '\f':
        buffer[length++] = 'f';
        break;
      case '\r':
        buffer[length++] = 'r';
        break;
      default:
        buffer[length++] = 'u';
        buffer[length++] = '0';
        buffer[length++] = '0';
        buffer[length++] = (byte) (c < 16 ? '0' : '1');
        buffer[length++] = (byte) "0123456789abcdef".charAt(c & 15);
    }
  }

  /** A code point beyond ASCII that is no surrogate. */
  private void utf8(int c) {
    reserve(4);
    if (c < 0x800) {
      buffer[length++] = (byte) (0xC0 | c >> 6);
    } else {
      if (c < 0x10000) {
        buffer[length++] = (byte) (0xE0 | c >> 12);
      } else {
        buffer[length++] = (byte) (0xF0 | c >> 18);
        buffer[length++] = (byte) (0x80 | c >> 12 & 0x3F);
      }
      buffer[length++] = (byte) (0x80 | c >> 6 & 0x3F);
    }
    buffer[length++] = (byte) (0x80 | c & 0x3F);
  }

  private void ascii(String text) {
    ascii(text, 0, text.length());
  }

  private void ascii(String text, int from, int to) {
    reserve(to - from);
    PlainText.copy(text, from, to, buffer, length);
    length += to - from;
  }

  private void put(char ascii) {
    if (length == buffer.length) {
      reserve(1);
    }
    buffer[length++] = (byte) ascii;
  }

  private void reserve(long more) {
    long needed = length + more;
    if (needed > buffer.length) {
      if (needed > LONGEST_BUFFER) {
        throw failure("the canonical text is longer than 2 GiB");
      }
      buffer =
          Arrays.copyOf(
              buffer, (int) Math.min(LONGEST_BUFFER, Math.max(needed, buffer.length * 2L)));
    }
  }

  /** Names the place as a JSON pointer; names that are no plain words are left out of it. */
  private NotCanonicalException failure(String message) {
    StringBuilder pointer = new StringBuilder();
    if (member != null) {
      pointer.append('/').append(member);
    }
    for (int i = 0; i < depth && pointer.length() < 200; i++) {
      pointer.append('/');
      if (!isObject[i]) {
        pointer.append(next[i] - 1);
      } else {
        String name = (String) open[i][next[i] - 2];
        pointer.append(isPlainWord(name) ? name : "(name " + next[i] / 2 + ")");
      }
    }
    return new NotCanonicalException(
        (pointer.length() == 0 ? "the value" : "at " + pointer) + ": " + message);
  }

  private static boolean isPlainWord(String name) {
    int length = name.length();
    for (int i = 0; i < length; i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z'
          || c >= 'A' && c <= 'Z'
          || c >= '0' && c <= '9'
          || c == '_'
          || c == '-')) {
        return false;
      }
    }
    return length > 0 && length <= 64;
  }

  /** A name and its value, where there are many. */
  private static final class Member implements Comparable<Member> {
    final String name;
    final Object value;

    Member(String name, Object value) {
      this.name = name;
      this.value = value;
    }

    @Override
    public int compareTo(Member other) {
      return name.compareTo(other.name);
    }
  }
}
