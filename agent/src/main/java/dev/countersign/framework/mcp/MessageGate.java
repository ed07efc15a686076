package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * {@code sendMessage} of the library's own transports of clients. A {@code tools/call} that comes
 * from a session was judged above; one that somebody hands to a transport himself is a call of a
 * tool that is asked for and sent at once. Nothing of what is sent here is exempt without one.
 */
final class MessageGate implements SiteHandler {

  private static final String REQUEST = Library.MESSAGE;
  private static final String NOTIFICATION = Library.SCHEMA + "$JSONRPCNotification";

  /** Final records of the library: what is written of them is what they hold. */
  private static final Set<String> MESSAGES =
      Set.of(REQUEST, NOTIFICATION, Library.SCHEMA + "$JSONRPCResponse");

  private final Effects effects;
  private final SentCalls sent;
  private final Commits commits;
  private final boolean exempt;

  /**
   * @param exempt whether the transport sends requests, which are exempt inside
   */
  MessageGate(Effects effects, SentCalls sent, Commits commits, boolean exempt) {
    this.effects = effects;
    this.sent = sent;
    this.commits = commits;
    this.exempt = exempt;
  }

  /**
   * What one call of the method returns.
   *
   * @param sending null for any other message
   * @param arriving null with it
   */
  private record Messages(Class<?> library, Sending sending, SentCalls.Arriving arriving) {}

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object message = args[0];
    if (message == null || !MESSAGES.contains(message.getClass().getName())) {
      // Later lines let the application make messages of its own: what it writes is its own too.
      return null;
    }
    Class<?> library = Library.of(woven, self);
    if (!isCall(message)) {
      return exempt ? new Messages(library, null, null) : null;
    }
    Object params = Accessors.get(message, "params");
    Sending sending = sent.taken(params);
    SentCalls.Arriving arriving = sending == null ? null : sent.arriving(sending, params);
    if (arriving == null) {
      sending = sent.take(library, params);
      arriving = new SentCalls.Arriving(sending.fired(), sending.compared(), true);
    }
    if (effects.enforcing()) {
      args[0] = Records.with(message, "params", arriving.fired());
    }
    return new Messages(library, sending, arriving);
  }

  private static boolean isCall(Object message) {
    return (Accessors.isExactly(message, REQUEST) || Accessors.isExactly(message, NOTIFICATION))
        && "tools/call".equals(Accessors.get(message, "method"));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      return result;
    }
    Messages messages = (Messages) token;
    return Monos.of(messages.library).watched(result, () -> subscribed(messages));
  }

  private Watcher subscribed(Messages messages) {
    Heard sent = new Heard(new CompletableFuture<>(), Carry.capture());
    Sending sending = messages.sending;
    if (sending != null) {
      commits.make(() -> sending.byTransport(messages.arriving, sent.end()));
    }
    return exempt ? new Both(ExemptWatcher.in(effects), sent) : sent;
  }

  /** Two who watch one subscription. */
  private record Both(ExemptWatcher around, Heard sent) implements Watcher {

    @Override
    public Object carried() {
      return around.carried();
    }

    @Override
    public void ended() {
      around.ended();
      sent.ended();
    }

    @Override
    public Object failed(Throwable thrown) {
      around.ended();
      return sent.failed(thrown);
    }

    @Override
    public void cancelled() {
      around.ended();
      sent.cancelled();
    }
  }
}
