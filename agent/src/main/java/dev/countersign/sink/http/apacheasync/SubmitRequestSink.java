package dev.countersign.sink.http.apacheasync;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Decides over every wire attempt of HttpCore NIO 4.4, at entry of {@code
 * DefaultNHttpClientConnection.submitRequest}: all interceptors have had the head, and nothing of
 * it has been written. What was read of it is what is written.
 */
final class SubmitRequestSink implements SiteHandler {

  static final String HOOK = Core4.CONNECTION + "#submitRequest";

  private final Sends sends;
  private final Sendings sendings;
  private final Judging judging;

  SubmitRequestSink(Sends sends, Sendings sendings, Adapter adapter) {
    this.sends = sends;
    this.sendings = sendings;
    this.judging = new Judging(sends, adapter);
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) throws Throwable {
    if (args[0] == null) {
      return null; // rejected by the library
    }
    if (sendings.areNone() && sends.leaves()) {
      return null;
    }
    Core4 library = Core4.of(connection);
    Object asked = library.exchange(connection);
    ClientExchange exchange = ClientExchange.of(asked);
    Object real = exchange == null ? asked : exchange.real();
    Sending sending = exchange == null ? sendings.ofExchange(asked) : exchange.sending();
    Outlook outlook =
        exchange == null || exchange.outlook() == Outlook.LEFT
            ? AskingHook.outlookAtSink(sends, sending, () -> library.origin(connection, real))
            : exchange.outlook();
    if (outlook == Outlook.LEFT) {
      return null;
    }
    Origin origin = library.origin(connection, real);
    Head head = null;
    String detail = null;
    Object message = args[0];
    boolean body = true;
    try {
      if (exchange == null || !exchange.made(message)) {
        library.requireOwn(message);
      }
      body = library.entity(message) != null;
      head = library.head(message);
      if (sends.enforcing()) {
        args[0] = library.message(head, message);
      }
    } catch (NotCanonicalException unsupported) {
      detail = unsupported.getMessage();
    }
    SendBody unread =
        !body ? SendBody.NONE : sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
    HeldEntity held = exchange == null ? null : exchange.held();
    Firing firing =
        judging.commit(
            sending, origin, head, List.of(), new Judging.Behind(body, held, unread), detail);
    if (exchange == null) {
      return firing; // nobody tells of its answer
    }
    exchange.fired(firing);
    return null;
  }

  /** It was written, as far as it is known. */
  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
