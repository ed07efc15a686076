package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Authorised;
import dev.countersign.config.Lossy;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Arguments;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.guardrail.Judgment;
import dev.countersign.judge.Declared;
import dev.countersign.ledger.Params;
import dev.countersign.preview.Predicted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What became of a call's arguments between its resolution and the framework's argument builder,
 * where the configuration accepts it (spec 5.1): the new arguments are previewed anew, with an
 * allow of their own that names the preview they supersede, the templates are rendered from them,
 * and the sink is compared with them (spec 1.6, law 2).
 *
 * <p>Two things can have happened, one after the other, and each has its own setting. A hook of the
 * application gave the builder other JSON than the model's ({@code authorised: after-hooks}); the
 * builder's own conversion lost something of the JSON that it was given ({@code lossy}). The second
 * is accepted only where nobody but the framework's own code made the values of exactly the JSON
 * that is authorised, so that what came out is a function of it: an interceptor that puts other
 * values in their place has no share in that.
 *
 * <p>At most once for a call, and never after its body was entered or an effect of it fired: a
 * second round would give uses back that are spent.
 */
final class ChangedArguments {

  private static final String INVOKE = Surroundings.sink(Verb.INVOKE);

  private final Surroundings run;
  private final PreviewIndex index;
  private final Requests requests;
  private final NestedEffects nested;
  private final OwnRefusals refusals;
  private final Rules rules;

  /** Null where nobody can answer. */
  private Approvals approvals;

  ChangedArguments(
      Surroundings run,
      PreviewIndex index,
      Requests requests,
      NestedEffects nested,
      OwnRefusals refusals,
      Rules rules) {
    this.rules = rules;
    this.run = run;
    this.index = index;
    this.requests = requests;
    this.nested = nested;
    this.refusals = refusals;
  }

  void ask(Approvals people) {
    approvals = people;
  }

  /** Whether the entry of a call accepts any change, and the call is still before its sink. */
  static boolean mayBeAccepted(CallScope scope) {
    ToolRule rule = scope.rule();
    return (rule.authorised() != Authorised.MODEL || rule.lossy() != Lossy.REFUSE)
        && scope.refusal() == null
        && scope.own() != null
        && !scope.wasEntered()
        && scope.superseded() == null;
  }

  /** Previews anew what is accepted; what is not stays a divergence, which the sink finds. */
  void built(CallScope scope, Building building) {
    if (!mayBeAccepted(scope) || building.given() == null) {
      return;
    }
    ToolRule rule = scope.rule();
    Map<String, Object> base = scope.presented();
    List<String> because = new ArrayList<>(2);
    List<String> finding = List.of();
    Map<String, Object> accepted;
    try {
      if (!same(building.given(), base)) {
        if (rule.authorised() == Authorised.MODEL) {
          return;
        }
        base = building.given();
        because.add(Authorised.AFTER_HOOKS.text());
      }
      accepted =
          Arguments.observed(base, scope.call().target().parameters(), building.values(), true);
      if (!same(accepted, base)) {
        if (rule.lossy() == Lossy.REFUSE || !building.ownConversion().getAsBoolean()) {
          return;
        }
        because.add("lossy");
        finding = rule.lossy() == Lossy.RECORD ? paths(scope, base, accepted) : finding;
      }
    } catch (NotCanonicalException unsupported) {
      // The sink comes to the same end; it has the parameter's name.
      return;
    }
    if (!because.isEmpty()) {
      supersede(scope, base, accepted, because, finding);
    }
  }

