package dev.countersign.framework.adk;

import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.MalformedApprovalException;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.Accessors;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * {@code Functions#generateRequestConfirmationEvent}: the library names the answers to what it asks
 * a person. Read here, before anybody has the event: whatever stands in the session later, that is
 * the answer to this question and to no other one.
 */
final class AskedHook implements SiteHandler {

  private final Effects effects;
  private final Confirmations confirmations;

  AskedHook(Effects effects, Confirmations confirmations) {
    this.effects = effects;
    this.confirmations = confirmations;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // A tool that calls it puts no question: the library does so after the calls of a turn.
    return effects.questionsOf(ApprovalSource.ADK) == null || effects.isInsideCall()
        ? null
        : args[0];
  }

  @Override
  public Object exit(Object invocation, Object result, Throwable thrown)
      throws IOException, MalformedApprovalException {
    Object event = thrown == null && result != null ? Turns.optional(result) : null;
    if (Accessors.isExactly(event, Library.EVENT)) {
      for (Object call : (List<?>) Accessors.get(event, "functionCalls")) {
        put(invocation, call);
      }
    }
    return result;
  }

  private void put(Object invocation, Object call) throws IOException, MalformedApprovalException {
    Object id = Turns.optional(Accessors.get(call, "id"));
    if (!(id instanceof String answer)
        || !(Turns.optional(Accessors.get(call, "args")) instanceof Map<?, ?> arguments)) {
      return;
    }
    Object original = arguments.get("originalFunctionCall");
    Object asks = arguments.get("toolConfirmation");
    if (!Accessors.isExactly(original, Library.REQUESTED)
        || !Accessors.isExactly(asks, Library.CONFIRMATION)
        || !(Accessors.get(asks, "hint") instanceof String hint)) {
      return;
    }
    String place =
        ConfirmationOffer.place(
            invocation,
            (String) Turns.optional(Accessors.get(original, "id")),
            (String) Turns.optional(Accessors.get(original, "name")));
    AskedQuestions questions = effects.questionsOf(ApprovalSource.ADK);
    Asked asked = questions.standing(place);
    if (asked != null && confirmations.isShown(asked, hint)) {
      questions.answeredAs(asked, answer);
    }
  }
}
