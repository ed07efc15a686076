package dev.countersign.ledger;

import dev.countersign.canonical.PlainText;
import dev.countersign.canonical.Spares;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * Writes one entry as RFC 8785 text in UTF-8. The caller adds the names in their sorted order; all
 * of them are ASCII without anything to escape.
 *
 * <p>In every string U+0085, U+2028, U+2029 and lone surrogates become U+FFFD (spec 2.1): public
 * verifiers split lines at the first three or refuse the last.
 */
final class EntryText {

  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };
  private static final int DIGITS_OF_LONG = 19;
  private static final char REPLACEMENT = '\uFFFD';

  /** Longest memory that is kept for the next entry, in bytes. */
  private static final int KEPT = 8 * 1024;

  private static final Spares<byte[]> SPARES = new Spares<>();

  private byte[] text;
  private int length;
  private int hash;
  private int prevHash;
  private int seq;
  private int ts;
  private boolean separate;

  EntryText() {
    byte[] spare = SPARES.place().getAndSet(null);
    text = spare == null ? new byte[1024] : spare;
    text[length++] = '{';
  }

  /** Memory that was an entry's and is nobody's any more. */
  static void giveBack(byte[] unused) {
    if (unused.length <= KEPT) {
      SPARES.place().set(unused);
    }
  }

  /** A string or, for null, JSON null. */
  EntryText string(String name, String value) {
    name(name);
    if (value == null) {
      ascii("null");
    } else {
      quote(value);
    }
    return this;
  }

  /** A string of plain characters only, as digests and ids are: nobody looks. */
  EntryText plain(String name, String value) {
    int count = value.length();
    name(name).reserve(count + 2);
    byte[] to = text;
    int at = length;
    to[at++] = '"';
    PlainText.copy(value, 0, count, to, at);
    at += count;
    to[at++] = '"';
    length = at;
    return this;
  }

  /** A number that is not negative. */
  EntryText number(String name, long value) {
    name(name);
    reserve(DIGITS_OF_LONG);
    int end = length + 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      end++;
    }
    long rest = value;
    for (int i = end - 1; i >= length; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length = end;
    return this;
  }

  /**
   * A number that is not negative, has at most 15 digits or is a whole one of at most 2^53-1, and
   * is a millionth at least or zero: written plainly, it is what RFC 8785 makes of it.
   */
  EntryText number(String name, Number exact) {
    if (exact instanceof BigDecimal decimal) {
      name(name).ascii(decimal.toPlainString());
      return this;
    }
    return number(name, exact.longValue());
  }

  /** Begins an object. */
  EntryText object(String name) {
    return name(name).open('{');
  }

  /** Begins an array. */
  EntryText array(String name) {
    return name(name).open('[');
  }

  /** Begins an object inside an array. */
  EntryText element() {
    separator();
    return open('{');
  }

  /** A string inside an array. */
  EntryText element(String value) {
    separator();
    quote(value);
    separate = true;
    return this;
  }

  EntryText endObject() {
    return close('}');
  }

  EntryText endArray() {
    return close(']');
  }

  /** The place of {@code hash}, which is no part of what is hashed, its comma included. */
  EntryText hash() {
    put(',');
    separate = false;
    hash = length;
    return this;
  }

  /** The place of {@code prev_hash}, with room for it. */
  EntryText prevHash() {
    name(EntryFields.PREV_HASH).put('"');
    prevHash = room(EntryHash.LENGTH);
    put('"');
    return this;
  }

  /** The place of {@code seq}. */
  EntryText seq() {
    seq = name(EntryFields.SEQ).length;
    return this;
  }

  /** The place of {@code ts}, with room for it. */
  EntryText ts() {
    name(EntryFields.TS).put('"');
    ts = room(Timestamp.LENGTH);
    put('"');
    return this;
  }

  /** Ends the entry. */
  EntryDraft end() {
    put('}');
    put('\n');
    return new EntryDraft(text, length, hash, prevHash, seq, ts);
  }

  private int room(int bytes) {
    reserve(bytes);
    int at = length;
    length += bytes;
    return at;
  }

  private EntryText name(String name) {
    int count = name.length();
    reserve(count + 4);
    byte[] to = text;
    int at = length;
    if (separate) {
      to[at++] = ',';
    }
    to[at++] = '"';
    PlainText.copy(name, 0, count, to, at);
    at += count;
    to[at++] = '"';
    to[at++] = ':';
    length = at;
    separate = true;
    return this;
  }

  private void separator() {
    if (separate) {
      put(',');
    }
  }

  private EntryText open(char bracket) {
    put(bracket);
    separate = false;
    return this;
  }

  private EntryText close(char bracket) {
    put(bracket);
    separate = true;
    return this;
  }

  private void ascii(String value) {
    int count = value.length();
    reserve(count);
    PlainText.copy(value, 0, count, text, length);
    length += count;
  }

  private void quote(String value) {
    int count = value.length();
    int plain = PlainText.run(value);
    // The longest form of a UTF-16 unit is an escape of six bytes.
    reserve(plain + 6 * (count - plain) + 2);
    text[length] = '"';
    PlainText.copy(value, 0, plain, text, length + 1);
    length += plain + 1;
    for (int i = plain; i < count; i++) {
      char c = value.charAt(i);
      if (c >= 0x80) {
        i = beyondAscii(value, i);
      } else if (c == '"' || c == '\\') {
        escape(c);
      } else if (c < ' ') {
        control(c);
      } else {
        text[length++] = (byte) c;
      }
    }
    text[length++] = '"';
  }

  /** Writes the character at the index and returns the index of its last unit. */
  private int beyondAscii(String value, int index) {
    int point = value.codePointAt(index);
    if (point > 0xFFFF) {
      text[length++] = (byte) (0xF0 | point >> 18);
      continuation(point >> 12);
      continuation(point >> 6);
      continuation(point);
      return index + 1;
    }
    boolean refused =
        point == 0x85 || point == 0x2028 || point == 0x2029 || Character.isSurrogate((char) point);
    int written = refused ? REPLACEMENT : point;
    if (written < 0x800) {
      text[length++] = (byte) (0xC0 | written >> 6);
    } else {
      text[length++] = (byte) (0xE0 | written >> 12);
      continuation(written >> 6);
    }
    continuation(written);
    return index;
  }

  private void continuation(int bits) {
    text[length++] = (byte) (0x80 | bits & 0x3F);
  }

  private void control(char c) {
    switch (c) {
      case '\b':
        escape('b');
        break;
      case '\t':
        escape('t');
        break;
      case '\n':
        escape('n');
        break;
      case '\f':
        escape('f');
        break;
      case '\r':
        escape('r');
        break;
      default:
        escape('u');
        put('0');
        put('0');
        text[length++] = HEX[c >> 4];
        text[length++] = HEX[c & 15];
    }
  }

  private void escape(char c) {
    put('\\');
    put(c);
  }

  private void put(char c) {
    reserve(1);
    text[length++] = (byte) c;
  }

  private void reserve(int more) {
    if (text.length - length < more) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
    }
  }
}
