package dev.countersign.framework.adk;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.InvocationTargetException;
import java.util.function.BiConsumer;

/**
 * {@code FunctionTool#call} and {@code #callLive}, which build the arguments and call the method by
 * reflection: what the method threw is known here for the last time. And the call itself in them,
 * the sink of methods that cannot carry the gate themselves, of interfaces behind proxies and in
 * hidden classes.
 */
final class Invoked implements SiteHandler {

  private final Effects effects;
  private final ToolSink sink;
  private final ThreadLocal<Frame> current = new ThreadLocal<>();
  private final ThreadLocal<EffectRefusedException> refusal = new ThreadLocal<>();

  private static final class Frame {
    private final Object tool;
    private final Frame outer;
    private final Object outside = Carry.capture();

    /** What the sink wants back; null for nothing. */
    private Object body;

    private CallScope scope;

    Frame(Object tool, Frame outer) {
      this.tool = tool;
      this.outer = outer;
    }
  }

  Invoked(Effects effects, ToolSink sink) {
    this.effects = effects;
    this.sink = sink;
  }

  /** What the call that just ended on this thread was refused with, once; null for nothing. */
  EffectRefusedException refusal() {
    EffectRefusedException refused = refusal.get();
    if (refused != null) {
      refusal.remove();
    }
    return refused;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    refusal.remove();
    Frame frame = new Frame(self, current.get());
    current.set(frame);
    return frame;
  }

  /** The call of the method, in those two. */
  SiteHandler call() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Frame frame = current.get();
        CallScope scope = effects.currentCall();
        Resolution resolution = Resolution.of(scope);
        if (frame == null
            || frame.tool != self
            || resolution == null
            || resolution.executor() != self
            || resolution.tool().callSite() == null
            || Tools.isOwn(resolution.tool())) {
          return null;
        }
        // Receiver of the call, then what it is called with: the object and the arguments.
        Object[] arguments = (Object[]) args[2];
        if (effects.enforcing()) {
          arguments = arguments.clone();
          args[2] = arguments;
        }
        frame.body = sink.enter(resolution.tool().callSite(), args[1], arguments);
        frame.scope = scope;
        return null;
      }
    };
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Frame frame = (Frame) token;
    if (frame.outer == null) {
      current.remove();
    } else {
      current.set(frame.outer);
    }
    EffectRefusedException refused = Streams.refusalIn(thrown);
    if (refused != null) {
      refusal.set(refused);
    }
    if (frame.body == null) {
      return result;
    }
    if (thrown != null) {
      Throwable byMethod = thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
      sink.exit(frame.body, null, byMethod);
      return result;
    }
    BiConsumer<Object, Throwable> ended = sink.exitPending(frame.body);
    CallScope scope = frame.scope;
    return Streams.carrying(
        result, scope, frame.outside, () -> effects.bodies().swallowedIn(scope), ended);
  }
}
