package dev.countersign.learn;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.RequestUrl;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the templates behind the effects of one tool on one program or host: in each slot the value
 * itself where it never varied, an argument where it always equals one, and a placeholder only
 * where neither holds (spec 5.8). Samples that have nothing in common in a slot are parted; what a
 * minority does is therefore never made a part of what the majority does.
 *
 * <p>Pure; what it finds is a hypothesis, which {@link Draft} holds against every effect that was
 * learned.
 */
final class Inference {

  /** Values of a slot that are rather alternatives than anything. */
  private static final int ALTERNATIVES = 8;

  private static final int SEEDS = 8;

  /** Shorter texts are in many hosts. */
  private static final int PART_OF_HOST = 3;

  /** Shorter values are equal by chance. */
  private static final int PART_OF_VALUE = 3;

  private static final int DEEPEST = 40;

  /** Elements of a list that are looked for. */
  private static final int MOST_ELEMENTS = 1024;

  /** A sample taken apart, with the values that it may have been made of. */
  private record Case(Sample sample, Layout layout, Map<String, Object> values) {}

  private final List<Leaf> leaves = new ArrayList<>();
  private final String each;

  private Inference(String each) {
    this.each = each;
  }

  /** The templates of samples that have verb and program, or origin and method, in common. */
  static List<Leaf> of(List<Sample> samples) {
    Inference plain = new Inference(null);
    List<Case> cases = cases(samples, null, null);
    plain.all(cases);
    List<Leaf> best = plain.leaves;
    for (String list : lists(samples)) {
      List<Object> items = items(samples, list);
      if (items != null) {
        Inference elements = new Inference(list);
        elements.all(cases(samples, list, items));
        if (elements.isBetterThan(best)) {
          best = elements.leaves;
        }
      }
    }
    return best;
  }

  /** Elements of a list are meant where they leave nothing open and need fewer templates. */
  private boolean isBetterThan(List<Leaf> plain) {
    boolean refers = false;
    for (Leaf leaf : leaves) {
      if (leaf.hasHole()) {
        return false;
      }
      for (Expression expression : leaf.expressions()) {
        for (String path : expression.paths()) {
          refers |= path.equals("item") || path.startsWith("item.");
        }
      }
    }
    return refers
        && (leaves.size() < plain.size()
            || leaves.size() == plain.size() && plain.stream().anyMatch(Leaf::hasHole));
  }

  /** Lists of calls that have several of the effects. */
  private static List<String> lists(List<Sample> samples) {
    Map<Call, Integer> effects = new java.util.IdentityHashMap<>();
    for (Sample sample : samples) {
      effects.merge(sample.call(), 1, Integer::sum);
    }
    Set<String> lists = new LinkedHashSet<>();
    for (Map.Entry<Call, Integer> call : effects.entrySet()) {
      if (call.getValue() > 1) {
        for (Map.Entry<String, Object> value :
            Values.byPath("args", call.getKey().args()).entrySet()) {
          if (value.getValue() instanceof List<?> list && list.size() > 1) {
            lists.add(value.getKey());
          }
        }
      }
    }
    return new ArrayList<>(lists);
  }

  /**
   * Which element each sample is of: the first of its call's list that no earlier sample is of and
   * of which a text occurs in it; null where one sample has none.
   */
  private static List<Object> items(List<Sample> samples, String list) {
    Map<Call, Set<Integer>> taken = new java.util.IdentityHashMap<>();
    List<Object> items = new ArrayList<>();
    for (Sample sample : samples) {
      Object value = Values.byPath("args", sample.call().args()).get(list);
      if (!(value instanceof List<?> elements) || elements.size() > MOST_ELEMENTS) {
        return null;
      }
      String text = dev.countersign.canonical.ExactText.of(sample.intent());
      Set<Integer> used = taken.computeIfAbsent(sample.call(), unused -> new HashSet<>());
      int found = -1;
      for (int i = 0; i < elements.size() && found < 0; i++) {
        if (!used.contains(i) && occurs(elements.get(i), text)) {
          found = i;
        }
      }
      if (found < 0) {
        return null;
      }
      used.add(found);
      items.add(elements.get(found));
    }
    return items;
  }

  private static boolean occurs(Object element, String text) {
    for (Object value : Values.byPath("item", element).values()) {
      String scalar = Values.text(value);
      if (scalar != null && !scalar.isEmpty() && text.contains(scalar)) {
        return true;
      }
    }
    return false;
  }

