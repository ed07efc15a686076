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

  /** One call of the method. */
  private static final class Messages {

    private final Class<?> library;

    /** Null for any other message. */
    private final Sending sending;

    /** Null with it. */
    private final SentCalls.Arriving arriving;

    /** Null where it is sent once somebody subscribes. */
    private final Heard sent;

    /** What it does before anybody subscribes is exempt; null where nothing is. */
    private ExemptWatcher around;

    Messages(Class<?> library, Sending sending, SentCalls.Arriving arriving, boolean sendsAtOnce) {
      this.library = library;
      this.sending = sending;
      this.arriving = arriving;
      this.sent = sendsAtOnce ? new Heard(new CompletableFuture<>(), Carry.capture()) : null;
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object message = args[0];
    if (message == null) {
      return null; // the transport's to reject
    }
    Class<?> library = Library.of(woven, self);
    if (!MESSAGES.contains(message.getClass().getName())) {
      // Later lines let the application make messages of its own, which write themselves. Without
      // an exemption the request of an HTTP transport is judged; nobody judges a line of text.
      return exempt ? null : unreadable(library);
    }
    boolean call = isCall(message);
    if (!call && !exempt) {
      return null;
    }
    // Standard output is written to at once in every line, and so is everything in 0.10.
    boolean sendsAtOnce = !exempt || Library.isOld(library);
    Messages messages =
        call
            ? called(library, message, args, sendsAtOnce)
            : new Messages(library, null, null, sendsAtOnce);
    if (call && sendsAtOnce) {
      messages.sending.byTransport(messages.arriving, messages.sent.end());
    }
    if (exempt && sendsAtOnce) {
      messages.around = ExemptWatcher.entered(effects); // last: nothing fails behind it
    }
    return messages;
  }

  /** Nobody knows what a message of the application's own says: it may be a call. */
  private Messages unreadable(Class<?> library) {
    Sending sending = sent.take(library, null);
    Messages messages =
        new Messages(
            library,
            sending,
            new SentCalls.Arriving(sending.fired(), sending.compared(), true),
            true);
    sending.byTransport(messages.arriving, messages.sent.end());
    return messages;
  }

  private Messages called(Class<?> library, Object message, Object[] args, boolean sendsAtOnce) {
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
    return new Messages(library, sending, arriving, sendsAtOnce);
  }

  private static boolean isCall(Object message) {
    return (Accessors.isExactly(message, REQUEST) || Accessors.isExactly(message, NOTIFICATION))
        && "tools/call".equals(Accessors.get(message, "method"));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Messages messages = (Messages) token;
    if (messages.around != null) {
      messages.around.leave();
    }
    if (thrown != null) {
      if (messages.around != null) {
        messages.around.ended();
      }
      if (messages.sent != null) {
        messages.sent.failed(thrown);
      }
      return result;
    }
    return Monos.of(messages.library).watched(result, () -> subscribed(messages));
  }

  private Watcher subscribed(Messages messages) {
    if (messages.sent != null) {
      return messages.around == null ? messages.sent : new Both(messages.around, messages.sent);
    }
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
