package dev.countersign.preview;

import dev.countersign.PreviewResult;
import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@link PreviewResult} as JSON (spec 4): {@code {changes: [change…]}}. */
public final class PreviewJson {

  private static final List<String> MEMBERS = List.of("changes");

  /**
   * Reads a preview, with the {@code x-} members of its changes byte for byte.
   *
   * @param text at most {@value #MAX_CHARACTERS} characters
   * @throws NotCanonicalException saying what is wrong and where
   */
  public static PreviewResult parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new NotCanonicalException(
          "a preview has at most " + MAX_CHARACTERS + " characters, this one " + text.length());
    }
    Object json = Json.parse(text);
    return read(json, text);
  }

  /** Characters of a preview's text. */
  public static final int MAX_CHARACTERS = 4 << 20;

  /**
   * Reads a preview from a JSON value as {@link Json} and {@code Snapshot} make them.
   *
   * @throws NotCanonicalException saying what is wrong and where
   */
  public static PreviewResult read(Object json) {
    return read(json, null);
  }

  private static PreviewResult read(Object json, String text) {
    Members in = new Members("", json);
    in.only(MEMBERS);
    List<?> changes = in.list("changes");
    String texts = text == null ? null : RawMembers.of(text).get("changes");
    return new PreviewResult(ChangeJson.list("changes", changes, texts, PreviewResult.MAX_CHANGES));
  }

  /**
   * As {@link ChangeJson#exact}.
   *
   * @throws NotCanonicalException as {@link ChangeJson#exact}
   */
  public static Map<String, Object> exact(PreviewResult preview) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("changes", ChangeJson.exact(preview.changes()));
    return json;
  }

  /**
   * The text, on one line.
   *
   * @throws NotCanonicalException as {@link ChangeJson#exact}
   */
  public static String text(PreviewResult preview) {
    return ExactText.of(exact(preview));
  }

  private PreviewJson() {}
}
