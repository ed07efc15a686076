package dev.countersign.framework.mcp;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.concurrent.CompletableFuture;

/**
 * {@code McpClientSession#sendRequest}: the sink of a call of somebody else's tool, whichever
 * transport takes it from here, and whatever the parameters are made of.
 */
final class SendHook implements SiteHandler {

  private final SentCalls sent;
  private final Commits commits;

  SendHook(SentCalls sent, Commits commits) {
    this.sent = sent;
    this.commits = commits;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!"tools/call".equals(args[0])) {
      return null;
    }
    Class<?> library = Library.of(woven, self);
    SentCalls.Taken taken = sent.take(library, args[1]);
    args[1] = taken.fired();
    return new Sent(library, taken.sending(), taken.fired());
  }

  /**
   * @param fired kept for as long as somebody may subscribe
   */
  private record Sent(Class<?> library, Sending sending, Object fired) {}

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      return result;
    }
    Sent requested = (Sent) token;
    Monos monos = Monos.of(requested.library);
    return monos.watched(
        monos.unlessStopped(result, requested.sending.stopped()),
        () -> {
          Heard answer = new Heard(new CompletableFuture<>(), Carry.capture());
          commits.make(() -> requested.sending.bySession(requested.fired, answer.end()));
          return new BySession(answer, requested.sending);
        });
  }

  /** One subscription: the thread that subscribes hands the message to a transport. */
  private record BySession(Heard answer, Sending sending) implements Watcher {

    @Override
    public Object carried() {
      return answer.carried();
    }

    @Override
    public Object subscribes() {
      return sending.sends(true, null);
    }

    @Override
    public void subscribed(Object before) {
      sending.sends(false, (Sending) before);
    }

    @Override
    public void ended() {
      answer.ended();
    }

    @Override
    public Object failed(Throwable thrown) {
      return answer.failed(thrown);
    }

    @Override
    public void cancelled() {
      answer.cancelled();
    }
  }
}
