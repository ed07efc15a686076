package dev.countersign.verify;

import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.GuardrailCompiler;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.RuleTrace;
import dev.countersign.guardrail.SentenceException;
import dev.countersign.guardrail.UnknownActor;
import dev.countersign.guardrail.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The second and third step of checking a receipt (spec 3.5): the judging object judges the same
 * request again, and the sentence that took part is compiled again.
 *
 * <p>What a receipt does not disclose is only needed where a rule asks for it: each rule's compiled
 * predicate says which parts of the request and of the actor it looks at.
 */
final class Replay {

  static final String DECISION = "decision";
  static final String GUARDRAIL = "guardrail";

  private final Map<String, Object> predicate;
  private final Evidence evidence;
  private final JudgedBy judgedBy;
  private final ReceiptVerifier.Supplied supplied;
  private final List<byte[]> approvers;

  /**
   * @param predicate of the receipt
   * @param evidence null where there is none
   * @param approvers whose approvals count; empty where nobody said
   */
  Replay(
      Map<String, Object> predicate,
      Evidence evidence,
      JudgedBy judgedBy,
      ReceiptVerifier.Supplied supplied,
      List<byte[]> approvers) {
    this.approvers = approvers;
    this.predicate = predicate;
    this.evidence = evidence;
    this.judgedBy = judgedBy;
    this.supplied = supplied;
  }

  /** Adds both steps. */
  void into(List<ReceiptStep> steps) {
    if (judgedBy.cascade() == null) {
      boolean wrong = judgedBy.fault() != null;
      String why = wrong ? judgedBy.fault() : judgedBy.missing();
      steps.add(wrong ? ReceiptStep.failed(DECISION, why) : ReceiptStep.notChecked(DECISION, why));
      steps.add(
          predicate.containsKey(GUARDRAIL)
              ? ReceiptStep.notChecked(GUARDRAIL, why)
              : noGuardrail());
      return;
    }
    steps.add(withApproval(decision()));
    steps.add(guardrail());
  }

  private static ReceiptStep noGuardrail() {
    return new ReceiptStep(
        GUARDRAIL, ReceiptStep.Result.DOES_NOT_APPLY, "no guardrail took part in the decision");
  }

  // Step 2

  private ReceiptStep decision() {
    Map<String, Object> action = Entry.object(predicate.get("action"));
    Map<String, Object> actor = Entry.object(predicate.get("actor"));
    Map<String, Object> policy = Entry.object(predicate.get("policy"));
    if (action == null || actor == null || policy == null) {
      return ReceiptStep.failed(DECISION, "its action, actor or policy is missing");
    }
    if (isPassedByNothing()) {
      return ReceiptStep.failed(
          DECISION,
          "it was allowed although it is refused, and nothing let it pass: the judging object"
              + " enforces, and its record names no break-glass");
    }
    if ("handoff".equals(action.get("type"))) {
      return compared(null, judgedBy.cascade().byDefault(), policy); // no sentence is about one
    }
    Verb verb = verb(action.get("type"));
    if (verb == null) {
      return ReceiptStep.failed(
          DECISION, "its action is of no type that is judged: " + Shown.of(action.get("type")));
    }
    Map<String, Object> intent = new LinkedHashMap<>();
    String fault = intent(verb, action, intent);
    boolean unknown = actor.containsKey("member_state");
    Map<String, Object> state =
        unknown ? new UnknownActor(actor.get("agent")) : new LinkedHashMap<>();
    if (fault == null) {
      fault = unknown ? unknown(actor) : actor(actor, state);
    }
    if (fault != null) {
      return ReceiptStep.failed(DECISION, fault);
    }
    boolean known = action.containsKey("args") || supplied.arguments() != null;
    if (!known) {
      byTarget(verb, action.get("target"), intent);
    }
    boolean canonical = action.containsKey("args_hash");
    String needed = canonical ? needed(verb, intent, known, state) : null;
    if (needed != null) {
      return ReceiptStep.notChecked(DECISION, needed);
    }
    Map<String, Object> binding = Entry.object(predicate.get("binding"));
    boolean previewed = binding != null && binding.containsKey("preview_digest");
    return compared(
        verb,
        previewed
            ? judgedBy.cascade().judge(verb, intent, state)
            : judgedBy.cascade().matched(verb, canonical ? intent : null, state),
        policy);
  }

