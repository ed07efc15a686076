package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An approval in a decision record: what is tampered with, missing or swapped is found. */
class CarriedApprovalTest {

  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Ed25519 KEY = key(1);

  private static Ed25519 key(int value) {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) value);
    return Ed25519.of(seed);
  }

  private static Ticket ticket(String requestDigest, Decision decision) {
    return ticket(requestDigest, decision, NOW);
  }

  private static Ticket ticket(String requestDigest, Decision decision, Instant from) {
    ApprovalRequest request =
        new ApprovalRequest(
            "0c".repeat(16),
            requestDigest,
            "invoke",
            "refund",
            "refund",
            null,
            "sha256:" + "ab".repeat(32),
            "r",
            null,
            List.of(),
            "ff".repeat(16),
            NOW,
            NOW.plusSeconds(60),
            "m",
            1);
    try {
      return Ticket.sign(request, decision, "", "ada", from, NOW.plus(Duration.ofHours(1)), KEY);
    } catch (java.security.GeneralSecurityException cannot) {
      throw new AssertionError(cannot);
    }
  }

  private static Map<String, Object> record() {
    return record(ticket("1a".repeat(32), Decision.APPROVE));
  }

  private static Map<String, Object> record(Ticket ticket) {
    Map<String, Object> approval = new LinkedHashMap<>();
    approval.put("approver", ticket.approver());
    approval.put("decision", ticket.decision().text());
    approval.put("digest", ticket.digest());
    approval.put("envelope", Json.parse(ticket.envelope().json()));
    approval.put("key", "k");
    approval.put("ticket", ticket.id());
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("approval", approval);
    record.put("coverage", "full");
    record.put("evaluator", Map.of("decided_at", "2026-11-30T12:30:00.000000000Z"));
    record.put("request_digest", "1a".repeat(32));
    record.put("verdict", "requires_approval");
    return record;
  }

  @SuppressWarnings("unchecked") // as it was made above
  private static Map<String, Object> approval(Map<String, Object> record) {
    return (Map<String, Object>) record.get("approval");
  }

  @Test
  void anHonestOneHasNoFault() throws Exception {
    assertThat(CarriedApproval.fault(record(), true)).isNull();
    assertThat(CarriedApproval.fault(record(ticket("1a".repeat(32), Decision.REFUSE)), false))
        .isNull();
    Map<String, Object> late = record();
    at(late, "2026-11-30T13:00:59Z"); // marked in time, and dated behind a slow disk
    assertThat(CarriedApproval.fault(late, true)).isNull();
    Ticket carried = CarriedApproval.in(record()).ticket();
    assertThat(carried.signer(List.of(KEY.publicKey()))).isNotNull();
    assertThat(carried.signer(List.of(key(2).publicKey()))).isNull();
  }

  /** Changes a record. */
  interface Change {
    void in(Map<String, Object> record);
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        row("missing", "carries none", record -> record.remove("approval")),
        row("noObject", "no object", record -> record.put("approval", "yes")),
        row("noTicket", "cannot be used", record -> approval(record).remove("envelope")),
        row("swapped", "another request", record -> record.putAll(record(of("2b")))),
        row("otherApprover", "ticket says", record -> approval(record).put("approver", "eve")),
        row("otherDigest", "ticket says", record -> approval(record).put("digest", "sha256:0")),
        row("otherId", "ticket says", record -> approval(record).put("ticket", "00".repeat(16))),
        row("refused", "refused it", record -> record.putAll(record(refusal()))),
        row("tooLate", "not for", record -> at(record, "2026-11-30T13:01:00Z")),
        row("tooEarly", "not for", record -> at(record, "2026-11-30T11:58:00Z")),
        row("noTime", "does not say when", record -> record.remove("evaluator")));
  }

  private static Ticket of(String digest) {
    return ticket(digest.repeat(32), Decision.APPROVE);
  }

  private static Ticket from(String time) {
    return ticket("1a".repeat(32), Decision.APPROVE, Instant.parse(time));
  }

  private static Ticket refusal() {
    return ticket("1a".repeat(32), Decision.REFUSE);
  }

  private static void at(Map<String, Object> record, String time) {
    record.put("evaluator", Map.of("decided_at", time));
  }

  private static Arguments row(String name, String fault, Change change) {
    return Arguments.of(name, fault, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changes")
  void whatIsChangedIsFound(String name, String fault, Change change) {
    Map<String, Object> record = record();
    change.in(record);
    record.put("request_digest", "1a".repeat(32));
    assertThat(CarriedApproval.fault(record, true)).contains(fault);
  }

  /** Of whoever holds a key: that nothing can be taken from it must not end the verifier. */
  @Test
  void theEarliestTimeIsOneLikeAnother() {
    assertThat(CarriedApproval.fault(record(from("-1000000000-01-01T00:00:00Z")), true)).isNull();
  }

  @Test
  void whatWasOnlyObservedNeedsNone() {
    Map<String, Object> record = record();
    record.remove("approval");
    record.put("would_refuse", "CS-APPROVAL");
    assertThat(CarriedApproval.fault(record, true)).isNull();
    assertThat(CarriedApproval.fault(record, false)).isNull();
  }

  @Test
  void whatAPlaceholderLeftOpenIsApprovedWithItsValue() {
    Map<String, Object> record = record(of("2b"));
    approval(record).put("request_digest", "2b".repeat(32));
    assertThat(CarriedApproval.fault(record, true)).contains("another request");
    record.put("coverage", "partial");
    assertThat(CarriedApproval.fault(record, true)).isNull();
  }

  private static Map<String, Object> unsigned() {
    Map<String, Object> record = record();
    Map<String, Object> approval = new LinkedHashMap<>();
    approval.put("approver", "ada");
    approval.put("asked_at", "2026-11-30T12:00:00Z");
    approval.put("decision", "approve");
    approval.put("digest", "sha256:" + "ab".repeat(32));
    approval.put("expires_at", "2026-11-30T13:00:00Z");
    approval.put("question", "0c".repeat(16));
    approval.put("request_digest", "1a".repeat(32));
    approval.put("source", "adk");
    record.put("approval", approval);
    return record;
  }

  static Stream<Arguments> changesOfUnsignedOnes() {
    return Stream.of(
        row("source", "does not know", record -> approval(record).put("source", "telepathy")),
        row("noSource", "does not know", record -> approval(record).put("source", null)),
        row("noDecision", "not whole", record -> approval(record).remove("decision")),
        row("noQuestion", "not whole", record -> approval(record).put("question", "0c")),
        row("noDigest", "not whole", record -> approval(record).put("digest", "ab".repeat(32))),
        row("noTime", "not whole", record -> approval(record).put("asked_at", "today")),
        row("noRequest", "not whole", record -> approval(record).remove("request_digest")),
        row("signed", "source has none", record -> approval(record).put("envelope", Map.of())),
        row(
            "another",
            "another request",
            record -> approval(record).put("request_digest", "2b".repeat(32))),
        row("no", "had refused", record -> approval(record).put("decision", "refuse")),
        row("early", "not for", record -> at(record, "2026-11-30T11:58:00Z")),
        row("late", "not for", record -> at(record, "2026-11-30T13:02:00Z")));
  }

  @Test
  void anHonestOneThatNobodySignedHasNoFault() {
    assertThat(CarriedApproval.fault(unsigned(), true)).isNull();
    assertThat(CarriedApproval.in(unsigned()).isApproval()).isTrue();
    Map<String, Object> nameless = unsigned();
    approval(nameless).remove("approver");
    assertThat(CarriedApproval.fault(nameless, true)).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("changesOfUnsignedOnes")
  void whatIsWrongWithOneThatNobodySignedIsFound(String name, String fault, Change change) {
    Map<String, Object> record = unsigned();
    change.in(record);
    assertThat(CarriedApproval.fault(record, true)).as(name).contains(fault);
  }
}
