package dev.countersign.framework.langchain4j;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * {@code ToolService#executeWithErrorHandling}: every service of the library passes here with the
 * model's request.
 *
 * <p>A refusal thrown here would end the whole conversation, so it is kept and thrown one step
 * later, inside the framework's error handling. Only an executor that answers to {@code
 * executeWithContext} by itself, a subclass of {@code DefaultToolExecutor} included, has no later
 * step of ours: this call is its sink, and a refusal does end the conversation, which is still
 * closed.
 */
final class ServiceHook implements SiteHandler {

  private static final ClassValue<Boolean> ANSWERS_BY_ITSELF =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return answersByItself(type);
        }
      };

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;

  ServiceHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  /**
   * @param body the token of the sink where this call is the sink as well; else null
   */
  private record Executing(CallScope scope, Object body) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object request = args[0];
    Object executor = args[1];
    CallScope scope = resolutions.resolve(request, executor, adapter);
    if (!ANSWERS_BY_ITSELF.get(executor.getClass())) {
      return new Executing(scope, null);
    }
    boolean begun = false;
    try {
      Object body = sink.enter(Resolution.of(scope).tool().callSite(), executor, new Object[0]);
      begun = true;
      return new Executing(scope, body);
    } finally {
      if (!begun) {
        effects.end(scope, null);
      }
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Executing executing = (Executing) token;
    try {
      return executing.body() == null ? result : sink.exit(executing.body(), result, thrown);
    } finally {
      effects.end(executing.scope(), thrown);
    }
  }

  private static boolean answersByItself(Class<?> type) {
    Class<?> framework = DefaultExecutor.typeOf(type);
    if (framework != null) {
      return !DefaultExecutor.answersFor(type, framework);
    }
    for (Method method : type.getMethods()) {
      if (method.getName().equals("executeWithContext")
          && method.getDeclaringClass().getName().equals(Library.TOOL_EXECUTOR)) {
        return false;
      }
    }
    return true;
  }
}
