package dev.countersign.cli;

import java.io.IOException;
import java.util.Locale;

/**
 * Writes HTML. Texts are whatever an attacker wanted them to be: everything but {@link #raw}
 * escapes, also what would turn the direction of a line, be invisible, or end it.
 */
final class Html {

  private final Appendable out;

  Html(Appendable out) {
    this.out = out;
  }

  /** Markup of our own. */
  Html raw(String markup) throws IOException {
    out.append(markup);
    return this;
  }

  /** A text between tags or inside of a quoted attribute. */
  Html text(Object value) throws IOException {
    String text = String.valueOf(value);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> {
          boolean paired =
              Character.isHighSurrogate(c)
                  && i + 1 < text.length()
                  && Character.isLowSurrogate(text.charAt(i + 1));
          if (paired) {
            out.append(c).append(text.charAt(++i));
          } else if (isHidden(c)) {
            out.append("\\u").append(String.format(Locale.ROOT, "%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return this;
  }

  private static boolean isHidden(char c) {
    return Character.isISOControl(c)
        || Character.isSurrogate(c)
        || Character.getType(c) == Character.FORMAT
        || c == '\u2028'
        || c == '\u2029'
        || c >= '\ufdd0' && c <= '\ufdef'
        || c >= '\ufffe';
  }

  /** An element with a text in it. */
  Html element(String tag, String classes, Object text) throws IOException {
    out.append('<').append(tag);
    if (classes != null) {
      out.append(" class=\"").append(classes).append('"');
    }
    out.append('>');
    text(text);
    out.append("</").append(tag).append('>');
    return this;
  }
}
