package dev.countersign.effect;

import java.util.ArrayList;
import java.util.List;

/**
 * The words that {@code env -S} makes of its text: split at white space, with quotes, escapes and
 * comments as the manual of GNU {@code env} states them. A {@code ${NAME}} stays as it is.
 */
final class SplitString {

  private static final String SPACE = " \t\n\u000b\f\r";

  private final String text;
  private final List<String> words = new ArrayList<>();

  /** Null between two words; a quote alone begins one. */
  private StringBuilder word;

  private SplitString(String text) {
    this.text = text;
  }

  static List<String> words(String text) {
    SplitString split = new SplitString(text);
    split.read();
    split.end();
    return split.words;
  }

  private void read() {
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != '\'' && c == '\\' && i + 1 < text.length()) {
        char escaped = text.charAt(++i);
        if (escaped == 'c' && quote == 0) {
          return;
        }
        if (escaped == '_' && quote == 0) {
          end();
        } else {
          add(meant(escaped));
        }
      } else if (quote == '\'' && c == '\\' && isEscapedInQuotes(i + 1)) {
        add(text.charAt(++i));
      } else if (quote != 0 && c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
        begin();
      } else if (quote == 0 && SPACE.indexOf(c) >= 0) {
        end();
      } else if (quote == 0 && c == '#' && word == null) {
        return;
      } else {
        add(c);
      }
    }
  }

  private boolean isEscapedInQuotes(int at) {
    return at < text.length() && (text.charAt(at) == '\'' || text.charAt(at) == '\\');
  }

  private static char meant(char escaped) {
    return switch (escaped) {
      case '_' -> ' ';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> '\u000b';
      default -> escaped;
    };
  }

  private void begin() {
    if (word == null) {
      word = new StringBuilder();
    }
  }

  private void add(char c) {
    begin();
    word.append(c);
  }

  private void end() {
    if (word != null) {
      words.add(word.toString());
      word = null;
    }
  }
}
