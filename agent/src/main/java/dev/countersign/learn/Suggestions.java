package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.effect.RequestUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What would bind an application that was observed (spec 5.8).
 *
 * <p>The files are read several times and never kept: once to collect some different samples for
 * each tool and program or host, from which {@link Inference} finds templates; then to hold these
 * against every effect, by the code that would render and compare them in an agent; again where
 * some are covered by none. Memory is bounded by the samples, not by the files.
 */
public final class Suggestions {

  /** Different samples of one group that are looked at, at a time. */
  private static final int SAMPLES = 200;

  /** Groups of tool, verb, and program or host. */
  private static final int GROUPS = 2_000;

  /** Templates of one group. */
  private static final int DRAFTS = 64;

  /** Characters of samples that are kept at a time, as their lines have them. */
  private static final long CHARACTERS = 64L << 20;

  /** Calls whose arguments are at hand: effects come soon after their call. */
  private static final int CALLS = 50_000;

  private static final long CALLS_CHARACTERS = 64L << 20;

  /** Calls whose arguments are at hand as values. */
  private static final int RECENT = 64;

  private static final int ROUNDS = 5;

  /** Hears how far it is: the round, from 1, and the effects that were read in it. */
  public interface Progress {
    void read(int round, long effects);
  }

  /** A tool that was called. */
  public static final class Tool {

    private final String name;
    private long calls;
    private long effects;
    private long refused;
    private int again;
    private final Set<Long> repeated = new LinkedHashSet<>();
    private final List<Suggestion> lines = new ArrayList<>();

    private Tool(String name) {
      this.name = name;
    }

    public String name() {
      return name;
    }

    /** Calls of it. */
    public long calls() {
      return calls;
    }

    /** Unbound effects of its calls. */
    public long effects() {
      return effects;
    }

    /** Calls that {@code enforce} would have refused, whatever their effects. */
    public long refused() {
      return refused;
    }

    /** How often the body of one call ran, at most. */
    public int times() {
      return 1 + again;
    }

    /** Different calls whose body ran more than once. */
    public int repeatedCalls() {
      return repeated.size();
    }

    public List<Suggestion> lines() {
      return Collections.unmodifiableList(lines);
    }
  }

  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final Map<Key, Group> groups = new LinkedHashMap<>();
  private final List<Group> byIndex = new ArrayList<>();
  private final EffectIndex index = new EffectIndex();

  /** Of each file, the line that its first one is, counted over all; and the end of the last. */
  private final List<Integer> begins = new ArrayList<>();

  private final List<Suggestion> ambient = new ArrayList<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Map<String, Long> outside = new TreeMap<>();
  private final List<Map<String, Object>> runs = new ArrayList<>();
  private long effects;
  private long unreadable;
  private long callless;
  private long ungrouped;

  private Suggestions() {}

  /**
   * Reads what was learned.
   *
   * @throws IOException if a file cannot be read
   * @throws LearnedException if one says something else than {@link Learning} writes
   */
  public static Suggestions of(List<Path> files, Progress progress)
      throws IOException, LearnedException {
    Suggestions suggestions = new Suggestions();
    for (int round = 1; suggestions.round(files, round, progress); round++) {
      for (Group group : suggestions.groups.values()) {
        group.conclude();
      }
    }
    suggestions.conclude();
    return suggestions;
  }

  /** The first line of each file. */
  public List<Map<String, Object>> runs() {
    return Collections.unmodifiableList(runs);
  }

  /** The tools that were called, in the order of their first call. */
  public List<Tool> tools() {
    return new ArrayList<>(tools.values());
  }

  /** What happened outside tools and would be refused there. */
  public List<Suggestion> ambient() {
    return Collections.unmodifiableList(ambient);
  }

  /** Programs and hosts outside tools that nothing has to be said about, with how often. */
  public Map<String, Long> leftAlone() {
    return Collections.unmodifiableMap(outside);
  }

  /** What was left out, one sentence each. */
  public List<String> notes() {
    return new ArrayList<>(notes);
  }

  /** Effects that were read. */
  public long effects() {
    return effects;
  }

  /** Whether another round has something to look at. */
  private boolean round(List<Path> files, int round, Progress progress)
      throws IOException, LearnedException {
    for (Group group : groups.values()) {
      group.clear();
    }
    Round reader = new Round(round, progress);
    for (int i = 0; i < files.size(); i++) {
      reader.file(i);
      LearnedFile.read(files.get(i), reader);
    }
    reader.file(files.size());
    boolean more = false;
    for (Group group : groups.values()) {
      if (!group.settled) {
        boolean pruned = group.prune();
        boolean uncovered = round < ROUNDS && group.hasUncovered();
        group.settled = round > 1 && !pruned && !uncovered;
        more |= !group.settled;
      }
    }
    return more && round < ROUNDS + 2;
  }

