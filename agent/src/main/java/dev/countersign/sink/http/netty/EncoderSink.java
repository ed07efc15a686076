package dev.countersign.sink.http.netty;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * A request, or a part of one, is about to be encoded: behind all handlers of the application that
 * make requests, and before anything of it is written. What the encoder makes of it goes into an
 * {@link Outbound} instead, unless nothing is to be known of it.
 */
final class EncoderSink implements SiteHandler {

  private static final String HTTP2_CODEC =
      "io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec";

  private static final String WAITS =
      "a body that waits for the server to say 100 Continue, and is not there to be judged";

  /** Whether a codec makes frames of HTTP/2 of requests. */
  private static final ClassValue<Boolean> IS_HTTP2 =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> codec) {
          for (Class<?> type = codec; type != null; type = type.getSuperclass()) {
            if (type.getName().equals(HTTP2_CODEC)) {
              return true;
            }
          }
          return false;
        }
      };

  private final Effects effects;
  private final Sends sends;
  private final Holding holding;
  private final Subscriptions subscriptions;
  private final Passing passing;
  private final Unheld unheld;
  private final boolean http2;
  private final WeakIdentityMap<Origin.Known> origins = new WeakIdentityMap<>();

  /**
   * @param http2 whether it is woven around codecs of which some are for HTTP/2
   */
  EncoderSink(
      Effects effects,
      Sends sends,
      Holding holding,
      Subscriptions subscriptions,
      Passing passing,
      Unheld unheld,
      boolean http2) {
    this.effects = effects;
    this.sends = sends;
    this.holding = holding;
    this.subscriptions = subscriptions;
    this.passing = passing;
    this.unheld = unheld;
    this.http2 = http2;
  }

  @Override
  public Object enter(WovenMethod woven, Object encoder, Object[] args) {
    if (http2 && !IS_HTTP2.get(encoder.getClass())) {
      return null;
    }
    NettyLibrary library = NettyLibrary.of(encoder);
    if (!library.isRequest(args[1])) {
      Outbound outbound = holding.of(args[0]);
      if (outbound != null && outbound.takes(library.isLast(args[1]))) {
        args[0] = outbound.context();
      }
      unheld.passes(library, encoder, args[1]);
      return null;
    }
    passing.encoded(args[1]);
    if (subscriptions.isEmpty()
        && holding.isEmpty()
        && (!sends.proxies().any() || !library.method(args[1]).equals("CONNECT"))
        && sends.leaves()) {
      return http2 ? passing.below() : null;
    }
    return begin(library, encoder, args);
  }

  private Object begin(NettyLibrary library, Object encoder, Object[] args) {
    Object channel = library.channel(args[0]);
    Asked asked = subscriptions.asked(channel);
    Origin.Known known = origin(library, channel, asked);
    Origin origin = known.origin();
    CallScope begunIn = null;
    Object captured = asked == null ? Carry.capture() : asked.subscription().captured();
    if (asked == null) {
      Object opener = Carry.carries(captured) ? captured : subscriptions.openedFor(channel);
      begunIn = opener == null ? null : subscriptions.begun(opener);
      captured = begunIn == null ? captured : opener;
    }
    Outlook outlook = outlook(library, args[1], known, captured);
    Outbound outbound = holding.of(args[0]);
    if (outlook == Outlook.LEFT && (outbound == null || outbound.leave())) {
      settle(begunIn);
      if (asked != null) {
        subscriptions.settle(asked.subscription());
      }
      return http2 ? passing.below() : null;
    }
    if (!sends.enforcing()) {
      settle(begunIn);
      Firing firing = unheld.observe(library, encoder, args[1], origin, captured, asked);
      return http2 ? passing.below(firing) : firing;
    }
    // Of Reactor's client no body waits for the server's word; another pipeline would wait for
    // ever.
    boolean waits =
        outlook == Outlook.BODY
            && asked == null
            && !library.isLast(args[1])
            && library.header(args[1], "expect") != null;
    Wire wire =
        http2
            ? new Http2Wire(library, encoder, sends.room(), unheld.judged())
            : new Http1Wire(library, sends.room());
    outbound = holding.of(args[0], library);
    args[0] = outbound.context();
    Held held =
        new Held(
            outbound,
            library,
            wire,
            origin,
            captured,
            asked == null ? null : asked.subscription(),
            begunIn,
            waits ? Outlook.HEAD : outlook,
            waits ? WAITS : null);
    outbound.begin(held, library.isLast(args[1]));
    return held;
  }

  private void settle(CallScope begunIn) {
    if (begunIn != null) {
      effects.completed(begunIn);
    }
  }

  /** Where a connection goes stays as it is; whether there is TLS in it need not. */
  private Origin.Known origin(NettyLibrary library, Object channel, Asked asked) {
    if (asked != null) {
      return Origin.of(library, channel, asked).known();
    }
    Origin.Known known = origins.get(channel);
    if (known == null
        || known.origin().isSecure() != library.isSecure(library.connection(channel))) {
      known = Origin.of(library, channel, null).known();
      if (known.origin().host() != null) {
        origins.put(channel, known);
      }
    }
    return known;
  }

  private Outlook outlook(
      NettyLibrary library, Object request, Origin.Known known, Object captured) {
    Origin origin = known.origin();
    if (origin.proxy() != null
        && library.method(request).equals("CONNECT")
        && sends.proxies().entering(origin.proxy()) == null) {
      // The proxy that this JVM was started with: part of no request.
      return Outlook.LEFT;
    }
    Object previous = Carry.enter(captured);
    try {
      return sends.outlookAtSink(known.target());
    } finally {
      Carry.restore(previous);
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (token instanceof Held held) {
      if (thrown != null) {
        held.unmade();
      }
      return result;
    }
    Firing firing = token instanceof Firing told ? told : passing.leave(token);
    if (firing != null) {
      firing.ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    }
    return result;
  }
}
