package dev.countersign.verify;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One bound of an authority (research 1.9): whether a call's context stays under it, and whether
 * another bound of the same key is no looser. A bound of a type that is not known denies every
 * call; one that was read only in part is refused.
 */
sealed interface Ceiling {

  /** The dimension it bounds; at most one bound per key in an authority. */
  String key();

  /** A context that does not mention the dimension asserts nothing about it and passes. */
  boolean permits(String scope, Map<String, Object> context);

  /** Whether everything that {@code other}, of the same key, lets pass passes here too. */
  boolean covers(Ceiling other);

  /** As findings print it. */
  String shown();

  /**
   * Reads one element of {@code constraints}.
   *
   * @throws Unreadable when it is malformed or carries a member that would be ignored
   */
  static Ceiling of(Object value) throws Unreadable {
    Map<String, Object> json = Entry.object(value);
    if (json == null) {
      throw new Unreadable("a constraint is not an object");
    }
    if (!(json.get("key") instanceof String key) || !Entry.isId(key)) {
      throw new Unreadable("a constraint's key is not a string of at most 256 bytes");
    }
    if (!json.containsKey("type")) {
      return switch (key) {
        case "max_rows" -> maximum(json, key, "rows");
        case "max_spend" -> maximum(json, key, "spend");
        case "max_calls" -> maximum(json, key, "calls");
        case "egress" -> {
          onlyMembers(json, "key", "rank");
          yield new Egress(egressRank(json.get("rank"), key));
        }
        default -> new Unknown(key, json);
      };
    }
    Object type = json.get("type");
    if ("allow".equals(type)) {
      onlyMembers(json, "key", "type", "one_of", "field");
      return new Members(key, field(json, key), true, members(json, "one_of", key));
    }
    if ("deny".equals(type)) {
      onlyMembers(json, "key", "type", "not_one_of", "field");
      return new Members(key, field(json, key), false, members(json, "not_one_of", key));
    }
    if ("prefix".equals(type)) {
      onlyMembers(json, "key", "type", "prefix", "field");
      if (!(json.get("prefix") instanceof String prefix)) {
        throw new Unreadable("prefix of constraint " + Shown.quoted(key) + " is not a string");
      }
      return new Prefix(key, field(json, key), prefix);
    }
    if ("max_calls".equals(type)) {
      onlyMembers(json, "key", "type", "max", "applies_to");
      if (!(json.get("applies_to") instanceof String scope)
          || !Authority.isScope(scope)
          || !key.equals("max_calls[" + scope + "]")) {
        throw new Unreadable(
            "constraint " + Shown.quoted(key) + " does not name the scope that it applies to");
      }
      return new Maximum(key, "calls[" + scope + "]", scope, bound(json, key));
    }
    return new Unknown(key, json);
  }

  private static Ceiling maximum(Map<String, Object> json, String key, String field)
      throws Unreadable {
    onlyMembers(json, "key", "max");
    return new Maximum(key, field, null, bound(json, key));
  }

  private static BigDecimal bound(Map<String, Object> json, String key) throws Unreadable {
    BigDecimal max = Integral.decimal(json.get("max"));
    if (max == null) {
      throw new Unreadable("max of constraint " + Shown.quoted(key) + " is not a number");
    }
    return max;
  }

  private static int egressRank(Object rank, String key) throws Unreadable {
    int level = Egress.ORDER.indexOf(rank instanceof String ? rank : "");
    if (level < 0) {
      throw new Unreadable(
          "rank of constraint " + Shown.quoted(key) + " is not none, internal or any");
    }
    return level;
  }

  private static String field(Map<String, Object> json, String key) throws Unreadable {
    Object field = json.get("field");
    if (field != null && !(field instanceof String)) {
      throw new Unreadable("field of constraint " + Shown.quoted(key) + " is not a string");
    }
    return field == null ? key : (String) field;
  }

  private static Set<Object> members(Map<String, Object> json, String name, String key)
      throws Unreadable {
    if (!(json.get(name) instanceof List<?> list)) {
      throw new Unreadable(name + " of constraint " + Shown.quoted(key) + " is not an array");
    }
    Set<Object> members = new HashSet<>();
    for (Object value : list) {
      if (value instanceof Map || value instanceof List) {
        throw new Unreadable(
            name + " of constraint " + Shown.quoted(key) + " holds no plain value");
      }
      members.add(Members.comparable(value));
    }
    return members;
  }