  /**
   * Whether what is refused happened under an object that refuses: no file and no ring loosens its
   * mode (spec 3.2), and an exception is named.
   */
  private boolean isPassedByNothing() {
    Map<String, Object> decision = evidence == null ? null : evidence.decision();
    if (decision == null
        || decision.containsKey("breakglass")
        || !"enforce".equals(judgedBy.json().get("mode"))) {
      return false;
    }
    Map<String, Object> entry = evidence.entry();
    boolean happened = entry != null && "allow".equals(entry.get("event"));
    boolean refused =
        !Verdict.ALLOW.text().equals(decision.get("verdict")) && !decision.containsKey("approval");
    return decision.containsKey("would_refuse") || happened && refused;
  }

  /** What was judged rightly, and what a person said to it. */
  private ReceiptStep withApproval(ReceiptStep judged) {
    CarriedApproval carried = CarriedApproval.in(predicate);
    if (judged.result() != ReceiptStep.Result.VERIFIED || carried == null) {
      return judged;
    }
    if (carried.fault() != null) {
      return ReceiptStep.failed(DECISION, carried.fault());
    }
    String said =
        judged.why()
            + "; "
            + (carried.approver() == null ? "somebody" : Shown.of(carried.approver()))
            + (carried.isApproval() ? " approved it" : " refused it");
    if (carried.ticket() == null) {
      String unsigned =
          said + ", as the JVM heard from " + carried.source() + ": nobody signed that";
      return approvers.isEmpty()
          ? ReceiptStep.notChecked(DECISION, unsigned)
          : ReceiptStep.failed(DECISION, unsigned);
    }
    if (approvers.isEmpty()) {
      return ReceiptStep.notChecked(
          DECISION,
          said + ", as a ticket says that nobody answers for. Give --approver ed25519:PUBLIC.pem");
    }
    return carried.ticket().signer(approvers) == null
        ? ReceiptStep.failed(DECISION, said + ", as a ticket says that none of the keys signed")
        : ReceiptStep.verified(DECISION, said + ", signed");
  }

  private static Verb verb(Object type) {
    if ("tool_call".equals(type)) {
      return Verb.INVOKE;
    }
    return "exec".equals(type) ? Verb.EXEC : "send".equals(type) ? Verb.SEND : null;
  }

  /**
   * Puts together what is known of the request.
   *
   * @return what is wrong, or null
   */
  @SuppressWarnings("unchecked") // the parser makes no other maps
  private String intent(Verb verb, Map<String, Object> action, Map<String, Object> intent) {
    if (verb == Verb.INVOKE) {
      intent.put("tool", action.get("target"));
    }
    boolean disclosed = Boolean.TRUE.equals(action.get("args_disclosed"));
    if (disclosed != action.containsKey("args")) {
      return "args_disclosed and args do not agree";
    }
    for (Object given : new Object[] {action.get("args"), supplied.arguments()}) {
      if (given == null) {
        continue;
      }
      if (!isOf(given, action.get("args_hash"))) {
        return given == supplied.arguments()
            ? "the arguments that were supplied are not those of the receipt: their hash is another"
            : "the disclosed arguments are not those of args_hash";
      }
      if (!(given instanceof Map)) {
        return "the arguments are no JSON object";
      }
      if (verb == Verb.INVOKE) {
        intent.put("arguments", given);
      } else {
        intent.putAll((Map<String, Object>) given);
      }
    }
    if (action.get("method") instanceof String method) {
      intent.put("method", method);
    }
    return null;
  }

