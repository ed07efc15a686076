package dev.countersign.sink.http.jetty;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.SiteHandler;

/** Who stands behind the sites of {@link JettySinks}. */
final class JettyHandlers extends LaterHandlers {

  static final int EXCHANGE = 0;
  static final int BODY = 1;
  static final int SENDING = 2;
  static final int ABORTING = 3;
  static final int ATTEMPT = 4;
  static final int CONTENT = 5;
  static final int WRITTEN = 6;
  static final int REQUEST_ENDS = 7;
  static final int ANSWER_ENDS = 8;
  static final int ABORT_ENDS = 9;

  private final Effects effects;
  private final Sends sends;
  private final String version;

  JettyHandlers(Effects effects, Sends sends, String version) {
    this.effects = effects;
    this.sends = sends;
    this.version = version;
  }

  @Override
  protected SiteHandler[] make() {
    Exchanges exchanges = new Exchanges(effects);
    HoldingHook holding = new HoldingHook(exchanges);
    EndHook end = new EndHook(exchanges);
    return new SiteHandler[] {
      new ExchangeHook(exchanges),
      new BodyHook(sends, exchanges),
      holding.sending(),
      holding.aborting(),
      new AttemptSink(
          sends, exchanges, new Adapter("countersign.http.jetty", version, AttemptSink.HOOK)),
      new ContentHook(exchanges),
      new WrittenSink(sends, exchanges),
      end.request(),
      end.answer(),
      end.abort(),
    };
  }
}
