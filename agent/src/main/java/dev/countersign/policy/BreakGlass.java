package dev.countersign.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An exception for a while (spec 3.2). To loosen takes two people, to tighten one.
 *
 * @param id used once
 * @param freeze refuses every effect; else nothing is refused and everything is recorded
 * @param labels that a JVM must have; empty for every JVM
 * @param bundle SHA-256 of the payload of the bundle that it is for
 */
public record BreakGlass(
    String fleet,
    long epoch,
    String id,
    boolean freeze,
    Map<String, String> labels,
    String reason,
    String bundle,
    Instant notBefore,
    Instant expiresAt) {

  /** Longer than this, it is no exception. */
  public static final Duration MOST = Duration.ofHours(4);

  private static final int MAX_LABELS = 64;
  private static final int MAX_ID = 64;

  /** Reads a payload. */
  public static BreakGlass parse(String document, byte[] payload) throws PolicyException {
    Fields fields =
        Fields.of(
            Kind.BREAKGLASS,
            document,
            payload,
            "type",
            "fleet",
            "epoch",
            "id",
            "action",
            "labels",
            "reason",
            "bundle",
            "not_before",
            "expires_at");
    Instant notBefore = fields.time("not_before");
    Instant expiresAt = fields.time("expires_at");
    if (!expiresAt.isAfter(notBefore) || expiresAt.isAfter(notBefore.plus(MOST))) {
      throw fields.malformed("expires_at", "is not within 4 hours after not_before");
    }
    return new BreakGlass(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        id(fields),
        fields.word("action", "observe", "freeze").equals("freeze"),
        fields.texts("labels", MAX_LABELS),
        fields.text("reason"),
        fields.sha256("bundle"),
        notBefore,
        expiresAt);
  }

  /** An id is the name of a file: lower-case letters, digits and hyphens. */
  static String id(Fields fields) throws PolicyException {
    String id = fields.text("id");
    if (!isId(id)) {
      throw fields.malformed("id", "is not 1 to 64 of a-z, 0-9 and -");
    }
    return id;
  }

  /** Whether a text can be one's id. */
  public static boolean isId(String id) {
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-')) {
        return false;
      }
    }
    return !id.isEmpty() && id.length() <= MAX_ID;
  }

  boolean isFor(Map<String, String> own) {
    for (Map.Entry<String, String> label : labels.entrySet()) {
      if (!label.getValue().equals(own.get(label.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /** As a document, to be signed. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", Kind.BREAKGLASS.text());
    json.put("fleet", fleet);
    json.put("epoch", epoch);
    json.put("id", id);
    json.put("action", freeze ? "freeze" : "observe");
    json.put("labels", new LinkedHashMap<String, Object>(labels));
    json.put("reason", reason);
    json.put("bundle", bundle);
    json.put("not_before", notBefore.toString());
    json.put("expires_at", expiresAt.toString());
    return json;
  }
}
