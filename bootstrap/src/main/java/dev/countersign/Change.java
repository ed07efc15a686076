package dev.countersign;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One thing that a tool call would change, as a preview tells it (spec 4). Immutable: what is given
 * is copied.
 *
 * <pre>{@code
 * Change.of("delete", "users.42", "Permanently delete user ann@example.com")
 *     .withBefore(Map.of("id", 42, "tier", "gold"))
 *     .with("x-reversible", false);
 * }</pre>
 *
 * <p>{@code before} and {@code after} are any JSON value, null included, and are left out where the
 * state cannot be observed. Other members are named {@code x-…} and are kept as they are; no other
 * name is taken. JSON values are null, {@code Boolean}, {@code String}, numbers ({@code Long},
 * {@code BigInteger}, {@code BigDecimal}; smaller integers and finite floating-point numbers become
 * these), {@code List} and {@code Map} with text keys.
 *
 * <p>Bounds, together for all members of one change: {@value #MAX_CHARACTERS} characters of text,
 * {@value #MAX_VALUES} values, {@value #MAX_DEPTH} lists and maps in each other.
 */
public final class Change {

  /** Characters (UTF-16 units) of one change, names of members included. */
  public static final int MAX_CHARACTERS = 1 << 20;

  /** Values of one change: each list, map, text, number, boolean and null. */
  public static final int MAX_VALUES = 10_000;

  /** Lists and maps in each other below one member. */
  public static final int MAX_DEPTH = 100;

  private static final String EXTENSION = "x-";

  private final String action;
  private final String target;
  private final String summary;

  /** By name: {@code before} and {@code after} where they are there. */
  private final Map<String, Object> states;

  private final Map<String, Object> x;

  private Change(
      String action,
      String target,
      String summary,
      Map<String, Object> states,
      Map<String, Object> x) {
    JsonValues values = new JsonValues();
    this.action = values.text("action", action);
    this.target = values.text("target", target);
    this.summary = values.text("summary", summary);
    this.states = copy(values, states);
    this.x = copy(values, x);
  }

  private static Map<String, Object> copy(JsonValues values, Map<String, Object> members) {
    if (members.isEmpty()) {
      return Map.of();
    }
    Map<String, Object> copy = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : members.entrySet()) {
      String name = values.text("a name", member.getKey());
      if (member.getValue() instanceof VerbatimJson verbatim) {
        values.count(verbatim.toString().length());
        copy.put(name, verbatim);
      } else {
        copy.put(name, values.copy(name, member.getValue()));
      }
    }
    return Collections.unmodifiableMap(copy);
  }

  /**
   * A change of which nothing else is known.
   *
   * @param action a verb of the tool's own, for example {@code delete}, {@code send}, {@code exec}
   * @param target what is changed, for example {@code users.42} or a URL
   * @param summary one line for a person who decides about it
   * @throws IllegalArgumentException if one is null, has half of a surrogate pair, or passes the
   *     bounds
   */
  public static Change of(String action, String target, String summary) {
    return new Change(action, target, summary, Map.of(), Map.of());
  }

  /**
   * A change with all that is known of it, as {@link #withBefore}, {@link #withAfter} and {@link
   * #with} one after the other.
   *
   * @param members by name: {@code before}, {@code after} and those that begin with {@code x-}
   * @throws IllegalArgumentException as those
   */
  public static Change of(
      String action, String target, String summary, Map<String, Object> members) {
    Map<String, Object> states = new LinkedHashMap<>();
    Map<String, Object> x = new LinkedHashMap<>();
    for (Map.Entry<String, Object> member : members.entrySet()) {
      String name = member.getKey();
      if ("before".equals(name) || "after".equals(name)) {
        states.put(name, state(member.getValue()));
      } else {
        x.put(extension(name), member.getValue());
      }
    }
    return new Change(action, target, summary, states, x);
  }

  /**
   * The same change with the state before it.
   *
   * @param json null is JSON's null; where the state cannot be observed, do not call this
   * @throws IllegalArgumentException if it is no JSON value, or passes the bounds
   */
  public Change withBefore(Object json) {
    return new Change(action, target, summary, with(states, "before", state(json)), x);
  }

  /**
   * The same change with the state after it.
   *
   * @param json null is JSON's null; where the state is not known, do not call this
   * @throws IllegalArgumentException if it is no JSON value, or passes the bounds
   */
  public Change withAfter(Object json) {
    return new Change(action, target, summary, with(states, "after", state(json)), x);
  }

  /**
   * The same change with an extension.
   *
   * @param name begins with {@code x-}
   * @param json a JSON value, or a {@link VerbatimJson} that is written as it stands
   * @throws IllegalArgumentException if the name is another, if it is no JSON value, or passes the
   *     bounds
   */
  public Change with(String name, Object json) {
    return new Change(action, target, summary, states, with(x, extension(name), json));
  }

  private static String extension(String name) {
    if (name == null || !name.startsWith(EXTENSION)) {
      throw new IllegalArgumentException(
          "a change has action, target, summary, before, after and members whose name begins with"
              + " x-; "
              + (name == null ? "null" : "this one")
              + " is none of them");
    }
    return name;
  }

  private static Object state(Object json) {
    if (json instanceof VerbatimJson) {
      throw new IllegalArgumentException(
          "before and after are JSON values; only x- members are kept as texts");
    }
    return json;
  }

  private static Map<String, Object> with(Map<String, Object> members, String name, Object json) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, json);
    return more;
  }

  public String action() {
    return action;
  }

  public String target() {
    return target;
  }

  public String summary() {
    return summary;
  }

  /** Whether the state before is told, be it null. */
  public boolean hasBefore() {
    return states.containsKey("before");
  }

  /** The state before; null where it is null or not told, see {@link #hasBefore}. */
  public Object before() {
    return states.get("before");
  }

  /** Whether the state after is told, be it null. */
  public boolean hasAfter() {
    return states.containsKey("after");
  }

  /** The state after; null where it is null or not told, see {@link #hasAfter}. */
  public Object after() {
    return states.get("after");
  }

  /**
   * The {@code x-} members in the order that they were given; values may be {@link VerbatimJson}.
   */
  public Map<String, Object> x() {
    return x;
  }

  /** Two changes are equal if all members are; {@code 1.0} and {@code 1} are not. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Change change
        && action.equals(change.action)
        && target.equals(change.target)
        && summary.equals(change.summary)
        && states.equals(change.states)
        && x.equals(change.x);
  }

  @Override
  public int hashCode() {
    return Objects.hash(action, target, summary, states, x);
  }

  /** Action and target; what a person should read is {@link #summary}. */
  @Override
  public String toString() {
    return "Change[" + action + " " + target + "]";
  }
}
