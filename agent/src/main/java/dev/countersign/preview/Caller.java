package dev.countersign.preview;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is said to make a call that is validated: what sentences can ask about (spec 3.1), {@code
 * {agent, principal, clearance, team, org_unit, role, scopes}}, each optional. What is not given is
 * missing, but for the agent's name, which is the configuration's.
 */
public final class Caller {

  private static final List<String> TEXTS =
      List.of("agent", "principal", "clearance", "team", "org_unit", "role");

  private static final String SCOPES = "scopes";
  private static final int MAX_TEXT = 256;
  private static final int MAX_SCOPES = 1000;

  /**
   * The state of an actor.
   *
   * @param given a JSON object as a Java value
   * @param agent the configured name; null for none
   * @throws IllegalArgumentException saying which member is none, or of another type
   */
  public static Map<String, Object> state(Object given, Object agent) {
    Object json;
    try {
      json = Snapshot.of(given);
    } catch (NotCanonicalException refused) {
      throw new IllegalArgumentException("the caller is no JSON object: " + refused.getMessage());
    }
    if (!(json instanceof Map<?, ?> members)) {
      throw new IllegalArgumentException("the caller is no JSON object");
    }
    Map<String, Object> state = new LinkedHashMap<>();
    if (agent != null) {
      state.put("agent", agent);
    }
    for (Map.Entry<?, ?> member : members.entrySet()) {
      String name = (String) member.getKey();
      boolean good =
          TEXTS.contains(name) && isText(member.getValue())
              || name.equals(SCOPES) && areTexts(member.getValue());
      if (!good) {
        throw new IllegalArgumentException(
            "a caller has texts of at most "
                + MAX_TEXT
                + " characters named "
                + String.join(", ", TEXTS)
                + ", and a list of such texts named "
                + SCOPES);
      }
      state.put(name, member.getValue());
    }
    return Collections.unmodifiableMap(state);
  }

  private static boolean isText(Object value) {
    return value instanceof String text && text.length() <= MAX_TEXT;
  }

  private static boolean areTexts(Object value) {
    if (!(value instanceof List<?> list) || list.size() > MAX_SCOPES) {
      return false;
    }
    for (Object each : list) {
      if (!isText(each)) {
        return false;
      }
    }
    return true;
  }

  private Caller() {}
}
