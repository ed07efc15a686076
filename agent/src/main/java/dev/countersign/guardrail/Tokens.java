package dev.countersign.guardrail;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;

/** Cuts a sentence into words, texts, numbers and signs. */
final class Tokens {

  enum Kind {
    WORD,
    TEXT,
    NUMBER,
    SIGN,
    END
  }

  /**
   * @param text of a word or sign as written; of a text its content
   * @param number of a number, exact; else null
   * @param from where it begins, in UTF-16 units
   * @param to where it has ended
   */
  record Token(Kind kind, String text, Object number, int from, int to) {

    boolean is(String wordOrSign) {
      return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(wordOrSign);
    }

    /** For a message. */
    String shown() {
      switch (kind) {
        case END:
          return "the end of the sentence";
        case TEXT:
          return "the text \"" + clipped() + '"';
        case NUMBER:
          return "the number " + clipped();
        default:
          return '"' + clipped() + '"';
      }
    }

    private String clipped() {
      return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
  }

  private static final String[] SIGNS = {
    "!=", "<=", ">=", "=", "<", ">", "(", ")", "[", "]", ",", "."
  };

  private final String text;
  private int at;

  Tokens(String text) {
    this.text = text;
  }

  Token next() throws SentenceException {
    while (at < text.length() && isBlank(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return new Token(Kind.END, "", null, at, at);
    }
    char c = text.charAt(at);
    int from = at;
    if (isLetter(c)) {
      while (at < text.length() && isWordPart(text.charAt(at))) {
        at++;
      }
      return new Token(Kind.WORD, text.substring(from, at), null, from, at);
    }
    if (c == '"') {
      return text(from);
    }
    if (isDigit(c) || c == '-') {
      return number(from);
    }
    foreign(c, from);
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        at += sign.length();
        return new Token(Kind.SIGN, sign, null, from, at);
      }
    }
    throw new SentenceException(
        from,
        "the character "
            + shown(c)
            + " means nothing here. Put texts in double quotes, like \"refund\"");
  }

  /** What other languages would write, and people with them. */
  private void foreign(char c, int from) throws SentenceException {
    String instead = null;
    if (text.startsWith("==", from)) {
      instead = "write = (a single one) for \"is equal to\"";
    } else if (text.startsWith("<>", from)) {
      instead = "write != for \"is not equal to\"";
    } else if (text.startsWith("&&", from)) {
      instead = "write and";
    } else if (text.startsWith("||", from)) {
      instead = "write or";
    } else if (c == '!' && !text.startsWith("!=", from)) {
      instead = "write not";
    } else if (c == '≥' || c == '≤') {
      instead = c == '≥' ? "write >=" : "write <=";
    } else if (c == '\'' || c == '“' || c == '”' || c == '„' || c == '‘' || c == '’') {
      instead = "texts stand in straight double quotes, like \"refund\"";
    } else if (c == '$' || c == '€' || c == '£') {
      instead = "amounts are plain numbers, like 50000";
    }
    if (instead != null) {
      throw new SentenceException(from, instead);
    }
  }

  private Token text(int from) throws SentenceException {
    StringBuilder content = new StringBuilder();
    at++;
    while (true) {
      if (at == text.length()) {
        throw new SentenceException(from, "this text has no end. Close it with a second \"");
      }
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return new Token(Kind.TEXT, content.toString(), null, from, at);
      }
      if (c != '\\') {
        content.append(c);
        at++;
      } else {
        content.append(escaped());
      }
    }
  }

  private char escaped() throws SentenceException {
    char c = at + 1 < text.length() ? text.charAt(at + 1) : 0;
    at += 2;
    switch (c) {
      case '"':
      case '\\':
        return c;
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case 'r':
        return '\r';
      default:
        throw new SentenceException(
            at - 2,
            "a backslash in a text is one of \\\" \\\\ \\n \\t \\r. Write two, \\\\, for the"
                + " backslash itself");
    }
  }

  private Token number(int from) throws SentenceException {
    at++;
    while (at < text.length() && (isWordPart(text.charAt(at)) || continuesNumber())) {
      at++;
    }
    String written = text.substring(from, at);
    Object number;
    try {
      number = Json.parse(written);
    } catch (NotCanonicalException none) {
      number = null;
    }
    if (number == null) {
      throw new SentenceException(
          from,
          "\""
              + (written.length() <= 40 ? written : written.substring(0, 40) + "…")
              + "\" is no number. Write digits with at most one point, like 50000 or 0.5, without"
              + " blanks, separators or units");
    }
    return new Token(Kind.NUMBER, written, number, from, at);
  }

  /** A point between digits, and the sign of an exponent, belong to the number. */
  private boolean continuesNumber() {
    char c = text.charAt(at);
    char before = text.charAt(at - 1);
    boolean digitFollows = at + 1 < text.length() && isDigit(text.charAt(at + 1));
    return digitFollows
        && (c == '.' && isDigit(before)
            || (c == '+' || c == '-') && (before == 'e' || before == 'E'));
  }

  private static String shown(char c) {
    return c > ' ' && c < 127
        ? "'" + c + "'"
        : "U+" + Integer.toHexString(c | 0x10000).substring(1).toUpperCase(java.util.Locale.ROOT);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }

  static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(char c) {
    return isLetter(c) || isDigit(c) || c == '-';
  }
}
