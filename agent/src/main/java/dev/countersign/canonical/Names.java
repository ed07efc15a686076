package dev.countersign.canonical;

import java.util.Collection;

/**
 * Names that are expected in texts of one format. Where one is met, {@link Json} takes the string
 * from here instead of making another: it costs no memory, and a map finds it by identity.
 *
 * <p>Fixed once made: no text, however many names it has, makes it larger or slower.
 */
public final class Names {

  /** Open addressing; a power of two, at most half full, so that every search ends. */
  private final String[] table;

  /** Any strings; those that are never met cost a place each. */
  public Names(Collection<String> expected) {
    table = new String[Integer.highestOneBit(Math.max(1, expected.size())) * 4];
    for (String name : expected) {
      if (!name.isEmpty()) {
        int place = place(name, 0, name.length());
        table[place] = name;
      }
    }
  }

  /** The characters of the text from {@code from} to before {@code to}, which are at least one. */
  String of(String text, int from, int to) {
    String found = table[place(text, from, to)];
    return found == null ? text.substring(from, to) : found;
  }

  /** Where the name is, or the free place that ends the search for it. */
  private int place(String text, int from, int to) {
    int length = to - from;
    int mixed =
        (text.charAt(from) * 31 + text.charAt(from + length / 2)) * 31
            + text.charAt(to - 1)
            + length * 7;
    int place = (mixed ^ mixed >>> 7) & table.length - 1;
    while (table[place] != null
        && (table[place].length() != length || !text.startsWith(table[place], from))) {
      place = place + 1 & table.length - 1;
    }
    return place;
  }
}
