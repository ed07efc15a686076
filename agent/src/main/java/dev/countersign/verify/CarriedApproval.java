package dev.countersign.verify;

import dev.countersign.approval.Decision;
import dev.countersign.approval.MalformedApprovalException;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;

/**
 * The approval that a decision record or a receipt carries (member {@code approval}): a person's
 * whole answer, so that it can be checked without the directory that it lay in; or, of a {@code
 * source} whose answers nobody signs, what the JVM says of it.
 *
 * @param ticket the answer; null where nobody signed it
 * @param source where it came from: {@code tickets}, {@code adk}, {@code mcp} or {@code method}
 * @param id of the question that it is to, which is used once
 * @param approver who that was; null where nobody says
 * @param decision of that person
 * @param requestDigest what it is about
 * @param from when it began to count
 * @param until when it ended
 * @param fault what is wrong with it; null for nothing
 */
record CarriedApproval(
    Ticket ticket,
    String source,
    String id,
    String approver,
    Decision decision,
    String requestDigest,
    Instant from,
    Instant until,
    String fault) {

  private static final String MEMBER = "approval";
  private static final String TICKETS = "tickets";

  /** Sources whose answers nobody signs. */
  private static final List<String> UNSIGNED = List.of("adk", "mcp", "method");

  private static final int DIGITS_OF_ID = 32;
  private static final int DIGITS_OF_DIGEST = 64;

  /** Clocks of two machines, as the agent allows. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  /**
   * The one that an object carries.
   *
   * @param from a decision record, or the predicate of a receipt
   * @return null where it carries none
   */
  static CarriedApproval in(Map<String, Object> from) {
    if (from == null || !from.containsKey(MEMBER)) {
      return null;
    }
    Map<String, Object> approval = Entry.object(from.get(MEMBER));
    if (approval == null) {
      return faulty("its approval is no object");
    }
    // Records of earlier versions do not say it: they know tickets only.
    Object source = approval.getOrDefault("source", TICKETS);
    if (source instanceof String word && UNSIGNED.contains(word)) {
      return unsigned(approval, word);
    }
    if (!TICKETS.equals(source)) {
      return faulty("its approval is of a source that this version does not know");
    }
    try {
      Ticket ticket = Ticket.parse(Canonical.jcs(approval.get("envelope")));
      return new CarriedApproval(
          ticket,
          TICKETS,
          ticket.id(),
          ticket.approver(),
          ticket.decision(),
          ticket.requestDigest(),
          ticket.issuedAt(),
          ticket.expiresAt(),
          difference(approval, ticket));
    } catch (MalformedApprovalException malformed) {
      return faulty("the ticket of its approval cannot be used: " + malformed.getMessage());
    } catch (NotCanonicalException noForm) {
      return faulty("the ticket of its approval has no canonical form");
    }
  }

  private static CarriedApproval faulty(String fault) {
    return new CarriedApproval(null, null, null, null, null, null, null, null, fault);
  }

  private static CarriedApproval unsigned(Map<String, Object> approval, String source) {
    Object approver = approval.get("approver");
    Object request = approval.get("request_digest");
    Decision decision = approval.get("decision") instanceof String word ? Decision.of(word) : null;
    Instant asked = instant(approval.get("asked_at"));
    Instant expires = instant(approval.get("expires_at"));
    if (decision == null
        || asked == null
        || expires == null
        || !isHex(approval.get("question"), "", DIGITS_OF_ID)
        || !isHex(approval.get("digest"), "sha256:", DIGITS_OF_DIGEST)
        || !isHex(request, "", DIGITS_OF_DIGEST)
        || approver != null && !(approver instanceof String)) {
      return faulty("its approval, of the source " + source + ", is not whole");
    }
    return new CarriedApproval(
        null,
        source,
        (String) approval.get("question"),
        (String) approver,
        decision,
        (String) request,
        asked,
        expires,
        approval.containsKey("envelope")
            ? "its approval is signed, and its source has none"
            : null);
  }

  private static boolean isHex(Object value, String before, int digits) {
    if (!(value instanceof String text)
        || text.length() != before.length() + digits
        || !text.startsWith(before)) {
      return false;
    }
    for (int i = before.length(); i < text.length(); i++) {
      char c = text.charAt(i);
      if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f')) {
        return false;
      }
    }
    return true;
  }

  private static Instant instant(Object value) {
    try {
      return value instanceof String text ? Instant.parse(text) : null;
    } catch (DateTimeParseException none) {
      return null;
    }
  }

  private static String difference(Map<String, Object> approval, Ticket ticket) {
    boolean same =
        ticket.digest().equals(approval.get("digest"))
            && ticket.id().equals(approval.get("ticket"))
            && ticket.approver().equals(approval.get("approver"))
            && ticket.decision().text().equals(approval.get("decision"));
    return same ? null : "its approval is not what its ticket says";
  }

  /**
   * What is wrong with a decision record in regard to approvals; null for nothing: one that needed
   * an approval and was allowed carries it, it is a yes, of that time, and to this very request.
   *
   * @param allowed whether the entry is an allow
   */
  static String fault(Map<String, Object> decision, boolean allowed) {
    CarriedApproval carried = in(decision);
    if (carried == null) {
      boolean needed =
          allowed
              && "requires_approval".equals(decision.get("verdict"))
              && !decision.containsKey("would_refuse");
      return needed ? "it needed a person's approval, was allowed, and carries none" : null;
    }
    if (carried.fault != null) {
      return carried.fault;
    }
    Map<String, Object> approval = Entry.object(decision.get(MEMBER));
    // What a placeholder leaves to the tool is approved with the value that it has.
    Object about =
        "partial".equals(decision.get("coverage")) && approval.containsKey("request_digest")
            ? approval.get("request_digest")
            : decision.get("request_digest");
    if (!carried.requestDigest.equals(about)) {
      return "its approval is to another request";
    }
    return allowed ? carried.notAllowing(decision) : null;
  }

  private String notAllowing(Map<String, Object> record) {
    if (decision != Decision.APPROVE) {
      return "it was allowed, and the person had refused it";
    }
    Map<String, Object> evaluator = Entry.object(record.get("evaluator"));
    Instant decided = evaluator == null ? null : instant(evaluator.get("decided_at"));
    if (decided == null) {
      return "it does not say when it was decided, and its approval is for a time";
    }
    // Differences, for a forged time can be one that nothing can be taken from. Late as well: the
    // mark of an approval is made before the decision is dated.
    boolean ofThatTime =
        Duration.between(decided, from).compareTo(SKEW) <= 0
            && Duration.between(until, decided).compareTo(SKEW) < 0;
    return ofThatTime ? null : "it was allowed at a time that its approval is not for";
  }

  /** Whether it lets something happen, as far as it goes. */
  boolean isApproval() {
    return fault == null && decision == Decision.APPROVE;
  }
}