  /**
   * What a group has in common.
   *
   * @param tool null outside any
   */
  private record Key(String tool, String verb, String target, Outcome outcome) {}

  /**
   * A sample as a text.
   *
   * @param size what is counted for it
   */
  private record Kept(Call call, byte[] intent, int size) {}

  /** Effects of one tool, or of none, that start one program or ask one host by one method. */
  private static final class Group {

    final String tool;
    final String verb;
    final String target;
    final Outcome outcome;
    final List<Draft> drafts = new ArrayList<>();

    /** What this round's samples came to; held against effects from the next round on. */
    private final List<Draft> found = new ArrayList<>();

    private final List<Kept> samples = new ArrayList<>();
    final int index;

    /** Whether its templates, and what they cover, are what another round would find again. */
    boolean settled;

    private boolean full;
    private final Set<Long> known = new LinkedHashSet<>();
    private final Map<Draft, Map<Draft, Long>> also = new java.util.IdentityHashMap<>();
    private long uncovered;

    Group(Key key, int index) {
      this.tool = key.tool();
      this.verb = key.verb();
      this.target = key.target();
      this.outcome = key.outcome();
      this.index = index;
    }

    void clear() {
      if (settled) {
        return;
      }
      uncovered = 0;
      also.clear();
      for (Draft draft : drafts) {
        draft.clear();
      }
    }

    boolean hasUncovered() {
      return uncovered > 0 && drafts.size() < DRAFTS;
    }

    long uncovered() {
      return uncovered;
    }

    /**
     * @return how many characters are kept for it; less than 0 where as many are kept no more
     */
    int add(Held held, Call call, Map<String, Object> intent, int size, boolean room) {
      for (Draft draft : drafts) {
        int index = draft.indexOf(held);
        if (index >= 0) {
          draft.covers(held, index);
          compare(draft, held);
          return 0;
        }
      }
      uncovered++;
      if (!room || full) {
        return 0;
      }
      long key = call.key() * 31 + intent.hashCode();
      if (!known.add(key)) {
        return 0;
      }
      samples.add(new Kept(call, ExactText.of(intent).getBytes(StandardCharsets.UTF_8), size));
      if (samples.size() < SAMPLES) {
        return size;
      }
      // No other one is looked at in this round: what was kept is let go at once.
      int kept = 0;
      for (Kept sample : samples) {
        kept += sample.size();
      }
      full = true;
      infer();
      return size - kept;
    }

    /** Which other drafts cover it as well. */
    private void compare(Draft by, Held held) {
      for (Draft other : drafts) {
        if (other != by && other.skeleton().equals(by.skeleton()) && other.indexOf(held) >= 0) {
          also.computeIfAbsent(by, unused -> new java.util.IdentityHashMap<>())
              .merge(other, 1L, Long::sum);
        }
      }
    }

    /** Removes a draft that another one makes superfluous; whether there was one. */
    boolean prune() {
      for (Map.Entry<Draft, Map<Draft, Long>> draft : also.entrySet()) {
        for (Map.Entry<Draft, Long> other : draft.getValue().entrySet()) {
          if (other.getValue() == draft.getKey().samples() && !other.getKey().leaf().hasHole()) {
            drafts.remove(draft.getKey());
            return true;
          }
        }
      }
      return false;
    }

    /** The round is over: what it came to counts. */
    void conclude() {
      if (settled) {
        samples.clear();
      } else {
        infer();
        drafts.addAll(found);
      }
      found.clear();
      known.clear();
      full = false;
    }

    private void infer() {
      if (samples.isEmpty()) {
        return;
      }
      List<Sample> read = new ArrayList<>(samples.size());
      for (Kept sample : samples) {
        @SuppressWarnings("unchecked") // it was a map
        Map<String, Object> intent = (Map<String, Object>) Json.parse(sample.intent());
        read.add(new Sample(sample.call(), verb, intent));
      }
      for (Leaf leaf : Inference.of(read)) {
        Draft draft = drafts.size() + found.size() < DRAFTS ? Draft.of(leaf, verb) : null;
        if (draft != null) {
          found.add(draft);
        }
      }
      for (Kept sample : samples) {
        sample.call().rest();
      }
      samples.clear();
    }
  }

