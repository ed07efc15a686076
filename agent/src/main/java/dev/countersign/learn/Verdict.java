package dev.countersign.learn;

import dev.countersign.effect.Interpreters;
import dev.countersign.effect.SecretNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether a template may be used as it is: nothing that a poisoned run could have brought about by
 * itself is (spec 5.8), and nothing that lets more happen than was seen goes unsaid.
 */
final class Verdict {

  /** Characters of a value that an argument gives; fewer are chance. */
  private static final int LEAST_COVERED = 3;

  /** Of so many calls one sample is rare. */
  private static final int RARE = 50;

  private final String tool;
  private final Outcome outcome;
  private final Draft draft;
  private final int learnedRuns;
  private final long calls;
  private final List<Draft> siblings;
  private final List<Draft> elsewhere;
  private final List<String> withheld = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> explained = new ArrayList<>();

  /**
   * @param learnedRuns runs that anything was learned from
   * @param calls of the tool, in all of them
   * @param siblings drafts of the same tool on the same program or host
   * @param elsewhere those on others
   */
  Verdict(
      String tool,
      Outcome outcome,
      Draft draft,
      int learnedRuns,
      long calls,
      List<Draft> siblings,
      List<Draft> elsewhere) {
    this.elsewhere = elsewhere;
    this.learnedRuns = learnedRuns;
    this.calls = calls;
    this.tool = tool;
    this.outcome = outcome;
    this.draft = draft;
    this.siblings = siblings;
  }

  Suggestion line() {
    Leaf leaf = draft.leaf();
    if (outcome.withheld() != null) {
      withheld.add(outcome.withheld());
    }
    evidence();
    if (tool != null && draft.samples() * RARE < calls) {
      notes.add(
          "rare: "
              + draft.samples()
              + " samples where the tool was called "
              + calls
              + " times. Whoever poisons slowly does it rarely");
    }
    if (!leaf.influences().isEmpty()) {
      withheld.add(
          "which "
              + (draft.verb().equals("exec") ? "program starts" : "host is asked")
              + " may be decided by "
              + String.join(", ", leaf.influences()));
    }
    if (leaf.wholeUrl() != null) {
      notes.add(
          "the whole URL is "
              + leaf.wholeUrl()
              + ": url: \"${"
              + leaf.wholeUrl()
              + "}\" would say so, and let the model choose the host");
    }
    for (int i = 0; i < leaf.expressions().size(); i++) {
      slot(leaf.layout().slots().get(i), leaf.expressions().get(i), i);
    }
    if (draft.verb().equals("exec")) {
      interpreter(leaf);
    }
    if (!leaf.unnamed().isEmpty()) {
      notes.add(
          (leaf.unnamed().size() == 1 ? "the header " : "the headers ")
              + String.join(", ", leaf.unnamed())
              + " came in some samples only: whether and with which value is left to the tool");
    }
    outlier(leaf);
    if (tool != null) {
      rival();
    }
    body();
    int times = tool == null ? draft.mostPerRun() : draft.usesOfTwo();
    if (tool == null && times > 1) {
      times = 0;
      notes.add("times: any, for it came " + draft.mostPerRun() + " times in one run");
    } else if (times > 1) {
      notes.add("times: " + times + " is the most that was seen in one call");
    }
    if (tool != null && draft.mostUses() > times) {
      notes.add(
          "one call did it "
              + draft.mostUses()
              + " times, a single sample: times: "
              + draft.mostUses()
              + " would let that happen");
    }
    if (tool == null) {
      notes.add("it may then happen in any frame, inside every tool as well");
    }
    return new Suggestion(
        tool,
        draft.verb(),
        draft.json(),
        leaf.each(),
        times,
        draft.samples(),
        draft.evidence(),
        draft.runs(),
        List.copyOf(withheld),
        List.copyOf(notes),
        List.copyOf(explained));
  }

  private void evidence() {
    if (draft.evidence() >= 2) {
      if (draft.runs() == 1 && learnedRuns > 1) {
        // Whoever poisons a run chooses how often it calls, and with what.
        withheld.add(
            draft.samples()
                + " samples, all of one run of the "
                + learnedRuns
                + " that were learned from, which may be the poisoned one");
      }
      return;
    }
    withheld.add(
        draft.samples() == 1
            ? "a single sample"
            : draft.samples()
                + " samples, all of "
                + (tool == null ? "one run" : "one call with the same arguments in one run")
                + ", which count as one");
  }

