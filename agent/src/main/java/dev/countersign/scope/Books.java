package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.Change;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.RecipeV1;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Argument;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.Amounts;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Deny;
import dev.countersign.ledger.EffectRecord;
import dev.countersign.ledger.Ground;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.ScopeName;
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

  Books(Surroundings run, Actors actors) {
    this.run = run;
    this.actors = actors;
  }

  /**
   * What the books say about one effect, however it was decided.
   *
   * @param judge what judged it
   * @param request the preview; the observed request where there is none; null where neither has a
   *     canonical form
   * @param previewed whether {@code request} is a preview
   * @param coverage {@code full}, {@code partial} or {@code ambient}
   * @param authorised the parameters as judged
   * @param previews digests of the declared effects; null for nested effects
   * @param detail what has no canonical form, or which hook is missing; null for nothing to say
   * @param findings what the effect leaves unbound, as {@link Observation} names it
   * @param credentials the headers of a request that carry one and are not compared, by name: a
   *     list of the BLAKE3-256 of each value
   * @param superseded the preview that this one takes the place of; null for none
   * @param judgment what the rules say; null where they were not asked, or something else decided
   * @param predicted what it was said to change; null where nobody is told
   * @param approved what the people who answer say; null where nobody was asked
   */
  record Entry(
      String callId,
      CallScope parent,
      Judge judge,
      Verb verb,
      String target,
      EffectRequest request,
      boolean previewed,
      String coverage,
      Params authorised,
      List<String> previews,
      Capture capture,
      Adapter adapter,
      String detail,
      List<String> findings,
      Map<String, Object> credentials,
      Superseded superseded,
      Judgment judgment,
      List<Change> predicted,
      Approved approved) {

    /**
     * About a call itself; only what differs from entry to entry is given.
     *
     * @param judge what judged it
     * @param request the preview; null where the call has no canonical form
     */
    static Entry ofCall(
        ToolCall call,
        String callId,
        CallScope parent,
        Judge judge,
        EffectRequest request,
        String coverage,
        Params authorised,
        List<String> previews,
        String detail) {
      return new Entry(
          callId,
          parent,
          judge,
          Verb.INVOKE,
          call.tool(),
          request,
          request != null,
          coverage,
          authorised,
          previews,
          call.capture(),
          call.adapter(),
          detail,
          List.of(),
          Map.of(),
          null,
          null,
          null,
          null);
    }

    /** This entry, where something else than the rules decided. */
    Entry unjudged() {
      return judgment == null ? this : judged(null);
    }

    /** This entry, with what the rules say. */
    Entry judged(Judgment by) {
      return by == judgment
          ? this
          : new Entry(
              callId,
              parent,
              judge,
              verb,
              target,
              request,
              previewed,
              coverage,
              authorised,
              previews,
              capture,
              adapter,
              detail,
              findings,
              credentials,
              superseded,
              by,
              predicted,
              approved);
    }

    /** This entry, with what is to be found about the call. */
    Entry finding(List<String> more) {
      return more.isEmpty()
          ? this
          : new Entry(
              callId,
              parent,
              judge,
              verb,
              target,
              request,
              previewed,
              coverage,
              authorised,
              previews,
              capture,
              adapter,
              detail,
              more,
              credentials,
              superseded,
              judgment,
              predicted,
              approved);
    }

    /** This entry, with what the people who answer say. */
    Entry answered(Approved answer) {
      if (answer == null) {
        return this;
      }
      List<String> all = new ArrayList<>(findings);
      all.addAll(answer.findings());
      return new Entry(
          callId,
          parent,
          judge,
          verb,
          target,
          request,
          previewed,
          coverage,
          authorised,
          previews,
          capture,
          adapter,
          detail == null ? answer.detail() : detail,
          all,
          credentials,
          superseded,
          judgment,
          predicted,
          answer);
    }

    /** This entry, of a preview that takes the place of another one. */
    Entry superseding(Superseded earlier) {
      return new Entry(
          callId,
          parent,
          judge,
          verb,
          target,
          request,
          previewed,
          coverage,
          authorised,
          previews,
          capture,
          adapter,
          detail,
          earlier.finding().isEmpty() ? findings : List.of("lossy_coercion"),
          credentials,
          earlier,
          judgment,
          predicted,
          approved);
    }

    /** This entry, with what the call was said to change. */
    Entry predicting(List<Change> changes) {
      return new Entry(
          callId,
          parent,
          judge,
          verb,
          target,
          request,
          previewed,
          coverage,
          authorised,
          previews,
          capture,
          adapter,
          detail,
          findings,
          credentials,
          superseded,
          judgment,
          changes,
          approved);
    }

    String scope() {
      switch (verb) {
        case EXEC:
          return ScopeName.exec(target);
        case SEND:
          return ScopeName.send(host(target));
        default:
          return ScopeName.tool(target);
      }
    }

    /** Of scheme, host and port. */
    private static String host(String origin) {
      return origin.substring(origin.indexOf("//") + 2, origin.lastIndexOf(':'));
    }

    String sink() {
      return Surroundings.sink(verb);
    }

    String tool() {
      if (verb == Verb.INVOKE) {
        return target;
      }
      return parent == null ? null : parent.tool();
    }

    /** Whose it is; null for the root's. */
    Node node() {
      return parent == null ? null : parent.node();
    }

    String parentId() {
      return parent == null ? null : parent.callId();
    }

    String preview() {
      return previewed ? request.digest() : null;
    }
  }

  /**
   * The preview that a new one takes the place of (spec 5.1).
   *
   * @param digest of it
   * @param because which settings let it be superseded: {@code after-hooks}, {@code lossy}
   * @param finding pointers of what the framework's coercion changed, where that is to be a finding
   */
  record Superseded(String digest, List<String> because, List<String> finding) {}

  /**
   * Writes an allow.
   *
   * @param wouldRefuse the code that {@code enforce} would have refused with; null when it would
   *     not
   * @throws NotGrantedException in {@code enforce}, if the node may not do it; nothing was written
   */
  void allow(Entry entry, RefusalCode wouldRefuse, boolean unlisted) {
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
  private void allow(Entry entry, RefusalCode wouldRefuse, Ground exceeded, boolean unlisted) {
    EffectRecord decision = decision(entry, "allow", Judgment.DEFAULT, null, wouldRefuse, exceeded);
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
  private static Amounts amounts(Entry entry) {
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
  void deny(Entry entry, RefusalCode code, Divergence divergence) {
    deny(entry, code, divergence, null);
  }

  /**
   * @param ground why the node may not do it; null where something else refused it
   */
  void deny(Entry entry, RefusalCode code, Divergence divergence, Ground ground) {
    boolean byRule = ground == null && refuses(entry.judgment());
    EffectRecord decision =
        decision(byRule ? entry : entry.unjudged(), "deny", code.code(), divergence, null, null);
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
   * @param wouldRefuse the code that {@code enforce} would have refused with; else null
   * @param exceeded why the node may not do it, where it does so all the same; else null
   */
  private EffectRecord decision(
      Entry entry,
      String verdict,
      String reason,
      Divergence divergence,
      RefusalCode wouldRefuse,
      Ground exceeded) {
    try {
      // Before the record is begun: this is a canonical text of its own, with the same memory.
      String requestDigest = entry.previewed() ? entry.request().requestDigest() : null;
      Object predicted = entry.predicted() == null ? null : predicted(entry);
      CanonicalObject text = EffectRecord.begin();
      action(entry, text.begin("action")).end().written("actor", acting(entry).text());
      if (entry.approved() != null && entry.approved().record() != null) {
        text.member("approval", entry.approved().record());
      }
      Superseded earlier = entry.superseded();
      if (earlier != null) {
        text.member("because", earlier.because());
      }
      String exception = entry.judge().exception(entry.sink(), entry.tool(), entry.judgment());
      if (exception == null && wouldRefuse != null) {
        exception = entry.judge().exceptionThatPassed();
      }
      if (exception != null) {
        text.member("breakglass", exception);
      }
      text.member("call_id", entry.callId());
      if (earlier != null && !earlier.finding().isEmpty()) {
        text.member("coerced", earlier.finding());
      }
      text.member("coverage", entry.coverage());
      if (!entry.credentials().isEmpty()) {
        text.member("credentials", entry.credentials());
      }
      if (entry.detail() != null) {
        text.member("detail", entry.detail());
      }
      if (divergence != null) {
        text.member("divergence", divergence.toJson());
      }
      text.begin("evaluator")
          .member("decided_at", Timestamp.text(Instant.now()))
          .member("engine_commit", run.engineCommit())
          .member("engine_version", run.engineVersion())
          .end();
      List<String> findings = findings(entry, exceeded);
      if (!findings.isEmpty()) {
        text.member("findings", findings);
      }
      Judgment judgment = entry.judgment();
      if (judgment != null && judgment.guardrail() != null) {
        text.member("guardrail", judgment.guardrail().toJson());
      }
      text.member("mode", run.mode(entry.judge(), entry.sink(), entry.tool()));
      if (entry.parentId() != null) {
        text.member("parent", entry.parentId());
      }
      if (judgment != null) {
        text.member("policy", judgment.policy());
      } else {
        text.begin("policy").member("policy_bundle_hash", entry.judge().permits()).end();
      }
      if (predicted != null) {
        text.member("predicted_changes", predicted);
      }
      if (entry.previewed()) {
        text.member("preview_digest", entry.request().digest());
      }
      if (entry.previews() != null) {
        text.member("previews", entry.previews());
      }
      if (entry.previewed() && entry.verb() != Verb.SEND && run.configuration().recipeV1()) {
        text.member("recipe_v1", recipe(entry));
      }
      text.member("record", "decision");
      if (entry.previewed()) {
        text.member("request_digest", requestDigest);
      }
      if (earlier != null) {
        text.member("supersedes", earlier.digest());
      }
      text.member("verb", entry.verb().text())
          .member("verdict", judgment == null ? verdict : judgment.verdict().text())
          .member("verdict_reason", judgment == null ? reason : judgment.reason());
      if (wouldRefuse != null) {
        text.member("would_refuse", wouldRefuse.code());
      }
      return EffectRecord.of(text);
    } catch (NotCanonicalException unwritable) {
      throw EffectRecord.unwritable(unwritable);
    }
  }

  /** The changes where the record keeps the arguments as well, else their digest (spec 4). */
  private static Object predicted(Entry entry) {
    boolean told = isDisclosed(entry) && Predicted.isKept(entry.predicted());
    return told ? ChangeJson.plain(entry.predicted()) : Predicted.digest(entry.predicted());
  }

  private Actors.Acting acting(Entry entry) {
    return entry.judgment() == null ? actors.in(entry.parent()) : actors.judgedIn(entry.parent());
  }

  private static List<String> findings(Entry entry, Ground exceeded) {
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

  private static CanonicalObject action(Entry entry, CanonicalObject text) {
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
      text.member("args_hash", "sha256:" + hash);
    }
    if (disclosed && entry.verb() == Verb.INVOKE && entry.previewed()) {
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
  private static boolean isDisclosed(Entry entry) {
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
  private static String recipe(Entry entry) {
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
