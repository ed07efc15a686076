package dev.countersign.approval;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a framework, or a method of the application, says to one request: the word of this JVM, and
 * nobody's signature.
 *
 * @param kind what it comes to
 * @param asked the question that it is to; null where there is none
 * @param approver who that was, as far as the framework tells; null where it does not
 * @param detail for the books; null for nothing to say
 * @param finding a word for the books; null for none
 * @param isNew whether the question was put just now
 */
public record UnsignedAnswer(
    Answer.Kind kind, Asked asked, String approver, String detail, String finding, boolean isNew) {

  /** Somebody said yes. */
  public static UnsignedAnswer yes(Asked asked, String approver) {
    return new UnsignedAnswer(Answer.Kind.APPROVED, asked, approver, null, null, false);
  }

  /** Somebody said no. */
  public static UnsignedAnswer no(Asked asked, String approver) {
    return new UnsignedAnswer(Answer.Kind.REFUSED, asked, approver, null, null, false);
  }

  /** Somebody said yes, and that is too long ago. */
  public static UnsignedAnswer late(Asked asked, String approver) {
    return new UnsignedAnswer(Answer.Kind.EXPIRED, asked, approver, null, null, false);
  }

  /** The question was put just now. */
  public static UnsignedAnswer asking(Asked asked) {
    return new UnsignedAnswer(Answer.Kind.WAITING, asked, null, null, null, true);
  }

  /**
   * Nobody has decided.
   *
   * @param detail why, for the books
   */
  public static UnsignedAnswer waiting(String detail) {
    return new UnsignedAnswer(Answer.Kind.WAITING, null, null, detail, null, false);
  }

  /**
   * What was said is no answer to this.
   *
   * @param detail why, for the books
   */
  public static UnsignedAnswer notAccepted(String detail) {
    return new UnsignedAnswer(
        Answer.Kind.WAITING, null, null, detail, ApprovalCheck.NOT_ACCEPTED, false);
  }

  /**
   * Nobody could be asked.
   *
   * @param detail why, for the books
   */
  public static UnsignedAnswer unusable(String detail) {
    return new UnsignedAnswer(
        Answer.Kind.WAITING, null, null, detail, ApprovalCheck.UNUSABLE, false);
  }

  /** The member {@code approval} of the decision record; null where nobody answered. */
  public Map<String, Object> record() {
    if (kind == Answer.Kind.WAITING) {
      return null;
    }
    Map<String, Object> record = new LinkedHashMap<>(16);
    if (approver != null) {
      record.put("approver", approver);
    }
    record.put("asked_at", asked.askedAt().toString());
    record.put(
        "decision", (kind == Answer.Kind.REFUSED ? Decision.REFUSE : Decision.APPROVE).text());
    record.put("digest", "sha256:" + asked.shown());
    record.put("expires_at", asked.expiresAt().toString());
    record.put("question", asked.id());
    record.put("request_digest", asked.requestDigest());
    record.put("source", asked.source());
    return record;
  }
}
