package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.RecipeV1;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Argument;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.Amounts;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Deny;
import dev.countersign.ledger.EffectRecord;
import dev.countersign.ledger.ErrorCode;
import dev.countersign.ledger.Ground;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Timestamp;
import dev.countersign.preview.ChangeJson;
import dev.countersign.preview.Predicted;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Words what was decided as entries and effect records (spec 2.2, 2.4, 3.4). */
final class Books {

  /** Longest arguments that a record keeps, in bytes: its line stays far below 1 MiB. */
  private static final int MOST_DISCLOSED = 256 << 10;

  /** A record's own containers around them come on top. */
  private static final int DISCLOSED_NESTING = 48;

  private final Surroundings run;
  private final Actors actors;

  /** What {@code evaluator} says in every record of this run, behind the time, and its end. */
  private final byte[] engine;

  Books(Surroundings run, Actors actors) {
    this.run = run;
    this.actors = actors;
    Map<String, Object> members = new LinkedHashMap<>(4);
    members.put("engine_commit", run.engineCommit());
    members.put("engine_version", run.engineVersion());
    this.engine = Canonical.jcs(members);
    this.engine[0] = ','; // instead of a brace
  }

  /**
   * Writes an allow.
   *
   * @param wouldRefuse the code that {@code enforce} would have refused with; null when it would
   *     not
   * @throws NotGrantedException in {@code enforce}, if the node may not do it; nothing was written
   */
  void allow(BookEntry entry, RefusalCode wouldRefuse, boolean unlisted) {
    try {
      RefusalCode waived = Rules.waivedBy(entry.judgment());
      allow(entry, wouldRefuse == null ? waived : wouldRefuse, null, unlisted);
    } catch (NotGrantedException refused) {
      if (run.refuses(entry.judge(), entry.sink(), entry.tool())) {
        throw refused;
      }
      allow(entry, Grants.codeOf(refused.ground()), refused.ground(), true);
    }
  }

  /**
   * @param exceeded why the node may not do it, where it does so all the same; else null
   */
  private void allow(BookEntry entry, RefusalCode wouldRefuse, Ground exceeded, boolean unlisted) {
    EffectRecord decision =
        decision(entry, entry.judgment(), "allow", Judgment.DEFAULT, null, wouldRefuse, exceeded);
    ledger()
        .allow(
            new Allow(
                entry.callId(),
                entry.scope(),
                entry.tool(),
                entry.preview(),
                entry.parentId(),
                entry.capture(),
                entry.adapter(),
                entry.authorised(),
                unlisted,
                decision),
            entry.node(),
            exceeded == null ? amounts(entry) : Amounts.NONE,
            exceeded == null);
  }

  /** What the call takes of ceilings that are about arguments: those of the tool's entry. */
  private static Amounts amounts(BookEntry entry) {
    Node node = entry.node();
    if (entry.verb() != Verb.INVOKE || node == null || !node.measuresArguments()) {
      return Amounts.NONE;
    }
    @SuppressWarnings("unchecked") // an intent to invoke has this shape (spec 1.3)
    Map<String, Object> arguments =
        entry.request() == null
            ? null
            : (Map<String, Object>) entry.request().intent().get("arguments");
    return amounts(entry.judge().ruleFor(entry.target()), arguments);
  }

  /**
   * The same of a call of that tool's entry.
   *
   * @param arguments null where nothing of them could be read
   */
  static Amounts amounts(ToolRule rule, Map<String, Object> arguments) {
    return Amounts.of(
        rule.rows() != null,
        argument(rule.rows(), arguments),
        rule.spend() != null,
        argument(rule.spend(), arguments));
  }

  private static Object argument(Argument argument, Map<String, Object> arguments) {
    return argument == null || arguments == null ? null : argument.in(arguments);
  }

  private static boolean refuses(Judgment judgment) {
    return judgment != null && judgment.verdict() != Verdict.ALLOW;
  }

  /** Writes a deny, with the divergence where there is one. */
  void deny(BookEntry entry, RefusalCode code, Divergence divergence) {
    deny(entry, code, divergence, null);
  }

  /**
   * @param ground why the node may not do it; null where something else refused it
   */
  void deny(BookEntry entry, RefusalCode code, Divergence divergence, Ground ground) {
    boolean byRule = ground == null && refuses(entry.judgment());
    EffectRecord decision =
        decision(
            entry, byRule ? entry.judgment() : null, "deny", code.code(), divergence, null, null);
    ledger()
        .deny(
            new Deny(
                entry.callId(),
                entry.scope(),
                entry.tool(),
                entry.preview(),
                entry.parentId(),
                code.code(),
                byRule ? "policy" : ground == null ? Deny.PREVIEW_CONSTRAINT : "authority",
                code.clause(entry.verb().action()),
                decision),
            entry.node(),
            ground);
  }

