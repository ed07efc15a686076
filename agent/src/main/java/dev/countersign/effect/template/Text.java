package dev.countersign.effect.template;

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

  /**
   * {@code observed} with the value at the placeholder's position replaced by the placeholder;
   * another text as it is. A text that only reads like the placeholder is none: it gets one more
   * {@code $}, so that it cannot pass for it.
   */
  String mask(String observed) {
    if (framed(observed)) {
      String value = observed.substring(prefix.length(), observed.length() - suffix.length());
      if (hole.admits(value)) {
        return shown();
      }
    }
    return observed.equals(shown()) ? "$" + observed : observed;
  }

  private boolean framed(String observed) {
    return observed.length() >= prefix.length() + suffix.length()
        && observed.startsWith(prefix)
        && observed.endsWith(suffix);
  }
}
