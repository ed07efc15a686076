package dev.countersign.sink.http.jetty;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Has a sender wait for the end of a body that is held, and stop waiting where the request is given
 * up. Decides nothing: who sends without waiting has a body that nobody read.
 */
final class HoldingHook {

  private final Exchanges exchanges;

  HoldingHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  /** At the sender's {@code send}. */
  SiteHandler sending() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object sender, Object[] args) {
        HeldContent held = exchanges.isEmpty() ? null : held(args[0]);
        if (held != null) {
          held.suspend(sender, args[0]);
        }
        return null;
      }
    };
  }

  /** At its {@code abort}, which would leave a sender alone that another thread is busy with. */
  SiteHandler aborting() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object sender, Object[] args) {
        HeldContent held = exchanges.isEmpty() ? null : held(args[0]);
        if (held != null) {
          held.resume(sender);
        }
        return null;
      }
    };
  }

  private static HeldContent held(Object exchange) {
    JettyLibrary library = JettyLibrary.of(exchange);
    return HeldContent.of(library.body(library.request(exchange)));
  }
}
