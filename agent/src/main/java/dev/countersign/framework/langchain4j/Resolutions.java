package dev.countersign.framework.langchain4j;

import dev.countersign.config.Configuration;
import dev.countersign.config.ToolRule;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Point Q: turns what the framework is about to execute into a resolved call. */
final class Resolutions {

  private final Effects effects;
  private final Configuration configuration;
  private final BoundTools tools;
  private final SeenDefinitions definitions;

  Resolutions(
      Effects effects, Configuration configuration, BoundTools tools, SeenDefinitions definitions) {
    this.effects = effects;
    this.configuration = configuration;
    this.tools = tools;
    this.definitions = definitions;
  }

  /**
   * Opens the scope of a call.
   *
   * @param executor any {@code ToolExecutor}
   */
  CallScope resolve(Object request, Object executor, Adapter adapter) {
    PresentedCall call = PresentedCall.of(request);
    List<String> excluded = excludedFrom(call.tool());
    BoundTool tool = toolBehind(executor).without(excluded);
    return effects.resolve(
        new ToolCall(
            call.tool(),
            call.id(),
            judgedArguments(call, excluded),
            tool.method(),
            tool.plan(),
            new Resolution(request, executor, tool, definitions),
            tool.capture(),
            adapter,
            tool.lost()));
  }

  /** Whether the scope is that of this very request on its way through this executor. */
  static boolean isOf(CallScope scope, Object request, Object executor) {
    Resolution resolution = Resolution.of(scope);
    return resolution != null
        && resolution.request() == request
        && resolution.executor() == executor;
  }

  private BoundTool toolBehind(Object executor) {
    Class<?> type = DefaultExecutor.typeOf(executor);
    if (type == null) {
      return tools.executor();
    }
    return tools.of(
        DefaultExecutor.originalMethod(executor, type), DefaultExecutor.missingIn(type));
  }

  /**
   * What the model asked for. A decorator around the framework's executor may hand on a request of
   * its own making: the method is then still compared with what the model presented.
   */
  private Map<String, Object> judgedArguments(PresentedCall call, List<String> excluded) {
    CallScope outer = effects.currentCall();
    Resolution around = Resolution.of(outer);
    boolean decorated =
        around != null
            && around.tool() == tools.executor()
            && outer.isRunning()
            && outer.call().tool().equals(call.tool());
    Map<String, Object> presented = decorated ? outer.call().arguments() : call.arguments();
    if (presented == null || excluded.isEmpty()) {
      return presented;
    }
    Map<String, Object> kept = new LinkedHashMap<>(presented);
    kept.keySet().removeAll(excluded);
    return kept;
  }

  private List<String> excludedFrom(String tool) {
    ToolRule rule = configuration.firstFor(tool);
    return rule == null ? List.of() : rule.exclude();
  }
}
