package dev.countersign.pin;

import java.util.ArrayList;
import java.util.List;

/**
 * A tool that was used: a name of the model's, and what carries it out. Two tools that only share
 * their name, in two assistants of one JVM say, are two.
 *
 * @param tool name as the model calls it
 * @param method what carries it out, as the books name it
 * @param pinned the definitions that its calls may have; not empty
 * @param waiting others that were met and refused, oldest first; at most {@link #MOST}
 */
public record PinnedTool(
    String tool, String method, List<PinnedDefinition> pinned, List<PinnedDefinition> waiting) {

  /** How many definitions of each kind are kept. */
  public static final int MOST = 8;

  /** Whether its calls may have that definition. */
  public boolean allows(String digest) {
    return in(pinned, digest);
  }

  boolean isWaiting(String digest) {
    return in(waiting, digest);
  }

  private static boolean in(List<PinnedDefinition> definitions, String digest) {
    for (PinnedDefinition each : definitions) {
      if (each.digest().equals(digest)) {
        return true;
      }
    }
    return false;
  }

  /** With one more that waits; the oldest is forgotten where there are too many. */
  PinnedTool met(PinnedDefinition another) {
    List<PinnedDefinition> all = new ArrayList<>(waiting);
    all.add(another);
    if (all.size() > MOST) {
      all.remove(0);
    }
    return new PinnedTool(tool, method, pinned, List.copyOf(all));
  }

  /**
   * With one that waits accepted.
   *
   * @param beside whether those that are pinned stay
   */
  public PinnedTool accepting(PinnedDefinition chosen, boolean beside, String user, String now) {
    List<PinnedDefinition> all = new ArrayList<>(beside ? pinned : List.of());
    all.add(chosen.accepted(user, now));
    List<PinnedDefinition> rest = new ArrayList<>(waiting);
    rest.remove(chosen);
    return new PinnedTool(tool, method, List.copyOf(all), List.copyOf(rest));
  }
}
