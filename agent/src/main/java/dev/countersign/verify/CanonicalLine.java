package dev.countersign.verify;

import java.security.DigestException;
import java.security.MessageDigest;

/**
 * A line that is its own canonical form (RFC 8785), as what an agent writes is: then the hash of an
 * entry is one over the line without its {@code hash}, and nothing has to be written anew.
 *
 * <p>It is asked of lines that were parsed as strict JSON. Where it cannot tell with one look over
 * the bytes (names that are not ASCII, escapes but the short ones, fractions, integers of more than
 * 15 digits, deep nesting) the answer is no, and the entry is written out and compared: no is never
 * a finding.
 */
final class CanonicalLine {

  /** Below what any check of ours allows. */
  private static final int DEPTH = 60;

  private static final int SHA_256 = 32;

  /** By byte: whether it stands for something else than itself in a string. */
  private static final boolean[] MARKS = new boolean[0x100];

  static {
    for (int b = 0; b < ' '; b++) {
      MARKS[b] = true;
    }
    MARKS['"'] = true;
    MARKS['\\'] = true;
  }

  private final byte[] line;
  private int at;
  private int hashFrom = -1;
  private int hashTo = -1;

  private CanonicalLine(byte[] line) {
    this.line = line;
  }

  /** The line, or null where it may be something else than its canonical form. */
  static CanonicalLine of(byte[] line) {
    CanonicalLine canonical = new CanonicalLine(line);
    return canonical.object(1) && canonical.at == line.length ? canonical : null;
  }

  /**
   * The hash that an entry with this line carries.
   *
   * @param previous hash of the entry before, ASCII
   * @param sha256 the caller's own
   * @param out 32 bytes
   */
  void hash(byte[] previous, MessageDigest sha256, byte[] out) {
    sha256.reset();
    sha256.update(previous);
    if (hashFrom < 0) {
      sha256.update(line);
    } else {
      sha256.update(line, 0, hashFrom);
      sha256.update(line, hashTo, line.length - hashTo);
    }
    try {
      sha256.digest(out, 0, SHA_256);
    } catch (DigestException tooShort) {
      throw new IllegalStateException("a hash has " + SHA_256 + " bytes", tooShort);
    }
  }

  private boolean value(int depth) {
    if (at >= line.length) {
      return false;
    }
    switch (line[at]) {
      case '{':
        return object(depth + 1);
      case '[':
        return array(depth + 1);
      case '"':
        return string();
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return integer();
    }
  }

  private boolean object(int depth) {
    if (depth > DEPTH || !next('{')) {
      return false;
    }
    if (next('}')) {
      return true;
    }
    int lastFrom = 0;
    int lastTo = -1;
    do {
      int member = at;
      int from = at + 1;
      if (!name()) {
        return false;
      }
      int to = at - 1;
      if (lastTo >= 0 && !isAfter(from, to, lastFrom, lastTo) || !next(':') || !value(depth)) {
        return false;
      }
      if (depth == 1 && to - from == 4 && isHash(from)) {
        hashFrom = member;
        hashTo = at;
      }
      lastFrom = from;
      lastTo = to;
    } while (next(','));
    if (!next('}')) {
      return false;
    }
    if (depth == 1 && hashFrom >= 0) {
      // Its comma goes with it: the one behind, or before it where it is the last.
      if (line[hashTo] == ',') {
        hashTo++;
      } else if (line[hashFrom - 1] == ',') {
        hashFrom--;
      }
    }
    return true;
  }

  private boolean isHash(int from) {
    return line[from] == 'h'
        && line[from + 1] == 'a'
        && line[from + 2] == 's'
        && line[from + 3] == 'h';
  }

  /** For ASCII, the order of bytes is the order of UTF-16 units. */
  private boolean isAfter(int from, int to, int lastFrom, int lastTo) {
    int both = Math.min(to - from, lastTo - lastFrom);
    for (int i = 0; i < both; i++) {
      if (line[from + i] != line[lastFrom + i]) {
        return line[from + i] > line[lastFrom + i];
      }
    }
    return to - from > lastTo - lastFrom;
  }

  private boolean array(int depth) {
    if (depth > DEPTH || !next('[')) {
      return false;
    }
    if (next(']')) {
      return true;
    }
    do {
      if (!value(depth)) {
        return false;
      }
    } while (next(','));
    return next(']');
  }

  private boolean name() {
    if (!next('"')) {
      return false;
    }
    while (at < line.length) {
      byte b = line[at++];
      if (b == '"') {
        return true;
      }
      if (b < ' ' || b == '\\') { // bytes beyond ASCII are negative
        return false;
      }
    }
    return false;
  }

  private boolean string() {
    at++;
    while (skipPlain()) {
      byte b = line[at++];
      if (b == '"') {
        return true;
      }
      if (b >= 0 && b < ' ' || b == '\\' && !shortEscape()) {
        return false;
      }
    }
    return false;
  }

  /**
   * Moves on to the next byte that means something in a string: a quote, a backslash, a control
   * character. False when there is none.
   */
  private boolean skipPlain() {
    byte[] bytes = line;
    boolean[] marks = MARKS;
    int i = at;
    while (i < bytes.length && !marks[bytes[i] & 0xff]) {
      i++;
    }
    at = i;
    return i < bytes.length;
  }

  private boolean shortEscape() {
    if (at >= line.length) {
      return false;
    }
    byte b = line[at++];
    return b == '"' || b == '\\' || b == 'b' || b == 'f' || b == 'n' || b == 'r' || b == 't';
  }

  private boolean integer() {
    int from = at;
    if (line[at] == '-') {
      at++;
    }
    int digits = at;
    while (at < line.length && line[at] >= '0' && line[at] <= '9') {
      at++;
    }
    boolean zero = at - digits == 1 && line[digits] == '0' && digits == from;
    boolean other = at > digits && at - digits <= 15 && line[digits] != '0';
    return zero || other;
  }

  private boolean word(String word) {
    if (line.length - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (line[at++] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean next(char c) {
    if (at < line.length && line[at] == c) {
      at++;
      return true;
    }
    return false;
  }
}