  /** Reads all files once. */
  private final class Round implements LearnedFile.Reader {

    private final boolean first;

    /** The lines that are read; null for all. */
    private final BitSet needed;

    private final int number;
    private final Progress progress;
    private final Map<String, Heard> calls = new LinkedHashMap<>();
    private final Call[] recent = new Call[RECENT];
    private int last;
    private int next;
    private int line;
    private int end;
    private long characters;
    private long callsCharacters;
    private long read;
    private String run;
    private Call outsideOfRun;
    private final Draft.Uses unused = new Draft.Uses();

    Round(int number, Progress progress) {
      this.first = number == 1;
      this.needed = number < 3 ? null : index.linesOf(group -> !byIndex.get(group).settled);
      this.number = number;
      this.progress = progress;
    }

    /** A call with what its effects used. */
    private static final class Heard {
      final Call call;
      final Draft.Uses uses = new Draft.Uses();
      final int line;
      int args = EffectIndex.NONE;
      int size = 64;

      Heard(Call call, int line) {
        this.call = call;
        this.line = line;
      }
    }

    /** The next file; what was added to one since the first round is not looked at. */
    void file(int which) {
      if (first) {
        begins.add(next);
      }
      next = begins.get(which);
      end = first ? Integer.MAX_VALUE : which + 1 < begins.size() ? begins.get(which + 1) : next;
    }

    @Override
    public boolean wants() {
      line = next++;
      return line < end && (needed == null || needed.get(line));
    }

    @Override
    public void begins(Map<String, Object> about) {
      run = (String) about.get("run");
      outsideOfRun = new Call(run, null);
      calls.clear();
      callsCharacters = 0;
      if (first) {
        runs.add(about);
      }
    }

    @Override
    public void called(String call, String tool, String code) {
      Tool called = tools.computeIfAbsent(tool, Tool::new);
      calls.put(call, new Heard(new Call(run, called.name), line));
      callsCharacters += 64;
      forget();
      if (first) {
        called.calls++;
        called.refused += code == null ? 0 : 1;
      }
    }

    private void forget() {
      while (calls.size() > CALLS || callsCharacters > CALLS_CHARACTERS && calls.size() > 1) {
        Heard eldest = calls.remove(calls.keySet().iterator().next());
        callsCharacters -= eldest.size;
      }
    }

    @Override
    public void again(String call) {
      Heard heard = calls.get(call);
      if (first && heard != null) {
        recent(heard.call); // its arguments may be read again for their key
        Tool tool = tools.get(heard.call.tool);
        tool.again = Math.max(tool.again, heard.call.again());
        if (tool.repeated.size() < Draft.EVIDENCE) {
          tool.repeated.add(heard.call.key());
        }
      }
    }

    @Override
    public void effect(
        String id,
        Map<String, Object> args,
        String verb,
        Map<String, Object> intent,
        String code,
        byte[] bytes) {
      read++;
      if ((read & 0xfff) == 0) {
        progress.read(number, read);
      }
      Heard heard = id == null ? null : calls.get(id);
      if (first) {
        effects++;
      }
      if (id != null && heard == null) {
        callless += first ? 1 : 0;
        return;
      }
      if (heard != null && args != null) {
        heard.call.args(args, bytes);
        heard.args = line;
        heard.size += bytes.length;
        callsCharacters += bytes.length;
        forget();
      }
      Call call = heard == null ? outsideOfRun : heard.call;
      recent(call);
      if (first && call.tool != null) {
        tools.get(call.tool).effects++;
      }
      Group group = first ? group(call.tool, verb, intent, code) : known();
      // What a settled one has was counted: its line was read for the call's arguments only.
      if (group != null && !group.settled) {
        if (first) {
          index.add(
              line,
              group.index,
              heard == null ? EffectIndex.NONE : heard.line,
              heard == null ? EffectIndex.NONE : heard.args);
        }
        Draft.Uses uses = heard == null ? unused : heard.uses;
        if (heard == null) {
          unused.clear();
        }
        characters +=
            group.add(
                new Held(call, verb, intent, uses),
                call,
                intent,
                bytes.length,
                characters < CHARACTERS);
      }
    }

    /** The effects of one call come one after the other; whoever comes much later waits for it. */
    private void recent(Call call) {
      if (recent[last] != call) {
        last = (last + 1) % recent.length;
        if (recent[last] != null) {
          recent[last].rest();
        }
        recent[last] = call;
      }
    }

