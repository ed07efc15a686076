package dev.countersign.sink.http.okhttp;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.SiteHandler;

/** Who stands behind the sites of {@link OkHttpSinks}. */
final class OkHttpHandlers extends LaterHandlers {

  static final int ENTERING = 0;
  static final int LEAVING = 1;
  static final int REJECTED = 2;
  static final int LAST_INTERCEPTOR = 3;
  static final int ATTEMPT = 4;
  static final int BODY_WRITING = 5;
  static final int TUNNEL = 6;
  static final int CALL_START = 7;
  static final int CONNECTING = 8;

  private final Effects effects;
  private final Sends sends;
  private final String version;

  OkHttpHandlers(Effects effects, Sends sends, String version) {
    this.effects = effects;
    this.sends = sends;
    this.version = version;
  }

  @Override
  protected SiteHandler[] make() {
    Attempts attempts = new Attempts();
    Enqueued enqueued = new Enqueued(effects);
    return new SiteHandler[] {
      enqueued.entering(),
      enqueued.leaving(),
      enqueued.rejected(),
      new LastInterceptorHook(sends, attempts),
      new AttemptSink(
          sends, attempts, new Adapter("countersign.http.okhttp", version, AttemptSink.HOOK)),
      new BodyWritingHook(attempts),
      new TunnelSink(
          sends, attempts, new Adapter("countersign.http.okhttp", version, TunnelSink.HOOK)),
      new CallStartHook(attempts),
      new ConnectingSite(attempts),
    };
  }
}
