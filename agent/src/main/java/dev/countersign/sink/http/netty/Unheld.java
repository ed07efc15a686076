package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Proxies;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Requests that are judged as they pass: in {@code observe}, and where they come past the encoders
 * whose output is held. Of a body only what a message itself has in memory is looked at.
 */
final class Unheld {

  private final Sends sends;
  private final Subscriptions subscriptions;
  private final Passing passing;
  private final Adapter adapter;
  private final WeakIdentityMap<List<String[]>> judged = new WeakIdentityMap<>();

  /** Bodies that are copied while they pass, by the encoder that they pass. */
  private final WeakIdentityMap<Overheard> heard = new WeakIdentityMap<>(copy -> copy.ends(false));

  Unheld(Sends sends, Subscriptions subscriptions, Passing passing, Adapter adapter) {
    this.sends = sends;
    this.subscriptions = subscriptions;
    this.passing = passing;
    this.adapter = adapter;
  }

  /** Headers of HTTP/2 that were judged further up, by what they said then. */
  WeakIdentityMap<List<String[]>> judged() {
    return judged;
  }

  /** Judges a message of HTTP/1.1, which that encoder is about to write. */
  Firing observe(
      NettyLibrary library,
      Object encoder,
      Object message,
      Origin origin,
      Object captured,
      Asked asked) {
    boolean framed =
        library.header(message, "content-length") != null
            || library.header(message, "transfer-encoding") != null;
    byte[] bytes = library.body(message, sends.maxBody());
    SendBody body =
        bytes != null
            ? SendBody.of(List.of(bytes), List.of(), sends.maxBody())
            : !framed ? SendBody.NONE : unread(library, encoder, message);
    String method = library.method(message);
    String asks = library.uri(message);
    Seen seen = new Seen(sends.proxies());
    try {
      RequestHead head = new RequestHead(sends.headers(), method, origin.url(method, asks));
      library.headers(message, head);
      seen.read(
          head.framed(framed, !framed ? 0 : bytes == null ? -1 : bytes.length),
          origin,
          method,
          asks);
    } catch (NotCanonicalException unsupported) {
      seen.detail = unsupported.getMessage();
    }
    return commit(seen, origin, captured, body, asked == null ? null : asked.subscription());
  }

  private SendBody unread(NettyLibrary library, Object encoder, Object message) {
    if (sends.enforcing()) {
      return SendBody.UNREAD;
    }
    String coding = library.header(message, "content-encoding");
    Overheard copy = sends.overheard(coding == null ? List.of() : List.of(coding));
    if (copy == null || library.bytesOf(message) != null) {
      return SendBody.ON_TRUST;
    }
    heard.put(encoder, copy);
    return SendBody.onTrust(copy);
  }

  /** What comes behind a request, and is no request, is a part of its body. */
  void passes(NettyLibrary library, Object encoder, Object message) {
    Overheard copy = heard.isEmpty() ? null : heard.get(encoder);
    if (copy == null) {
      return;
    }
    Object bytes = library.bytesOf(message);
    boolean last = library.isLast(message);
    if (bytes != null) {
      copy.passes(library.view(bytes));
    }
    if (bytes == null || last) {
      copy.ends(bytes != null);
      heard.remove(encoder);
    }
  }

  private static final class Seen {
    SendIntent intent;
    List<String> divergent = List.of();
    String method = "";
    String url = "";
    String detail;

    private final Proxies proxies;

    Seen(Proxies proxies) {
      this.proxies = proxies;
    }

    void read(RequestHead head, Origin origin, String by, String asks) {
      head.to(origin.destination()).proxy(proxies, origin.proxyOf(by, asks, head.url().origin()));
      divergent = head.divergent();
      intent = head.intent();
      method = by;
      url = head.url().text();
    }
  }

