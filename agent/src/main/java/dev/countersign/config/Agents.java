package dev.countersign.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code agents}: delegation (spec 5.9). */
final class Agents {

  private static final List<String> FAMILIES = List.of("tool", "exec", "send");

  /** The hand-off of work to a peer, the only act that an authority may name. */
  private static final String HANDOFF = "agent.handoff";

  private static final long MOST = 9_007_199_254_740_991L;

  private static final List<String> CEILINGS = List.of("max_calls", "max_rows", "max_spend");

  // As the books hold them exactly: see Measure.
  private static final BigDecimal MOST_SPEND = BigDecimal.valueOf(1_000_000_000_000L);
  private static final int DIGITS = 15;
  private static final int DECIMALS = 6;

  /**
   * @param sections the entries
   * @param method reads the pattern under a key
   */
  static List<AgentRule> read(List<Section> sections, MethodReader method) {
    List<AgentRule> rules = new ArrayList<>(sections.size());
    Set<String> known = new HashSet<>();
    for (Section section : sections) {
      section.require("agent", "the agent's name in the books");
      section.require(
          "method", "the method that is the agent, like com.acme.Researcher#ask(java.lang.String)");
      section.require("authority", "authority: { scopes: [tool.search] }");
      String agent = section.name("agent");
      MethodPattern pattern = method.of(section, "method");
      Section authority = section.section("authority", Keys.AUTHORITY);
      if (authority == null) {
        continue;
      }
      List<String> scopes = scopes(authority);
      List<AgentRule.Most> ceilings = ceilings(authority.sections("constraints", Keys.CONSTRAINT));
      Duration ttl = Durations.read(authority, "ttl", null);
      if (ttl != null && ttl.toMillis() % 1000 != 0) {
        authority.error("ttl", "expected whole seconds, as the books have them, like 90s or 10m");
      }
      if (pattern != null && !known.add(pattern.text())) {
        section.error("method", "another entry names this method already. Remove one of the two");
      }
      if (agent != null && pattern != null) {
        rules.add(new AgentRule(agent, pattern, scopes, ceilings, ttl, section.position()));
      }
    }
    return List.copyOf(rules);
  }

  /** Reads a method pattern. */
  @FunctionalInterface
  interface MethodReader {
    MethodPattern of(Section section, String key);
  }

  private static List<String> scopes(Section authority) {
    authority.require("scopes", "what it may do at most, like [tool.search, exec.git]");
    List<String> scopes = authority.names("scopes");
    if (authority.has("scopes") && authority.get("scopes") != null) {
      if (authority.get("scopes").isList() && authority.get("scopes").list().isEmpty()) {
        authority.error("scopes", "an empty list: the method could never be called. Name a scope");
      }
      for (String scope : scopes) {
        requireScope(authority, "scopes", scope);
      }
    }
    return scopes;
  }

  private static List<AgentRule.Most> ceilings(List<Section> sections) {
    List<AgentRule.Most> ceilings = new ArrayList<>(sections.size());
    for (Section section : sections) {
      String key = ceiling(section);
      BigDecimal max =
          key == null ? null : key.equals("max_spend") ? spend(section) : whole(section, key);
      String appliesTo = section.name("applies_to");
      if (appliesTo != null && key != null && !key.equals("max_calls")) {
        section.error(
            "applies_to",
            "only max_calls is counted by scope; "
                + key
                + " counts every call whose tool says its "
                + measured(key)
                + ". Remove it");
      } else if (appliesTo != null) {
        requireScope(section, "applies_to", appliesTo);
      }
      if (max != null) {
        ceilings.add(new AgentRule.Most(key, appliesTo, max));
      }
    }
    return List.copyOf(ceilings);
  }

  /** The one ceiling of the entry; null where it has none or several. */
  private static String ceiling(Section section) {
    String found = null;
    for (String key : CEILINGS) {
      if (section.has(key) && found != null) {
        section.error(key, "one ceiling an entry, and this one has " + found + ". Write another");
        return null;
      }
      found = section.has(key) ? key : found;
    }
    if (found == null) {
      section.require(
          "max_calls", "the most calls, a whole number from 0; or max_rows, or max_spend");
    }
    return found;
  }

  private static BigDecimal whole(Section section, String key) {
    Long max = section.whole(key, 0, MOST);
    return max == null ? null : BigDecimal.valueOf(max);
  }

  private static BigDecimal spend(Section section) {
    Tree at = section.get("max_spend");
    if (at == null) {
      return null;
    }
    BigDecimal max =
        at.value instanceof Long whole
            ? BigDecimal.valueOf(whole)
            : at.value instanceof BigDecimal decimal ? decimal : null;
    BigDecimal shortest =
        max == null || max.signum() == 0 ? BigDecimal.ZERO : max.stripTrailingZeros();
    if (max == null
        || max.signum() < 0
        || max.compareTo(MOST_SPEND) > 0
        || shortest.scale() > DECIMALS
        || shortest.precision() > DIGITS) {
      section.error(
          "max_spend",
          "expected a number from 0 to "
              + MOST_SPEND
              + " with at most "
              + DECIMALS
              + " digits behind the point and "
              + DIGITS
              + " in all, found "
              + at.described());
      return null;
    }
    return shortest;
  }

  private static String measured(String key) {
    return key.substring("max_".length());
  }

  /** A ceiling that no tool is measured by would be a promise that is not kept. */
  static void measurable(List<Section> agents, List<ToolRule> tools) {
    boolean rows = false;
    boolean spend = false;
    for (ToolRule tool : tools) {
      rows |= tool.rows() != null;
      spend |= tool.spend() != null;
    }
    for (Section agent : agents) {
      Section authority = agent.section("authority", Keys.AUTHORITY);
      for (Section section : authority.sections("constraints", Keys.CONSTRAINT)) {
        unmeasured(section, "max_rows", rows);
        unmeasured(section, "max_spend", spend);
      }
    }
  }

  private static void unmeasured(Section section, String key, boolean measured) {
    if (section.has(key) && !measured) {
      section.error(
          key,
          "no tool says its "
              + measured(key)
              + ", so that this would count nothing. Say in tools which argument it is, like "
              + measured(key)
              + ": args.NAME");
    }
  }

  /** A scope that a call of ours can have (spec 2.1): a family, a dot, one segment or a star. */
  private static void requireScope(Section section, String key, String scope) {
    int dot = scope.indexOf('.');
    String family = dot < 0 ? scope : scope.substring(0, dot);
    String rest = dot < 0 ? "" : scope.substring(dot + 1);
    if (!scope.equals(HANDOFF)
        && (!FAMILIES.contains(family) || !rest.equals("*") && !isSegment(rest))) {
      section.error(
          key,
          Tree.quoted(scope)
              + " is no scope that a call has here. Write tool.NAME, exec.PROGRAM or send.HOST as"
              + " the books spell it, in lower case and with _ for what is no letter, digit, _ or"
              + " -, or tool.*");
    }
  }

  private static boolean isSegment(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = c >= 'a' && c <= 'z';
      if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '_' || c == '-'))) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private Agents() {}
}