  /** As much of an intent as the target gives: enough for every rule that has no condition. */
  private static void byTarget(Verb verb, Object target, Map<String, Object> intent) {
    if (verb == Verb.EXEC) {
      intent.put("argv", List.of(String.valueOf(target)));
    } else if (verb == Verb.SEND) {
      intent.put("url", target + "/");
    }
  }

  private static boolean isOf(Object json, Object hash) {
    try {
      return ("sha256:" + Sha256.hex(Canonical.rho(json))).equals(hash);
    } catch (NotCanonicalException noForm) {
      return false;
    }
  }

  /** What is wrong with an actor of whom nobody said who it is, or null. */
  private static String unknown(Map<String, Object> actor) {
    return UnknownActor.TEXT.equals(actor.get("member_state"))
            && Set.of("agent", "member_state").equals(actor.keySet())
        ? null
        : "its actor is said to be unknown, and something is said of it";
  }

  /**
   * Puts together what is known of the actor.
   *
   * @return what is wrong, or null
   */
  private String actor(Map<String, Object> actor, Map<String, Object> state) {
    copy(actor, "agent", state, "agent");
    copy(actor, "principal", state, "principal");
    copy(actor, "clearance_at_decision", state, "clearance");
    Map<String, Object> given = supplied.actor();
    if (given != null && actor.containsKey("member_state_hash")) {
      try {
        if (!("sha256:" + Sha256.hex(Canonical.jcs(given)))
            .equals(actor.get("member_state_hash"))) {
          return "the actor's state that was supplied is not that of member_state_hash";
        }
      } catch (NotCanonicalException noForm) {
        return "the actor's state that was supplied has no canonical form";
      }
      if (!Objects.equals(given.get("clearance"), actor.get("clearance_at_decision"))) {
        return "its clearance_at_decision is not that of the state whose member_state_hash it has";
      }
      state.putAll(given);
    }
    return null;
  }

  private static void copy(
      Map<String, Object> from, String member, Map<String, Object> to, String as) {
    if (from.get(member) != null) {
      to.put(as, from.get(member));
    }
  }

  /**
   * What a rule looks at that is not known; null where nothing is missing. Only rules that are
   * about this tool, program or host count, and of those only such with a condition: the name is in
   * the receipt.
   */
  private String needed(
      Verb verb, Map<String, Object> intent, boolean known, Map<String, Object> state) {
    Map<String, Object> actor = Entry.object(predicate.get("actor"));
    // What is known to be unknown is all that was asked.
    boolean whole = supplied.actor() != null || !actor.containsKey("member_state_hash");
    Set<String> missing = new TreeSet<>();
    for (RuleTrace rule : judgedBy.cascade().explain(verb, intent, state)) {
      if (!rule.about() || rule.tests().isEmpty()) {
        continue;
      }
      JudgedBy.Look look = judgedBy.looks().get(rule.id());
      for (String member : look.intent()) {
        if (verb == Verb.INVOKE && member.equals("method")) {
          if (!intent.containsKey("method")) {
            missing.add("the method of the tool");
          }
        } else if (!known && !(verb == Verb.INVOKE && member.equals("tool"))) {
          missing.add("the request (disclose: true for the tool, or --arguments)");
        } else if (verb != Verb.INVOKE && (!isWhole() || member.equals("body"))) {
          missing.add("what was left to the tool, which no digest of the receipt is over");
        }
      }
      for (String member : look.actor()) {
        if (!state.containsKey(member) && !whole) {
          missing.add("the actor's " + member + " (--actor)");
        }
      }
    }
    return missing.isEmpty()
        ? null
        : "a rule asks for " + String.join(" and for ", missing) + ", which is not known";
  }

