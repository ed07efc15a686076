package dev.countersign.effect.template;

import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One process start that a call may make: a template rendered from the call's authorised arguments
 * (spec 5.4). Immutable.
 *
 * <p>Placeholders stand in {@link #intent()} as they are written. At the sink {@link #mask} puts
 * the same text in the place of the value that the tool body chose, so that the two digests agree
 * exactly when everything else is equal.
 */
public final class ExecPreview implements EffectPreview {

  /**
   * Where a placeholder is: its key path in the intent, a list index as {@link Integer}.
   *
   * @param inherited of a variable, the value in this JVM's own environment: set to it, the
   *     variable is not among the changes that are observed; null for everything else
   */
  private record Slot(Object[] path, Text text, String inherited) {}

  private final Map<String, Object> intent;
  private final List<Slot> slots;
  private final Map<String, Object> inputs;

  private ExecPreview(Map<String, Object> intent, List<Slot> slots, Map<String, Object> inputs) {
    this.intent = intent;
    this.slots = slots;
    this.inputs = inputs;
  }

  /**
   * @param argv rendered elements
   * @param dir rendered directory; null = inherited
   * @param set rendered variables
   * @param environment this JVM's own variables
   * @param unset names to remove, sorted
   * @param stdin a word, or a one-entry map from {@code read} to a {@link Text}; likewise the other
   *     two
   * @param inputs the values that were rendered, by reference as written
   */
  static ExecPreview of(
      List<Text> argv,
      Text dir,
      Map<String, Text> set,
      Map<String, String> environment,
      List<String> unset,
      Object stdin,
      Object stdout,
      Object stderr,
      boolean merge,
      Map<String, Object> inputs) {
    List<Slot> slots = new ArrayList<>();
    List<String> elements = new ArrayList<>();
    for (Text text : argv) {
      elements.add(note(slots, text, "argv", elements.size()));
    }
    Map<String, String> variables = new LinkedHashMap<>();
    for (Map.Entry<String, Text> entry : set.entrySet()) {
      String name = entry.getKey();
      Text text = entry.getValue();
      if (text.hole() != null) {
        slots.add(new Slot(new Object[] {"env", "set", name}, text, environment.get(name)));
      }
      variables.put(name, text.shown());
    }
    Map<String, Object> env = new LinkedHashMap<>();
    env.put("set", Collections.unmodifiableMap(variables));
    env.put("unset", List.copyOf(unset));
    Map<String, Object> stdio = new LinkedHashMap<>();
    stdio.put("stdin", stream(slots, stdin, "stdin"));
    stdio.put("stdout", stream(slots, stdout, "stdout"));
    stdio.put("stderr", stream(slots, stderr, "stderr"));
    stdio.put("merge", merge);
    Map<String, Object> intent = new LinkedHashMap<>();
    intent.put("argv", Collections.unmodifiableList(elements));
    intent.put("dir", dir == null ? null : note(slots, dir, "dir"));
    intent.put("env", Collections.unmodifiableMap(env));
    intent.put("stdio", Collections.unmodifiableMap(stdio));
    return new ExecPreview(
        Collections.unmodifiableMap(intent),
        slots,
        Collections.unmodifiableMap(new LinkedHashMap<>(inputs)));
  }

  private static Object stream(List<Slot> slots, Object stream, String name) {
    if (stream instanceof String) {
      return stream;
    }
    Map.Entry<?, ?> file = ((Map<?, ?>) stream).entrySet().iterator().next();
    return Map.of(file.getKey(), note(slots, (Text) file.getValue(), "stdio", name, file.getKey()));
  }

  private static String note(List<Slot> slots, Text text, Object... path) {
    if (text.hole() != null) {
      slots.add(new Slot(path, text, null));
    }
    return text.shown();
  }

  @Override
  public Verb verb() {
    return Verb.EXEC;
  }

  /** The intent of spec 1.3 as a JSON value, every field present, placeholders as written. */
  @Override
  public Map<String, Object> intent() {
    return intent;
  }

  /** {@link Coverage#PARTIAL} exactly when a placeholder stands in the intent. */
  @Override
  public Coverage coverage() {
    return slots.isEmpty() ? Coverage.FULL : Coverage.PARTIAL;
  }

  @Override
  public Map<String, Object> comparable(Map<String, Object> observed, SendBody body) {
    return mask(observed);
  }

  @Override
  public boolean comparesLoosely() {
    return !slots.isEmpty();
  }

  /**
   * The JSON values that were rendered into the intent, by reference as written ({@code args.url});
   * for {@code inputs} of ρ.
   */
  public Map<String, Object> inputs() {
    return inputs;
  }

  /**
   * The observed intent with the values at placeholder positions replaced by the placeholders.
   *
   * <p>A value is replaced when it is one text of at most 1,024 characters that fits what stands
   * around the placeholder and, for {@code ${match:…}}, the whole of it matches. Everything else,
   * and an intent of another shape, stays as it is, except that a text which only reads like the
   * placeholder is changed so that it cannot pass for it. A variable that is left at the value it
   * has in this JVM counts as set to that.
   *
   * @param observed an intent of spec 1.3 as a JSON value; not changed
   */
  public Map<String, Object> mask(Map<String, Object> observed) {
    if (slots.isEmpty()) {
      return observed;
    }
    Object masked = observed;
    for (Slot slot : slots) {
      masked = mask(masked, slot, 0);
    }
    @SuppressWarnings("unchecked") // the root keeps its shape: a map stays a map
    Map<String, Object> result = (Map<String, Object>) masked;
    return result;
  }

  private static Object mask(Object at, Slot slot, int depth) {
    if (depth == slot.path().length) {
      return at instanceof String value ? slot.text().mask(value) : at;
    }
    Object step = slot.path()[depth];
    if (step instanceof Integer index && at instanceof List<?> list && index < list.size()) {
      List<Object> copy = new ArrayList<>(list);
      copy.set(index, mask(list.get(index), slot, depth + 1));
      return copy;
    }
    if (step instanceof String name && at instanceof Map<?, ?> map) {
      boolean last = depth + 1 == slot.path().length;
      Object value = map.containsKey(name) || !last ? map.get(name) : slot.inherited();
      if (value != null) {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        copy.put(name, mask(value, slot, depth + 1));
        return copy;
      }
    }
    return at;
  }
}
