package dev.countersign.effect.template;

import dev.countersign.effect.SecretNames;

/**
 * A text of whatever form with {@value Secrets#MASK} in the place of what stands under a secret's
 * name: {@code NAME=value} and {@code NAME: value} at the begin of the text, of a line, of what is
 * in quotes or behind an option's equals sign; {@code NAME=value} as a word of a line; parameters
 * of a URL, its fragment or a form. And without who logs in by any of its URLs.
 *
 * <p>Prose is left as it is: a name is one word, and behind its colon is a blank ({@code
 * tokenizer:latest} is an image), but for the element behind {@code -H}.
 */
final class MaskedText {

  private static final String QUOTES = "\"'`";

  /** What no URL has, and ends one in a text. */
  private static final String ENDS = "\"<>";

  private final String text;

  private MaskedText(String text) {
    this.text = text;
  }

  /**
   * @param header whether it is a header, as the element behind {@code -H} is
   */
  static String of(String text, boolean header) {
    String shown = new MaskedText(text).withoutNamed(header);
    shown = new MaskedText(shown).withoutUserInfo();
    return new MaskedText(shown).withoutParameters();
  }

  /** {@code -H}, {@code --header}: the next element of a command is a header. */
  static boolean isHeaderOption(Object element) {
    return "-H".equals(element) || "--header".equals(element) || "--proxy-header".equals(element);
  }

  // Names with a value

