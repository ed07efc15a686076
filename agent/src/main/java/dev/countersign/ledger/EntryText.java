package dev.countersign.ledger;

import java.nio.charset.StandardCharsets;

/**
 * Writes one entry as RFC 8785 text. The caller adds the names in their sorted order; all of them
 * are ASCII.
 *
 * <p>In every string U+0085, U+2028, U+2029 and lone surrogates become U+FFFD (spec 2.1): public
 * verifiers split lines at the first three or refuse the last.
 */
final class EntryText {

  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final char REPLACEMENT = '\uFFFD';

  private final StringBuilder text = new StringBuilder(768).append('{');
  private int hash;
  private int prevHash;
  private int seq;
  private int ts;
  private boolean separate;

  /** A string or, for null, JSON null. */
  EntryText string(String name, String value) {
    name(name);
    if (value == null) {
      text.append("null");
    } else {
      quote(value);
    }
    return this;
  }

  EntryText number(String name, long value) {
    name(name).text.append(value);
    return this;
  }

  /** Begins an object. */
  EntryText object(String name) {
    name(name);
    return open('{');
  }

  /** Begins an array. */
  EntryText array(String name) {
    name(name);
    return open('[');
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
    text.append('}');
    separate = true;
    return this;
  }

  EntryText endArray() {
    text.append(']');
    separate = true;
    return this;
  }

  /** The place of {@code hash}, which is no part of what is hashed, its comma included. */
  EntryText hash() {
    text.append(',');
    separate = false;
    hash = text.length();
    return this;
  }

  /** The place of {@code prev_hash}. */
  EntryText prevHash() {
    name(EntryFields.PREV_HASH).text.append('"');
    prevHash = text.length();
    text.append('"');
    return this;
  }

  /** The place of {@code seq}. */
  EntryText seq() {
    seq = name(EntryFields.SEQ).text.length();
    return this;
  }

  /** The place of {@code ts}. */
  EntryText ts() {
    name(EntryFields.TS).text.append('"');
    ts = text.length();
    text.append('"');
    return this;
  }

  /** Ends the entry. */
  EntryDraft end() {
    text.append('}');
    return new EntryDraft(
        utf8(0, hash),
        utf8(hash, prevHash),
        utf8(prevHash, seq),
        utf8(seq, ts),
        utf8(ts, text.length()));
  }

  private byte[] utf8(int from, int to) {
    return text.substring(from, to).getBytes(StandardCharsets.UTF_8);
  }

  private EntryText name(String name) {
    separator();
    text.append('"').append(name).append("\":");
    separate = true;
    return this;
  }

  private void separator() {
    if (separate) {
      text.append(',');
    }
  }

  private EntryText open(char bracket) {
    text.append(bracket);
    separate = false;
    return this;
  }

  private void quote(String value) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ') {
        control(c);
      } else if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < 0x80) {
        text.append(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        text.append(c).append(value.charAt(++i));
      } else {
        boolean refused =
            Character.isSurrogate(c) || c == '\u0085' || c == '\u2028' || c == '\u2029';
        text.append(refused ? REPLACEMENT : c);
      }
    }
    text.append('"');
  }

  private void control(char c) {
    text.append('\\');
    switch (c) {
      case '\b':
        text.append('b');
        break;
      case '\t':
        text.append('t');
        break;
      case '\n':
        text.append('n');
        break;
      case '\f':
        text.append('f');
        break;
      case '\r':
        text.append('r');
        break;
      default:
        text.append("u00").append(HEX[c >> 4]).append(HEX[c & 15]);
    }
  }
}
