package dev.countersign.pin;

import dev.countersign.canonical.Canonical;
import java.util.Map;

/** What a look at a tool's pin says. */
public final class PinCheck {

  /** The definition is the pinned one. */
  public static final PinCheck SAME = new PinCheck(false, null);

  private static final String[] MEMBERS = {"name", "description", "parameters"};

  private final boolean changed;
  private final String text;

  private PinCheck(boolean changed, String text) {
    this.changed = changed;
    this.text = text;
  }

  static PinCheck firstUse(String digest) {
    return new PinCheck(false, "definition " + digest + " pinned at this first use");
  }

  /** Said where somebody accepted it: what was pinned at its first use needs no word. */
  static PinCheck allowed(PinnedTool tool, String digest) {
    for (PinnedDefinition each : tool.pinned()) {
      if (each.digest().equals(digest) && !each.by().equals(PinnedDefinition.FIRST_USE)) {
        return new PinCheck(
            false, "definition " + digest + " accepted by " + each.by() + " at " + each.since());
      }
    }
    return SAME;
  }

  /**
   * @param met the one that is not pinned
   */
  static PinCheck changed(PinnedTool pinned, PinnedDefinition met) {
    PinnedDefinition last = pinned.pinned().get(pinned.pinned().size() - 1);
    return new PinCheck(
        true,
        "definition "
            + met.digest()
            + " is not the pinned "
            + last.digest()
            + differing(last.definition(), met.definition()));
  }

  /** Which members differ: their names are ours, never what is in them. */
  private static String differing(Map<?, ?> pinned, Map<?, ?> met) {
    if (pinned == null || met == null) {
      return "";
    }
    StringBuilder names = new StringBuilder();
    for (String member : MEMBERS) {
      if (!Canonical.same(pinned.get(member), met.get(member))) {
        names.append(names.length() == 0 ? " (" : ", ").append(member);
      }
    }
    return names.append(names.length() == 0 ? "" : ")").toString();
  }

  /** Whether calls with this definition are to be refused. */
  public boolean isChanged() {
    return changed;
  }

  /** For the books: digests and names of members, nothing of a definition; null for nothing new. */
  public String text() {
    return text;
  }
}
