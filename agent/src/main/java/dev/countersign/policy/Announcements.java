package dev.countersign.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is to be said of the policy, in the books and on standard error: once for each state of
 * affairs, not once for each look. One thread at a time.
 */
final class Announcements {

  private static final int REMEMBERED = 1000;

  /** What says that something has changed: that it is said again means that it changed again. */
  private static final Set<String> CHANGES = Set.of("unreachable", "reached", "stale", "fresh");

  private final List<Event> events = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  /**
   * @param about which version of the document; null where that is of no matter
   * @param id of the exception that it is about; empty for none
   * @param pinned what judges meanwhile; null for nothing
   */
  void say(String status, String document, String text, Ref about, String id, Ref pinned) {
    String key = status + ' ' + document + ' ' + (about == null ? text : about.sha256());
    if (!CHANGES.contains(status) && !said.add(key)) {
      return;
    }
    if (said.size() > REMEMBERED) {
      said.clear();
    }
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("status", status);
    record.put("document", document);
    record.put("detail", text);
    if (about != null) {
      record.put("offered", about.toJson());
    }
    if (pinned != null) {
      record.put("pinned", pinned.toJson());
    }
    if (!id.isEmpty()) {
      record.put("breakglass", id);
    }
    events.add(new Event("policy", record, "policy " + status + ": " + document + ": " + text));
  }

  /** From now on all is another state of affairs. */
  void beginAnew() {
    said.clear();
  }

  /** What was said since this was asked last. */
  List<Event> take() {
    List<Event> since = List.copyOf(events);
    events.clear();
    return since;
  }
}
