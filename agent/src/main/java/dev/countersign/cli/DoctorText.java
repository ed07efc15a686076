package dev.countersign.cli;

import java.util.List;
import java.util.Map;

/** A status document for people. */
final class DoctorText {

  private final Map<?, ?> status;

  DoctorText(Map<?, ?> status) {
    this.status = status;
  }

  /** How many sites are lost. */
  static int lost(Map<?, ?> status) {
    return count(status, "lost");
  }

  private static int count(Map<?, ?> status, String state) {
    int count = 0;
    for (Object line : (List<?>) status.get("woven")) {
      if (line instanceof Map<?, ?> site && state.equals(site.get("state"))) {
        count++;
      }
    }
    return count;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    out.append("countersign ").append(status.get("agent_version"));
    out.append(", mode ").append(status.get("mode"));
    out.append(", JDK ").append(status.get("jdk")).append('\n');
    section(out, "woven", "Woven");
    section(out, "not loaded yet", "Not loaded yet (woven when their class is)");
    section(out, "not in this version", "Not in this version of their library");
    section(out, "lost", "Lost");
    holes(out);
    if (status.get("checks_failed") != null) {
      out.append("\nSo far: effects allowed unbound ").append(status.get("unbound_allowed"));
      out.append(", outcomes lost ").append(status.get("outcomes_lost"));
      out.append(", checks that failed by themselves ").append(status.get("checks_failed"));
      out.append('\n');
    }
    return out.toString().stripTrailing();
  }

  private void section(StringBuilder out, String state, String title) {
    int count = count(status, state);
    if (count == 0) {
      return;
    }
    out.append('\n').append(title).append(": ").append(count).append('\n');
    for (Object line : (List<?>) status.get("woven")) {
      if (line instanceof Map<?, ?> site && state.equals(site.get("state"))) {
        out.append("  ").append(site.get("class")).append('.').append(site.get("method"));
        out.append(" (").append(site.get("kind")).append(')');
        if (site.get("reason") != null) {
          out.append(": ").append(site.get("reason"));
        }
        out.append('\n');
      }
    }
  }

  private void holes(StringBuilder out) {
    if (!(status.get("holes") instanceof List<?> holes) || holes.isEmpty()) {
      out.append("\nHoles: none known at start\n");
      return;
    }
    out.append("\nHoles: ").append(holes.size()).append('\n');
    for (Object line : holes) {
      if (line instanceof Map<?, ?> hole) {
        out.append("  ")
            .append(hole.get("code"))
            .append(": ")
            .append(hole.get("text"))
            .append('\n');
      }
    }
  }
}
