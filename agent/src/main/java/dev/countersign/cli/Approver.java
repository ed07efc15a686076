package dev.countersign.cli;

import dev.countersign.approval.AnsweredException;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Ed25519;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;

/**
 * Who answers: a name, a key, and how long an answer of his may be used.
 *
 * @param keyid of the key, 64 hex digits
 * @param most how long an answer may be used, at most as long as the request was good for
 * @param known public keys that answers may be signed with, as far as this command knows: the
 *     configured ones, else the approver's own
 */
record Approver(String name, Ed25519 key, String keyid, Duration most, List<byte[]> known) {

  /**
   * Signs an answer and puts it into the directory.
   *
   * @throws AnsweredException if somebody was first
   * @throws CommandFailure if the reason cannot stand in a ticket, or this JVM cannot sign
   * @throws IOException if the request is gone, changed or expired, or nothing can be written
   */
  Ticket answer(
      ApprovalDirectory directory, ApprovalRequest request, Decision decision, String reason)
      throws AnsweredException, IOException {
    if (reason.isBlank()) {
      throw new CommandFailure(
          Exit.USAGE, "an answer has a reason, which is signed with it. Nothing was answered.");
    }
    try {
      return directory.answer(request, decision, reason.strip(), name, most, key);
    } catch (IllegalArgumentException unfit) {
      throw new CommandFailure(
          Exit.USAGE,
          "the answer cannot be signed: " + unfit.getMessage() + ". Nothing was answered.");
    } catch (GeneralSecurityException unusable) {
      throw new CommandFailure(Exit.CANNOT, "this JVM cannot sign: " + unusable.getMessage());
    }
  }

  /** Who gave an answer, as far as its signature says so. */
  String nameOf(Ticket ticket) {
    return nameOf(ticket, known);
  }

  /**
   * @param known keys; empty where none is known
   */
  static String nameOf(Ticket ticket, List<byte[]> known) {
    return ticket.signer(known) == null
        ? ticket.approver() + " (so it says; the key is not known here)"
        : ticket.approver();
  }
}
