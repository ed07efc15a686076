package dev.countersign.config;

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
      List<AgentRule.MostCalls> ceilings =
          ceilings(authority.sections("constraints", Keys.CONSTRAINT));
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

  private static List<AgentRule.MostCalls> ceilings(List<Section> sections) {
    List<AgentRule.MostCalls> ceilings = new ArrayList<>(sections.size());
    for (Section section : sections) {
      section.require("max_calls", "the most calls, a whole number from 0");
      Long max = section.whole("max_calls", 0, MOST);
      String appliesTo = section.name("applies_to");
      if (appliesTo != null) {
        requireScope(section, "applies_to", appliesTo);
      }
      if (max != null) {
        ceilings.add(new AgentRule.MostCalls(appliesTo, max));
      }
    }
    return List.copyOf(ceilings);
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
              + " is no scope that a call has here. Write tool.NAME, exec.PROGRAM or send.HOST as the"
              + " books spell it, in lower case and with _ for what is no letter, digit, _ or -, or"
              + " tool.*");
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