  /**
   * @param verb null for a hand-off
   * @param again null where no rule matches what nothing previewed: then {@code unbound} decides
   */
  private ReceiptStep compared(Verb verb, Judgment again, Map<String, Object> policy) {
    Object verdict = predicate.get("verdict");
    Object reason = predicate.get("verdict_reason");
    boolean same =
        again != null && again.verdict().text().equals(verdict) && again.reason().equals(reason);
    if (same
        && again.policy().equals(policy)
        && Objects.equals(
            again.guardrail() == null ? null : again.guardrail().toJson(),
            predicate.get(GUARDRAIL))) {
      return ReceiptStep.verified(DECISION, "judged again: " + said(again) + mode(again));
    }
    // A rule may give a code as its reason; what a rule decided names the rule.
    boolean byNoRule =
        Set.of("policy_bundle_hash").equals(policy.keySet()) && !predicate.containsKey(GUARDRAIL);
    RefusalCode refusal = refusal(reason);
    if (byNoRule && "deny".equals(verdict) && refusal != null) {
      return refused(again, refusal);
    }
    if (byNoRule && again == null && "allow".equals(verdict) && Judgment.DEFAULT.equals(reason)) {
      return unbound(verb);
    }
    if (same) {
      return ReceiptStep.failed(
          DECISION, "judged again, the verdict is the same, but by another rule: " + said(again));
    }
    return ReceiptStep.failed(
        DECISION,
        "judged again, the verdict is another one: "
            + said(again)
            + ", and the receipt says "
            + Shown.of(verdict)
            + " ("
            + Shown.of(reason)
            + ')');
  }

  /**
   * What nothing previewed and no rule is about: {@code unbound} of the judging object has to let
   * it pass (spec 5.7), in a tool call or outside of any.
   */
  private ReceiptStep unbound(Verb verb) {
    Map<String, Object> decision = evidence == null ? null : evidence.decision();
    if (decision != null && decision.containsKey("would_refuse")) {
      return ReceiptStep.verified(
          DECISION,
          "no rule matches, and it was not previewed: " + passed(decision) + " let it pass");
    }
    Map<String, Object> unbound = Entry.object(judgedBy.json().get("unbound"));
    boolean inTool = lets(unbound == null ? null : unbound.get("in_tool"), "refuse");
    Object elsewhere = unbound == null ? null : unbound.get("elsewhere");
    Map<String, Object> byVerb = Entry.object(elsewhere);
    boolean outside =
        lets(byVerb != null && verb != null ? byVerb.get(verb.text()) : elsewhere, "allow");
    // What is in a call has that for a parent; without one, it may be behind a resolution point.
    boolean mayBeOutside = decision == null || !decision.containsKey("parent");
    if (inTool || outside && mayBeOutside) {
      return ReceiptStep.verified(
          DECISION, "no rule matches, and it was not previewed: unbound lets it pass");
    }
    return decision == null
        ? ReceiptStep.notChecked(
            DECISION,
            "it was not previewed, and unbound refuses that; whether it was let pass all the same"
                + " stands in its record, which is not at hand")
        : ReceiptStep.failed(
            DECISION,
            "it was allowed although it was not previewed, and unbound of the judging object"
                + " refuses that");
  }

  /**
   * @param word as written; null where the default counts
   */
  private static boolean lets(Object word, String byDefault) {
    return !"refuse".equals(word instanceof String text ? text : byDefault);
  }

  private static String passed(Map<String, Object> decision) {
    return decision.get("breakglass") instanceof String id
        ? "break-glass " + Shown.of(id) + ", as its record says,"
        : "mode observe";
  }

  /** What no rule decided: the binding, an authority, or a check that failed. */
  private ReceiptStep refused(Judgment again, RefusalCode refusal) {
    if (refusal == RefusalCode.DIVERGENCE && !diverged()) {
      return ReceiptStep.failed(
          DECISION, "it was refused as divergent, and its digests show no divergence");
    }
    return ReceiptStep.verified(
        DECISION,
        "what refused it is no rule but "
            + refusal.code()
            + (refusal == RefusalCode.DIVERGENCE
                ? ", and the digests differ"
                : ", as the entry says")
            + "; judged again: "
            + said(again));
  }

