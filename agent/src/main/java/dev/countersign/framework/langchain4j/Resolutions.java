package dev.countersign.framework.langchain4j;

import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Defined;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;

/** Point Q: turns what the framework is about to execute into a resolved call. */
final class Resolutions {

  private final Effects effects;
  private final Calls calls;
  private final BoundTools tools;
  private final SeenDefinitions definitions;

  Resolutions(Effects effects, Calls calls, BoundTools tools, SeenDefinitions definitions) {
    this.effects = effects;
    this.calls = calls;
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
    return resolve(request, executor, toolBehind(executor, answering), adapter);
  }

  private CallScope resolve(Object request, Object executor, BoundTool behind, Adapter adapter) {
    return calls.resolve(
        ExecutionRequest.read(request),
        request,
        executor,
        behind,
        definitionLeadingTo(request),
        adapter);
  }

  private Defined.Reader definitionLeadingTo(Object request) {
    return () -> definitions.leadingTo(request);
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
    return resolveAt(request, executor, toolBehind(executor, answering), adapter);
  }

  /**
   * The same.
   *
   * @param behind what carries the call out
   */
  CallScope resolveAt(Object request, Object executor, BoundTool behind, Adapter adapter) {
    CallScope outer = effects.currentCall();
    return isHandedOn(outer, request, ExecutionRequest.read(request).tool())
        ? calls.handOn(outer, request, executor, behind, adapter)
        : resolve(request, executor, behind, adapter);
  }

  /**
   * Whether an executor of the application's own that the call is carried out by goes on.
   *
   * @param outer may be null
   */
  private static boolean isHandedOn(CallScope outer, Object request, String tool) {
    Resolution around = Resolution.of(outer);
    return around != null
        && OwnExecutors.isOne(around.tool())
        && (around.request() == request || outer.call().tool().equals(tool));
  }

  /**
   * Opens the scope of a call that a client of a tool server sends: that of a use where an executor
   * of such tools was called for it, whatever clients the application put in between, else as at an
   * executor.
   *
   * @param client the library's
   * @param behind what sends it
   */
  CallScope resolveSent(Object request, Object client, BoundTool behind, Adapter adapter) {
    CallScope outer = effects.currentCall();
    Resolution around = Resolution.of(outer);
    if (around != null && around.executor() == client) {
      // Asked again by whoever hears of what it sends: not what it does, but a use beside it.
      outer = outer.handedOnBy();
    }
    String tool = ExecutionRequest.read(request).tool();
    return SentTool.isUnderway(outer, tool) || isHandedOn(outer, request, tool)
        ? calls.handOn(outer, request, client, behind, adapter)
        : resolve(request, client, behind, adapter);
  }

  /**
   * Opens the scope of a call that a transport to a tool server sends: that of a use where a client
   * or an executor was called for it, or is itself what sends it, else that of a call of its own.
   *
   * @param call as it is in the message
   * @param behind what sends it
   */
  CallScope resolveText(PresentedCall call, Object transport, BoundTool behind, Adapter adapter) {
    CallScope outer = effects.currentCall();
    return SentTool.isUnderway(outer, call.tool()) || isHandedOn(outer, call, call.tool())
        ? calls.handOn(outer, call, transport, behind, adapter)
        : calls.resolve(call, call, transport, behind, () -> null, adapter);
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
        && !(OwnExecutors.isOne(resolution.tool()) && scope.isRunning());
  }

  /**
   * @param answering the class of the executor, or the one of its superclasses that carries the
   *     call out
   */
  private BoundTool toolBehind(Object executor, Class<?> answering) {
    if (!DefaultExecutor.answersFor(answering)) {
      return OwnExecutors.of(answering, tools);
    }
    Class<?> type = DefaultExecutor.typeOf(answering);
    return tools.of(
        DefaultExecutor.originalMethod(executor, type), DefaultExecutor.missingIn(type));
  }
}
