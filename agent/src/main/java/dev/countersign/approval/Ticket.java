package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.receipt.ReceiptSigner;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A person's answer: a DSSE envelope, Ed25519, in a file of its own, {@code
 * <request_digest>.<ticket>.ticket.json}. That it can be read says nothing about who signed it; see
 * {@link #signer}.
 *
 * @param id the id of the request that it answers
 * @param requestDigest what it is about
 * @param shown digest of what its signer decided on, see {@link ApprovalRequest#shown}
 * @param reason the person's own words; may be empty
 * @param approver who that was, as the signer says
 * @param issuedAt whole seconds
 * @param expiresAt when it is no answer any more
 * @param digest {@code sha256:} and the hash of the payload that is signed
 * @param envelope as received
 */
public record Ticket(
    String id,
    String requestDigest,
    String shown,
    Decision decision,
    String reason,
    String approver,
    Instant issuedAt,
    Instant expiresAt,
    String digest,
    Dsse envelope) {

  /** {@code payloadType} of the envelope. */
  public static final String PAYLOAD = "application/vnd.countersign.approval.v1+json";

  /** Ends the name of a ticket's file. */
  public static final String SUFFIX = ".ticket.json";

  /** Bytes that an envelope may have. */
  public static final int MOST_BYTES = 16 << 10;

  /** Characters of {@code reason} and {@code approver}. */
  public static final int MOST_REASON = 1_000;

  public static final int MOST_APPROVER = 256;

  private static final List<String> MEMBERS =
      List.of(
          "ticket",
          "request_digest",
          "shown",
          "decision",
          "reason",
          "approver",
          "issued_at",
          "expires_at");

  /**
   * Signs an answer to a request.
   *
   * @param reason at most {@value #MOST_REASON} characters, no control characters
   * @param approver at most {@value #MOST_APPROVER}, not empty
   * @throws GeneralSecurityException if this JVM cannot sign
   * @throws IllegalArgumentException if a text cannot stand in a ticket
   */
  public static Ticket sign(
      ApprovalRequest request,
      Decision decision,
      String reason,
      String approver,
      Instant now,
      Instant until,
      Ed25519 key)
      throws GeneralSecurityException {
    Map<String, Object> payload = new LinkedHashMap<>(16);
    payload.put("v", 1L);
    payload.put("ticket", request.id());
    payload.put("request_digest", request.requestDigest());
    payload.put("shown", request.shown());
    payload.put("decision", decision.text());
    payload.put("reason", reason);
    payload.put("approver", approver);
    payload.put("issued_at", now.toString());
    payload.put("expires_at", until.toString());
    Dsse envelope =
        Dsse.of(PAYLOAD, Canonical.jcs(payload))
            .signedBy(ReceiptSigner.keyid(key.publicKey()), key);
    try {
      return parse(envelope.json());
    } catch (MalformedApprovalException unfit) {
      throw new IllegalArgumentException(unfit.getMessage(), unfit);
    }
  }

  /**
   * Reads the content of a file.
   *
   * @throws MalformedApprovalException where it is no ticket
   */
  public static Ticket parse(byte[] bytes) throws MalformedApprovalException {
    Dsse dsse;
    try {
      dsse = Dsse.parse(bytes, MOST_BYTES);
    } catch (NotCanonicalException malformed) {
      throw new MalformedApprovalException("it is no DSSE envelope: it was cut or changed");
    }
    if (!dsse.payloadType().equals(PAYLOAD)) {
      throw new MalformedApprovalException("its payload type is another one than " + PAYLOAD);
    }
    byte[] payload = dsse.payload();
    Members members = Members.of(payload, MEMBERS, List.of());
    Decision decision = Decision.of(members.text("decision", MOST_APPROVER));
    if (decision == null) {
      throw new MalformedApprovalException("decision is neither approve nor refuse");
    }
    String approver = members.text("approver", MOST_APPROVER);
    if (approver.isBlank()) {
      throw new MalformedApprovalException("approver is empty");
    }
    return new Ticket(
        members.hex("ticket", Members.ID),
        members.hex("request_digest", Members.DIGEST),
        members.hex("shown", Members.DIGEST),
        decision,
        members.text("reason", MOST_REASON),
        approver,
        members.instant("issued_at"),
        members.instant("expires_at"),
        "sha256:" + Sha256.hex(payload),
        dsse);
  }

  /**
   * Which of these keys signed it.
   *
   * @param keys public keys, 32 bytes each
   * @return its id; null where none did
   */
  public String signer(List<byte[]> keys) {
    byte[] message = Dsse.pae(PAYLOAD, envelope.payload());
    for (Dsse.Signed signature : envelope.signatures()) {
      for (byte[] key : keys) {
        if (ReceiptSigner.verifies(key, message, signature.bytes())) {
          return ReceiptSigner.keyid(key);
        }
      }
    }
    return null;
  }

  /** The name of its file. */
  public String fileName() {
    return requestDigest + '.' + id + SUFFIX;
  }
}
