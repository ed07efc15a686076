package dev.countersign.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An exception for a while (spec 3.2). To loosen takes two people, to tighten one.
 *
 * @param id used once
 * @param action what it does
 * @param rule the id of the rule that does not count; null but for {@link Action#DISABLE_RULE}
 * @param sinks that it is about, of {@link #SINKS}; empty for all
 * @param tools names and globs of the tools that it is about; empty for all, and for what happens
 *     outside any
 * @param labels that a JVM must have; empty for every JVM
 * @param bundle SHA-256 of the payload of the bundle that it is for
 */
public record BreakGlass(
    String fleet,
    long epoch,
    String id,
    Action action,
    String rule,
    List<String> sinks,
    List<String> tools,
    Map<String, String> labels,
    String reason,
    String bundle,
    Instant notBefore,
    Instant expiresAt) {

  /** Longer than this, it is no exception. */
  public static final Duration MOST = Duration.ofHours(4);

  /** What an exception can be about. */
  public static final List<String> SINKS =
      List.of("invoke", "exec", "send", "native", "socket", "handoff");

  /** What an exception does. */
  public enum Action {
    /** Nothing is refused and everything is recorded. */
    OBSERVE("observe"),
    /** One rule of the pinned bundle refuses nothing. */
    DISABLE_RULE("disable_rule"),
    /** Everything is refused. */
    FREEZE("freeze");

    private final String text;

    Action(String text) {
      this.text = text;
    }

    /** As the document has it. */
    public String text() {
      return text;
    }

    /** Null for none. */
    public static Action of(String text) {
      for (Action action : values()) {
        if (action.text.equals(text)) {
          return action;
        }
      }
      return null;
    }
  }

  private static final int MAX_TOOLS = 64;
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
            "rule",
            "sinks",
            "tools",
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
    Action action = Action.of(fields.word("action", "observe", "disable_rule", "freeze"));
    boolean byRule = action == Action.DISABLE_RULE;
    if (fields.isNull("rule") == byRule) {
      throw fields.malformed(
          "rule", byRule ? "is null; disable_rule names one" : "is for disable_rule; else null");
    }
    List<String> sinks = fields.names("sinks", SINKS.size());
    if (!SINKS.containsAll(sinks)) {
      throw fields.malformed(
          "sinks", "holds something that is none of " + String.join(", ", SINKS));
    }
    return new BreakGlass(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        id(fields),
        action,
        byRule ? fields.text("rule") : null,
        sinks,
        fields.names("tools", MAX_TOOLS),
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

  /** Whether everything is refused. */
  public boolean freezes() {
    return action == Action.FREEZE;
  }

  /** Whether it is about everything that happens. */
  public boolean isAboutAll() {
    return sinks.isEmpty() && tools.isEmpty();
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
    json.put("action", action.text());
    json.put("rule", rule);
    json.put("sinks", new ArrayList<Object>(sinks));
    json.put("tools", new ArrayList<Object>(tools));
    json.put("labels", new LinkedHashMap<String, Object>(labels));
    json.put("reason", reason);
    json.put("bundle", bundle);
    json.put("not_before", notBefore.toString());
    json.put("expires_at", expiresAt.toString());
    return json;
  }
}