  private void supersede(
      CallScope scope,
      Map<String, Object> base,
      Map<String, Object> accepted,
      List<String> because,
      List<String> finding) {
    ToolCall call = scope.call();
    CallScope home = scope.home();
    String earlier = scope.recordedPreview();
    String callId;
    EffectRequest request;
    Map<String, Object> intent = Requests.invokeIntent(call.tool(), call.target().text(), accepted);
    List<Declared> declared;
    try {
      callId = requests.newCallId(Verb.INVOKE);
      request = requests.of(Verb.INVOKE, scope, intent, call.plan().digest());
      declared = home.judge().declare(home.rule(), accepted);
    } catch (EffectRefusedException noRandomness) {
      refuse(scope, RefusalCode.INTERNAL, null);
      return;
    } catch (NotCanonicalException | TemplateException unsupported) {
      refuse(scope, RefusalCode.UNSUPPORTED, unsupported.getMessage());
      return;
    }
    Judgment judgment = rules.ofCall(home.judge(), scope.parent(), intent);
    RefusalCode refused = Rules.codeOf(judgment);
    if (refused == null && Rules.asksItself(home.rule(), declared)) {
      refused = RefusalCode.APPROVAL;
    }
    Approved approved = null;
    Approvals.Subject asked = null;
    if (refused == RefusalCode.APPROVAL && approvals != null && run.refuses(INVOKE, call.tool())) {
      // What was approved is what the model asked for; this is another request.
      asked = Rules.subject(request, call.tool(), home.rule(), judgment, null);
      approved = approvals.look(asked);
      refused = approved.refused();
    }
    if (refused != null && run.refuses(INVOKE, call.tool())) {
      scope.refuse(refusals.of(scope, refused, null, approved == null ? null : approved.detail()));
      return;
    }
    List<Preview> withdrawn = home.withdrawDeclared();
    if (withdrawn == null) {
      return;
    }
    for (Preview preview : withdrawn) {
      index.remove(preview);
    }
    if (approved != null && approved.refused() == null) {
      // Used up only now that nothing else is in the way.
      approved = approvals.take(asked, approved);
      if (approved.refused() != null) {
        scope.refuse(refusals.of(scope, approved.refused(), null, approved.detail()));
        return;
      }
    }
    home.renderedFrom(accepted);
    List<Preview> previews = new ArrayList<>(declared.size());
    List<String> digests = new ArrayList<>(declared.size());
    for (Declared effect : declared) {
      Preview preview = requests.preview(home, effect);
      previews.add(preview);
      digests.add(preview.digest());
    }
    BookEntry entry =
        BookEntry.ofCall(call, callId, scope, scope.judge(), Params.of(accepted))
            .previewed(request)
            .coverage(Requests.coverage(previews))
            .previews(digests)
            .superseding(new BookEntry.Superseded(earlier, because, finding))
            .judged(judgment)
            .answered(approved);
    if (scope.rule().predicts()) {
      entry.predicting(Predicted.of(scope.rule(), accepted));
    }
    try {
      nested.writeAllow(entry, refused, null, refused != null);
    } catch (EffectRefusedException unwritten) {
      refuse(scope, RefusalCode.INTERNAL, null);
      return;
    }
    scope.supersede(callId, earlier, base, accepted, request);
    scope.grant(approved == null ? null : approved.grant());
    home.declare(previews);
    for (Preview preview : previews) {
      index.add(preview);
      index.yielded(preview);
    }
  }

  /** Nothing is thrown at the builder: it would end the conversation. The sink throws it. */
  private void refuse(CallScope scope, RefusalCode code, String detail) {
    if (run.refuses(INVOKE, scope.tool())) {
      scope.refuse(refusals.of(scope, code, null, detail));
    }
  }

  private List<String> paths(
      CallScope scope, Map<String, Object> base, Map<String, Object> accepted) {
    ToolCall call = scope.call();
    EffectRequest own = scope.own().request();
    return Divergence.between(
            own.with(Requests.invokeIntent(call.tool(), call.target().text(), base)),
            own.with(Requests.invokeIntent(call.tool(), call.target().text(), accepted)),
            scope.parameterNames())
        .paths();
  }

  private static boolean same(Map<String, Object> left, Map<String, Object> right) {
    return Canonical.same(left, right);
  }
}
