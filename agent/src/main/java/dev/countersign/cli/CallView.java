package dev.countersign.cli;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.canonical.SpelledOut;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A request as the page shows it: JSON whose texts are visible ones, cut unless the whole is asked
 * for, each with a count of what is left out. Before and after stand member by member where both
 * are objects, so that what differs can be seen.
 */
final class CallView {

  /** Characters of one text that are shown at first. */
  static final int TEXT = 2_000;

  /** Changes, and members of one, that are shown at first. */
  static final int MANY = 50;

  /** Of a row of the list. */
  private static final int ROW = 240;

  private final boolean whole;
  private boolean cut;

  private CallView(boolean whole) {
    this.whole = whole;
  }

  /** A row of the list. */
  static Map<String, Object> row(ApprovalRequest request) {
    List<Map<String, Object>> changes = request.predictedChanges();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("digest", request.requestDigest());
    row.put("tool", VisibleText.of(title(request), ROW));
    row.put(
        "summary",
        changes.isEmpty() ? null : VisibleText.of((String) changes.get(0).get("summary"), ROW));
    row.put("changes", (long) changes.size());
    row.put("application", VisibleText.of(request.application(), ROW));
    row.put("expires_at", request.expiresAt().toString());
    return row;
  }

  /** What the call is named by: its tool; for an effect outside of one, what it goes to. */
  static String title(ApprovalRequest request) {
    return request.tool() == null ? request.verb() + ' ' + request.target() : request.tool();
  }

  /**
   * Everything about one request.
   *
   * @param whole without cutting: a request has at most {@link ApprovalRequest#MOST_BYTES}
   */
  static Map<String, Object> of(ApprovalRequest request, boolean whole) {
    return new CallView(whole).view(request);
  }

  private Map<String, Object> view(ApprovalRequest request) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("digest", request.requestDigest());
    view.put("seen", seen(request));
    view.put("tool", text(title(request)));
    view.put("verb", text(request.verb()));
    view.put("target", text(request.target()));
    view.put("reason", text(request.reason()));
    view.put("application", text(request.application()));
    view.put("tool_pin", textOrNull(request.toolPin()));
    view.put("permits", text(request.permits()));
    view.put("run", text(request.run()));
    view.put("pid", Long.toString(request.pid()));
    view.put("requested_at", request.requestedAt().toString());
    view.put("expires_at", request.expiresAt().toString());
    view.put("arguments", request.arguments() == null ? null : json(request.arguments()));
    List<Map<String, Object>> predicted = request.predictedChanges();
    List<Object> changes = new ArrayList<>();
    for (Map<String, Object> change : whole ? predicted : first(predicted)) {
      changes.add(change(change));
    }
    view.put("predicted", (long) predicted.size());
    view.put("changes", changes);
    view.put("cut", cut || changes.size() < predicted.size());
    return view;
  }

  /**
   * What a person who answers has seen: this question, with this content. Another one of the same
   * digest is not what he read.
   */
  static String seen(ApprovalRequest request) {
    return request.id() + '.' + request.shown();
  }

  private static <T> List<T> first(List<T> all) {
    return all.size() > MANY ? all.subList(0, MANY) : all;
  }

  private Map<String, Object> change(Map<String, Object> change) {
    Map<String, Object> view = new LinkedHashMap<>();
    String target = (String) change.get("target");
    view.put("action", text((String) change.get("action")));
    view.put("target", text(target));
    view.put("foreign", foreign(target));
    view.put("summary", text((String) change.get("summary")));
    List<Object> members = new ArrayList<>();
    long more = 0;
    if (change.containsKey("before") || change.containsKey("after")) {
      if (change.get("before") instanceof Map<?, ?> before
          && change.get("after") instanceof Map<?, ?> after) {
        Set<Object> names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (Object name : names) {
          if (!whole && members.size() == MANY) {
            more = (long) names.size() - MANY;
            break;
          }
          members.add(member((String) name, before, after, name));
        }
      } else {
        members.add(member(null, change, change, null));
      }
    }
    view.put("members", members);
    view.put("more_members", more);
    cut |= more > 0;
    List<Object> extensions = new ArrayList<>();
    for (Map.Entry<String, Object> member : change.entrySet()) {
      if (!List.of("action", "target", "summary", "before", "after").contains(member.getKey())) {
        Map<String, Object> extension = new LinkedHashMap<>();
        extension.put("name", text(member.getKey()));
        extension.put("value", json(member.getValue()));
        extensions.add(extension);
      }
    }
    view.put("x", extensions);
    return view;
  }

  /**
   * One line of before and after.
   *
   * @param key in both maps; null for {@code before} and {@code after} themselves
   */
  private Map<String, Object> member(String name, Map<?, ?> before, Map<?, ?> after, Object key) {
    Object old = key == null ? "before" : key;
    Object fresh = key == null ? "after" : key;
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", textOrNull(name));
    line.put("before", before.containsKey(old) ? json(before.get(old)) : null);
    line.put("after", after.containsKey(fresh) ? json(after.get(fresh)) : null);
    line.put(
        "differs",
        before.containsKey(old) && after.containsKey(fresh)
            ? !Objects.equals(before.get(old), after.get(fresh))
            : key != null);
    return line;
  }

  private String text(String text) {
    if (whole || text.length() <= TEXT) {
      return VisibleText.of(text);
    }
    cut = true;
    return VisibleText.of(text, TEXT);
  }

  private String textOrNull(String text) {
    return text == null ? null : text(text);
  }

  private String json(Object value) {
    String text = JsonText.of(value);
    if (whole || text.length() <= TEXT) {
      return text;
    }
    cut = true;
    return VisibleText.cut(text, TEXT);
  }

  /** Letters of a target that are not ASCII, with their numbers; null where there are none. */
  static String foreign(String target) {
    StringBuilder found = new StringBuilder();
    Set<Integer> seen = new LinkedHashSet<>();
    target.codePoints().filter(point -> point > 0x7e).limit(10_000).forEach(seen::add);
    int told = 0;
    for (int point : seen) {
      if (told++ == 8) {
        return found.append(", and ").append(seen.size() - 8).append(" more").toString();
      }
      found.append(found.length() == 0 ? "" : ", ");
      if (!SpelledOut.isHidden(point)) {
        found.appendCodePoint(point).append(' ');
      }
      found.append(String.format(Locale.ROOT, "U+%04X", point));
    }
    return found.length() == 0 ? null : found.toString();
  }
}
