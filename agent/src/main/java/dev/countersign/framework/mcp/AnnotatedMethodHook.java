package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Built;
import dev.countersign.framework.Calls;
import dev.countersign.framework.Resolution;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ToolMethod;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * {@code AbstractMcpToolMethodCallback#callMethod} of Spring AI's annotations: the handler of a
 * server goes on to a method of a bean, by reflection and through whatever aspects stand around it.
 * The call is handed on to that method, where its arguments are compared again.
 */
final class AnnotatedMethodHook implements SiteHandler {

  private final Effects effects;
  private final Calls calls;
  private final BoundTools tools;
  private final ToolSink sink;
  private final Adapter adapter;
  private final Consumer<String> holes;

  /** The methods, by their text, of which something was said. */
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /**
   * @param holes hears once of each method that is not compared, or not wholly, as the text of one
   *     line
   */
  AnnotatedMethodHook(
      Effects effects,
      Calls calls,
      BoundTools tools,
      ToolSink sink,
      Adapter adapter,
      Consumer<String> holes) {
    this.effects = effects;
    this.calls = calls;
    this.tools = tools;
    this.sink = sink;
    this.adapter = adapter;
    this.holes = holes;
  }

  /**
   * Between entry and exit. Made before anything is opened: out of memory afterwards, there would
   * be nothing that closes it again.
   */
  private static final class Using {
    private CallScope use;

    /** What the sink wants back; null where the method itself is the sink. */
    private Object body;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    CallScope outer = effects.currentCall();
    Resolution around = Resolution.of(outer);
    if (around == null
        || !(around.executor() instanceof ServedCall)
        || !outer.isRunning() && !outer.isGoingOn()) {
      return null;
    }
    Method method = (Method) Accessors.field(self, typeOf(self, woven), "toolMethod");
    if (!AnnotatedMethod.toolName(method).equals(outer.call().tool())) {
      // Somebody uses the method of one tool for another: what it gets was never presented.
      say(
          method,
          "is not compared at its entry: its tool is registered as another one than its annotation"
              + " names. Register it under the name of the annotation");
      return null;
    }
    BoundTool tool = tools.of(method, null);
    Object[] given = (Object[]) args[0];
    Using using = new Using();
    using.use = calls.handOn(outer, around.executor(), self, tool, adapter);
    boolean begun = false;
    try {
      if (using.use.refusal() != null) {
        throw using.use.refusal();
      }
      if (tool.callSite() != null && effects.enforcing()) {
        // The method gets a copy that nobody else holds, and it is the copy that is compared.
        given = given.clone();
        args[0] = given;
      }
      new Built(using.use, null, () -> true).keep(effects, given);
      if (tool.callSite() != null) {
        using.body = sink.enter(tool.callSite(), null, given);
      }
      begun = true;
      return using;
    } finally {
      if (!begun) {
        effects.end(using.use, null);
      }
    }
  }

  private void say(Method method, String what) {
    String text = ToolMethod.text(method);
    if (said.add(text)) {
      holes.accept("tool method " + text + " " + what);
    }
  }

  private static Class<?> typeOf(Object self, WovenMethod woven) {
    Class<?> type = self.getClass();
    while (!type.getName().equals(woven.className())) {
      type = type.getSuperclass();
    }
    return type;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Using using = (Using) token;
    try {
      return using.body == null ? result : sink.exit(using.body, result, thrown);
    } finally {
      effects.end(using.use, thrown);
    }
  }
}