  /**
   * The record, its members in the order that the canonical text has them.
   *
   * @param judgment what the rules say; null where something else decided
   * @param wouldRefuse the code that {@code enforce} would have refused with; else null
   * @param exceeded why the node may not do it, where it does so all the same; else null
   */
  private EffectRecord decision(
      BookEntry entry,
      Judgment judgment,
      String verdict,
      String reason,
      Divergence divergence,
      RefusalCode wouldRefuse,
      Ground exceeded) {
    try {
      // Before the record is begun: this may be a canonical text of its own, with the same memory.
      String requestDigest = entry.request() == null ? null : entry.request().requestDigest();
      Object predicted = entry.predicted() == null ? null : predicted(entry);
      Approved approved = entry.approved();
      CanonicalObject text = EffectRecord.begin();
      action(entry, text.begin("action")).end().written("actor", acting(entry, judgment).text());
      if (approved != null && approved.record() != null) {
        text.member("approval", approved.record());
      }
      BookEntry.Superseded earlier = entry.superseded();
      if (earlier != null) {
        text.member("because", earlier.because());
      }
      String exception = entry.judge().exception(entry.sink(), entry.tool(), judgment);
      if (exception == null && wouldRefuse != null) {
        exception = entry.judge().exceptionThatPassed();
      }
      if (exception != null) {
        text.member("breakglass", exception);
      }
      text.plain("call_id", entry.callId());
      if (earlier != null && !earlier.finding().isEmpty()) {
        text.member("coerced", earlier.finding());
      }
      text.plain("coverage", entry.coverage());
      if (!entry.credentials().isEmpty()) {
        text.member("credentials", entry.credentials());
      }
      if (entry.detail() != null) {
        text.member("detail", entry.detail());
      }
      if (divergence != null) {
        text.member("divergence", divergence.toJson());
      }
      text.begin("evaluator").plain("decided_at", Timestamp.text(Instant.now())).raw(engine);
      List<String> findings = findings(entry, exceeded);
      if (!findings.isEmpty()) {
        text.member("findings", findings);
      }
      if (judgment != null && judgment.guardrail() != null) {
        text.member("guardrail", judgment.guardrail().toJson());
      }
      text.plain("mode", run.mode(entry.judge(), entry.sink(), entry.tool()));
      if (entry.parentId() != null) {
        text.plain("parent", entry.parentId());
      }
      if (judgment != null) {
        text.member("policy", judgment.policy());
      } else {
        text.begin("policy").plain("policy_bundle_hash", entry.judge().permits()).end();
      }
      if (predicted != null) {
        text.member("predicted_changes", predicted);
      }
      if (entry.request() != null) {
        text.plain("preview_digest", entry.preview());
      }
      if (entry.previews() != null) {
        text.member("previews", entry.previews());
      }
      if (entry.request() != null && entry.verb() != Verb.SEND && run.configuration().recipeV1()) {
        text.member("recipe_v1", recipe(entry));
      }
      text.plain("record", "decision");
      if (requestDigest != null) {
        text.plain("request_digest", requestDigest);
      }
      if (earlier != null) {
        text.plain("supersedes", earlier.digest());
      }
      text.plain("verb", entry.verb().text())
          .member("verdict", judgment == null ? verdict : judgment.verdict().text())
          .member("verdict_reason", judgment == null ? reason : judgment.reason());
      if (wouldRefuse != null) {
        text.plain("would_refuse", wouldRefuse.code());
      }
      return EffectRecord.of(text);
    } catch (NotCanonicalException unwritable) {
      throw EffectRecord.unwritable(unwritable);
    }
  }

  /** The changes where the record keeps the arguments as well, else their digest (spec 4). */
  private static Object predicted(BookEntry entry) {
    boolean told = isDisclosed(entry) && Predicted.isKept(entry.predicted());
    return told ? ChangeJson.plain(entry.predicted()) : Predicted.digest(entry.predicted());
  }

  private Actors.Acting acting(BookEntry entry, Judgment judgment) {
    return judgment == null ? actors.in(entry.parent()) : actors.judgedIn(entry.parent());
  }

  private static List<String> findings(BookEntry entry, Ground exceeded) {
    boolean confusable = entry.verb() == Verb.INVOKE && ToolName.isConfusable(entry.target());
    if (!confusable && exceeded == null) {
      return entry.findings();
    }
    List<String> findings = new ArrayList<>(entry.findings());
    if (confusable) {
      findings.add("confusable");
    }
    if (exceeded != null) {
      findings.add(exceeded.code());
    }
    return findings;
  }

