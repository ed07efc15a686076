package dev.countersign.sink.http.jetty;

import dev.countersign.ledger.BodyState;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** How exchanges end. Decides nothing. */
final class EndHook {

  private final Exchanges exchanges;

  EndHook(Exchanges exchanges) {
    this.exchanges = exchanges;
  }

  private Sending sending(Object exchange) {
    return exchanges.isEmpty() ? null : exchanges.of(JettyLibrary.of(exchange).request(exchange));
  }

  /**
   * All of the request was sent, or nothing more of it will be, also where it was refused: its body
   * is not needed any more. An answer may come before that.
   */
  SiteHandler request() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object exchange, Object[] args) {
        Sending sending = sending(exchange);
        if (sending != null) {
          sending.release();
        }
        return null;
      }
    };
  }

  /** It has had its answer: the outcome of its attempt. */
  SiteHandler answer() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object exchange, Object[] args) {
        Sending sending = sending(exchange);
        if (sending != null) {
          ended(sending, (Throwable) args[0]);
        }
        return null;
      }
    };
  }

  /** It is given up: both. */
  SiteHandler abort() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object exchange, Object[] args) {
        Sending sending = sending(exchange);
        if (sending != null) {
          sending.release();
          ended(sending, (Throwable) args[0]);
        }
        return null;
      }
    };
  }

  private void ended(Sending sending, Throwable failed) {
    exchanges.settle(sending);
    Sending.Judged judged = sending.judged();
    if (judged != null) {
      judged.firing().ended(failed == null ? BodyState.RETURNED : BodyState.RAISED, failed);
    }
  }
}