  private Firing commit(
      Seen seen, Origin origin, Object captured, SendBody body, Subscription subscription) {
    Subscription.Last last = subscription == null ? null : subscription.last();
    Firing firing =
        sends.commit(
            captured,
            last == null || last.isRepeatedBy(seen.method, seen.url) ? null : last.firing(),
            seen.intent,
            origin.target(),
            body,
            seen.divergent,
            adapter,
            seen.detail);
    if (subscription != null) {
      subscription.last(new Subscription.Last(firing, seen.method, seen.url));
      subscriptions.settle(subscription);
    }
    return firing;
  }

  /** At {@code HttpObjectEncoder.encode}: what comes here past its {@code write}. */
  SiteHandler encoding() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object encoder, Object[] args) {
        NettyLibrary library = NettyLibrary.of(encoder);
        if (library.isRequest(args[1]) && !passing.wasEncoded(args[1])) {
          judge(library, library.channel(args[0]), args[1], null);
        }
        return null;
      }
    };
  }

  /** At {@code Http3FrameToHttpObjectCodec.write}: its bodies are not held. */
  SiteHandler writingHttp3() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object codec, Object[] args) {
        NettyLibrary library = NettyLibrary.of(codec);
        if (library.isRequest(args[1])) {
          Object channel = library.channel(args[0]);
          judge(library, channel, args[1], subscriptions.asked(channel));
        }
        return null;
      }
    };
  }

  /** A message whose body could be read, but another one could be sent: it is not held. */
  private void judge(NettyLibrary library, Object channel, Object message, Asked asked) {
    Origin origin = Origin.of(library, channel, asked);
    Object captured =
        asked == null ? subscriptions.captured(channel) : asked.subscription().captured();
    if (outlook(origin, captured) == Outlook.LEFT) {
      return;
    }
    Seen seen = new Seen(sends.proxies());
    try {
      String method = library.method(message);
      String asks = library.uri(message);
      RequestHead head = new RequestHead(sends.headers(), method, origin.url(method, asks));
      library.headers(message, head);
      seen.read(head, origin, method, asks);
    } catch (NotCanonicalException unsupported) {
      seen.detail = unsupported.getMessage();
    }
    SendBody body = sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
    commit(seen, origin, captured, body, asked == null ? null : asked.subscription());
  }

  /**
   * At {@code DefaultHttp2ConnectionEncoder.writeHeaders}: what comes here without the codec whose
   * frames are held, gRPC say.
   *
   * @param end which argument says whether there is no body
   */
  SiteHandler writingHeaders(int end) {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object encoder, Object[] args) {
        Http2Library http2 = Http2Library.of(encoder);
        if (passing.isBelow() || http2.isServer(encoder)) {
          return null;
        }
        List<String[]> lines = http2.lines(args[2]);
        List<String[]> known = judged.remove(args[2]);
        if (known != null && isSame(known, lines) || Http2Library.value(lines, ":method") == null) {
          return null;
        }
        judge(NettyLibrary.of(encoder), args[0], lines, (Boolean) args[end]);
        return null;
      }
    };
  }

  private void judge(NettyLibrary library, Object ctx, List<String[]> lines, boolean last) {
    Object channel = library.channel(ctx);
    Origin origin = Origin.of(library, channel, null);
    Object captured = subscriptions.captured(channel);
    if (outlook(origin, captured) == Outlook.LEFT) {
      return;
    }
    Seen seen = new Seen(sends.proxies());
    try {
      RequestHead head = Http2Wire.head(sends.headers(), origin, lines);
      seen.read(
          head, origin, Http2Library.value(lines, ":method"), Http2Library.value(lines, ":path"));
    } catch (NotCanonicalException unsupported) {
      seen.detail = unsupported.getMessage();
    }
    SendBody body = last ? SendBody.NONE : sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
    commit(seen, origin, captured, body, null);
  }

  private Outlook outlook(Origin origin, Object captured) {
    Object previous = Carry.enter(captured);
    try {
      return sends.outlookAtSink(origin.target());
    } finally {
      Carry.restore(previous);
    }
  }

  private static boolean isSame(List<String[]> one, List<String[]> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!one.get(i)[0].equals(other.get(i)[0]) || !one.get(i)[1].equals(other.get(i)[1])) {
        return false;
      }
    }
    return true;
  }
}
