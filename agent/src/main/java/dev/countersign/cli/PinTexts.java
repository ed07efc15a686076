package dev.countersign.cli;

import dev.countersign.pin.PinStore;
import dev.countersign.pin.PinnedDefinition;
import dev.countersign.pin.PinnedTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Pins, read and worded for people. Names of tools are somebody else's text. */
final class PinTexts {

  /** Characters of a text around what differs in it. */
  private static final int AROUND = 40;

  private static final int LONG = 160;

  static List<PinnedTool> read(Path state) {
    try {
      return PinStore.in(state).read();
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
  }

  /** The definition that a waiting one is compared with: the last that was pinned. */
  static PinnedDefinition latest(PinnedTool tool) {
    return tool.pinned().get(tool.pinned().size() - 1);
  }

  /** A name as it is where it is plain, else in quotes, with what is not seen escaped. */
  static String name(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c > '~' || c == '"') {
        return JsonText.quoted(name);
      }
    }
    return name.isEmpty() ? "\"\"" : name;
  }

  /**
   * One side of a difference on one line; of a long text only what is not the same on the other
   * side.
   */
  static String side(Object value, Object other) {
    if (value instanceof String text && other instanceof String before && text.length() > LONG) {
      int start = 0;
      int most = Math.min(text.length(), before.length());
      while (start < most && text.charAt(start) == before.charAt(start)) {
        start++;
      }
      int end = 0;
      while (end < most - start
          && text.charAt(text.length() - 1 - end) == before.charAt(before.length() - 1 - end)) {
        end++;
      }
      int from = Math.max(0, start - AROUND);
      int to = Math.min(text.length(), text.length() - end + AROUND);
      return (from > 0 ? "... " : "")
          + JsonText.quoted(text.substring(from, to))
          + (to < text.length() ? " ..." : "");
    }
    return JsonText.of(value).replaceAll("\\n *", " ");
  }

  private PinTexts() {}
}