    private Group known() {
      int group = index.groupAt(line);
      return group == EffectIndex.NONE ? null : byIndex.get(group);
    }

    private Group group(String tool, String verb, Map<String, Object> intent, String code) {
      String target;
      if (verb.equals("exec")) {
        String program = (String) ((List<?>) intent.get("argv")).get(0);
        target = program.substring(program.lastIndexOf('/') + 1);
      } else {
        RequestUrl url = RequestUrl.parse((String) intent.get("url"));
        if (url.segments() == null || url.pairs() == null) {
          unreadable++;
          return null;
        }
        target = intent.get("method") + " " + url.origin();
      }
      Key key = new Key(tool, verb, target, Outcome.of(code));
      Group group = groups.get(key);
      if (group == null && groups.size() < GROUPS) {
        group = new Group(key, byIndex.size());
        groups.put(key, group);
        byIndex.add(group);
      }
      ungrouped += group == null ? 1 : 0;
      return group;
    }

    @Override
    public void unreadable(String call, String why) {
      unreadable += first ? 1 : 0;
    }

    @Override
    public void dropped(String call) {
      notes.add("some effects were too long to be learned, and are not covered");
    }

    @Override
    public void full() {
      notes.add("a file was full before its run ended: what came later is not covered");
    }

    @Override
    public void cut(String where) {
      if (first) {
        notes.add(where);
      }
    }
  }

  private void conclude() {
    Set<String> targets = new LinkedHashSet<>();
    for (Group group : groups.values()) {
      if (group.tool != null) {
        for (Draft draft : group.drafts) {
          Suggestion line =
              new Verdict(
                      group.tool,
                      group.outcome,
                      draft,
                      runs.size(),
                      tools.get(group.tool).calls,
                      group.drafts,
                      elsewhere(group))
                  .line();
          if (draft.samples() > 0) {
            tools.get(group.tool).lines.add(line);
            String target = draft.template().constantTarget();
            if (line.withheld().isEmpty() && target != null) {
              targets.add(group.verb.equals("send") ? RequestUrl.reached(target) : target);
            }
          }
        }
      }
      if (group.uncovered() > 0) {
        notes.add(
            group.uncovered()
                + (group.uncovered() == 1 ? " effect" : " effects")
                + (group.tool == null ? " outside tools" : " of " + group.tool)
                + " ("
                + group.target
                + ") have too little in common: no line covers them");
      }
    }
    for (Group group : groups.values()) {
      if (group.tool == null) {
        outside(group, targets);
      }
    }
    if (unreadable > 0) {
      notes.add(
          unreadable
              + " effects have no canonical form and would be refused, whatever is declared");
    }
    if (callless > 0) {
      notes.add(callless + " effects came too long after their call, and are not covered");
    }
    if (ungrouped > 0) {
      notes.add(
          ungrouped
              + " effects are of more than "
              + GROUPS
              + " different programs and hosts, and are not covered");
    }
  }

  /** Drafts of the same tool and verb on other programs or hosts. */
  private List<Draft> elsewhere(Group group) {
    List<Draft> elsewhere = new ArrayList<>();
    for (Group other : groups.values()) {
      if (other != group
          && other.verb.equals(group.verb)
          && other.outcome == group.outcome
          && java.util.Objects.equals(other.tool, group.tool)) {
        elsewhere.addAll(other.drafts);
      }
    }
    return elsewhere;
  }

  /** What nothing refuses needs no entry: one would let it happen inside tools as well. */
  private void outside(Group group, Set<String> targets) {
    for (Draft draft : group.drafts) {
      String target = draft.template().constantTarget();
      String known =
          target == null ? null : group.verb.equals("send") ? RequestUrl.reached(target) : target;
      boolean named = known == null || targets.contains(known);
      if (named || !isAllowedElsewhere(group.verb)) {
        ambient.add(
            new Verdict(null, group.outcome, draft, runs.size(), 0, group.drafts, elsewhere(group))
                .line());
      } else {
        outside.merge(known, draft.samples(), Long::sum);
      }
    }
  }

  /** The program or host of a draft, for people. */
  static String target(Draft draft) {
    String target = draft.template().constantTarget();
    return target == null ? "another one" : target;
  }

  private boolean isAllowedElsewhere(String verb) {
    for (Map<String, Object> run : runs) {
      if (!"allow".equals(run.getOrDefault("elsewhere_" + verb, "allow"))) {
        return false;
      }
    }
    return true;
  }
}
