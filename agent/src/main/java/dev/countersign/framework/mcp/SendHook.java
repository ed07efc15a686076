package dev.countersign.framework.mcp;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.CompletableFuture;

/**
 * {@code McpClientSession#sendRequest}: the sink of a call of somebody else's tool, whichever
 * transport takes it from here.
 */
final class SendHook implements SiteHandler {

  private final SentCalls sent;

  SendHook(SentCalls sent) {
    this.sent = sent;
  }

  /** The answer to what was sent. */
  private record Sent(Class<?> library, CompletableFuture<Object> answer) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!"tools/call".equals(args[0]) || !CalledTool.is(args[1])) {
      return null;
    }
    Sent token = new Sent(args[1].getClass(), new CompletableFuture<>());
    sent.send(args, token.answer);
    return token;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Sent sending = (Sent) token;
    Monos monos = Monos.of(sending.library);
    if (thrown == null && monos.isMono(result)) {
      return monos.watched(result, () -> new Waiting(sending.answer, Carry.capture()));
    }
    end(sending.answer, thrown);
    return result;
  }

  private static void end(CompletableFuture<Object> answer, Throwable thrown) {
    if (thrown == null) {
      answer.complete(null);
    } else {
      answer.completeExceptionally(thrown);
    }
  }

  /** One subscription. */
  private record Waiting(CompletableFuture<Object> answer, Object carried) implements Watcher {

    @Override
    public void ended() {
      answer.complete(null);
    }

    @Override
    public Object failed(Throwable thrown) {
      end(answer, thrown);
      return null;
    }

    @Override
    public void cancelled() {
      answer.cancel(false);
    }
  }
}
