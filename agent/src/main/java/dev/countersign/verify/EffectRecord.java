package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.Names;
import dev.countersign.canonical.NotCanonicalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One effect record (spec 2.4): what is read from it. Other members are the producer's account of a
 * decision; they are bound by the line's digest and not interpreted here.
 *
 * @param kind {@code decision} or {@code outcome}
 * @param callId 32 hex digits
 * @param parent call id of the enclosing call or null
 * @param preview {@code preview_digest} or null
 * @param commit {@code commit_digest} or null
 * @param supersedes the digest of the preview that this one takes the place of, or null
 * @param verdict or null
 * @param wouldRefuse whether {@code would_refuse} is present
 * @param diverged whether there is a {@code divergence}
 * @param divergencePreview its {@code preview} or null
 * @param divergenceCommit its {@code commit}, null without divergence
 * @param paths its {@code paths}
 */
record EffectRecord(
    String kind,
    String callId,
    String parent,
    String preview,
    String commit,
    String supersedes,
    String verdict,
    boolean wouldRefuse,
    boolean diverged,
    String divergencePreview,
    String divergenceCommit,
    List<String> paths) {

  private static final Set<String> VERDICTS = Set.of("allow", "deny", "requires_approval");
  private static final Set<String> COVERAGES = Set.of("full", "partial", "ambient");
  private static final int MAX_PATHS = 1_000;
  private static final String SHA256 = "sha256:";

  /** What each predicted change has. */
  private static final List<String> CHANGE = List.of("action", "target", "summary");

  private static final List<String> STATES = List.of("before", "after");

  /** Names in a record. */
  static final Names EXPECTED =
      new Names(
          List.of(
              "action",
              "actor",
              "agent",
              "args_disclosed",
              "args_hash",
              "call_id",
              "commit",
              "commit_digest",
              "coverage",
              "decided_at",
              "divergence",
              "duration_ns",
              "engine_commit",
              "engine_version",
              "evaluator",
              "mode",
              "parent",
              "paths",
              "policy",
              "policy_bundle_hash",
              "predicted_changes",
              "preview",
              "preview_digest",
              "previews",
              "record",
              "request_digest",
              "supersedes",
              "target",
              "type",
              "use",
              "verb",
              "verdict",
              "verdict_reason",
              "would_refuse"));

  /** Why a line is no effect record. */
  static final class Malformed extends Exception {

    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  /** A line that was verified before; null when it is no record. */
  static EffectRecord ofLine(byte[] line) {
    try {
      return of(Json.parse(line, EXPECTED));
    } catch (NotCanonicalException | Malformed notOne) {
      return null;
    }
  }

  static EffectRecord of(Object json) throws Malformed {
    Map<String, Object> record = Entry.object(json);
    if (record == null) {
      throw new Malformed("it is not an object");
    }
    if (!Entry.nestsWithin(record, 64)) {
      throw new Malformed("it is nested deeper than 64");
    }
    String kind = text(record, "record");
    if (!"decision".equals(kind) && !"outcome".equals(kind)) {
      throw new Malformed("record is " + Shown.quoted(kind) + ", not decision or outcome");
    }
    String callId = hex(record, "call_id", 32);
    if (callId == null) {
      throw new Malformed("call_id is absent");
    }
    String commit = hex(record, "commit_digest", 64);
    boolean diverged = record.containsKey("divergence");
    if (commit != null && diverged) {
      throw new Malformed("it carries both commit_digest and divergence");
    }
    boolean decision = kind.equals("decision");
    if (decision && commit != null) {
      throw new Malformed("a decision record carries commit_digest, but nothing had happened yet");
    }
    if (!decision && record.containsKey("preview_digest")) {
      throw new Malformed("an outcome record carries preview_digest, which is the decision's");
    }
    oneOf(record, "verdict", VERDICTS);
    oneOf(record, "coverage", COVERAGES);
    count(record, "use", 1);
    count(record, "duration_ns", 0);
    digests(record, "previews");
    if (record.containsKey("predicted_changes")) {
      predicted(record, decision);
    }
    Map<String, Object> divergence = Entry.object(record.get("divergence"));
    if (diverged && divergence == null) {
      throw new Malformed("divergence is not an object");
    }
    String divergencePreview = diverged ? hex(divergence, "preview", 64) : null;
    String divergenceCommit = diverged ? hex(divergence, "commit", 64) : null;
    if (diverged && divergenceCommit == null) {
      throw new Malformed("divergence.commit is absent");
    }
    if (diverged && divergenceCommit.equals(divergencePreview)) {
      throw new Malformed("divergence names the same digest twice: that is no divergence");
    }
    return new EffectRecord(
        kind,
        callId,
        hex(record, "parent", 32),
        hex(record, "preview_digest", 64),
        commit,
        hex(record, "supersedes", 64),
        text(record, "verdict"),
        record.containsKey("would_refuse"),
        diverged,
        divergencePreview,
        divergenceCommit,
        diverged ? paths(divergence) : List.of());
  }

  private static List<String> paths(Map<String, Object> divergence) throws Malformed {
    List<String> paths = new ArrayList<>();
    Object value = divergence.containsKey("paths") ? divergence.get("paths") : List.of();
    if (!(value instanceof List<?> list) || list.size() > MAX_PATHS) {
      throw new Malformed("divergence.paths is not an array of at most " + MAX_PATHS);
    }
    for (Object path : list) {
      if (!(path instanceof String text)) {
        throw new Malformed("divergence.paths holds something that is not a string");
      }
      paths.add(text);
    }
    return paths;
  }

  /**
   * What the call was said to change (spec 4): a digest, or the changes of a tool that discloses.
   */
  private static void predicted(Map<String, Object> record, boolean decision) throws Malformed {
    if (!decision) {
      throw new Malformed("an outcome record carries predicted_changes, which are the decision's");
    }
    Object value = record.get("predicted_changes");
    if (value instanceof String digest) {
      if (!digest.startsWith(SHA256) || !Entry.isHex(digest.substring(SHA256.length()), 64)) {
        throw new Malformed(
            "predicted_changes is not sha256: and 64 lowercase hex characters, nor an array");
      }
      return;
    }
    Map<String, Object> action = Entry.object(record.get("action"));
    if (!(value instanceof List<?> changes)) {
      throw new Malformed("predicted_changes is neither a digest nor an array");
    }
    if (action == null || !Boolean.TRUE.equals(action.get("args_disclosed"))) {
      throw new Malformed("predicted_changes are written out, but the arguments are not disclosed");
    }
    for (Object each : changes) {
      Map<String, Object> change = Entry.object(each);
      if (change == null) {
        throw new Malformed("predicted_changes holds something that is not an object");
      }
      for (String required : CHANGE) {
        if (!(change.get(required) instanceof String)) {
          throw new Malformed(
              "predicted_changes holds a change whose " + required + " is no string");
        }
      }
      for (String name : change.keySet()) {
        if (!CHANGE.contains(name) && !STATES.contains(name) && !name.startsWith("x-")) {
          throw new Malformed("predicted_changes holds a change with " + Shown.quoted(name));
        }
      }
    }
  }

  private static String text(Map<String, Object> record, String field) throws Malformed {
    Object value = record.get(field);
    if (value instanceof String text) {
      return text;
    }
    if (value != null || record.containsKey(field)) {
      throw new Malformed(field + " is not a string");
    }
    return null;
  }

  private static String hex(Map<String, Object> record, String field, int digits) throws Malformed {
    String text = text(record, field);
    if (text != null && !Entry.isHex(text, digits)) {
      throw new Malformed(field + " is not " + digits + " lowercase hex characters");
    }
    return text;
  }

  private static void oneOf(Map<String, Object> record, String field, Set<String> values)
      throws Malformed {
    String text = text(record, field);
    if (text != null && !values.contains(text)) {
      throw new Malformed(field + " " + Shown.quoted(text) + " is not a known value");
    }
  }

  private static void count(Map<String, Object> record, String field, long least) throws Malformed {
    if (record.containsKey(field)) {
      Long value = Integral.of(record.get(field));
      if (value == null || value < least) {
        throw new Malformed(field + " is not an integer from " + least);
      }
    }
  }

  private static void digests(Map<String, Object> record, String field) throws Malformed {
    if (!record.containsKey(field)) {
      return;
    }
    if (!(record.get(field) instanceof List<?> list)) {
      throw new Malformed(field + " is not an array");
    }
    for (Object digest : list) {
      if (!Entry.isHex(digest, 64)) {
        throw new Malformed(field + " holds something that is not a digest");
      }
    }
  }
}
