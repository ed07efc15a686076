package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A question that a framework, or a method of the application, was given to put to a person. Its
 * answer carries no signature: what binds it is this, kept from when the question was put to when
 * something happens by its answer, over the end of the JVM.
 *
 * @param id drawn anew for every question, 32 lowercase hexadecimal digits: what an answer is to,
 *     and used up by
 * @param source how it was put: {@code adk}, {@code mcp} or {@code method}
 * @param place where the answer to it is looked for, 64 lowercase hexadecimal digits
 * @param requestDigest of spec 1.5: what an answer is about
 * @param shown digest of what was to be decided on, see {@link ApprovalRequest#shown}
 * @param askedAt whole seconds
 * @param expiresAt when nothing happens by an answer to it any more
 * @param answerId what the framework that put it calls its answer; null where it has no name of its
 *     own, or has none yet
 */
public record Asked(
    String id,
    String source,
    String place,
    String requestDigest,
    String shown,
    Instant askedAt,
    Instant expiresAt,
    String answerId) {

  /** UTF-16 units of an answer's name. */
  static final int MOST_ID = 256;

  private static final int MOST_WORD = 16;

  private static final List<String> MEMBERS =
      List.of("id", "source", "place", "request_digest", "shown", "asked_at", "expires_at");

  /** Whether it asked for exactly that. */
  public boolean isFor(ApprovalRequest request) {
    return requestDigest.equals(request.requestDigest()) && shown.equals(request.shown());
  }

  /** The same question, whose answer the framework calls so. */
  Asked answeredAs(String name) {
    return new Asked(id, source, place, requestDigest, shown, askedAt, expiresAt, name);
  }

  /** The content of its file. */
  byte[] bytes() {
    Map<String, Object> json = new LinkedHashMap<>(16);
    json.put("v", 1L);
    json.put("id", id);
    json.put("source", source);
    json.put("place", place);
    json.put("request_digest", requestDigest);
    json.put("shown", shown);
    json.put("asked_at", askedAt.toString());
    json.put("expires_at", expiresAt.toString());
    if (answerId != null) {
      json.put("answer_id", answerId);
    }
    return Canonical.jcs(json);
  }

  /**
   * Reads the content of a file.
   *
   * @throws MalformedApprovalException where it is no question
   */
  static Asked parse(byte[] bytes) throws MalformedApprovalException {
    Members members = Members.of(bytes, MEMBERS, List.of("answer_id"));
    return new Asked(
        members.hex("id", Members.ID),
        members.text("source", MOST_WORD),
        members.hex("place", Members.DIGEST),
        members.hex("request_digest", Members.DIGEST),
        members.hex("shown", Members.DIGEST),
        members.instant("asked_at"),
        members.instant("expires_at"),
        members.has("answer_id") ? members.text("answer_id", MOST_ID) : null);
  }
}
