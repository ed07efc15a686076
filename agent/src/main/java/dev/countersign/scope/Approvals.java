package dev.countersign.scope;

import dev.countersign.Change;
import dev.countersign.RefusalCode;
import dev.countersign.approval.Answer;
import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.Offer;
import dev.countersign.approval.Ticket;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.ApprovalRules;
import dev.countersign.config.ApprovalSource;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Secrets;
import dev.countersign.ledger.LedgerException;
import dev.countersign.preview.ChangeJson;
import dev.countersign.preview.Predicted;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the people who answer about an effect that needs their approval (spec 5.2, 5.9), by every
 * way that the configuration names. Made only where {@code approvals} is configured, and asked only
 * about such effects: nothing else of a run touches the directory.
 */
final class Approvals {

  private static final String ACT = "approval";

  /** The source whose yes may be there still when it is asked again. */
  private static final String MAY_STAND = ApprovalSource.METHOD.text();

  /** What a question is called until it is asked. */
  private static final String NO_ID = "0".repeat(32);

  private static final UnsignedAnswer TOO_LARGE =
      UnsignedAnswer.unusable(
          "the request has more than "
              + ApprovalRequest.MOST_BYTES
              + " bytes, and nobody can decide on what he cannot read");

  private final Surroundings run;

  /** Null where tickets do not count. */
  private final ApprovalCheck check;

  private final UsedTickets used;

  /** Null where nothing but tickets counts. */
  private final AskedQuestions questions;

  /** Null where no method answers. */
  private final ApprovingMethod method;

  private final String application;
  private final long pid;

  /**
   * @param check of tickets; null where they do not count
   * @param questions that are put inside this JVM; null where nothing but tickets counts
   * @param method of the application that answers; null for none
   */
  Approvals(
      Surroundings run,
      ApprovalCheck check,
      AskedQuestions questions,
      ApprovingMethod method,
      String application,
      long pid) {
    this.run = run;
    this.check = check;
    this.used = new UsedTickets(run.ledger());
    this.questions = questions;
    this.method = method;
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
    return look(subject, null);
  }

  /**
   * The same of a call that a framework carries out.
   *
   * @param offer what the framework has to do with its approval; null for nothing
   */
  Approved look(Subject subject, Offer offer) {
    ApprovalRequest question;
    try {
      question = question(subject);
    } catch (NotCanonicalException unfit) {
      return unfit(unfit);
    }
    Approved said = null;
    if (check != null && takes(subject, ApprovalSource.TICKETS)) {
      said = byTicket(subject, check.look(question));
      if (said.isDecided()) {
        return said;
      }
    }
    boolean offers = offer != null && takes(subject, offer.source());
    boolean answered = offers && offer.isAnswered();
    if (answered) {
      said = another(said, byOffer(subject, offer, question));
      if (said.isDecided()) {
        return said;
      }
    }
    if (method != null && takes(subject, ApprovalSource.METHOD)) {
      UnsignedAnswer answer =
          tooLarge(question) ? TOO_LARGE : method.look(subject.tool(), question);
      said = another(said, byFramework(subject, ApprovalSource.METHOD.text(), answer));
      if (said.isDecided()) {
        return said;
      }
    }
    // Last, for it asks: nobody is asked about what the method approved already.
    if (offers && !answered) {
      said = another(said, byOffer(subject, offer, question));
    }
    return said != null
        ? said
        : new Approved(
            RefusalCode.APPROVAL,
            null,
            null,
            null,
            "nothing that approvals.from and the tool's approval_from name can answer here",
            List.of());
  }

  /**
   * Whether it is approved still; from here on nothing else happens by that approval.
   *
   * @param looked what {@link #look} said, which approved it
   */
  Approved take(Subject subject, Approved looked) {
    if (looked.asked() == null) {
      try {
        return byTicket(subject, check.take(question(subject), used));
      } catch (NotCanonicalException unfit) {
        return unfit(unfit);
      }
    }
    try {
      return questions.use(looked.asked(), MAY_STAND.equals(looked.asked().source()))
          ? looked
          : looked.not(RefusalCode.APPROVAL, "something else happened by this approval first");
    } catch (IOException unmarked) {
      return looked.not(
          RefusalCode.APPROVAL, "the approval cannot be marked as used: " + unmarked.getMessage());
    }
  }

