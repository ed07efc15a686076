package dev.countersign.scope;

import dev.countersign.Change;
import dev.countersign.RefusalCode;
import dev.countersign.approval.Answer;
import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Secrets;
import dev.countersign.ledger.LedgerException;
import dev.countersign.preview.ChangeJson;
import dev.countersign.preview.Predicted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the people who answer about an effect that needs their approval (spec 5.2, 5.9). Made only
 * where {@code approvals} is configured, and asked only about such effects: nothing else of a run
 * touches the directory.
 */
final class Approvals {

  private static final String ACT = "approval";

  /** What a question is called until it is asked. */
  private static final String NO_ID = "0".repeat(32);

  private final Surroundings run;
  private final ApprovalCheck check;
  private final UsedTickets used;
  private final String application;
  private final long pid;

  Approvals(Surroundings run, ApprovalCheck check, String application, long pid) {
    this.run = run;
    this.check = check;
    this.used = new UsedTickets(run.ledger());
    this.application = application;
    this.pid = pid;
  }

  /**
   * What is to be approved.
   *
   * @param request the effect, with the values that it has
   * @param recorded {@code request_digest} as the record of the effect has it: another one where a
   *     preview leaves values to the tool
   * @param target as the books name it
   * @param tool the innermost one that it happens in, or that is called; null for none
   * @param rule the entry of that tool; null for none
   * @param reason why somebody is asked
   * @param around the arguments of the call that it happens in, whose secrets are not shown; null
   *     for none
   * @param told what the application's own preview says of the call; null where it was not asked
   */
  record Subject(
      EffectRequest request,
      String recorded,
      String target,
      String tool,
      ToolRule rule,
      String reason,
      Map<String, Object> around,
      List<Change> told) {}

  /** Whether it is approved; uses nothing up, and asks where nobody was asked. */
  Approved look(Subject subject) {
    return answered(subject, false);
  }

  /** Whether it is approved; from here on nothing else happens by that approval. */
  Approved take(Subject subject) {
    return answered(subject, true);
  }

  private Approved answered(Subject subject, boolean using) {
    ApprovalRequest question;
    try {
      question = question(subject);
    } catch (NotCanonicalException unfit) {
      return new Approved(
          RefusalCode.UNSUPPORTED, null, null, unfit.getMessage(), List.of(ApprovalCheck.UNUSABLE));
    }
    Answer answer = using ? check.take(question, used) : check.look(question);
    tell(subject, answer);
    Map<String, Object> record =
        answer.ticket() == null ? null : record(answer.ticket(), answer.key(), subject);
    List<String> findings = answer.finding() == null ? List.of() : List.of(answer.finding());
    switch (answer.kind()) {
      case APPROVED:
        return new Approved(null, answer.grant(), record, answer.detail(), findings);
      case EXPIRED:
        return new Approved(RefusalCode.EXPIRED, null, record, answer.detail(), findings);
      default:
        return new Approved(RefusalCode.APPROVAL, null, record, answer.detail(), findings);
    }
  }

  private ApprovalRequest question(Subject subject) {
    EffectRequest request = subject.request();
    Map<String, Object> given = arguments(request);
    Secrets secrets = new Secrets(Arrays.asList(given, subject.around()));
    Map<String, Object> shown = shown(secrets, given);
    return new ApprovalRequest(
        NO_ID,
        request.requestDigest(),
        request.verb().text(),
        subject.target(),
        subject.tool(),
        request.context().toolPin(),
        request.context().permits(),
        subject.reason(),
        ApprovalRequest.exact(shown),
        changes(subject, given, shown),
        run.runId(),
        Instant.EPOCH,
        Instant.EPOCH,
        application,
        pid);
  }

  @SuppressWarnings("unchecked") // an object stays one
  private static Map<String, Object> shown(Secrets secrets, Map<String, Object> given) {
    return (Map<String, Object>) secrets.masked(given);
  }

  /** Of a call, what its preview says or its effects would change; of an effect, what it is. */
  private static List<Map<String, Object>> changes(
      Subject subject, Map<String, Object> given, Map<String, Object> shown) {
    Verb verb = subject.request().verb();
    List<Change> changes =
        subject.told() != null
            ? subject.told()
            : verb == Verb.INVOKE
                ? Predicted.of(subject.rule(), given)
                : List.of(Predicted.of(verb, shown));
    List<Map<String, Object>> exact = new ArrayList<>(changes.size());
    for (Change change : changes) {
      exact.add(ApprovalRequest.exact(ChangeJson.plain(change)));
    }
    return exact;
  }

  @SuppressWarnings("unchecked") // an intent to invoke has this shape (spec 1.3)
  private static Map<String, Object> arguments(EffectRequest request) {
    return request.verb() == Verb.INVOKE
        ? (Map<String, Object>) request.intent().get("arguments")
        : request.intent();
  }

  /** The whole answer, so that whoever has the record can check it without the directory. */
  private static Map<String, Object> record(Ticket ticket, String key, Subject subject) {
    Map<String, Object> record = new LinkedHashMap<>(16);
    record.put("approver", ticket.approver());
    record.put("decision", ticket.decision().text());
    record.put("digest", ticket.digest());
    record.put("envelope", Json.parse(ticket.envelope().json()));
    record.put("key", key);
    if (!ticket.requestDigest().equals(subject.recorded())) {
      record.put("request_digest", ticket.requestDigest());
    }
    record.put("ticket", ticket.id());
    return record;
  }

  /** Writes that somebody was asked, and what was not accepted. */
  private void tell(Subject subject, Answer answer) {
    boolean notAccepted = ApprovalCheck.NOT_ACCEPTED.equals(answer.finding());
    if (!answer.asked() && !notAccepted) {
      return;
    }
    Map<String, Object> record = new LinkedHashMap<>(8);
    record.put("status", notAccepted ? "not_accepted" : "asked");
    record.put("request_digest", subject.request().requestDigest());
    record.put("target", subject.target());
    record.put("verb", subject.request().verb().text());
    if (answer.detail() != null) {
      record.put("detail", answer.detail());
    }
    try {
      run.ledger().act(ACT, record);
    } catch (LedgerException unwritten) {
      // The effect is refused in any case; that this is missing shows as the ledger's own failure.
      return;
    }
  }
}
