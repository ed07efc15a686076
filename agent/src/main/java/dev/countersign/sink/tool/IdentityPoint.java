package dev.countersign.sink.tool;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The method that says who acts ({@code actor.from}, spec 5.9): what it returns is read as it is,
 * and no code of the application is called for it.
 *
 * <p>A text is the principal. Of an object, a record or a map, the members {@code principal},
 * {@code clearance}, {@code team}, {@code org_unit} (or {@code orgUnit}) and {@code role} are
 * texts, and {@code scopes} a list of texts; one that is absent or null is missing. Null, a method
 * that throws, and whatever cannot be read say that nobody is known. It refuses nothing itself.
 */
final class IdentityPoint implements SiteHandler {

  private static final int MOST_TEXT = 256;
  private static final int MOST_SCOPES = 256;
  private static final List<String> TEXTS = List.of("clearance", "team", "org_unit", "role");

  private final Effects effects;

  IdentityPoint(Effects effects) {
    this.effects = effects;
  }

  /** Until it has said who it is now, nobody is known: its exit may fail. */
  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    effects.identified(null, null);
    return this;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown == null && result != null) {
      say(result);
    }
    return result;
  }

  private void say(Object result) {
    Object json;
    try {
      json = Snapshot.of(result);
    } catch (NotCanonicalException unreadable) {
      return;
    }
    if (isText(json)) {
      effects.identified((String) json, Map.of());
    } else if (json instanceof Map<?, ?> members && isReadable(members)) {
      effects.identified((String) members.get("principal"), memberState(members));
    }
  }

  private static boolean isReadable(Map<?, ?> members) {
    Object unit = members.get("org_unit") == null ? members.get("orgUnit") : null;
    if (!isTextOrMissing(members.get("principal")) || !isTextOrMissing(unit)) {
      return false;
    }
    for (String name : TEXTS) {
      if (!isTextOrMissing(members.get(name))) {
        return false;
      }
    }
    Object scopes = members.get("scopes");
    if (scopes == null) {
      return true;
    }
    if (!(scopes instanceof List<?> list) || list.size() > MOST_SCOPES) {
      return false;
    }
    for (Object scope : list) {
      if (!isText(scope)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isTextOrMissing(Object json) {
    return json == null || isText(json);
  }

  private static boolean isText(Object json) {
    return json instanceof String text && !text.isEmpty() && text.length() <= MOST_TEXT;
  }

  private static Map<String, Object> memberState(Map<?, ?> members) {
    Map<String, Object> state = new LinkedHashMap<>(8);
    for (String name : TEXTS) {
      Object value = members.get(name);
      if (value == null && name.equals("org_unit")) {
        value = members.get("orgUnit");
      }
      if (value != null) {
        state.put(name, value);
      }
    }
    if (members.get("scopes") instanceof List<?> scopes && !scopes.isEmpty()) {
      state.put("scopes", scopes);
    }
    return state;
  }
}
