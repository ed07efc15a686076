package dev.countersign.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a person's answer may come from ({@code approvals.from}, {@code tools[].approval_from}).
 *
 * <p>Only tickets are signed by a key that this JVM's user cannot read. The others are answered
 * inside the JVM, by whoever the application lets answer: they are taken where the configuration
 * names them, never by default.
 */
public enum ApprovalSource {
  /** Files that a person signed, in {@code approvals.dir}. */
  TICKETS("tickets"),
  /** The confirmation that Google ADK asks for in one run and gets in another. */
  ADK("adk"),
  /** The elicitation that a server of the MCP Java SDK puts to its client. */
  MCP("mcp"),
  /** What the method {@code approvals.method} of the application says. */
  METHOD("method");

  private final String text;

  ApprovalSource(String text) {
    this.text = text;
  }

  /** As it stands in the configuration, in records and in receipts. */
  public String text() {
    return text;
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(4);
    for (ApprovalSource source : values()) {
      words.add(source.text);
    }
    return words;
  }

  /**
   * The list under that key.
   *
   * @return null where the key is absent, or is no such list
   */
  static List<ApprovalSource> read(Section section, String key) {
    if (!section.has(key)) {
      return null;
    }
    List<String> names = section.names(key);
    if (names.isEmpty()) {
      if (section.get(key) != null && section.get(key).isList()) {
        section.error(key, "an empty list: nobody could approve. Name one of " + words());
      }
      return null;
    }
    List<ApprovalSource> sources = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      Tree element = section.get(key).list().get(i);
      String word =
          section.word(element, section.path(key) + '[' + i + ']', words(), List.<String>of());
      for (ApprovalSource source : values()) {
        if (source.text.equals(word)) {
          sources.add(source);
        }
      }
    }
    return List.copyOf(sources);
  }
}
