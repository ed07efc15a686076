package dev.countersign.verify;

import dev.countersign.approval.Decision;
import dev.countersign.approval.MalformedApprovalException;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;

/**
 * The approval that a decision record or a receipt carries (member {@code approval}): a person's
 * whole answer, so that it can be checked without the directory that it lay in.
 *
 * @param ticket the answer
 * @param fault what is wrong with it; null for nothing
 */
record CarriedApproval(Ticket ticket, String fault) {

  private static final String MEMBER = "approval";

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
      return new CarriedApproval(null, "its approval is no object");
    }
    try {
      Ticket ticket = Ticket.parse(Canonical.jcs(approval.get("envelope")));
      return new CarriedApproval(ticket, difference(approval, ticket));
    } catch (MalformedApprovalException malformed) {
      return new CarriedApproval(
          null, "the ticket of its approval cannot be used: " + malformed.getMessage());
    } catch (NotCanonicalException noForm) {
      return new CarriedApproval(null, "the ticket of its approval has no canonical form");
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
    if (!carried.ticket.requestDigest().equals(about)) {
      return "its approval is to another request";
    }
    return allowed ? carried.notAllowing(decision) : null;
  }

  private String notAllowing(Map<String, Object> decision) {
    if (ticket.decision() != Decision.APPROVE) {
      return "it was allowed, and the person had refused it";
    }
    Map<String, Object> evaluator = Entry.object(decision.get("evaluator"));
    Instant decided;
    try {
      decided =
          evaluator == null || !(evaluator.get("decided_at") instanceof String at)
              ? null
              : Instant.parse(at);
    } catch (DateTimeParseException none) {
      decided = null;
    }
    if (decided == null) {
      return "it does not say when it was decided, and its approval is for a time";
    }
    // Differences, for a forged time can be one that nothing can be taken from. Late as well: the
    // mark of an approval is made before the decision is dated.
    boolean ofThatTime =
        Duration.between(decided, ticket.issuedAt()).compareTo(SKEW) <= 0
            && Duration.between(ticket.expiresAt(), decided).compareTo(SKEW) < 0;
    return ofThatTime ? null : "it was allowed at a time that its approval is not for";
  }

  /** Whether it lets something happen, as far as it goes. */
  boolean isApproval() {
    return fault == null && ticket.decision() == Decision.APPROVE;
  }
}
