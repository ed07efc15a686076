package dev.countersign.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/**
 * What a node of the delegation tree may do (spec 2.1). Grows in no operation: {@link #meet} is
 * within both, and an authority that leaves a bound out is wider than one that has it.
 *
 * @param scopes sorted; none of them is covered by another
 * @param ceilings sorted, one for each key
 * @param ttlSeconds how long it holds from the moment it was given; null without end
 */
public record Authority(List<String> scopes, List<Ceiling> ceilings, Long ttlSeconds) {

  /** The root's (spec 2.1). */
  public static final Authority ROOT =
      new Authority(List.of("agent.*", "exec.*", "send.*", "tool.*"), List.of(), null);

  public Authority {
    scopes = widest(scopes);
    TreeMap<String, Ceiling> byKey = new TreeMap<>();
    for (Ceiling ceiling : ceilings) {
      keepLower(byKey, ceiling);
    }
    ceilings = List.copyOf(byKey.values());
    if (ttlSeconds != null && (ttlSeconds < 0 || ttlSeconds > Ceiling.MOST)) {
      throw new IllegalArgumentException("a ttl is from 0 to " + Ceiling.MOST + " seconds");
    }
  }

  /** What both allow: no more than this, no more than the other. */
  public Authority meet(Authority other) {
    List<String> both = new ArrayList<>();
    for (String own : scopes) {
      for (String theirs : other.scopes) {
        if (covers(own, theirs)) {
          both.add(theirs);
        } else if (covers(theirs, own)) {
          both.add(own);
        }
      }
    }
    List<Ceiling> all = new ArrayList<>(ceilings);
    all.addAll(other.ceilings);
    Long ttl = ttlSeconds;
    if (ttl == null || other.ttlSeconds != null && other.ttlSeconds < ttl) {
      ttl = other.ttlSeconds;
    }
    return new Authority(both, all, ttl);
  }

  /** Whether a call of this scope is inside. */
  public boolean covers(String scope) {
    for (int i = 0; i < scopes.size(); i++) {
      if (covers(scopes.get(i), scope)) {
        return true;
      }
    }
    return false;
  }

  /** {@code tool.*} covers everything that begins with {@code tool.}, at any depth. */
  static boolean covers(String held, String scope) {
    return held.equals(scope)
        || held.endsWith(".*") && scope.startsWith(held.substring(0, held.length() - 1));
  }

  /**
   * Two or more segments of {@code [a-z][a-z0-9_-]*} with dots between them, the last of which may
   * be {@code *} (research 1.9).
   */
  public static boolean isScope(String text) {
    int segments = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      boolean end = i == text.length();
      if (!end && text.charAt(i) != '.') {
        continue;
      }
      boolean wildcard = end && segments > 0 && i - start == 1 && text.charAt(start) == '*';
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

  /** The member {@code name} of an entry. */
  void write(EntryText text, String name) {
    text.object(name).array("constraints");
    for (Ceiling ceiling : ceilings) {
      ceiling.write(text);
    }
    text.endArray().array("scopes");
    for (String scope : scopes) {
      text.element(scope);
    }
    text.endArray();
    if (ttlSeconds == null) {
      text.string("ttl", null);
    } else {
      text.number("ttl", ttlSeconds);
    }
    text.endObject();
  }

  private static List<String> widest(Collection<String> given) {
    List<String> widest = new ArrayList<>(given.size());
    for (String scope : given) {
      if (!isScope(scope)) {
        throw new IllegalArgumentException(scope + " is no scope");
      }
      boolean covered = false;
      for (String other : given) {
        covered |= !other.equals(scope) && covers(other, scope);
      }
      if (!covered && !widest.contains(scope)) {
        widest.add(scope);
      }
    }
    Collections.sort(widest);
    return List.copyOf(widest);
  }

  private static void keepLower(TreeMap<String, Ceiling> byKey, Ceiling ceiling) {
    Ceiling known = byKey.get(ceiling.key());
    if (known == null || ceiling.max() < known.max()) {
      byKey.put(ceiling.key(), ceiling);
    }
  }
}