  private Approved byOffer(Subject subject, Offer offer, ApprovalRequest question) {
    UnsignedAnswer answer = tooLarge(question) ? TOO_LARGE : offer.look(question);
    return byFramework(subject, offer.source(), answer);
  }

  private static boolean tooLarge(ApprovalRequest question) {
    return question.bytes().length > ApprovalRequest.MOST_BYTES;
  }

  private boolean takes(Subject subject, ApprovalSource source) {
    ApprovalRules rules = run.configuration().approvals();
    List<ApprovalSource> own = subject.rule() == null ? null : subject.rule().approvalFrom();
    boolean here = rules == null ? source == ApprovalSource.TICKETS : rules.takes(source);
    return here && (own == null || own.contains(source));
  }

  private boolean takes(Subject subject, String source) {
    for (ApprovalSource each : ApprovalSource.values()) {
      if (each.text().equals(source)) {
        return takes(subject, each);
      }
    }
    return false;
  }

  private static Approved unfit(NotCanonicalException unfit) {
    return new Approved(
        RefusalCode.UNSUPPORTED,
        null,
        null,
        null,
        unfit.getMessage(),
        List.of(ApprovalCheck.UNUSABLE));
  }

  /** Of two that could answer, the later one; what both found on the way is kept. */
  private static Approved another(Approved first, Approved second) {
    if (first == null || first.detail() == null || second.isDecided()) {
      return second;
    }
    List<String> findings = new ArrayList<>(first.findings());
    findings.addAll(second.findings());
    String detail =
        second.detail() == null ? first.detail() : first.detail() + "; " + second.detail();
    return new Approved(second.refused(), null, null, second.record(), detail, findings);
  }

  private Approved byTicket(Subject subject, Answer answer) {
    tell(subject, ApprovalSource.TICKETS.text(), answer.asked(), answer.finding(), answer.detail());
    Map<String, Object> record =
        answer.ticket() == null ? null : record(answer.ticket(), answer.key(), subject);
    return new Approved(
        refused(answer.kind()),
        answer.grant(),
        null,
        record,
        answer.detail(),
        answer.finding() == null ? List.of() : List.of(answer.finding()));
  }

  private Approved byFramework(Subject subject, String source, UnsignedAnswer answer) {
    tell(subject, source, answer.isNew(), answer.finding(), answer.detail());
    Asked asked = answer.asked();
    boolean approved = answer.kind() == Answer.Kind.APPROVED;
    return new Approved(
        refused(answer.kind()),
        approved ? questions.grant(asked) : null,
        approved ? asked : null,
        answer.record(),
        answer.detail(),
        answer.finding() == null ? List.of() : List.of(answer.finding()));
  }

  private static RefusalCode refused(Answer.Kind kind) {
    switch (kind) {
      case APPROVED:
        return null;
      case EXPIRED:
        return RefusalCode.EXPIRED;
      default:
        return RefusalCode.APPROVAL;
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
    if (subject.told() == null) {
      for (Change change : changes) {
        exact.add(ApprovalRequest.exact(ChangeJson.plain(change)));
      }
      return exact;
    }
    // The application's own words: they can have the call's secrets, and others.
    List<Object> told = ChangeJson.plain(changes);
    Secrets secrets = new Secrets(Arrays.asList(given, subject.around(), told));
    for (Object change : told) {
      exact.add(ApprovalRequest.exact(shown(secrets, object(change))));
    }
    return exact;
  }

  @SuppressWarnings("unchecked") // a change is an object
  private static Map<String, Object> object(Object change) {
    return (Map<String, Object>) change;
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
    record.put("source", ApprovalSource.TICKETS.text());
    record.put("ticket", ticket.id());
    return record;
  }

  /** Writes that somebody was asked, and what was not accepted. */
  private void tell(Subject subject, String source, boolean asked, String finding, String detail) {
    boolean notAccepted = ApprovalCheck.NOT_ACCEPTED.equals(finding);
    if (!asked && !notAccepted) {
      return;
    }
    Map<String, Object> record = new LinkedHashMap<>(8);
    record.put("status", notAccepted ? "not_accepted" : "asked");
    record.put("request_digest", subject.request().requestDigest());
    record.put("source", source);
    record.put("target", subject.target());
    record.put("verb", subject.request().verb().text());
    if (detail != null) {
      record.put("detail", detail);
    }
    try {
      run.ledger().act(ACT, record);
    } catch (LedgerException unwritten) {
      // The effect is refused in any case; that this is missing shows as the ledger's own failure.
      return;
    }
  }
}
