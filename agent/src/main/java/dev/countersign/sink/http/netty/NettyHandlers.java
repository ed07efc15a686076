package dev.countersign.sink.http.netty;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;

/** Who stands behind the sites of {@link NettySinks}. */
final class NettyHandlers extends LaterHandlers {

  static final int HTTP1 = 0;
  static final int HTTP2 = 1;
  static final int ENCODING = 2;
  static final int HEADERS = 3;
  static final int HEADERS_WITH_PRIORITY = 4;
  static final int SUBSCRIBING = 5;
  static final int PROGRESSING = 6;
  static final int FAILING = 7;
  static final int READING = 8;
  static final int CONNECTING = 9;
  static final int HTTP3 = 10;
  static final int CANCELLING = 11;

  /** Where in the arguments of {@code writeHeaders} it says that no body follows. */
  private static final int END = 4;

  private static final int END_WITH_PRIORITY = 7;

  private final Effects effects;
  private final Sends sends;
  private final Weaver weaver;
  private final String version;

  NettyHandlers(Effects effects, Sends sends, Weaver weaver, String version) {
    this.effects = effects;
    this.sends = sends;
    this.weaver = weaver;
    this.version = version;
  }

  @Override
  protected SiteHandler[] make() {
    Subscriptions subscriptions = new Subscriptions(effects);
    Passing passing = new Passing();
    Adapter adapter = new Adapter("countersign.http.netty", version, AttemptSink.HOOK);
    Unheld unheld = new Unheld(sends, subscriptions, passing, adapter);
    Holding holding = new Holding(effects);
    holding.judgedThrough(
        NettySinks.gate(weaver, new AttemptSink(sends, holding, subscriptions, adapter)));
    return new SiteHandler[] {
      new EncoderSink(effects, sends, holding, subscriptions, passing, unheld, false),
      new EncoderSink(effects, sends, holding, subscriptions, passing, unheld, true),
      unheld.encoding(),
      unheld.writingHeaders(END),
      unheld.writingHeaders(END_WITH_PRIORITY),
      subscriptions.subscribing(),
      subscriptions.progressing(),
      subscriptions.failing(),
      subscriptions.reading(),
      subscriptions.connecting(),
      unheld.writingHttp3(),
      subscriptions.cancelling(),
    };
  }
}
