package dev.countersign.effect.template;

import dev.countersign.effect.Verb;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What an {@code effects} or {@code ambient} entry lets happen (spec 5.4). Immutable. */
public sealed interface EffectTemplate permits ExecTemplate, SendTemplate {

  /** Which effect. */
  Verb verb();

  /**
   * Renders what a call may do: one effect, or one per element of {@code each}.
   *
   * @param args the authorised arguments, a JSON object
   * @param environment reads this JVM's own environment; not asked where none is compared
   * @throws TemplateException when the arguments do not fit; the call is then refused
   */
  List<EffectPreview> rendered(Map<String, Object> args, Supplier<Map<String, String>> environment);

  /**
   * What a call may do as a person reads it (spec 4), at most 64 effects in the order of {@link
   * #rendered}. For any arguments: what cannot be put in stands as its reference is written.
   *
   * @param args the authorised arguments, a JSON object; what is secret of them is not shown
   */
  List<Depiction> depicted(Map<String, Object> args);

  /**
   * What law 7 d knows the effect by (spec 1.6), where it is the same for every call: the program's
   * last path segment, or scheme, host and port; else null.
   */
  String constantTarget();

  /** What is left to the tool, one phrase each; empty = nothing. For the list of holes. */
  List<String> freeParts();

  /** Where a value of the call decides more than it should, one sentence each. */
  List<String> warnings();
}