  private void slot(Slot slot, Expression expression, int index) {
    Leaf leaf = draft.leaf();
    int distinct = leaf.distinct().get(index);
    List<Expression> others = leaf.others().get(index);
    Expression.Hole hole = expression.hole();
    String written = shown(expression);
    if (hole != null) {
      hole(slot, hole, distinct);
    } else if (expression.isConstant()) {
      explained.add(slot.place() + " " + written + ": the same in all samples");
      Expression other = plausible(slot, others);
      if (other != null) {
        notes.add(
            slot.place()
                + " never varied, and equals "
                + shown(other)
                + " as well: vary that argument to find out");
      }
    } else {
      explained.add(
          slot.place()
              + " "
              + written
              + ": equal in all samples, "
              + distinct
              + (distinct == 1 ? " value" : " different values"));
      Expression other = plausible(slot, others);
      if (other != null) {
        notes.add(slot.place() + " " + written + " always had the value of " + shown(other));
      }
      for (Object piece : expression.pieces()) {
        if (piece instanceof Expression.Ref ref && ref.optional()) {
          notes.add(slot.place() + " is left out where " + ref.path() + " is absent");
        } else if (piece instanceof Expression.Ref ref
            && ref.fallback() != null
            && !ref.fallback().isEmpty()) {
          notes.add(slot.place() + " is " + ref.fallback() + " where " + ref.path() + " is absent");
        }
      }
    }
    if (leadsOut(expression)) {
      withheld.add(slot.place() + " leads out of a directory (..)");
    }
  }

  /** The first that is more than a letter or two that an argument happens to have; or null. */
  private static Expression plausible(Slot slot, List<Expression> others) {
    for (Expression other : others) {
      if (other.covered(slot) >= LEAST_COVERED) {
        return other;
      }
    }
    return null;
  }

