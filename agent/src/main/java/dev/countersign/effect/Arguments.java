package dev.countersign.effect;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The {@code arguments} of an invoke intent as the sink sees them (spec 1.3): the JSON as presented
 * where the method runs on what it denotes, and the actual value where it does not. The digests of
 * preview and sink therefore agree exactly when rule V holds for every parameter, and the pointer
 * of a divergence names the parameter.
 */
public final class Arguments {

  private Arguments() {}

  /**
   * The arguments as observed.
   *
   * @param json the JSON object that was previewed: injected and excluded parameters removed, keys
   *     that the method lacks kept. Never changed
   * @param parameters what the model fills, in the order of {@code actual}
   * @param actual the values that the method runs on, injected and excluded ones left out
   * @param builderBinds as in {@link RuleV}
   * @return an object that is canonically equal to {@code json} exactly when the method runs on
   *     what that denotes: {@code json} itself where nothing was put in
   * @throws NotCanonicalException when a value that must be put in is outside the closed set of
   *     types
   */
  public static Map<String, Object> observed(
      Map<String, Object> json, List<Parameter> parameters, Object[] actual, boolean builderBinds) {
    requireOneEach(parameters, actual);
    Map<String, Object> putIn = new HashMap<>(0);
    int i = 0;
    for (Parameter parameter : parameters) {
      Object value = actual[i++];
      if (parameter.isWhole()) {
        Map<String, Object> whole = whole(json, parameter, value, builderBinds);
        if (whole != json) {
          return whole;
        }
        continue;
      }
      boolean presented = observe(json, parameter.name(), parameter, value, builderBinds, putIn);
      for (String alias : parameter.aliases()) {
        presented |= observe(json, alias, parameter, value, builderBinds, putIn);
      }
      if (!presented && !isNothing(value) && !isDefault(parameter, value, builderBinds)) {
        putIn.put(parameter.name(), Snapshot.of(value));
      }
    }
    if (putIn.isEmpty()) {
      return json;
    }
    Map<String, Object> observed = new LinkedHashMap<>(json);
    observed.putAll(putIn);
    return Collections.unmodifiableMap(observed);
  }

  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  private static Map<String, Object> whole(
      Map<String, Object> json, Parameter parameter, Object actual, boolean builderBinds) {
    if (RuleV.holds(json, true, parameter.type(), actual, builderBinds)) {
      return json;
    }
    return inPlaceOf(json, actual) instanceof Map<?, ?> object
        ? (Map<String, Object>) object
        : Collections.singletonMap("@value", Snapshot.of(actual));
  }

  /**
   * The exact values of all parameters, classes of the application's objects included: taken at the
   * framework's argument builder and again at the sink, the two must be equal.
   *
   * @param parameters what the model fills, in the order of {@code actual}
   * @param actual the values, injected and excluded ones left out
   * @return a JSON value; compare its canonical bytes
   * @throws NotCanonicalException when a value is outside the closed set of types
   */
  public static Map<String, Object> snapshotAll(List<Parameter> parameters, Object[] actual) {
    requireOneEach(parameters, actual);
    Map<String, Object> all = new LinkedHashMap<>();
    int i = 0;
    for (Parameter parameter : parameters) {
      all.put(parameter.name(), Snapshot.exact(actual[i++]));
    }
    return Collections.unmodifiableMap(all);
  }

  private static boolean observe(
      Map<String, Object> json,
      String key,
      Parameter parameter,
      Object actual,
      boolean builderBinds,
      Map<String, Object> putIn) {
    if (!json.containsKey(key)) {
      return false;
    }
    Object presented = json.get(key);
    boolean holds =
        RuleV.holds(presented, true, parameter.type(), actual, builderBinds)
            || presented == null && isDefault(parameter, actual, builderBinds);
    if (!holds) {
      putIn.put(key, inPlaceOf(presented, actual));
    }
    return true;
  }

  /**
   * A snapshot can have the text of the JSON although rule V does not hold: an object of another
   * class, with other code, but the same fields. It must not pass as equal, so it is put one level
   * deeper.
   */
  private static Object inPlaceOf(Object presented, Object actual) {
    Object snapshot = Snapshot.of(actual);
    if (!Canonical.same(snapshot, presented)) {
      return snapshot;
    }
    Map<String, Object> typed = new LinkedHashMap<>();
    typed.put("@class", actual == null ? null : actual.getClass().getName());
    typed.put("@value", snapshot);
    return Collections.unmodifiableMap(typed);
  }

  private static boolean isDefault(Parameter parameter, Object actual, boolean builderBinds) {
    return parameter.defaultValue() != Parameter.NO_DEFAULT
        && RuleV.holds(parameter.defaultValue(), true, parameter.type(), actual, builderBinds);
  }

  private static boolean isNothing(Object actual) {
    return actual == null
        || actual instanceof Optional<?> o && o.isEmpty()
        || actual instanceof OptionalInt i && i.isEmpty()
        || actual instanceof OptionalLong l && l.isEmpty()
        || actual instanceof OptionalDouble d && d.isEmpty();
  }

  private static void requireOneEach(List<Parameter> parameters, Object[] actual) {
    if (parameters.size() != actual.length) {
      throw new IllegalArgumentException(
          "The method has "
              + actual.length
              + " values for "
              + parameters.size()
              + " parameters. Leave injected and excluded ones out of both lists");
    }
  }
}
