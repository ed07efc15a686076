package dev.countersign.sink.http.jetty;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** An exchange is about to be made of a request: takes what the calling thread carries. */
final class ExchangeHook implements SiteHandler {

  private final Exchanges exchanges;

  ExchangeHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (exchanges.isEmpty() && !Carry.carries(Carry.capture())) {
      return null; // whoever sent it on, or sends it again, was in no tool either
    }
    Object request = args[1];
    JettyLibrary library = JettyLibrary.of(request);
    Object before = null;
    for (Object exchange : library.exchanges(request)) {
      before = library.request(exchange);
      if (before == request) {
        // The application sends it again: no answer sent it on.
        before = null;
        break;
      }
    }
    exchanges.begin(request, before);
    return null;
  }
}
