package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * A connection of HttpCore NIO 4.4 is about to ask its exchange for a request: puts a {@link
 * ClientExchange} in its place, unless nothing is to be known of it and nobody's scope goes with
 * it.
 */
final class ReadyHook implements SiteHandler {

  private final Effects effects;
  private final Sends sends;
  private final Sendings sendings;

  ReadyHook(Effects effects, Sends sends, Sendings sendings) {
    this.effects = effects;
    this.sends = sends;
    this.sendings = sendings;
  }

  @Override
  public Object enter(WovenMethod woven, Object executor, Object[] args) {
    if (sendings.areNone() && sends.leavesAny()) {
      return null;
    }
    Object connection = args[0];
    Core4 library = Core4.of(executor);
    Object exchange = library.exchange(connection);
    if (exchange == null) {
      return null;
    }
    if (ClientExchange.of(exchange) != null) {
      return connection;
    }
    if (library.isPipelined(exchange)) {
      return null; // several at a time: judged where each is submitted, without its body
    }
    Sending sending = sendings.ofExchange(exchange);
    Outlook outlook =
        AskingHook.outlook(sends, sending, () -> library.origin(connection, exchange));
    if (outlook == Outlook.LEFT && !Carry.carries(sending.captured())) {
      return null;
    }
    sendings.begun();
    library.exchange(
        connection,
        library.standIn(
            new ClientExchange(library, connection, exchange, sending, outlook, sends, effects)));
    return connection;
  }

  @Override
  public Object exit(Object connection, Object result, Throwable thrown) {
    Core4 library = Core4.ofConnection(connection);
    ClientExchange exchange = ClientExchange.of(library.exchange(connection));
    if (exchange != null && exchange.isToBeAskedAgain()) {
      library.requestOutput(connection);
    }
    return result;
  }
}
