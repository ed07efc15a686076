package dev.countersign.effect;

import dev.countersign.canonical.CanonicalObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The judgment context of a request (spec 1.4): what was in force when it was judged, and again
 * when it fires.
 *
 * @param plan BLAKE3-256 hex of the class file that interprets the request; null for hidden classes
 * @param lock BLAKE3-256 hex of the class-path and module-path files
 * @param permits {@code sha256:} and the hash of the judging object
 * @param toolPin BLAKE3-256 hex of the tool's definition as the model sees it, or of its name where
 *     that is all that is known of the tool of an effect; null outside a tool
 * @param sandbox BLAKE3-256 hex of the exec rules in force; null for verbs other than exec
 * @param approval the required class: {@code none}, {@code auto} or {@code human}
 * @param run the run id
 * @param attempt counts resolutions of the same task id in the run, from 1
 */
public record Context(
    String plan,
    String lock,
    String permits,
    String toolPin,
    String sandbox,
    String approval,
    String run,
    int attempt) {

  /** The eight fields as a JSON value; absent ones are null. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>(16);
    json.put("plan", plan);
    json.put("lock", lock);
    json.put("permits", permits);
    json.put("tool_pin", toolPin);
    json.put("sandbox", sandbox);
    json.put("approval", approval);
    json.put("run", run);
    json.put("attempt", attempt);
    return json;
  }

  /** Field by field; what a record has for that is looked up by method handles. */
  boolean isSame(Context other) {
    return attempt == other.attempt && isSameButForAttempt(other);
  }

  boolean isSameButForAttempt(Context other) {
    return Objects.equals(run, other.run)
        && Objects.equals(plan, other.plan)
        && Objects.equals(lock, other.lock)
        && Objects.equals(permits, other.permits)
        && Objects.equals(toolPin, other.toolPin)
        && Objects.equals(sandbox, other.sandbox)
        && Objects.equals(approval, other.approval);
  }

  /** The eight fields in their canonical order. */
  void write(CanonicalObject to) {
    writeBehindAttempt(to.member("approval", approval).member("attempt", attempt));
  }

  /** The six that follow the attempt. */
  void writeBehindAttempt(CanonicalObject to) {
    to.member("lock", lock)
        .member("permits", permits)
        .member("plan", plan)
        .member("run", run)
        .member("sandbox", sandbox)
        .member("tool_pin", toolPin);
  }
}
