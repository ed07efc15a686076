package dev.countersign.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened, in bounded memory: the account beside a {@link Report}, for people. Lists are kept
 * up to a bound and the rest is counted. Names are as the entries have them, untrusted text of at
 * most {@value #MAX_NAME} UTF-16 units.
 */
public final class Chronicle implements Observer {

  /** Rows kept of each list. */
  public static final int KEPT = 200;

  private static final int MAX_NAME = 200;
  private static final int MAX_TEXT = 2_000;

  /** Calls whose outcome is waited for. */
  private static final int MAX_OPEN = 1_000_000;

  /** What was called. */
  public static final class Row {

    /** Null where there is none. */
    public final String tool;

    public final String scope;
    public long allowed;
    public long unlisted;
    public long refused;
    public long raised;
    public long abandoned;
    public long deferred;
    public long outcomes;

    /** Of all outcomes. */
    public long millis;

    public long mostMillis;

    Row(String tool, String scope) {
      this.tool = tool;
      this.scope = scope;
    }
  }

  /** Something that did not happen, because it was refused. */
  public static final class Refusal {

    public final long seq;
    public final String ts;
    public final String tool;
    public final String scope;
    public final String code;
    public final String message;

    /** Where the request differs from what was judged: JSON Pointers. */
    public List<String> paths = List.of();

    Refusal(long seq, String ts, String tool, String scope, String code, String message) {
      this.seq = seq;
      this.ts = ts;
      this.tool = tool;
      this.scope = scope;
      this.code = code;
      this.message = message;
    }
  }

  /**
   * Something that the agent did not see.
   *
   * @param code null for one that was found after the start
   */
  public record Hole(String code, String text) {}

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Row others = new Row(null, null);
  private final Map<String, Row> open = new HashMap<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private final Map<String, Long> codes = new TreeMap<>();
  private final List<Hole> holes = new ArrayList<>();
  private final Map<String, Object> start = new LinkedHashMap<>();
  private final Timeline timeline = new Timeline();
  private String agent;
  private Refusal current;
  private long refused;
  private long holesOmitted;
  private long acts;

  @Override
  public void entry(Entry entry) {
    current = null;
    switch (entry.event()) {
      case "root" -> agent = agent == null ? name(entry.get("agent")) : agent;
      case "allow" -> allow(entry);
      case "deny" -> deny(entry);
      case "outcome" -> outcome(entry);
      default -> {}
    }
  }

  private void allow(Entry entry) {
    if (isAct(entry)) {
      acts++;
      return;
    }
    Row row = row(entry);
    row.allowed++;
    row.unlisted += entry.has("policy") ? 1 : 0;
    String callId = entry.id("call_id");
    if (callId != null && open.size() < MAX_OPEN) {
      open.put(callId, row);
    }
    timeline.add(Timeline.Kind.ALLOWED, entry.text("ts"));
  }

  private void deny(Entry entry) {
    Row row = row(entry);
    row.refused++;
    String message = null;
    if (entry.get("reasons") instanceof List<?> list
        && !list.isEmpty()
        && Entry.object(list.get(0)) != null) {
      message = text(Entry.object(list.get(0)).get("message"));
    }
    refuse(entry, row, name(entry.get("reason")), message);
  }

  private void outcome(Entry entry) {
    Row row = open.remove(String.valueOf(entry.get("call_id")));
    if (row == null) {
      return; // the agent's own, or its allow is elsewhere
    }
    row.outcomes++;
    Long millis = Integral.of(entry.get("duration_ms"));
    if (millis != null && millis >= 0) {
      row.millis += millis;
      row.mostMillis = Math.max(row.mostMillis, millis);
    }
    String state = entry.id("body_state");
    boolean refusedAtSink =
        "raised".equals(state)
            && "EffectRefused".equals(entry.get("error_code"))
            && !entry.has("invoked_params_hash");
    if (refusedAtSink) {
      row.refused++;
      refuse(entry, row, "EffectRefused", "refused at its own sink, after it had been allowed");
    } else if ("raised".equals(state)) {
      row.raised++;
      timeline.add(Timeline.Kind.FAILED, entry.text("ts"));
    } else if ("abandoned".equals(state)) {
      row.abandoned++;
      timeline.add(Timeline.Kind.FAILED, entry.text("ts"));
    } else if ("deferred".equals(state)) {
      row.deferred++;
    }
  }

  private void refuse(Entry entry, Row row, String code, String message) {
    refused++;
    String known = code == null ? "" : code;
    if (codes.containsKey(known) || codes.size() < KEPT) {
      codes.merge(known, 1L, Long::sum);
    }
    timeline.add(Timeline.Kind.REFUSED, entry.text("ts"));
    if (refusals.size() < KEPT) {
      Long seq = entry.seq();
      current =
          new Refusal(
              seq == null ? entry.index() : seq,
              name(entry.get("ts")),
              row == others ? name(entry.get("tool")) : row.tool,
              row == others ? name(entry.get("scope")) : row.scope,
              known,
              message);
      refusals.add(current);
    }
  }

  @Override
  public void record(Entry entry, Map<String, Object> record) {
    Map<String, Object> divergence = Entry.object(record.get("divergence"));
    if (current != null && divergence != null && divergence.get("paths") instanceof List<?> list) {
      List<String> paths = new ArrayList<>();
      for (Object path : list.subList(0, Math.min(list.size(), 20))) {
        paths.add(name(path));
      }
      current.paths = paths;
    }
    if (!"decision".equals(record.get("record")) || !isAct(entry)) {
      return;
    }
    Object act = record.get("act");
    if ("agent.start".equals(act)) {
      started(record);
    } else if ("agent.hole".equals(act)) {
      hole(null, text(record.get("text")));
    }
  }

  private void started(Map<String, Object> record) {
    for (String member : List.of("agent_version", "jdk", "mode", "configuration")) {
      if (record.get(member) instanceof String text) {
        start.putIfAbsent(member, name(text));
      }
    }
    if (record.get("holes") instanceof List<?> list) {
      for (Object each : list) {
        Map<String, Object> hole = Entry.object(each);
        if (hole != null) {
          hole(name(hole.get("code")), text(hole.get("text")));
        }
      }
    }
  }

  private void hole(String code, String text) {
    if (text == null) {
      return;
    }
    if (holes.size() < KEPT) {
      holes.add(new Hole(code, text));
    } else {
      holesOmitted++;
    }
  }

  private static boolean isAct(Entry entry) {
    String scope = entry.text("scope");
    return scope != null && scope.startsWith("agent.");
  }

  private Row row(Entry entry) {
    String tool = name(entry.get("tool"));
    String scope = name(entry.get("scope"));
    String key = scope + '\0' + tool;
    Row row = rows.get(key);
    if (row == null) {
      if (rows.size() >= KEPT) {
        return others;
      }
      row = new Row(tool, scope);
      rows.put(key, row);
    }
    return row;
  }

  private static String name(Object value) {
    return cut(value, MAX_NAME);
  }

  private static String text(Object value) {
    return cut(value, MAX_TEXT);
  }

  private static String cut(Object value, int most) {
    if (!(value instanceof String text)) {
      return null;
    }
    return text.length() <= most ? text : text.substring(0, most) + "\u2026";
  }

  /** What was called, in the order of its first call. */
  public List<Row> rows() {
    return List.copyOf(rows.values());
  }

  /** What was called beyond {@link #rows}, together; all zero for nothing. */
  public Row others() {
    return others;
  }

  /** The first refusals. */
  public List<Refusal> refusals() {
    return List.copyOf(refusals);
  }

  /** How many there are. */
  public long refused() {
    return refused;
  }

  /** By code. */
  public Map<String, Long> codes() {
    return codes;
  }

  /** What was not seen. */
  public List<Hole> holes() {
    return List.copyOf(holes);
  }

  /** Beyond those. */
  public long holesOmitted() {
    return holesOmitted;
  }

  /** {@code agent_version, jdk, mode, configuration} as the agent stated them at its start. */
  public Map<String, Object> start() {
    return start;
  }

  /** Whose books they are, as they say; null where they do not. */
  public String agent() {
    return agent;
  }

  /** The agent's own acts. */
  public long acts() {
    return acts;
  }

  /** When what happened. */
  public Timeline timeline() {
    return timeline;
  }
}
