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
 * tool that is asked for and sent at once. What is written of either is judged as it leaves ({@link
 * Leaving}).
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
  private final Leaving leaving;
  private final boolean exempt;

  /**
   * @param exempt whether the transport sends requests, which are exempt inside
   */
  MessageGate(Effects effects, SentCalls sent, Commits commits, Leaving leaving, boolean exempt) {
    this.effects = effects;
    this.sent = sent;
    this.commits = commits;
    this.leaving = leaving;
    this.exempt = exempt;
  }

  /** One call of the method. */
  private static final class Messages {

    private final Class<?> library;

    /** Null for any other message. */
    private final Sending sending;

    /** The id of the message and its parameters; null with it. */
    private final Object id;

    private final Object fired;

    /** Null where it is sent once somebody subscribes. */
    private final Heard sent;

    /** What it does before anybody subscribes is exempt; null where nothing is. */
    private Requesting around;

    Messages(Class<?> library, Sending sending, Object id, Object fired, boolean sendsAtOnce) {
      this.library = library;
      this.sending = sending;
      this.id = id;
      this.fired = fired;
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
    if (!MESSAGES.contains(message.getClass().getName()) && !exempt) {
      // Later lines let the application make messages of its own, which write themselves. Of a
      // request it is known what they wrote; a line is refused before, as long as somebody hears.
      return unreadable(library);
    }
    boolean call = isCall(message);
    if (!call && !exempt) {
      return null;
    }
    // Standard output is written to at once in every line.
    boolean sendsAtOnce = !exempt || TransportFrames.sendsAtOnce(library);
    Messages messages =
        call
            ? called(library, message, args, sendsAtOnce)
            : new Messages(library, null, null, null, sendsAtOnce);
    Expected expected = call && sendsAtOnce ? commit(messages, messages.sent) : null;
    if (!exempt) {
      leaving.line(messages.fired, expected);
    } else if (sendsAtOnce) {
      messages.around = Requesting.in(effects, leaving, library, expected);
      messages.around.frame().enter(); // last: nothing fails behind it
    }
    return messages;
  }

  private Expected commit(Messages messages, Heard heard) {
    return messages.sending.byTransport(messages.id, messages.fired, heard.end());
  }

  /** Nobody knows what a message of the application's own says: it may be a call. */
  private Messages unreadable(Class<?> library) {
    SentCalls.Taken taken = sent.take(library, null);
    Messages messages = new Messages(library, taken.sending(), null, taken.fired(), true);
    commit(messages, messages.sent);
    return messages;
  }

  private Messages called(Class<?> library, Object message, Object[] args, boolean sendsAtOnce) {
    Object params = Accessors.get(message, "params");
    Sending sending = sent.taken(params);
    SentCalls.Arriving arriving = sending == null ? null : sent.arriving(sending, params);
    Object fired;
    if (arriving == null) {
      SentCalls.Taken taken = sent.take(library, params);
      sending = taken.sending();
      fired = taken.fired();
    } else {
      fired = arriving.fired();
    }
    if (effects.enforcing()) {
      args[0] = Records.with(message, "params", fired);
    }
    Object id = Accessors.isExactly(message, REQUEST) ? Accessors.get(message, "id") : null;
    return new Messages(library, sending, id, fired, sendsAtOnce);
  }

  private static boolean isCall(Object message) {
    return (Accessors.isExactly(message, REQUEST) || Accessors.isExactly(message, NOTIFICATION))
        && "tools/call".equals(Accessors.get(message, "method"));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Messages messages = (Messages) token;
    if (messages.around != null) {
      messages.around.frame().leave();
    }
    if (thrown != null) {
      if (messages.around != null) {
        messages.around.failed(thrown);
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
    Heard heard = new Heard(new CompletableFuture<>(), Carry.capture());
    Committed committed = new Committed();
    if (messages.sending != null) {
      commits.make(() -> committed.expected = commit(messages, heard));
    }
    return new Both(Requesting.in(effects, leaving, messages.library, committed.expected), heard);
  }

  /** What came of a check. */
  private static final class Committed {
    private Expected expected;
  }

  /** Two who watch one subscription. */
  private record Both(Requesting around, Heard sent) implements Watcher {

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
      around.failed(thrown);
      return sent.failed(thrown);
    }

    @Override
    public void cancelled() {
      around.cancelled();
      sent.cancelled();
    }
  }
}