  private static CanonicalObject action(BookEntry entry, CanonicalObject text) {
    Params authorised = entry.authorised();
    boolean disclosed = isDisclosed(entry);
    if (disclosed) {
      text.member("args", authorised.value());
    }
    text.member("args_disclosed", disclosed);
    if (authorised.kind() == Params.Kind.JSON) {
      String hash =
          authorised.written() == null
              ? Sha256.hex(Canonical.rho(authorised.value()))
              : authorised.written().sha256();
      text.plain("args_hash", "sha256:" + hash);
    }
    if (disclosed && entry.verb() == Verb.INVOKE && entry.request() != null) {
      text.member("method", entry.request().intent().get("method"));
    }
    return text.member(
            "target", entry.verb() == Verb.EXEC ? lastSegment(entry.target()) : entry.target())
        .member("type", entry.verb() == Verb.INVOKE ? "tool_call" : entry.verb().text());
  }

  /**
   * Whether the record keeps the parameters themselves: where the tool's entry says so, and where
   * what a reader makes of the record's line hashes to the same.
   */
  private static boolean isDisclosed(BookEntry entry) {
    if (!entry.judge().discloses() || entry.authorised().kind() != Params.Kind.JSON) {
      return false;
    }
    ToolRule rule =
        entry.verb() == Verb.INVOKE
            ? entry.judge().ruleFor(entry.target())
            : entry.parent() == null ? null : entry.parent().rule();
    return rule != null && rule.disclose() && isKeptExactly(entry.authorised().value());
  }

  private static boolean isKeptExactly(Object json) {
    try {
      byte[] text = Canonical.jcs(json, DISCLOSED_NESTING);
      return text.length <= MOST_DISCLOSED && Arrays.equals(text, Canonical.rho(json));
    } catch (NotCanonicalException noForm) {
      return false;
    }
  }

  /**
   * Writes the allow of a hop.
   *
   * @param by whose it is; null for the root's
   * @param wouldRefuse the code that {@code enforce} would have refused with; null when it would
   *     not
   * @param bound whether the node's authority decides
   * @throws NotGrantedException if it does, and the node may not; nothing was written
   */
  void allowHop(
      String callId, Node by, CallScope parent, Hop hop, RefusalCode wouldRefuse, boolean bound) {
    boolean denied = wouldRefuse == RefusalCode.POLICY && bound;
    Map<String, Object> decision =
        hop(callId, parent, hop, denied ? "deny" : "allow", Judgment.DEFAULT);
    passed(decision, parent, wouldRefuse);
    ledger()
        .allow(
            new Allow(
                callId,
                Hop.SCOPE,
                parent == null ? null : parent.tool(),
                null,
                parent == null ? null : parent.callId(),
                Capture.WRAPPER_SYNC,
                hop.adapter(),
                hop.handed(),
                wouldRefuse != null,
                decision),
            by,
            Amounts.NONE,
            bound);
  }

  /**
   * Writes the deny of a hop.
   *
   * @param by whose it is; null for the root's
   * @param ground why the node may not; null where something else refused it
   * @param byDefault whether {@code default: deny} did
   */
  void denyHop(
      String callId,
      Node by,
      CallScope parent,
      Hop hop,
      RefusalCode code,
      Ground ground,
      boolean byDefault) {
    Map<String, Object> decision =
        hop(callId, parent, hop, "deny", byDefault ? Judgment.DEFAULT : code.code());
    ledger()
        .deny(
            new Deny(
                callId,
                Hop.SCOPE,
                parent == null ? null : parent.tool(),
                null,
                parent == null ? null : parent.callId(),
                code.code(),
                ground == null ? "policy" : "authority",
                code.clause(ActionClass.DELEGATION),
                EffectRecord.decision(callId, decision)),
            by,
            ground);
  }

  private Map<String, Object> hop(
      String callId, CallScope parent, Hop hop, String verdict, String reason) {
    Map<String, Object> action = new LinkedHashMap<>(8);
    action.put("args_disclosed", false);
    if (hop.handed().kind() == Params.Kind.JSON) {
      action.put("args_hash", "sha256:" + Sha256.hex(Canonical.rho(hop.handed().value())));
    }
    action.put("target", hop.peer());
    action.put("type", "handoff");
    return decision(callId, parent, action, Hop.SINK, "handoff", verdict, reason);
  }

  private Map<String, Object> evaluator() {
    Map<String, Object> evaluator = new LinkedHashMap<>(4);
    evaluator.put("decided_at", Timestamp.text(Instant.now()));
    evaluator.put("engine_commit", run.engineCommit());
    evaluator.put("engine_version", run.engineVersion());
    return evaluator;
  }

