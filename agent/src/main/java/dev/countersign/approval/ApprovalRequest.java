package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person is asked: whether this very request may happen once. One JSON file, {@code
 * <request_digest>.request.json}.
 *
 * <p>Whoever can write in the directory can rewrite the file and have somebody approve what he did
 * not see. So an answer carries {@link #shown}, the digest of everything in here that a decision
 * rests on, and the JVM compares it with what it would show itself.
 *
 * @param id what the answer to it is called, 32 lowercase hexadecimal digits; drawn anew for every
 *     question, so that an answer is to one question and not to the next one of the same content
 * @param requestDigest of spec 1.5, 64 lowercase hexadecimal digits: what an approval binds to
 * @param verb {@code invoke}, {@code exec} or {@code send}
 * @param target the tool that is called, the program, or scheme, host and port
 * @param tool the innermost tool that it happens in, or that is called; null for none
 * @param toolPin the digest of that tool's definition as the model sees it; null where nobody
 *     looked
 * @param permits {@code sha256:} and the hash of the judging object
 * @param reason why somebody is asked: of the rule that matched, or the entry of the tool
 * @param arguments of the call, the intent of an effect, both without their secrets; null where
 *     whoever asked wrote none. Numbers as ρ has them (spec 1.2, exactness fold)
 * @param predictedChanges what the effects would change (spec 4), each a JSON object with {@code
 *     action}, {@code target}, {@code summary}
 * @param run the run that asked; this and the rest are not bound by an answer
 * @param requestedAt whole seconds
 * @param expiresAt when nobody can answer it any more
 * @param application the main class or the name of the jar file of who asks
 * @param pid of the process that asks
 */
public record ApprovalRequest(
    String id,
    String requestDigest,
    String verb,
    String target,
    String tool,
    String toolPin,
    String permits,
    String reason,
    Map<String, Object> arguments,
    List<Map<String, Object>> predictedChanges,
    String run,
    Instant requestedAt,
    Instant expiresAt,
    String application,
    long pid) {

  /** Bytes that a request may have: nobody decides on what he cannot read. */
  public static final int MOST_BYTES = 512 << 10;

  /** Ends the name of a request's file. */
  public static final String SUFFIX = ".request.json";

  private static final int MOST_TEXT = 4096;

  private static final List<String> REQUIRED =
      List.of(
          "id",
          "request_digest",
          "verb",
          "target",
          "tool",
          "tool_pin",
          "permits",
          "reason",
          "predicted_changes",
          "run",
          "requested_at",
          "expires_at",
          "application",
          "pid");

  /** Arguments as a request holds them: every number exactly as ρ has it. */
  @SuppressWarnings("unchecked") // a JSON object stays one
  public static Map<String, Object> exact(Map<String, Object> arguments) {
    return (Map<String, Object>) Json.parse(Canonical.rho(arguments));
  }

  /** The name of its file. */
  public String fileName() {
    return requestDigest + SUFFIX;
  }

  /** The name of the file of its answer. */
  public String ticketName() {
    return requestDigest + '.' + id + Ticket.SUFFIX;
  }

  /** The same question, asked anew. */
  public ApprovalRequest askedAgain(String newId, Instant now, Instant until) {
    return new ApprovalRequest(
        newId,
        requestDigest,
        verb,
        target,
        tool,
        toolPin,
        permits,
        reason,
        arguments,
        predictedChanges,
        run,
        now,
        until,
        application,
        pid);
  }

  /**
   * SHA-256 over JCS of what a decision rests on, 64 lowercase hexadecimal digits: everything but
   * id, run, times, application and process.
   */
  public String shown() {
    Map<String, Object> json = new LinkedHashMap<>(16);
    decidedOn(json);
    return Sha256.hex(Canonical.jcs(json));
  }

  private void decidedOn(Map<String, Object> json) {
    json.put("request_digest", requestDigest);
    json.put("verb", verb);
    json.put("target", target);
    json.put("tool", tool);
    json.put("tool_pin", toolPin);
    json.put("permits", permits);
    json.put("reason", reason);
    if (arguments != null) {
      json.put("arguments", arguments);
    }
    json.put("predicted_changes", predictedChanges);
  }

  /** The whole request as a JSON value. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>(32);
    json.put("v", 1L);
    json.put("id", id);
    decidedOn(json);
    json.put("run", run);
    json.put("requested_at", requestedAt.toString());
    json.put("expires_at", expiresAt.toString());
    json.put("application", application);
    json.put("pid", pid);
    return json;
  }

  /** The content of its file. */
  public byte[] bytes() {
    return Canonical.jcs(toJson());
  }

  /**
   * Reads the content of a file.
   *
   * @throws MalformedApprovalException where it is no request
   */
  @SuppressWarnings("unchecked") // the parser makes no other maps
  public static ApprovalRequest parse(byte[] bytes) throws MalformedApprovalException {
    Members members = Members.of(bytes, REQUIRED, List.of("arguments"));
    Object arguments = members.raw("arguments");
    if (members.has("arguments") && !(arguments instanceof Map)) {
      throw new MalformedApprovalException("arguments is no JSON object");
    }
    ApprovalRequest parsed =
        new ApprovalRequest(
            members.hex("id", Members.ID),
            members.hex("request_digest", Members.DIGEST),
            members.text("verb", MOST_TEXT),
            members.anyText("target", MOST_BYTES),
            members.textOrNull("tool", MOST_BYTES),
            members.textOrNull("tool_pin", MOST_TEXT),
            members.text("permits", MOST_TEXT),
            members.anyText("reason", MOST_BYTES),
            (Map<String, Object>) arguments,
            changes(members.raw("predicted_changes")),
            members.text("run", MOST_TEXT),
            members.instant("requested_at"),
            members.instant("expires_at"),
            members.text("application", MOST_TEXT),
            members.whole("pid"));
    try {
      parsed.shown();
    } catch (NotCanonicalException number) {
      throw new MalformedApprovalException("it has no canonical form: " + number.getMessage());
    }
    return parsed;
  }

  @SuppressWarnings("unchecked") // the parser makes no other maps
  private static List<Map<String, Object>> changes(Object json) throws MalformedApprovalException {
    if (!(json instanceof List<?> list)) {
      throw new MalformedApprovalException("predicted_changes is no list");
    }
    List<Map<String, Object>> changes = new ArrayList<>(list.size());
    for (Object each : list) {
      if (!(each instanceof Map<?, ?> change)
          || !(change.get("action") instanceof String)
          || !(change.get("target") instanceof String)
          || !(change.get("summary") instanceof String)) {
        throw new MalformedApprovalException(
            "predicted_changes holds what has no action, target and summary");
      }
      changes.add((Map<String, Object>) change);
    }
    return List.copyOf(changes);
  }
}
