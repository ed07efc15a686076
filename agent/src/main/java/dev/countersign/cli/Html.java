package dev.countersign.cli;

import java.io.IOException;

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
    StringBuilder shown = new StringBuilder(text.length());
    int marks = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      switch (point) {
        case '&' -> shown.append("&amp;");
        case '<' -> shown.append("&lt;");
        case '>' -> shown.append("&gt;");
        case '"' -> shown.append("&quot;");
        case '\'' -> shown.append("&#39;");
        default -> {
          marks = VisibleText.isMark(point) ? marks + 1 : 0;
          VisibleText.show(point, marks, shown);
        }
      }
    }
    out.append(shown);
    return this;
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
