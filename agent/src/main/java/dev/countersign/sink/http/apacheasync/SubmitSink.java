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
 * Decides over every wire attempt of HttpCore 5, where a stream handler is about to hand the head
 * to its connection: all interceptors have had it, and nothing of it has been written. What was
 * read of it is what is written.
 */
final class SubmitSink implements SiteHandler {

  private final Sends sends;
  private final Sendings sendings;
  private final Judging judging;

  SubmitSink(Sends sends, Sendings sendings, Adapter adapter) {
    this.sends = sends;
    this.sendings = sendings;
    this.judging = new Judging(sends, adapter);
  }

  @Override
  public Object enter(WovenMethod woven, Object stream, Object[] args) {
    if (sendings.areNone() && sends.leaves()) {
      return null;
    }
    // The call's receiver and its arguments: the connection, the head, whether that is all.
    Core5 library = Core5.of(stream);
    Object asked = library.exchangeHandler(stream);
    Exchange exchange = Exchange.of(asked);
    Sending sending = exchange == null ? sendings.ofExchange(asked) : exchange.sending();
    Outlook outlook =
        exchange == null || exchange.outlook() == Outlook.LEFT
            ? AskingHook.outlookAtSink(sends, sending, () -> library.origin(stream))
            : exchange.outlook();
    if (outlook == Outlook.LEFT) {
      return null;
    }
    Origin origin = library.origin(stream);
    boolean whole = (Boolean) args[2];
    HeldEntity held = exchange == null ? null : exchange.held();
    SendBody unread =
        whole ? SendBody.NONE : sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
    Head head = null;
    String detail = null;
    List<Head.Line> trailers = List.of();
    try {
      Object written = args[1];
      if (written instanceof List<?> given) {
        // A header may have a buffer that the application keeps: it is read once.
        List<Object> fields = library.fields(given);
        head = library.head(fields);
        written = fields;
      } else {
        head = library.head(written);
        written = sends.enforcing() ? library.message(head, written) : written;
      }
      trailers = held == null ? List.of() : library.lines(held.trailers().iterator());
      if (sends.enforcing()) {
        args[1] = written;
      }
    } catch (NotCanonicalException unsupported) {
      detail = unsupported.getMessage();
    }
    Firing firing =
        judging.commit(
            sending, origin, head, trailers, new Judging.Behind(!whole, held, unread), detail);
    if (exchange == null) {
      firing.ended(BodyState.RETURNED, null); // nobody tells of its answer
    } else {
      exchange.fired(firing);
    }
    return null;
  }
}
