package dev.countersign.preview;

import dev.countersign.Change;
import dev.countersign.VerbatimJson;
import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link Change} as JSON (spec 4): {@code {action, target, summary, before?, after?, x-…}}.
 * Required texts, no other members, every {@code x-} member kept: where its text says more than its
 * value does, the text itself.
 */
public final class ChangeJson {

  /**
   * Reads a change.
   *
   * @param place for messages, for example {@code changes[3]}
   * @param json a JSON value as {@link Json} and {@code Snapshot} make them
   * @throws NotCanonicalException saying which member is missing, of another type, not known, or
   *     over a bound
   */
  public static Change read(String place, Object json) {
    return read(place, json, Map.of());
  }

  /**
   * @param texts of the members by name; those that are not there are written anew
   */
  static Change read(String place, Object json, Map<String, String> texts) {
    Members in = new Members(place, json);
    String action = in.text("action");
    String target = in.text("target");
    String summary = in.text("summary");
    try {
      Map<String, Object> others = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : in.all().entrySet()) {
        String name = (String) member.getKey();
        switch (name) {
          case "action", "target", "summary" -> {}
          case "before", "after" -> others.put(name, member.getValue());
          default -> others.put(name, kept(member.getValue(), texts.get(name)));
        }
      }
      return Change.of(action, target, summary, others);
    } catch (IllegalArgumentException refused) {
      throw Members.wrong(place, "is no change: " + refused.getMessage());
    }
  }

  private static Object kept(Object value, String text) {
    return text == null || text.equals(ExactText.of(value)) ? value : new VerbatimJson(text);
  }

  /** Changes of an array. */
  static List<Change> list(String place, List<?> json, String text, int most) {
    if (json.size() > most) {
      throw Members.wrong(place, "has more than " + most + " elements");
    }
    List<String> texts = text == null ? null : RawMembers.elements(text);
    List<Change> changes = new ArrayList<>(json.size());
    for (int i = 0; i < json.size(); i++) {
      changes.add(
          read(
              place + "[" + i + "]",
              json.get(i),
              texts == null ? Map.of() : RawMembers.of(texts.get(i))));
    }
    return changes;
  }

  /**
   * For documents with a canonical form: plain JSON values only, texts that were kept are read.
   *
   * @throws NotCanonicalException if a {@link VerbatimJson} of an application is no JSON
   */
  public static Map<String, Object> plain(Change change) {
    return write(change, true);
  }

  /** As {@link #plain(Change)}. */
  public static List<Object> plain(List<Change> changes) {
    List<Object> list = new ArrayList<>(changes.size());
    for (Change each : changes) {
      list.add(plain(each));
    }
    return list;
  }

  /**
   * For documents that keep every byte of the {@code x-} members: values of them may be {@link
   * VerbatimJson}, which {@link ExactText} writes as it stands.
   *
   * @throws NotCanonicalException if a {@link VerbatimJson} of an application is no JSON
   */
  public static Map<String, Object> exact(Change change) {
    return write(change, false);
  }

  /** As {@link #exact(Change)}. */
  public static List<Object> exact(List<Change> changes) {
    List<Object> list = new ArrayList<>(changes.size());
    for (Change each : changes) {
      list.add(exact(each));
    }
    return list;
  }

  private static Map<String, Object> write(Change change, boolean plain) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("action", change.action());
    json.put("target", change.target());
    json.put("summary", change.summary());
    if (change.hasBefore()) {
      json.put("before", change.before());
    }
    if (change.hasAfter()) {
      json.put("after", change.after());
    }
    for (Map.Entry<String, Object> member : change.x().entrySet()) {
      Object value = member.getValue();
      if (value instanceof VerbatimJson text) {
        // Read in any case: an application can make one of anything, and would write our document.
        Object read = Json.parse(text.toString());
        value = plain ? read : value;
      }
      json.put(member.getKey(), value);
    }
    return json;
  }

  private ChangeJson() {}
}
