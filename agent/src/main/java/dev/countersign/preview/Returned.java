package dev.countersign.preview;

import dev.countersign.Change;
import dev.countersign.PreflightCheck;
import dev.countersign.PreflightResult;
import dev.countersign.PreviewResult;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what an application's preview or preflight returned, whatever that is (spec 4). No code of
 * the application runs here: what is no plain data is refused, and so are cycles.
 *
 * <p>A preview returns a {@link PreviewResult}; or an object with the one member {@code changes},
 * as a map, a record or a JSON text. Of a record, null is left out where a change need not have a
 * member. A preflight returns a list or array of texts, or an object with the one member {@code
 * warnings}, as a map, a record or a JSON text; any other text is one warning; of a {@link
 * PreflightResult} the warnings of its checks count.
 */
public final class Returned {

  private static final int MOST_WARNINGS = 100;
  private static final int LONGEST_WARNING = 2_000;

  /**
   * What a preview returned.
   *
   * @throws NotCanonicalException saying what is wrong, without a value
   */
  public static Told preview(Object returned) {
    if (returned == null) {
      return Told.nothing();
    }
    // Texts that many changes share are one here, and as many as there are changes in the books.
    Characters size = new Characters();
    PreviewResult result;
    if (returned instanceof PreviewResult ours) {
      for (Change each : ours.changes()) {
        size.add(each);
      }
      result = ours;
    } else if (returned instanceof String text) {
      result = PreviewJson.parse(text);
    } else {
      Object json = Snapshot.of(returned);
      size.add(json);
      result = PreviewJson.read(returned instanceof Record ? withoutNulls(json) : json);
    }
    // What the books cannot hash, nobody shall be shown.
    Canonical.rho(ChangeJson.plain(result.changes()));
    return Told.answered(result.changes(), List.of());
  }

  private static Object withoutNulls(Object json) {
    if (!(json instanceof Map<?, ?> object) || !(object.get("changes") instanceof List<?> list)) {
      return json;
    }
    List<Object> changes = new ArrayList<>(list.size());
    for (Object each : list) {
      if (each instanceof Map<?, ?> change) {
        Map<Object, Object> kept = new LinkedHashMap<>(change);
        for (String state : new String[] {"before", "after"}) {
          kept.remove(state, null);
        }
        changes.add(kept);
      } else {
        changes.add(each);
      }
    }
    Map<Object, Object> copy = new LinkedHashMap<>(object);
    copy.put("changes", changes);
    return copy;
  }

  /**
   * What a preflight returned.
   *
   * @throws NotCanonicalException saying what is wrong, without a value
   */
  public static Told preflight(Object returned) {
    if (returned == null) {
      return Told.nothing();
    }
    Object json = returned;
    if (returned instanceof PreflightResult ours) {
      List<String> warnings = new ArrayList<>();
      for (PreflightCheck check : ours.checks()) {
        warnings.addAll(check.warnings());
      }
      json = warnings;
    } else if (returned instanceof String text) {
      json = text.startsWith("[") || text.startsWith("{") ? json(text) : List.of(text);
    } else {
      json = Snapshot.of(returned);
    }
    if (json instanceof Map<?, ?> object) {
      Members in = new Members("", object);
      in.only(List.of("warnings"));
      json = in.list("warnings");
    }
    if (!(json instanceof List<?> list)) {
      throw new NotCanonicalException("a preflight returns a list of texts");
    }
    return Told.answered(List.<Change>of(), warnings(list));
  }

  private static Object json(String text) {
    if (text.length() > PreviewJson.MAX_CHARACTERS) {
      throw new NotCanonicalException(
          "a preflight has at most " + PreviewJson.MAX_CHARACTERS + " characters");
    }
    return Json.parse(text);
  }

  private static List<String> warnings(List<?> list) {
    List<String> warnings = new ArrayList<>();
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw new NotCanonicalException("a warning of a preflight is a text");
      }
      if (warnings.size() == MOST_WARNINGS) {
        warnings.add((list.size() - MOST_WARNINGS) + " more warnings");
        break;
      }
      warnings.add(cut(text));
    }
    return warnings;
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST_WARNING) {
      return text;
    }
    int end =
        Character.isHighSurrogate(text.charAt(LONGEST_WARNING - 1))
            ? LONGEST_WARNING - 1
            : LONGEST_WARNING;
    return text.substring(0, end) + "…";
  }

  private Returned() {}
}
