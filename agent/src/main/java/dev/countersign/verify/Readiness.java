package dev.countersign.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What {@code enforce} would have refused of what the books of an observed application hold, and
 * how much of what it did they show. In bounded memory, whatever their length; names are untrusted
 * text of at most {@value #MAX_NAME} UTF-16 units.
 */
public final class Readiness implements Observer {

  /** Rows that are told apart. */
  public static final int ROWS = 500;

  /** Holes that are kept. */
  public static final int HOLES = 200;

  /** Pointers of one row. */
  private static final int PATHS = 8;

  private static final int MAX_NAME = 200;
  private static final int MAX_TEXT = 2_000;

  /** Calls whose outcome is waited for. */
  private static final int MAX_OPEN = 1_000_000;

  /** The code of a body that ran without being equal to what was judged, where none is recorded. */
  public static final String UNCOMPARED = "uncompared";

  /** What would have been refused, by tool, reason and scope. */
  public static final class Row {

    /** Null outside any tool. */
    public final String tool;

    public final String code;
    public final String scope;
    public long count;
    public String first;
    public String last;

    /** Where it differed: JSON Pointers, at most {@value #PATHS}. */
    public final List<String> paths = new ArrayList<>();

    Row(String tool, String code, String scope) {
      this.tool = tool;
      this.code = code;
      this.scope = scope;
    }
  }

  private record Open(String tool, String scope, boolean tells, Row row) {}

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Map<String, Long> tools = new TreeMap<>();
  private final Map<String, Open> open = new java.util.HashMap<>();
  private final Map<String, String> holes = new LinkedHashMap<>();
  private final Map<String, Long> coverage = new TreeMap<>();
  private final List<String> modes = new ArrayList<>();
  private final Set<String> configurations = new HashSet<>();
  private final List<String> unstartable = new ArrayList<>();
  private Entry current;
  private long calls;
  private long effects;
  private long unlisted;
  private long refused;
  private long rowsOmitted;
  private long holesOmitted;

  /** Reads a chain while it is verified; can be given several, one after the other. */
  public Report read(ChainFiles files, Given given) throws IOException {
    open.clear();
    return Verifier.chain(files, given, this);
  }

  /** The first finding about the books themselves, not about what they say; null for none. */
  public static Failure fault(Report report) {
    return report.bookFault();
  }

  @Override
  public void entry(Entry entry) {
    current = entry;
    String scope = entry.text("scope");
    if (scope == null || scope.startsWith("agent.") && !isUnjudged(scope)) {
      return;
    }
    if (entry.event().equals("deny")) {
      refuse(entry, name(entry.get("reason")));
    }
    boolean call = scope.startsWith("tool.");
    if (entry.event().equals("allow") || entry.event().equals("deny")) {
      if (call) {
        calls++;
        String tool = name(entry.get("tool"));
        if (tool != null && (tools.containsKey(tool) || tools.size() < ROWS)) {
          tools.merge(tool, 1L, Long::sum);
        }
      } else {
        effects++;
      }
    }
  }

  /** Native code and connections: what no request holds. */
  private static boolean isUnjudged(String scope) {
    return scope.equals("agent.native") || scope.equals("agent.socket");
  }

  private Row refuse(Entry entry, String code) {
    refused++;
    String tool = name(entry.get("tool"));
    String scope = name(entry.get("scope"));
    return count(tool, code, scope, entry);
  }

  private Row count(String tool, String code, String scope, Entry at) {
    String key = tool + '\n' + code + '\n' + scope;
    Row row = rows.get(key);
    if (row == null) {
      if (rows.size() >= ROWS) {
        rowsOmitted++;
        return null;
      }
      row = new Row(tool, code, scope);
      rows.put(key, row);
    }
    row.count++;
    String ts = name(at.get("ts"));
    row.first = row.first == null ? ts : row.first;
    row.last = ts;
    return row;
  }

  @Override
  public void record(Entry entry, Map<String, Object> record) {
    if (entry != current) {
      return;
    }
    String scope = entry.text("scope");
    if ("outcome".equals(record.get("record"))) {
      outcome(entry, record);
    } else if (scope == null || scope.startsWith("agent.") && !isUnjudged(scope)) {
      act(record);
    } else if (entry.event().equals("allow")) {
      allowed(entry, record);
    } else if (record.get("divergence") != null) {
      paths(rows.get(key(entry, name(entry.get("reason")))), record);
    }
  }

  private static String key(Entry entry, String code) {
    return name(entry.get("tool")) + '\n' + code + '\n' + name(entry.get("scope"));
  }

  private void allowed(Entry entry, Map<String, Object> record) {
    Row row = null;
    boolean told = false;
    if (record.get("would_refuse") instanceof String code) {
      row = refuse(entry, name(code));
      told = true;
    } else if (entry.has("policy")) {
      unlisted++;
    } else {
      String covered = name(record.get("coverage"));
      coverage.merge(covered == null ? "unknown" : covered, 1L, Long::sum);
    }
    String callId = entry.id("call_id");
    if (callId != null && open.size() < MAX_OPEN) {
      open.put(
          callId,
          new Open(
              name(entry.get("tool")), name(entry.get("scope")), told || entry.has("policy"), row));
    }
  }

  private void outcome(Entry entry, Map<String, Object> record) {
    Open of = open.remove(String.valueOf(entry.get("call_id")));
    if (of == null) {
      return;
    }
    boolean ran = entry.has("invoked_params_hash") || entry.has("params_hash_reason");
    if (of.tells()) {
      paths(of.row(), record);
    } else if (record.get("divergence") != null) {
      refused++;
      paths(count(of.tool(), "NIKA-SEC-011", of.scope(), entry), record);
    } else if (ran && record.get("commit_digest") == null) {
      refused++;
      count(of.tool(), UNCOMPARED, of.scope(), entry);
    }
  }

  private static void paths(Row row, Map<String, Object> record) {
    Map<String, Object> divergence = Entry.object(record.get("divergence"));
    if (row == null || divergence == null || !(divergence.get("paths") instanceof List<?> list)) {
      return;
    }
    for (Object path : list) {
      String pointer = name(path);
      if (pointer != null && row.paths.size() < PATHS && !row.paths.contains(pointer)) {
        row.paths.add(pointer);
      }
    }
  }

  private void act(Map<String, Object> record) {
    Object act = record.get("act");
    if ("agent.start".equals(act)) {
      String mode = name(record.get("mode"));
      if (mode != null && !modes.contains(mode)) {
        modes.add(mode);
      }
      String configuration = name(record.get("configuration"));
      if (configuration != null && configurations.size() < ROWS) {
        configurations.add(configuration);
      }
      if (record.get("holes") instanceof List<?> list) {
        for (Object each : list) {
          Map<String, Object> hole = Entry.object(each);
          if (hole != null) {
            hole(name(hole.get("code")), text(hole.get("text")));
          }
        }
      }
    } else if ("agent.hole".equals(act)) {
      hole(null, text(record.get("text")));
    }
  }

  private void hole(String code, String text) {
    if (text == null) {
      return;
    }
    if (("sink".equals(code) || "system".equals(code)) && unstartable.size() < HOLES) {
      unstartable.add(text);
    }
    if (holes.containsKey(text)) {
      return;
    }
    if (holes.size() < HOLES) {
      holes.put(text, code == null ? "late" : code);
    } else {
      holesOmitted++;
    }
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

  /** What would have been refused, in the order of its first time. */
  public List<Row> rows() {
    return new ArrayList<>(rows.values());
  }

  /** Refusals beyond those rows. */
  public long rowsOmitted() {
    return rowsOmitted;
  }

  /** How many would have been, or were, refused. */
  public long refused() {
    return refused;
  }

  /** Tool calls. */
  public long calls() {
    return calls;
  }

  /** Calls by tool, of the first {@value #ROWS} tools. */
  public Map<String, Long> tools() {
    return Collections.unmodifiableMap(tools);
  }

  /** Process starts, requests, connections, native code. */
  public long effects() {
    return effects;
  }

  /** Of everything: what nothing authorised, and what would have happened all the same. */
  public long unlisted() {
    return unlisted;
  }

  /** Of calls and effects that are bound: {@code full}, {@code partial}, {@code ambient}. */
  public Map<String, Long> coverage() {
    return Collections.unmodifiableMap(coverage);
  }

  /** What is not seen, with its code; {@code late} for one that was found after the start. */
  public Map<String, String> holes() {
    return Collections.unmodifiableMap(holes);
  }

  public long holesOmitted() {
    return holesOmitted;
  }

  /** Why {@code enforce} would not have started, one sentence each. */
  public List<String> unstartable() {
    return Collections.unmodifiableList(unstartable);
  }

  /** How many different configurations the JVMs were started with, up to {@value #ROWS}. */
  public int configurations() {
    return configurations.size();
  }

  /** The modes that the JVMs were in. */
  public List<String> modes() {
    return Collections.unmodifiableList(modes);
  }
}
