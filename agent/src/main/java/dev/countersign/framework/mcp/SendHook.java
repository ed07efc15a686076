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
    Sending sending = sent.take(library, args[1]);
    args[1] = sending.fired();
    return new Sent(library, sending);
  }

  private record Sent(Class<?> library, Sending sending) {}

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      return result;
    }
    Sent requested = (Sent) token;
    return Monos.of(requested.library)
        .watched(
            result,
            () -> {
              Heard answer = new Heard(new CompletableFuture<>(), Carry.capture());
              commits.make(() -> requested.sending.bySession(answer.end()));
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
