package dev.countersign.sink.http.apacheasync;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.SiteHandler;

/** Who stands behind the sites of {@link ApacheAsyncSinks}. */
final class ApacheAsyncHandlers extends LaterHandlers {

  static final int ASKING = 0;
  static final int SUBMIT_HTTP_1 = 1;
  static final int SUBMIT_HTTP_2 = 2;
  static final int READY = 3;
  static final int SUBMIT_REQUEST = 4;
  static final int BEGINNING = 5;
  static final int BEGINNING_OF_FIRST = 6;
  static final int BEGINNING_OF_SECOND = 7;
  static final int ATTEMPTING = 8;
  static final int CLOSING = 9;
  static final int STARTING = 10;
  static final int ENDING = 11;
  static final int STARTING_REACTOR = 12;
  static final int RUNNING_REACTOR = 13;
  static final int SOCKS = 14;

  private final Effects effects;
  private final Sends sends;
  private final String version;

  ApacheAsyncHandlers(Effects effects, Sends sends, String version) {
    this.effects = effects;
    this.sends = sends;
    this.version = version;
  }

  @Override
  protected SiteHandler[] make() {
    Sendings sendings = new Sendings(effects);
    Scopes scopes = new Scopes(sendings);
    return new SiteHandler[] {
      new AskingHook(effects, sends, sendings),
      new SubmitSink(sends, sendings, adapter(Core5.HTTP_1_HANDLER + "#commitRequest")),
      new SubmitSink(sends, sendings, adapter(Core5.HTTP_2_HANDLER + "#commitRequest")),
      new ReadyHook(effects, sends, sendings),
      new SubmitRequestSink(sends, sendings, adapter(SubmitRequestSink.HOOK)),
      scopes.beginning(),
      scopes.beginningOf(0),
      scopes.beginningOf(1),
      scopes.attempting(),
      scopes.closing(),
      scopes.starting(),
      scopes.ending(),
      scopes.startingReactor(),
      scopes.runningReactor(),
      new SocksHook(),
    };
  }

  private Adapter adapter(String hook) {
    return new Adapter("countersign.http.apacheasync", version, hook);
  }
}
