package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.function.Supplier;

/**
 * A stream of HttpCore 5 is about to ask its exchange for the request: puts an {@link Exchange} in
 * its place, unless nothing is to be known of it and nobody's scope goes with it.
 */
final class AskingHook implements SiteHandler {

  private final Effects effects;
  private final Sends sends;
  private final Sendings sendings;

  AskingHook(Effects effects, Sends sends, Sendings sendings) {
    this.effects = effects;
    this.sends = sends;
    this.sendings = sendings;
  }

  @Override
  public Object enter(WovenMethod woven, Object stream, Object[] args) {
    if (sendings.areNone() && sends.leavesAny()) {
      return null;
    }
    // The call's receiver and its arguments: the exchange, its channel, its context.
    Object exchange = args[0];
    if (Exchange.of(exchange) != null) {
      return null; // asked again
    }
    Core5 library = Core5.of(stream);
    Sending sending = sendings.ofExchange(exchange);
    Outlook outlook = outlook(sends, sending, () -> library.origin(stream));
    if (outlook == Outlook.LEFT && !Carry.carries(sending.captured())) {
      return null;
    }
    sendings.begun();
    Object standIn =
        library.standIn(new Exchange(library, stream, exchange, sending, outlook, sends, effects));
    library.exchangeHandler(stream, standIn);
    args[0] = standIn;
    return null;
  }

  /**
   * What has to be known of a request, for whoever asked for it.
   *
   * @param origin not asked where the request is left alone wherever it goes
   */
  static Outlook outlook(Sends sends, Sending sending, Supplier<Origin> origin) {
    Object before = Carry.enter(sending.captured());
    try {
      return sends.leavesAny() ? Outlook.LEFT : sends.outlook(origin.get().target());
    } finally {
      Carry.restore(before);
    }
  }

  /** The same where it is about to be sent. */
  static Outlook outlookAtSink(Sends sends, Sending sending, Supplier<Origin> origin) {
    Object before = Carry.enter(sending.captured());
    try {
      return sends.leaves() ? Outlook.LEFT : sends.outlookAtSink(origin.get().target());
    } finally {
      Carry.restore(before);
    }
  }
}
