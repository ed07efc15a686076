package dev.countersign.effect.template;

import java.util.List;

/**
 * A rendered text that may hold one placeholder.
 *
 * @param prefix what stands before the placeholder; the whole text where there is none
 * @param hole the placeholder; null where the text is fixed
 * @param suffix what stands after the placeholder
 */
record Text(String prefix, Hole hole, String suffix) {

  static Text fixed(String text) {
    return new Text(text, null, "");
  }

  /** As it stands in ρ. */
  String shown() {
    return hole == null ? prefix : prefix + hole.text() + suffix;
  }

  /** {@code observed} with the value at the placeholder's position replaced by the placeholder, or null if it is another text. */
  String mask(String observed) {
    int fixed = prefix.length() + suffix.length();
    boolean framed = observed.length() >= fixed && observed.startsWith(prefix) && observed.endsWith(suffix);
    if (!framed) {
      return null;
    }
    String value = observed.substring(prefix.length(), observed.length() - suffix.length());
    return hole.admits(value) ? shown() : null;
  }

  static boolean anyHole(List<Text> texts) {
    for (Text text : texts) {
      if (text.hole() != null) {
        return true;
      }
    }
    return false;
  }
}
