package dev.countersign.framework.langchain4j;

import dev.countersign.config.Configuration;
import dev.countersign.config.ToolRule;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolCall;
import java.util.List;

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
   * Opens the scope of a call that a service carries out.
   *
   * @param executor any {@code ToolExecutor}
   */
  CallScope resolve(Object request, Object executor, Adapter adapter) {
    return resolve(request, executor, executor.getClass(), adapter);
  }

  private CallScope resolve(Object request, Object executor, Class<?> answering, Adapter adapter) {
    PresentedCall call = PresentedCall.of(request);
    List<String> excluded = excludedFrom(call.tool());
    BoundTool tool = toolBehind(executor, answering).without(excluded);
    return effects.resolve(
        new ToolCall(
            call.tool(),
            call.id(),
            Resolution.without(excluded, call.arguments()),
            tool.method(),
            tool.plan(),
            new Resolution(request, executor, tool, () -> definitions.digestFor(request), excluded),
            tool.capture(),
            adapter,
            tool.lost()));
  }

  /**
   * Opens the scope of a call at an executor: that of a use where an executor around this one was
   * called for the same call, else that of a call that comes through no service.
   *
   * <p>A decorator may hand on a request of its own making: what carries the call out is compared
   * with what the model presented all the same.
   *
   * @param answering the class whose method was entered
   */
  CallScope resolveAt(Object request, Object executor, Class<?> answering, Adapter adapter) {
    CallScope outer = effects.currentCall();
    Resolution around = Resolution.of(outer);
    if (around == null
        || !BoundTools.isExecutor(around.tool())
        || around.request() != request
            && !outer.call().tool().equals(PresentedCall.of(request).tool())) {
      return resolve(request, executor, answering, adapter);
    }
    ToolCall judged = outer.call();
    List<String> excluded = excludedFrom(judged.tool());
    BoundTool tool = toolBehind(executor, answering).without(excluded);
    return effects.handOn(
        outer,
        new ToolCall(
            judged.tool(),
            judged.frameworkId(),
            judged.arguments(),
            tool.method(),
            tool.plan(),
            new Resolution(request, executor, tool, judged.pin(), excluded),
            tool.capture(),
            adapter,
            tool.lost()));
  }

  /**
   * Whether the scope is that of this very request on its way through this executor. Once an
   * executor that is itself what carries the call out has begun, what it hands on is a use of it.
   */
  boolean isOf(CallScope scope, Object request, Object executor) {
    Resolution resolution = Resolution.of(scope);
    return resolution != null
        && resolution.request() == request
        && resolution.executor() == executor
        && !(BoundTools.isExecutor(resolution.tool()) && scope.isRunning());
  }

  /**
   * @param answering the class of the executor, or the one of its superclasses that carries the
   *     call out
   */
  private BoundTool toolBehind(Object executor, Class<?> answering) {
    Class<?> type = DefaultExecutor.typeOf(answering);
    if (type == null || !DefaultExecutor.answersFor(answering, type)) {
      return tools.executor(answering);
    }
    return tools.of(
        DefaultExecutor.originalMethod(executor, type), DefaultExecutor.missingIn(type));
  }

  private List<String> excludedFrom(String tool) {
    ToolRule rule = configuration.firstFor(tool);
    return rule == null ? List.of() : rule.exclude();
  }
}