  private static String shown(Expression expression) {
    Object written = expression.written();
    String text = written instanceof String string ? string : String.valueOf(written);
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  private void hole(Slot slot, Expression.Hole hole, int distinct) {
    String place = slot.place();
    boolean secret = distinct == 1 || place.startsWith("env.set.") && SecretNames.isName(place);
    explained.add(
        place
            + " "
            + hole
            + ": "
            + (distinct == 1
                ? "a secret or a long text, which is not kept"
                : distinct + " different values, none of them an argument"));
    if (hole.narrow()) {
      notes.add(place + " is left to the tool: anything that looks like " + hole);
      return;
    }
    boolean decides =
        place.startsWith("argv")
            || place.startsWith("url path")
            || place.startsWith("dir")
            || place.startsWith("stdio")
            || place.startsWith("env.set.") && !secret;
    if (decides) {
      withheld.add(
          place
              + " would be left to the tool, whatever it is: "
              + (distinct == 1
                  ? "it is a secret or a long text, which is not kept"
                  : distinct + " different values were seen, none of them an argument"));
    } else {
      notes.add(place + " is left to the tool, whatever it is");
    }
  }

  /** A literal with a step to another directory in it, which no argument accounts for. */
  private static boolean leadsOut(Expression expression) {
    if (expression.isConstant()) {
      return expression.constant() instanceof String text && hasStep(text);
    }
    for (Object piece : expression.pieces()) {
      if (piece instanceof String literal && hasStep(literal)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasStep(String text) {
    int at = text.indexOf("..");
    while (at >= 0) {
      boolean begins = at == 0 || text.charAt(at - 1) == '/' || text.charAt(at - 1) == '=';
      boolean ends = at + 2 == text.length() || text.charAt(at + 2) == '/';
      if (begins && ends) {
        return true;
      }
      at = text.indexOf("..", at + 1);
    }
    return false;
  }

  /**
   * A value that changes becomes the program of an interpreter, or says which program another one
   * starts, as {@code env} and {@code timeout} do.
   */
  private void interpreter(Leaf leaf) {
    List<Slot> slots = leaf.layout().slots();
    List<String> argv = new ArrayList<>();
    List<Integer> slotOf = new ArrayList<>();
    for (int i = 0; i < slots.size() && slots.get(i).place().startsWith("argv"); i++) {
      for (String word : asWords(leaf.expressions().get(i))) {
        argv.add(word);
        slotOf.add(i);
      }
    }
    List<String> command = Interpreters.started(argv);
    int at = argv.size() - command.size();
    if (command.isEmpty()) {
      return;
    }
    if (at < 0 || !argv.subList(at, argv.size()).equals(command)) {
      for (int i = 1; i < argv.size(); i++) {
        if (varies(leaf, slotOf.get(i))) {
          withheld.add(
              slots.get(slotOf.get(i)).place()
                  + " varies, and "
                  + argv.get(0)
                  + " reads a command out of its arguments");
          return;
        }
      }
      return;
    }
    if (at > 0 && varies(leaf, slotOf.get(at))) {
      withheld.add(
          slots.get(slotOf.get(at)).place()
              + " is the program that "
              + argv.get(0)
              + " starts, and varies");
      return;
    }
    if (!Interpreters.name(argv.get(at))) {
      return;
    }
    for (int i = at + 2; i < argv.size(); i++) {
      if (!varies(leaf, slotOf.get(i - 1))
          && Interpreters.takesText(argv.get(i - 1))
          && varies(leaf, slotOf.get(i))) {
        withheld.add(
            slots.get(slotOf.get(i)).place()
                + " is program text of "
                + argv.get(at)
                + ", and is not always the same");
      }
    }
    for (String warning : draft.template().warnings()) {
      if (warning.contains("before \"--\"")) {
        notes.add(warning);
      }
    }
  }

  /** Whether a slot is not always the same, or may be what an argument says. */
  private static boolean varies(Leaf leaf, int slot) {
    return !leaf.expressions().get(slot).isConstant() || !leaf.others().get(slot).isEmpty();
  }

  /** Elements as a program reads them that skips options: what is not known is some word. */
  private static List<String> asWords(Expression expression) {
    if (expression.isConstant()) {
      if (!(expression.constant() instanceof List<?> list)) {
        return List.of(String.valueOf(expression.constant()));
      }
      List<String> words = new ArrayList<>();
      for (Object element : list) {
        words.add(String.valueOf(element));
      }
      return words;
    }
    StringBuilder word = new StringBuilder();
    for (Object piece : expression.pieces()) {
      word.append(piece instanceof String literal ? literal : "x");
    }
    return List.of(word.toString());
  }

  /**
   * Another template of the same shape takes an argument where this one takes something else: that
   * is what a changed effect looks like, also where it came more often than the honest one.
   */
  private void outlier(Leaf leaf) {
    for (Draft other : siblings) {
      if (other == draft || other.evidence() < 2 || !other.skeleton().equals(draft.skeleton())) {
        continue;
      }
      for (int i = 0; i < leaf.expressions().size(); i++) {
        Set<String> paths = other.leaf().expressions().get(i).paths();
        if (!paths.isEmpty() && leaf.expressions().get(i).paths().isEmpty()) {
          withheld.add(
              leaf.layout().slots().get(i).place()
                  + " comes from no argument here, and is "
                  + shown(other.leaf().expressions().get(i))
                  + " in "
                  + other.samples()
                  + " other samples");
          return;
        }
      }
    }
  }

  /**
   * The same effect on another program or host, in other calls: one of the two may be what somebody
   * made of the other. Only what is seen twice as often stands against its rival.
   */
  private void rival() {
    for (Draft other : elsewhere) {
      if (other.samples() > 0
          && draft.evidence() < 2 * other.evidence()
          && shape(other).equals(shape(draft))
          && !draft.isBeside(other)) {
        withheld.add(
            "in "
                + other.samples()
                + (other.samples() == 1 ? " other sample" : " other samples")
                + " the same goes to "
                + Suggestions.target(other));
        return;
      }
    }
  }

  /** What it says, without program and host. */
  private static Map<String, Object> shape(Draft draft) {
    Map<String, Object> shape = new LinkedHashMap<>(draft.json());
    if (shape.get("argv") instanceof List<?> argv) {
      shape.put("argv", argv.subList(1, argv.size()));
    } else if (shape.get("url") instanceof String url) {
      int path = url.indexOf('/', url.indexOf("//") + 2);
      shape.put("url", path < 0 ? "" : url.substring(path));
    }
    return shape;
  }

  private void body() {
    if (draft.verb().equals("send") && "any".equals(draft.json().get("body"))) {
      notes.add(
          "the body is left to the tool: it was not read (observe holds none), or has no form that"
              + " a template can say");
    }
  }
}
