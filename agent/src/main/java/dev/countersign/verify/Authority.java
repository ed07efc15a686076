package dev.countersign.verify;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a node may do, as the ledger states it (research 1.9): scopes, bounds, a time to live.
 *
 * <p>It shares no code with the ledger's own, on purpose: what one gets wrong the other finds.
 *
 * @param scopes sorted
 * @param ceilings by key, sorted
 * @param ttl seconds, or null for unbounded
 */
record Authority(TreeSet<String> scopes, TreeMap<String, Ceiling> ceilings, BigDecimal ttl) {

  /** Reads {@code authority} or {@code granted}. */
  static Authority of(Object value) throws Ceiling.Unreadable {
    Map<String, Object> json = Entry.object(value);
    if (json == null) {
      throw new Ceiling.Unreadable("not an object");
    }
    List<String> unread = new ArrayList<>(json.keySet());
    unread.removeAll(List.of("scopes", "constraints", "ttl"));
    if (!unread.isEmpty()) {
      throw new Ceiling.Unreadable(
          "members that this verifier does not read: " + Shown.list(unread));
    }
    if (!(json.get("scopes") instanceof List<?> list)) {
      throw new Ceiling.Unreadable("scopes is not an array");
    }
    TreeSet<String> scopes = new TreeSet<>();
    for (Object scope : list) {
      if (!(scope instanceof String text) || !isScope(text)) {
        throw new Ceiling.Unreadable("invalid scope " + Shown.quoted(scope));
      }
      scopes.add(text);
    }
    TreeMap<String, Ceiling> ceilings = new TreeMap<>();
    if (json.get("constraints") != null) {
      if (!(json.get("constraints") instanceof List<?> constraints)) {
        throw new Ceiling.Unreadable("constraints is not an array");
      }
      for (Object constraint : constraints) {
        Ceiling ceiling = Ceiling.of(constraint);
        if (ceilings.put(ceiling.key(), ceiling) != null) {
          throw new Ceiling.Unreadable(
              "two constraints share the key " + Shown.quoted(ceiling.key()));
        }
      }
    }
    Object ttl = json.get("ttl");
    if (ttl != null && Integral.decimal(ttl) == null) {
      throw new Ceiling.Unreadable("ttl is neither a number nor null");
    }
    return new Authority(scopes, ceilings, Integral.decimal(ttl));
  }

  /** Whether a call of {@code scope} with this context is inside. */
  boolean permits(Object scope, Map<String, Object> context) {
    if (!(scope instanceof String called) || !covers(called)) {
      return false;
    }
    for (Ceiling ceiling : ceilings.values()) {
      if (!ceiling.permits(called, context)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Why this authority is wider than the one that it was cut from, or null when it is not. Leaving
   * a bound out is widening.
   */
  String widerThan(Authority parent) {
    TreeSet<String> gained = new TreeSet<>();
    for (String scope : scopes) {
      if (!parent.covers(scope)) {
        gained.add(scope);
      }
    }
    if (!gained.isEmpty()) {
      return "child scopes " + Shown.list(gained) + " not held by parent";
    }
    for (Ceiling held : parent.ceilings.values()) {
      Ceiling own = ceilings.get(held.key());
      if (own == null) {
        return "ceiling " + Shown.of(held.key()) + " unbounded, parent holds " + held.shown();
      }
      if (!held.covers(own)) {
        return "ceiling " + own.shown() + " looser than parent " + held.shown();
      }
    }
    if (parent.ttl != null && ttl == null) {
      return "ttl unbounded, parent " + Shown.of(parent.ttl);
    }
    return parent.ttl != null && ttl.compareTo(parent.ttl) > 0
        ? "ttl " + Shown.of(ttl) + " > parent " + Shown.of(parent.ttl)
        : null;
  }

  private boolean covers(String scope) {
    for (String held : scopes) {
      if (covers(held, scope)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@code crm.*} covers everything that starts with {@code crm.}, at any depth, but not {@code
   * crm}.
   */
  static boolean covers(String held, String scope) {
    return held.equals(scope)
        || held.endsWith(".*") && scope.startsWith(held.substring(0, held.length() - 1));
  }

  /**
   * Two or more segments of {@code [a-z][a-z0-9_-]*}, the last of which may be {@code *}. Read by
   * hand: a backtracking expression overflows its stack on a scope of a few thousand segments.
   */
  static boolean isScope(String text) {
    int segments = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i < text.length() && text.charAt(i) != '.') {
        continue;
      }
      boolean last = i == text.length();
      boolean wildcard = last && segments > 0 && text.substring(start, i).equals("*");
      if (!wildcard && !isSegment(text, start, i)) {
        return false;
      }
      segments++;
      start = i + 1;
    }
    return segments > 1;
  }

  private static boolean isSegment(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      if (!letter && (i == from || !(c >= '0' && c <= '9' || c == '_' || c == '-'))) {
        return false;
      }
    }
    return to > from;
  }
}