  /** Writes the allow of what nothing authorised. */
  void allowUnjudged(String callId, CallScope parent, Unjudged use, RefusalCode wouldRefuse) {
    Map<String, Object> decision = decision(callId, parent, use, "allow", "default");
    passed(decision, parent, wouldRefuse);
    ledger()
        .allow(
            new Allow(
                callId,
                use.scope(),
                parent == null ? null : parent.tool(),
                null,
                parent == null ? null : parent.callId(),
                Capture.WRAPPER_SYNC,
                use.adapter(),
                Params.NONE,
                true,
                decision));
  }

  /** Writes the deny of what nothing can judge. */
  void denyUnjudged(String callId, CallScope parent, Unjudged use, RefusalCode code) {
    ledger()
        .deny(
            new Deny(
                callId,
                use.scope(),
                parent == null ? null : parent.tool(),
                null,
                parent == null ? null : parent.callId(),
                code.code(),
                code.clause(use.action()),
                decision(callId, parent, use, "deny", code.code())));
  }

  /**
   * An allow stands that cannot be made durable, so nothing happens by it (spec 2.2). Where that
   * cannot be written either, the call is pending, which shows as the ledger's own failure.
   */
  void stopped(String callId, RefusalCode code) {
    try {
      ledger()
          .outcome(
              new Outcome(
                  callId,
                  BodyState.RAISED,
                  0,
                  ErrorCode.EFFECT_REFUSED,
                  Params.NONE,
                  Map.of("refused", code.code(), "use", 1)));
    } catch (LedgerException unwritten) {
      return;
    }
  }

  /** Says what let something happen that is refused; nothing where it is not. */
  private void passed(Map<String, Object> decision, CallScope parent, RefusalCode wouldRefuse) {
    if (wouldRefuse != null) {
      decision.put("would_refuse", wouldRefuse.code());
      String exception = run.judge(parent).exceptionThatPassed();
      if (exception != null) {
        decision.putIfAbsent("breakglass", exception);
      }
    }
  }

  private Map<String, Object> decision(
      String callId, CallScope parent, Unjudged use, String verdict, String reason) {
    Map<String, Object> action = new LinkedHashMap<>(8);
    action.put("args_disclosed", false);
    action.put("by", use.by());
    action.put("target", use.target());
    action.put("type", use.kind());
    Map<String, Object> decision =
        decision(callId, parent, action, use.sink(), null, verdict, reason);
    decision.put("findings", List.of(use.kind()));
    return decision;
  }

  /**
   * The record of what has no intent of ours.
   *
   * @param sink as an exception names it
   * @param verb null for none
   */
  private Map<String, Object> decision(
      String callId,
      CallScope parent,
      Map<String, Object> action,
      String sink,
      String verb,
      String verdict,
      String reason) {
    Map<String, Object> decision = new LinkedHashMap<>(32);
    decision.put("action", action);
    decision.put("actor", actors.in(verb == null ? null : parent).record());
    decision.put("call_id", callId);
    decision.put("coverage", "partial");
    decision.put("evaluator", evaluator());
    Judge judge = run.judge(parent);
    String tool = parent == null ? null : parent.tool();
    String exception = judge.exception(sink, tool, null);
    if (exception != null) {
      decision.put("breakglass", exception);
    }
    decision.put("mode", run.mode(judge, sink, tool));
    if (parent != null && parent.callId() != null) {
      decision.put("parent", parent.callId());
    }
    decision.put("policy", Map.of("policy_bundle_hash", judge.permits()));
    decision.put("record", "decision");
    if (verb != null) {
      decision.put("verb", verb);
    }
    decision.put("verdict", verdict);
    decision.put("verdict_reason", reason);
    return decision;
  }

  /**
   * Recipe v1 of the previewed intent; it knows neither streams nor removed variables, and no
   * requests.
   */
  @SuppressWarnings("unchecked") // an exec intent has this shape (spec 1.3)
  private static String recipe(BookEntry entry) {
    Map<String, Object> intent = entry.request().intent();
    if (entry.verb() == Verb.INVOKE) {
      return RecipeV1.digest(RecipeV1.invoke(entry.target(), intent.get("arguments")));
    }
    Map<String, Object> env = (Map<String, Object>) intent.get("env");
    return RecipeV1.digest(
        RecipeV1.exec(
            (List<String>) intent.get("argv"),
            (String) intent.get("dir"),
            (Map<String, String>) env.get("set"),
            null));
  }

  private Ledger ledger() {
    return run.ledger();
  }

  /** The program as the books name it: the last path segment. */
  static String lastSegment(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }
}