  private String mode(Judgment again) {
    return again.verdict() != Verdict.ALLOW
            && evidence != null
            && evidence.decision() != null
            && evidence.decision().containsKey("would_refuse")
        ? ", which " + passed(evidence.decision()) + " let pass"
        : "";
  }

  /** Whether the request as previewed is the one that was judged: nothing was left to the tool. */
  private boolean isWhole() {
    return evidence != null
        && evidence.decision() != null
        && "full".equals(evidence.decision().get("coverage"));
  }

  private boolean diverged() {
    Map<String, Object> binding = Entry.object(predicate.get("binding"));
    Map<String, Object> divergence =
        binding == null ? null : Entry.object(binding.get("divergence"));
    return divergence != null
        && !Objects.equals(divergence.get("preview"), divergence.get("commit"));
  }

  private static RefusalCode refusal(Object reason) {
    for (RefusalCode code : RefusalCode.values()) {
      if (code.code().equals(reason)) {
        return code;
      }
    }
    return null;
  }

  private static String said(Judgment judgment) {
    if (judgment == null) {
      return "no rule matches";
    }
    return judgment.verdict().text()
        + (judgment.matched()
            ? " by rule " + Shown.of(judgment.policyId()) + " of layer " + judgment.layer().text()
            : ", no rule matches (" + Judgment.DEFAULT + ')');
  }

  // Step 3

  private ReceiptStep guardrail() {
    if (!predicate.containsKey(GUARDRAIL)) {
      return noGuardrail();
    }
    Map<String, Object> claimed = Entry.object(predicate.get(GUARDRAIL));
    if (claimed == null) {
      return ReceiptStep.failed(GUARDRAIL, "it is no JSON object");
    }
    Map<String, Object> rule = judgedBy.rule(claimed.get("guardrail_id"));
    if (rule == null
        || !(rule.get("when") instanceof String when)
        || Verdict.of(String.valueOf(rule.get("verdict"))) == null) {
      return ReceiptStep.failed(
          GUARDRAIL, "the judging object has no rule " + Shown.of(claimed.get("guardrail_id")));
    }
    if (!GuardrailCompiler.VERSION.equals(claimed.get("guardrail_compiler_version"))) {
      return isVersion(claimed.get("guardrail_compiler_version"))
          ? ReceiptStep.notChecked(
              GUARDRAIL,
              "it was compiled by compiler "
                  + Shown.of(claimed.get("guardrail_compiler_version"))
                  + ", and this is "
                  + GuardrailCompiler.VERSION
                  + ". Verify with a release that has it")
          : ReceiptStep.failed(GUARDRAIL, "its compiler version is none");
    }
    try {
      GuardrailCompiler.Compiled again =
          GuardrailCompiler.compile(when, Verdict.of((String) rule.get("verdict")));
      if (!again.sentenceHash().equals(claimed.get("guardrail_sentence_hash"))) {
        return ReceiptStep.failed(GUARDRAIL, "the rule's sentence has another hash");
      }
      return again.predicateHash().equals(claimed.get("compiled_predicate_hash"))
          ? ReceiptStep.verified(
              GUARDRAIL,
              "the sentence of rule "
                  + Shown.of(claimed.get("guardrail_id"))
                  + " compiles to the same predicate (compiler "
                  + GuardrailCompiler.VERSION
                  + ')')
          : ReceiptStep.failed(GUARDRAIL, "compiled again, the predicate has another hash");
    } catch (SentenceException unreadable) {
      return ReceiptStep.failed(
          GUARDRAIL, "the rule's sentence does not compile: " + unreadable.getMessage());
    }
  }

  private static boolean isVersion(Object version) {
    return version instanceof String text
        && text.length() <= 32
        && text.matches("[0-9]+(\\.[0-9]+){2}");
  }
}
