package dev.countersign.framework.langchain4j;

import dev.countersign.framework.SentText;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.WovenMethod;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Between begin and end of one use of a call that goes to a server. */
final class McpSending {

  private final Effects effects;
  private final ToolSink sink;
  private final Object carried = Carry.capture();
  private CallScope scope;

  /** What the sink wants back; null for nothing. */
  private Object body;

  private McpSending(Effects effects, ToolSink sink) {
    this.effects = effects;
    this.sink = sink;
  }

  /**
   * What is about to be sent is compared with what was judged.
   *
   * @param opening opens the scope of the use; this is made before: out of memory afterwards, there
   *     would be nothing that closes it again
   * @param opened hears of that scope before anything is sent
   * @param sent stands for what sends
   * @param arguments strictly read; null where they are no JSON object
   * @throws dev.countersign.EffectRefusedException when it must not be sent
   */
  static McpSending begin(
      Effects effects,
      ToolSink sink,
      Supplier<CallScope> opening,
      Consumer<CallScope> opened,
      WovenMethod sent,
      Object self,
      Map<String, Object> arguments) {
    McpSending sending = new McpSending(effects, sink);
    sending.scope = opening.get();
    boolean begun = false;
    try {
      opened.accept(sending.scope);
      Object[] compared = SentText.built(effects, sending.scope, arguments);
      sending.body = sink.enter(sent, self, compared);
      begun = true;
      return sending;
    } finally {
      if (!begun) {
        sending.leave(null);
      }
    }
  }

  Object end(Object result, Throwable thrown) {
    try {
      return body == null ? result : sink.exit(body, result, thrown);
    } finally {
      leave(thrown);
    }
  }

  /** Whoever asks a client inside what it sends goes on there, and not around it. */
  private void leave(Throwable thrown) {
    effects.end(scope, thrown);
    Carry.enter(carried);
  }
}