  private String withoutNamed(boolean header) {
    boolean headers =
        header
            || text.startsWith("-H")
            || text.startsWith("--header=")
            || text.startsWith("--proxy-header=");
    StringBuilder shown = new StringBuilder(text.length());
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      int end = at;
      while (end < text.length() && isOfName(text.charAt(end))) {
        end++;
      }
      int value = end == at ? -1 : value(at, end, headers);
      if (value >= 0 && SecretNames.isName(text.substring(at, end))) {
        shown.append(text, from, value).append(Secrets.MASK);
        from = isQuoted(at, end) ? endOfMember(value) : end(at, value, text.charAt(end) == '=');
        at = Math.max(from, end);
      } else {
        at = end + 1;
      }
    }
    return shown.append(text, from, text.length()).toString();
  }

  private static boolean isOfName(char c) {
    return c == '-' || c == '_' || c == '.' || Character.isLetterOrDigit(c);
  }

  /** Where the value of that name begins; negative where it has none. */
  private int value(int at, int end, boolean headers) {
    char separator = end < text.length() ? text.charAt(end) : 0;
    char next = end + 1 < text.length() ? text.charAt(end + 1) : 0;
    if (separator == '=') {
      boolean compares = next == '=' || next == '>' || next == 0 || isBlank(next);
      return at == 0 || !compares && (begins(at) || isBlank(text.charAt(at - 1))) ? end + 1 : -1;
    }
    int colon = isQuoted(at, end) ? blanksEnd(end + 1) : end;
    if (colon == text.length() || text.charAt(colon) != ':' || !begins(at)) {
      return -1;
    }
    int value = blanksEnd(colon + 1);
    boolean separated = value > colon + 1 || headers || colon > end;
    boolean empty = value == text.length() || "\r\n{[".indexOf(text.charAt(value)) >= 0;
    return separated && !empty ? value : -1;
  }

  /** {@code "NAME"}, as in JSON. */
  private boolean isQuoted(int at, int end) {
    return at > 0
        && end < text.length()
        && (text.charAt(at - 1) == '"' || text.charAt(at - 1) == '\'')
        && text.charAt(end) == text.charAt(at - 1);
  }

  private int blanksEnd(int from) {
    int at = from;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  /** Where the value of a member of an object ends. */
  private int endOfMember(int value) {
    char quote = text.charAt(value);
    boolean string = quote == '"' || quote == '\'';
    int at = string ? value + 1 : value;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (string ? c == quote : isBlank(c) || c == ',' || c == '}' || c == ']') {
        return string ? at + 1 : at;
      }
      at += string && c == '\\' ? 2 : 1;
    }
    return text.length();
  }

  /** At the begin of a line or of a list's element there, in quotes, or behind an equals sign. */
  private boolean begins(int at) {
    if (at == 0 || text.charAt(at - 1) == '=' || QUOTES.indexOf(text.charAt(at - 1)) >= 0) {
      return true;
    }
    return beginsLine(at);
  }

  private boolean beginsLine(int at) {
    int before = at - 1;
    while (before >= 0 && " \t-".indexOf(text.charAt(before)) >= 0) {
      before--;
    }
    return before < 0 || text.charAt(before) == '\n' || text.charAt(before) == '\r';
  }

  /** Where a value ends. */
  private int end(int at, int value, boolean assigned) {
    if (at == 0 && assigned) {
      return text.length(); // an element of a command, or a variable
    }
    if (at > 0 && QUOTES.indexOf(text.charAt(at - 1)) >= 0) {
      return until(text.charAt(at - 1), value);
    }
    char first = text.charAt(value);
    if (QUOTES.indexOf(first) >= 0) {
      return Math.min(until(first, value + 1) + 1, text.length());
    }
    boolean word = at > 0 && isBlank(text.charAt(at - 1)) && !beginsLine(at);
    int end = value;
    while (end < text.length()
        && (word ? !isBlank(text.charAt(end)) : "\r\n".indexOf(text.charAt(end)) < 0)) {
      end++;
    }
    return end;
  }

  private int until(char c, int from) {
    int at = text.indexOf(c, from);
    return at < 0 ? text.length() : at;
  }

  private static boolean isBlank(char c) {
    return c <= ' ';
  }

  // URLs

  private String withoutUserInfo() {
    StringBuilder shown = new StringBuilder(text.length());
    int from = 0;
    for (int at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 1)) {
      int authority = at + 3;
      int login = authority < from ? -1 : login(authority);
      if (login >= authority) {
        shown.append(text, from, authority).append(Secrets.MASK);
        from = login;
      }
    }
    return shown.append(text, from, text.length()).toString();
  }

  /** Where the {@code @} behind who logs in is. */
  private int login(int authority) {
    int whole = authority;
    int end = -1;
    while (whole < text.length() && "/?#".indexOf(text.charAt(whole)) < 0) {
      if (end < 0 && isEnd(text.charAt(whole))) {
        end = whole;
      }
      whole++;
    }
    int at = lastAt(authority, end < 0 ? whole : end);
    // A password that was put in as it is can have a blank, a host has at most a port.
    return at >= 0 || end < 0 || !hasPassword(authority, end) ? at : lastAt(authority, whole);
  }

  private int lastAt(int from, int end) {
    int at = end - 1;
    while (at >= from && text.charAt(at) != '@') {
      at--;
    }
    return at >= from ? at : -1;
  }

  private boolean hasPassword(int authority, int end) {
    int colon = text.indexOf(':', authority);
    if (colon < 0 || colon >= end || text.charAt(authority) == '[') {
      return false;
    }
    for (int i = colon + 1; i < end; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return true;
      }
    }
    return false;
  }

  private static boolean isEnd(char c) {
    return isBlank(c) || ENDS.indexOf(c) >= 0;
  }

  private String withoutParameters() {
    StringBuilder shown = new StringBuilder(text.length());
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      if ("?&#".indexOf(text.charAt(at)) < 0) {
        at++;
        continue;
      }
      int end = at + 1;
      while (end < text.length()
          && "=?&#".indexOf(text.charAt(end)) < 0
          && !isEnd(text.charAt(end))) {
        end++;
      }
      boolean has = end < text.length() && text.charAt(end) == '=';
      if (has && SecretNames.isName(text.substring(at + 1, end))) {
        int stop = end + 1;
        while (stop < text.length()
            && "&#".indexOf(text.charAt(stop)) < 0
            && !isEnd(text.charAt(stop))) {
          stop++;
        }
        shown.append(text, from, end + 1).append(Secrets.MASK);
        from = stop;
        end = stop;
      }
      at = end;
    }
    return shown.append(text, from, text.length()).toString();
  }
}