  private static void onlyMembers(Map<String, Object> json, String... known) throws Unreadable {
    List<String> unread = new ArrayList<>(json.keySet());
    unread.removeAll(List.of(known));
    if (!unread.isEmpty()) {
      throw new Unreadable(
          "constraint "
              + Shown.quoted(json.get("key"))
              + " carries members that this verifier does not read: "
              + Shown.list(unread));
    }
  }

  /**
   * {@code max_rows}, {@code max_spend}, {@code max_calls}; {@code scope} is null where it applies
   * to every call.
   */
  record Maximum(String key, String field, String scope, BigDecimal max) implements Ceiling {

    @Override
    public boolean permits(String called, Map<String, Object> context) {
      if (scope != null && !Authority.covers(scope, called)) {
        return true;
      }
      Object value = context.get(field);
      BigDecimal number = Integral.decimal(value);
      return value == null || number != null && number.compareTo(max) <= 0;
    }

    @Override
    public boolean covers(Ceiling other) {
      return other instanceof Maximum bound
          && field.equals(bound.field)
          && max.compareTo(bound.max) >= 0;
    }

    @Override
    public String shown() {
      return Shown.of(key) + "<=" + Shown.of(max);
    }
  }

  /** {@code none < internal < any}. */
  record Egress(int level) implements Ceiling {

    static final List<String> ORDER = List.of("none", "internal", "any");

    @Override
    public String key() {
      return "egress";
    }

    @Override
    public boolean permits(String scope, Map<String, Object> context) {
      Object value = context.get("egress");
      if (value == null) {
        return true;
      }
      int asked = ORDER.indexOf(value instanceof String ? value : "");
      return asked >= 0 && asked <= level;
    }

    @Override
    public boolean covers(Ceiling other) {
      return other instanceof Egress bound && level >= bound.level;
    }

    @Override
    public String shown() {
      return "egress<=" + ORDER.get(level);
    }
  }

  /** One of a list, or none of it. */
  record Members(String key, String field, boolean allow, Set<Object> members) implements Ceiling {

    /**
     * A member is its JSON type and its value: 1 is 1.0, and neither is {@code true} or {@code
     * "1"}.
     */
    static Object comparable(Object value) {
      BigDecimal number = Integral.decimal(value);
      return number == null ? value : number.stripTrailingZeros();
    }

    @Override
    public boolean permits(String scope, Map<String, Object> context) {
      Object value = context.get(field);
      if (value == null) {
        return true;
      }
      // A deny list never waves through what it cannot compare.
      return !(value instanceof Map || value instanceof List)
          && members.contains(comparable(value)) == allow;
    }

    @Override
    public boolean covers(Ceiling other) {
      return other instanceof Members bound
          && allow == bound.allow
          && field.equals(bound.field)
          && (allow ? members.containsAll(bound.members) : bound.members.containsAll(members));
    }

    @Override
    public String shown() {
      return Shown.of(key) + (allow ? " in " : " not in ") + Shown.list(members);
    }
  }

  /** A string that has to begin as told. */
  record Prefix(String key, String field, String prefix) implements Ceiling {

    @Override
    public boolean permits(String scope, Map<String, Object> context) {
      Object value = context.get(field);
      return value == null || value instanceof String text && text.startsWith(prefix);
    }

    @Override
    public boolean covers(Ceiling other) {
      return other instanceof Prefix bound
          && field.equals(bound.field)
          && bound.prefix.startsWith(prefix);
    }

    @Override
    public String shown() {
      return Shown.of(key) + " startswith " + Shown.of(prefix);
    }
  }

  /** A type that this verifier does not define: no call is within it. */
  record Unknown(String key, Map<String, Object> json) implements Ceiling {

    @Override
    public boolean permits(String scope, Map<String, Object> context) {
      return false;
    }

    @Override
    public boolean covers(Ceiling other) {
      return equals(other);
    }

    @Override
    public String shown() {
      return Shown.of(key) + " (unknown type)";
    }
  }

  /** Why an authority cannot be read. */
  final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message, null, false, false);
    }
  }
}
