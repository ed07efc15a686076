package dev.countersign.framework.adk;

import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.Offer;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.Built;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Defined;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import java.util.Map;

/** Point Q: which call of the model a tool is called for. */
final class Resolutions {

  private final Effects effects;
  private final Calls calls;
  private final Tools tools;
  private final Turns turns;
  private final Confirmations confirmations;

  Resolutions(Effects effects, Calls calls, Tools tools, Turns turns, Confirmations confirmations) {
    this.effects = effects;
    this.calls = calls;
    this.tools = tools;
    this.turns = turns;
    this.confirmations = confirmations;
  }

  /**
   * Opens the scope of a call that the library carries out.
   *
   * @param context which the library made for it
   */
  CallScope resolveTurns(Object tool, Object context, Adapter adapter) {
    Requested requested = turns.of(context);
    if (requested == null) {
      String line = tools.missing(Library.ancestor(tool, Library.TOOL));
      requested =
          Requested.lost(
              named(tool), line == null ? "the library made its context where nobody looks" : line);
    }
    return resolve(requested, tool, context, adapter);
  }

  /**
   * Opens the scope of a call at a tool for a method: that of a use where a tool around this one
   * was called for the same, else that of a call that the application makes itself.
   *
   * <p>What is around a tool may hand on arguments of its own making: what carries the call out is
   * compared with what the model asked for all the same.
   */
  CallScope resolveAt(Object tool, Map<?, ?> arguments, Object context, Adapter adapter) {
    CallScope outer = effects.currentCall();
    Resolution around = Resolution.of(outer);
    String name = named(tool);
    if (around != null
        && Tools.isOwn(around.tool())
        && (around.executor() == tool || outer.call().tool().equals(name))) {
      return calls.handOn(outer, context, tool, tools.behind(tool), adapter);
    }
    Requested requested = turns.of(context);
    return resolve(
        requested != null && name.equals(requested.tool())
            ? requested
            : Requested.of(null, name, Built.snapshot((Map<?, ?>) Plain.of(arguments))),
        tool,
        context,
        adapter);
  }

  /** Whether the scope is that of this very call, and its body has not begun. */
  boolean isOf(CallScope scope, Object tool) {
    Resolution resolution = Resolution.of(scope);
    return resolution != null && resolution.executor() == tool && !scope.isRunning();
  }

  private CallScope resolve(Requested requested, Object tool, Object context, Adapter adapter) {
    Defined.Reader definition = () -> tools.definition(tool);
    BoundTool behind =
        requested.lost() == null ? tools.behind(tool) : BoundTool.lost(requested.lost());
    return calls.resolve(
        new PresentedCall(
            requested.id(),
            requested.tool() == null ? named(tool) : requested.tool(),
            requested.arguments()),
        context,
        tool,
        behind,
        definition,
        adapter,
        offer(requested, context));
  }

  /** How the person at the other end of the session is asked; null where nobody is. */
  private Offer offer(Requested requested, Object context) {
    AskedQuestions questions = effects.questionsOf(ApprovalSource.ADK);
    return questions == null || requested.lost() != null || turns.of(context) != requested
        ? null
        : new ConfirmationOffer(
            questions, confirmations, requested, context, effects.isInsideCall());
  }

  /** Nobody can configure a tool by its class's name, so the defaults are for it. */
  private static String named(Object tool) {
    String name = Tools.nameOf(tool);
    return name == null ? tool.getClass().getName() : name;
  }
}
