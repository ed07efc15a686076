package dev.countersign.config;

import dev.countersign.guardrail.UnknownActor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who acts ({@code actor}, spec 5.9). What is not configured is null.
 *
 * @param agent the agent's name in the books; default the bundle's name, never null
 * @param principal on whose behalf
 * @param clearance part of the member state
 * @param team part of the member state
 * @param orgUnit part of the member state
 * @param scopes part of the member state; never null
 * @param role part of the member state
 * @param from the method that says all of these but the agent; null where the configuration does
 */
public record Actor(
    String agent,
    String principal,
    String clearance,
    String team,
    String orgUnit,
    List<String> scopes,
    String role,
    MethodPattern from) {

  /**
   * What sentences can ask about: {@code agent}, {@code principal} and the member state, each
   * absent where it is not configured. Unknown where a method says it.
   */
  public Map<String, Object> state() {
    if (from != null) {
      return new UnknownActor(agent);
    }
    Map<String, Object> state = new LinkedHashMap<>();
    put(state, "agent", agent);
    put(state, "principal", principal);
    state.putAll(memberState());
    return state;
  }

  /** The members of the member state (spec 3.4) that are configured, under their keys. */
  public Map<String, Object> memberState() {
    Map<String, Object> state = new LinkedHashMap<>();
    put(state, "clearance", clearance);
    put(state, "team", team);
    put(state, "org_unit", orgUnit);
    put(state, "scopes", scopes.isEmpty() ? null : scopes);
    put(state, "role", role);
    return state;
  }

  private static void put(Map<String, Object> state, String key, Object value) {
    if (value != null) {
      state.put(key, value);
    }
  }
}