  private static List<Case> cases(List<Sample> samples, String list, List<Object> items) {
    List<Map<String, Object>> values = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      Map<String, Object> all = Values.byPath("args", samples.get(i).call().args());
      if (list != null) {
        all.keySet().removeIf(path -> path.equals(list) || path.startsWith(list + '.'));
        all.putAll(Values.byPath("item", items.get(i)));
      }
      values.add(all);
    }
    List<Case> cases = new ArrayList<>();
    boolean exec = samples.get(0).verb().equals("exec");
    Splice splice = exec ? Splice.of(samples, values) : null;
    Set<String> named = exec ? Set.of() : commonHeaders(samples);
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      Layout layout;
      if (exec) {
        int length = splice == null ? -1 : splice.lengthIn(sample, values.get(i));
        layout = Layout.ofExec(sample.intent(), length < 0 ? -1 : splice.at(), length);
      } else {
        layout = Layout.ofSend(sample.intent(), named, values.get(i));
      }
      cases.add(new Case(sample, layout, values.get(i)));
    }
    return cases;
  }

  /** Headers that every one of the requests has. */
  private static Set<String> commonHeaders(List<Sample> samples) {
    Set<String> common = null;
    for (Sample sample : samples) {
      Set<String> names = new TreeSet<>();
      for (Object name : ((Map<?, ?>) sample.intent().get("headers")).keySet()) {
        names.add((String) name);
      }
      if (common == null) {
        common = names;
      } else {
        common.retainAll(names);
      }
    }
    return common;
  }

  private void all(List<Case> cases) {
    Map<String, List<Case>> bySkeleton = new LinkedHashMap<>();
    for (Case one : cases) {
      bySkeleton.computeIfAbsent(one.layout().skeleton(), unused -> new ArrayList<>()).add(one);
    }
    for (List<Case> group : bySkeleton.values()) {
      part(group, Set.of(), 0);
    }
    new Union(leaves, cases.stream().map(Case::sample).toList()).unite();
  }

  /**
   * @param open slots that a placeholder stands in
   */
  private void part(List<Case> cases, Set<Integer> open, int depth) {
    int size = cases.get(0).layout().slots().size();
    List<List<Expression>> common = new ArrayList<>();
    List<Integer> unexplained = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      List<Expression> holding = open.contains(i) ? List.of() : holding(cases, cases.get(0), i);
      common.add(holding);
      if (holding.isEmpty() && !open.contains(i)) {
        unexplained.add(i);
      }
    }
    if (unexplained.isEmpty()) {
      leaves.add(leaf(cases, common, open));
      return;
    }
    Split split = split(cases, unexplained, depth);
    if (split.parts() == null) {
      Set<Integer> more = new HashSet<>(open);
      more.add(split.slot());
      part(cases, more, depth + 1);
      return;
    }
    for (List<Case> each : split.parts()) {
      part(each, open, depth + 1);
    }
  }

  /**
   * Cases that one expression with an argument explains, and the others.
   *
   * @param told whether that is no chance: each time the argument gave more than a letter or two.
   *     Then its values are no alternatives to the others, however often those came: that is how
   *     often somebody called
   */
  private record Covered(List<Case> cases, List<Case> others, boolean told) {}

  /** Where a group is parted, and into what; without parts, the slot is left open. */
  private record Split(int slot, List<List<Case>> parts) {}

  private Split split(List<Case> cases, List<Integer> unexplained, int depth) {
    Split byArgument = null;
    int most = 1;
    boolean told = false;
    Split byValue = null;
    int fewest = Integer.MAX_VALUE;
    for (int slot : unexplained) {
      Covered covered = covered(cases, slot);
      if (covered != null && covered.cases().size() > most) {
        most = covered.cases().size();
        told = covered.told();
        byArgument = new Split(slot, List.of(covered.cases(), covered.others()));
      }
      Map<Object, List<Case>> values = byValue(cases, slot);
      if (values.size() < fewest) {
        fewest = values.size();
        byValue = new Split(slot, new ArrayList<>(values.values()));
      }
    }
    boolean program = cases.get(0).layout().slots().get(byValue.slot()).kind() == Slot.Kind.PROGRAM;
    if (byArgument != null && (2 * most >= cases.size() || told)) {
      return byArgument;
    }
    if (program || fewest <= ALTERNATIVES && 2 * fewest <= cases.size()) {
      return byValue;
    }
    if (byArgument != null) {
      return byArgument;
    }
    if (cases.size() < 3) {
      return byValue;
    }
    Slot slot = cases.get(0).layout().slots().get(byValue.slot());
    if (slot.kind() == Slot.Kind.LIST || depth > DEEPEST) {
      return byValue;
    }
    return new Split(byValue.slot(), null);
  }

  private static Map<Object, List<Case>> byValue(List<Case> cases, int slot) {
    Map<Object, List<Case>> values = new LinkedHashMap<>();
    for (Case one : cases) {
      Object value = one.layout().slots().get(slot).value();
      values
          .computeIfAbsent(
              value instanceof Number ? value.toString() : value, unused -> new ArrayList<>())
          .add(one);
    }
    return values;
  }

  /** The cases that one expression with an argument explains, and the others; null for none. */
  private static Covered covered(List<Case> cases, int slot) {
    List<Case> best = List.of();
    boolean told = false;
    for (int seed = 0; seed < Math.min(SEEDS, cases.size()); seed++) {
      Case from = cases.get(seed * cases.size() / Math.min(SEEDS, cases.size()));
      for (Expression expression :
          Expression.candidates(from.layout().slots().get(slot), from.values())) {
        if (!expression.isConstant()) {
          List<Case> found = new ArrayList<>();
          Set<Object> distinct = new HashSet<>();
          int least = Integer.MAX_VALUE;
          for (Case one : cases) {
            if (expression.gives(one.layout().slots().get(slot), one.values())) {
              found.add(one);
              least = Math.min(least, expression.given(one.layout().slots().get(slot)));
              distinct.add(one.layout().slots().get(slot).value());
            }
          }
          if (distinct.size() > 1 && found.size() > best.size()) {
            best = found;
            told = least >= PART_OF_VALUE;
          }
        }
      }
    }
    if (best.isEmpty() || best.size() == cases.size()) {
      return null;
    }
    List<Case> others = new ArrayList<>(cases);
    others.removeAll(best);
    return new Covered(best, others, told);
  }

  /** What gives the value of a slot in every case. */
  private static List<Expression> holding(Collection<Case> cases, Case seed, int slot) {
    List<Expression> holding = new ArrayList<>();
    for (Expression expression :
        Expression.candidates(seed.layout().slots().get(slot), seed.values())) {
      boolean all = true;
      for (Case one : cases) {
        all = all && expression.gives(one.layout().slots().get(slot), one.values());
      }
      if (all) {
        holding.add(expression);
      }
    }
    // The constant, where it holds, then what needs least to say it.
    holding.sort(Comparator.comparingInt(one -> one.isConstant() ? 0 : one.pieces().size()));
    return holding;
  }

  private Leaf leaf(List<Case> cases, List<List<Expression>> common, Set<Integer> open) {
    Layout layout = cases.get(0).layout();
    List<Expression> chosen = new ArrayList<>();
    List<List<Expression>> others = new ArrayList<>();
    for (int i = 0; i < layout.slots().size(); i++) {
      List<Expression> holding = common.get(i);
      boolean secret = !holding.isEmpty() && isSecret(holding.get(0));
      if (open.contains(i) || secret && holding.size() == 1) {
        chosen.add(placeholder(cases, i));
        others.add(List.of());
      } else {
        // A value that never varied is what was seen; that it also equals an argument is said.
        int from = secret ? 1 : 0;
        chosen.add(holding.get(from));
        others.add(holding.subList(from + 1, holding.size()));
      }
    }
    List<Integer> distinct = new ArrayList<>();
    for (int i = 0; i < layout.slots().size(); i++) {
      distinct.add(byValue(cases, i).size());
    }
    return new Leaf(
        layout,
        chosen,
        others,
        distinct,
        influences(cases, chosen, others),
        wholeUrl(cases),
        unnamed(cases),
        each);
  }

  /** The argument that is the URL in every case; null for none. */
  private static String wholeUrl(List<Case> cases) {
    if (cases.get(0).sample().verb().equals("exec")) {
      return null;
    }
    for (String path : cases.get(0).values().keySet()) {
      boolean all = true;
      for (Case one : cases) {
        all = all && isUrl(one.values().get(path), (String) one.sample().intent().get("url"));
      }
      if (all) {
        return path;
      }
    }
    return null;
  }

  private static boolean isUrl(Object value, String url) {
    try {
      return value instanceof String text && RequestUrl.parse(text).text().equals(url);
    } catch (NotCanonicalException none) {
      return false;
    }
  }

  /**
   * Arguments that gave program or host, or a part of it, or hold it, in every case: the same one
   * each time, whichever element of a list, or where there is none, all that did it once.
   */
  private static Set<String> influences(
      List<Case> cases, List<Expression> chosen, List<List<Expression>> others) {
    boolean exec = cases.get(0).sample().verb().equals("exec");
    Set<String> common = null;
    Set<String> any = new TreeSet<>();
    for (Case one : cases) {
      Set<String> paths = exec ? namingProgram(one) : namingHost(one);
      if (paths.isEmpty()) {
        common = Set.of();
        any.clear();
        break;
      }
      any.addAll(paths);
      if (common == null) {
        common = paths;
      } else {
        common.retainAll(paths);
      }
    }
    Set<String> influences = new TreeSet<>(common.isEmpty() ? any : common);
    if (exec) {
      influences.addAll(chosen.get(0).paths());
      for (Expression other : others.get(0)) {
        influences.addAll(other.paths());
      }
    }
    return influences;
  }

  /** Arguments that are the program, its last segment, or a command that begins with one. */
  private static Set<String> namingProgram(Case one) {
    String program = (String) ((List<?>) one.sample().intent().get("argv")).get(0);
    String name = program.substring(program.lastIndexOf('/') + 1);
    Set<String> paths = new TreeSet<>();
    for (Map.Entry<String, Object> value : one.values().entrySet()) {
      String text = Values.text(value.getValue());
      int end = text == null ? -1 : text.indexOf(' ');
      String word = end < 0 ? text : text.substring(0, end);
      if (program.equals(word) || name.equals(word)) {
        paths.add(whichever(value.getKey()));
      }
    }
    return paths;
  }

  private static Set<String> namingHost(Case one) {
    RequestUrl url = RequestUrl.parse((String) one.sample().intent().get("url"));
    String host = url.host();
    String port = Integer.toString(url.port());
    String origin = "://" + host + ":" + port;
    boolean named = url.text().startsWith(origin, url.text().indexOf("://"));
    Set<String> paths = new TreeSet<>();
    for (Map.Entry<String, Object> value : one.values().entrySet()) {
      String text = Values.text(value.getValue());
      String lower = text == null ? "" : text.toLowerCase(Locale.ROOT);
      if (lower.contains(host)
          || lower.length() >= PART_OF_HOST && host.contains(lower)
          || isLabel(lower, host)
          || named && lower.equals(port)) {
        paths.add(whichever(value.getKey()));
      }
    }
    return paths;
  }

  /** Short texts are in many hosts, but seldom as all that stands before one of the dots. */
  private static boolean isLabel(String text, String host) {
    boolean address = host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1));
    return !address && !text.isEmpty() && ('.' + host).contains('.' + text + '.');
  }

  /** The path of a value, whichever element of a list it is in: {@code args.urls.*}. */
  private static String whichever(String path) {
    StringBuilder text = new StringBuilder(path.length());
    int from = 0;
    while (from <= path.length()) {
      int dot = path.indexOf('.', from);
      int end = dot < 0 ? path.length() : dot;
      String name = path.substring(from, end);
      boolean index = !name.isEmpty();
      for (int i = 0; i < name.length(); i++) {
        index &= name.charAt(i) >= '0' && name.charAt(i) <= '9';
      }
      text.append(from == 0 ? "" : ".").append(index ? "*" : name);
      from = end + 1;
    }
    return text.toString();
  }

  /** Headers that some of the requests have and the template does not name. */
  private static Set<String> unnamed(List<Case> cases) {
    if (cases.get(0).sample().verb().equals("exec")) {
      return Set.of();
    }
    Set<String> names = new TreeSet<>();
    for (Case one : cases) {
      for (Object name : ((Map<?, ?>) one.sample().intent().get("headers")).keySet()) {
        names.add((String) name);
      }
    }
    names.removeAll(cases.get(0).layout().headers());
    return names;
  }

  private static boolean isSecret(Expression expression) {
    return expression.isConstant() && Values.holdsMark(expression.constant());
  }

  private static Expression placeholder(List<Case> cases, int slot) {
    Slot first = cases.get(0).layout().slots().get(slot);
    Set<String> texts = new LinkedHashSet<>();
    boolean scalars = true;
    for (Case one : cases) {
      Object value = one.layout().slots().get(slot).value();
      String text = value instanceof String string ? string : Values.text(value);
      scalars &= value instanceof String;
      texts.add(text == null ? "" : text);
    }
    boolean hidden = false;
    for (String text : texts) {
      hidden |= Secrets.marks(text);
    }
    // Of a credential only a digest is compared, so that the placeholder stands for all of it.
    return Narrowing.of(texts, !scalars || hidden && first.place().startsWith("headers."));
  }
}
