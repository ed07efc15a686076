package dev.countersign.preview;

import dev.countersign.Change;
import dev.countersign.VerbatimJson;
import dev.countersign.canonical.NotCanonicalException;
import java.util.List;
import java.util.Map;

/**
 * How long a preview would be as a text, at least: the same bound for those that are none. What
 * stands in it twice counts twice. Not thread-safe.
 */
final class Characters {

  private long left = PreviewJson.MAX_CHARACTERS;

  /**
   * Adds a change.
   *
   * @throws NotCanonicalException if all together are over {@link PreviewJson#MAX_CHARACTERS}
   */
  void add(Change change) {
    add(change.action());
    add(change.target());
    add(change.summary());
    add(change.before());
    add(change.after());
    add(change.x());
  }

  /**
   * Adds a JSON value; those of {@code x-} members may be texts that are written as they stand.
   *
   * @throws NotCanonicalException as {@link #add(Change)}
   */
  void add(Object json) {
    if (json instanceof Map<?, ?> map) {
      take(2);
      for (Map.Entry<?, ?> member : map.entrySet()) {
        add(member.getKey());
        add(member.getValue());
      }
    } else if (json instanceof List<?> list) {
      take(2);
      for (Object element : list) {
        add(element);
      }
    } else if (json instanceof String text) {
      take(2 + text.length());
    } else if (json instanceof VerbatimJson text) {
      take(text.toString().length());
    } else {
      take(1);
    }
  }

  private void take(int characters) {
    left -= characters;
    if (left < 0) {
      throw new NotCanonicalException(
          "a preview has at most " + PreviewJson.MAX_CHARACTERS + " characters, this one more");
    }
  }
}
