package dev.countersign.cli;

import dev.countersign.config.Amendment;
import dev.countersign.learn.Suggestion;
import dev.countersign.learn.Suggestions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Words what is suggested as lines of a configuration. */
final class SuggestText {

  private final Suggestions found;
  private final boolean explain;

  /**
   * @param explain whether each line says where each of its values comes from
   */
  SuggestText(Suggestions found, boolean explain) {
    this.found = found;
    this.explain = explain;
  }

  /** What there is to add for each tool that has effects, or a body that runs more than once. */
  List<Amendment.Addition> tools() {
    List<Amendment.Addition> additions = new ArrayList<>();
    for (Suggestions.Tool tool : found.tools()) {
      List<String> keys = new ArrayList<>();
      List<String> lines = new ArrayList<>();
      // An entry of that name would be about other tools as well.
      boolean unnameable =
          tool.name().length() > 256 || tool.name().chars().anyMatch(Character::isISOControl);
      boolean pattern =
          unnameable || tool.name().indexOf('*') >= 0 || tool.name().indexOf('?') >= 0;
      if (unnameable) {
        lines.add("# not used: no tool of a configuration can have this name");
      } else if (pattern) {
        lines.add("# not used: the tool's name would be a pattern for others");
      }
      if (tool.times() > 1 && tool.repeatedCalls() > 1 && !pattern) {
        keys.add("times: " + tool.times());
      } else if (tool.times() > 1) {
        lines.add("# its body ran " + tool.times() + " times in one call: times, a single sample");
      }
      boolean active = false;
      for (Suggestion line : tool.lines()) {
        lines.addAll(item(line, pattern || !line.withheld().isEmpty()));
        active |= !pattern && line.withheld().isEmpty();
      }
      if (!keys.isEmpty() || !lines.isEmpty()) {
        additions.add(new Amendment.Addition(tool.name(), keys, lines, active));
      }
    }
    return additions;
  }

  List<String> ambient() {
    List<String> lines = new ArrayList<>();
    for (Suggestion line : found.ambient()) {
      lines.addAll(item(line, !line.withheld().isEmpty()));
    }
    return lines;
  }

  boolean hasAmbient() {
    for (Suggestion line : found.ambient()) {
      if (line.withheld().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** One entry of a list, with what is to be said about it above it. */
  private List<String> item(Suggestion line, boolean comment) {
    List<String> lines = new ArrayList<>();
    lines.add("# " + support(line));
    for (String why : line.withheld()) {
      lines.add("# not used: " + safe(why));
    }
    for (String note : line.notes()) {
      lines.add("# note: " + safe(note));
    }
    if (explain) {
      for (String why : line.explained()) {
        lines.add("#   " + safe(why));
      }
    }
    String mark = comment ? "# " : "";
    lines.add(mark + "- " + line.verb() + ": " + YamlText.flow(line.template()));
    if (line.each() != null) {
      lines.add(mark + "  each: " + YamlText.flow(line.each()));
    }
    if (line.times() != 1) {
      lines.add(mark + "  times: " + (line.times() == 0 ? "any" : line.times()));
    }
    return lines;
  }

  static String support(Suggestion line) {
    return counted(line.samples(), "sample")
        + " of "
        + (line.tool() == null
            ? counted(line.runs(), "run")
            : counted(line.calls(), "call") + " in " + counted(line.runs(), "run"));
  }

  static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  /** Whatever a text holds, it stays one comment. */
  static String safe(String text) {
    String quoted = JsonText.quoted(text);
    String inner = quoted.substring(1, quoted.length() - 1);
    return inner.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  /** What is to be said behind the lines: comments. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    StringBuilder idle = new StringBuilder();
    for (Suggestions.Tool tool : found.tools()) {
      if (tool.effects() == 0) {
        idle.append(idle.length() == 0 ? "" : ", ")
            .append(safe(tool.name()))
            .append(" (")
            .append(counted(tool.calls(), "call"))
            .append(')');
      }
      if (tool.refused() > 0) {
        remarks.add(
            safe(tool.name())
                + ": "
                + counted(tool.refused(), "call")
                + " would be refused whatever its effects; see countersign gate");
      }
    }
    if (found.runs().size() == 1 && found.effects() > 0) {
      remarks.add(
          "all of it rests on one run, and a poisoned one would look the same: learn from a second"
              + " one, with other inputs");
    }
    if (idle.length() > 0) {
      remarks.add("without unbound effects, and so without an entry: " + idle);
    }
    if (!found.leftAlone().isEmpty()) {
      StringBuilder text = new StringBuilder();
      for (Map.Entry<String, Long> target : found.leftAlone().entrySet()) {
        text.append(text.length() == 0 ? "" : ", ")
            .append(safe(target.getKey()))
            .append(" (")
            .append(target.getValue())
            .append(')');
        if (text.length() > 600) {
          text.append(", …");
          break;
        }
      }
      remarks.add(
          "outside tools, where unbound.elsewhere allows it and no entry is needed: " + text);
    }
    for (String note : found.notes()) {
      remarks.add(safe(note));
    }
    return remarks;
  }

  /** A configuration of its own, as far as the files say what it has to have. */
  String document() {
    Map<String, Object> about = found.runs().get(0);
    StringBuilder out = new StringBuilder();
    out.append("# countersign suggest: ")
        .append(counted(found.effects(), "unbound effect"))
        .append(" in ")
        .append(counted(found.runs().size(), "run"))
        .append('\n');
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("bundle", about.getOrDefault("bundle", "learned"));
    head.put("version", about.getOrDefault("version", 1L));
    out.append(YamlText.of(head));
    out.append("mode: observe   # enforce, once \"countersign gate\" says ready\n");
    Object frameworks = about.getOrDefault("frameworks", List.of("auto"));
    if (frameworks instanceof List<?> list && list.equals(List.of("auto"))) {
      frameworks = "auto";
    } else if (frameworks instanceof List<?> list && list.isEmpty()) {
      frameworks = "none";
    }
    out.append("frameworks: ").append(YamlText.flow(frameworks)).append('\n');
    out.append("ledger: { dir: ")
        .append(YamlText.flow(about.getOrDefault("ledger", "ledger")))
        .append(" }\n");
    return out.toString();
  }

  /** As a JSON value. */
  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("effects", found.effects());
    json.put("runs", (long) found.runs().size());
    List<Object> tools = new ArrayList<>();
    for (Suggestions.Tool tool : found.tools()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("tool", tool.name());
      one.put("calls", tool.calls());
      one.put("effects_learned", tool.effects());
      one.put("calls_refused_anyway", tool.refused());
      one.put("times", (long) tool.times());
      one.put("effects", lines(tool.lines()));
      tools.add(one);
    }
    json.put("tools", tools);
    json.put("ambient", lines(found.ambient()));
    json.put("left_alone", new LinkedHashMap<>(found.leftAlone()));
    json.put("notes", found.notes());
    return json;
  }

  private static List<Object> lines(List<Suggestion> suggestions) {
    List<Object> lines = new ArrayList<>();
    for (Suggestion line : suggestions) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put(line.verb(), line.template());
      if (line.each() != null) {
        entry.put("each", line.each());
      }
      if (line.times() != 1) {
        entry.put("times", line.times() == 0 ? "any" : (Object) (long) line.times());
      }
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("use", line.withheld().isEmpty());
      one.put("entry", entry);
      one.put("samples", line.samples());
      one.put("calls", (long) line.calls());
      one.put("runs", (long) line.runs());
      one.put("withheld", line.withheld());
      one.put("notes", line.notes());
      one.put("explained", line.explained());
      lines.add(one);
    }
    return lines;
  }
}
