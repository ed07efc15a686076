package dev.countersign.sink.http.jetty;

import dev.countersign.EffectRefusedException;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** More of a body is about to be written: what was judged is, whatever the body gives now. */
final class ContentHook implements SiteHandler {

  private final Exchanges exchanges;

  ContentHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  @Override
  public Object enter(WovenMethod woven, Object content, Object[] args) {
    if (exchanges.isEmpty()) {
      return null;
    }
    JettyLibrary library = JettyLibrary.of(args[1]);
    Sending sending = exchanges.of(library.request(args[1]));
    if (sending != null && sending.isHeld()) {
      try {
        AttemptSink.replace(sending, args);
      } catch (EffectRefusedException refused) {
        library.fail(args[0], refused);
        throw refused;
      }
    }
    return null;
  }
}
