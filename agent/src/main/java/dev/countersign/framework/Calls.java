package dev.countersign.framework;

import dev.countersign.approval.Offer;
import dev.countersign.config.Configuration;
import dev.countersign.config.ToolRule;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.PinSource;
import dev.countersign.scope.ToolCall;
import java.util.List;

/** Point Q: turns what a framework is about to carry out into a resolved call. */
public final class Calls {

  private final Effects effects;
  private final Configuration configuration;

  public Calls(Effects effects, Configuration configuration) {
    this.effects = effects;
    this.configuration = configuration;
  }

  /**
   * Opens the scope of a call.
   *
   * @param request the framework's object that asks for the call
   * @param executor the framework's object that carries it out
   * @param behind what is compared
   * @param definition reads the definition that led to the request
   */
  public CallScope resolve(
      PresentedCall call,
      Object request,
      Object executor,
      BoundTool behind,
      PinSource definition,
      Adapter adapter) {
    return resolve(call, request, executor, behind, definition, adapter, null);
  }

  /**
   * The same of a framework that has to do with the call's approval.
   *
   * @param offer what it has to do with it; null for nothing
   */
  public CallScope resolve(
      PresentedCall call,
      Object request,
      Object executor,
      BoundTool behind,
      PinSource definition,
      Adapter adapter,
      Offer offer) {
    List<String> excluded = excludedFrom(call.tool());
    BoundTool tool = behind.without(excluded);
    return HeldObject.resolve(
        effects,
        new ToolCall(
            call.tool(),
            call.id(),
            Resolution.without(excluded, call.arguments()),
            tool.method(),
            tool.plan(),
            new Resolution(request, executor, tool, definition, excluded),
            tool.capture(),
            adapter,
            tool.lost()),
        executor,
        offer);
  }

  /**
   * Opens the scope of a use: what carries a call out handed it on. It is compared with what the
   * model presented, whatever it was handed.
   *
   * @param outer the scope of the call
   */
  public CallScope handOn(
      CallScope outer, Object request, Object executor, BoundTool behind, Adapter adapter) {
    return effects.handOn(outer, use(outer, request, executor, behind, adapter));
  }

  /**
   * The same of what carries the call out once more, on its own: a further use of it.
   *
   * @param attempted the scope of the call, which has not ended yet
   */
  public CallScope again(
      CallScope attempted, Object request, Object executor, BoundTool behind, Adapter adapter) {
    return effects.again(attempted, use(attempted, request, executor, behind, adapter));
  }

  private ToolCall use(
      CallScope outer, Object request, Object executor, BoundTool behind, Adapter adapter) {
    ToolCall judged = outer.call();
    List<String> excluded = excludedFrom(judged.tool());
    BoundTool tool = behind.without(excluded);
    return new ToolCall(
        judged.tool(),
        judged.frameworkId(),
        judged.arguments(),
        tool.method(),
        tool.plan(),
        new Resolution(request, executor, tool, judged.pin(), excluded),
        tool.capture(),
        adapter,
        tool.lost());
  }

  /**
   * The application registers a tool: its preview can be asked for from here on (spec 4).
   *
   * @param tool as the model calls it; null where that is not known
   * @param holder what carries it out; null where that is nothing but a static method
   */
  public void registered(String tool, Object holder) {
    if (tool != null && holder != null) {
      HeldObject.registered(effects, tool, holder);
    }
  }

  /** Whether calls of a tool depend on what it was described as at its first use. */
  public boolean pins(String tool) {
    ToolRule rule = configuration.firstFor(tool);
    return rule == null || !rule.pin().isOff();
  }

  private List<String> excludedFrom(String tool) {
    ToolRule rule = configuration.firstFor(tool);
    return rule == null ? List.of() : rule.exclude();
  }
}
