package dev.countersign.sink.http.netty;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/** Decides over a request that is held: what goes on afterwards is what is read here. */
final class AttemptSink implements SiteHandler {

  static final String HOOK = "io.netty.handler.codec.http.HttpObjectEncoder#write";

  private final Sends sends;
  private final Holding holding;
  private final Subscriptions subscriptions;
  private final Adapter adapter;

  AttemptSink(Sends sends, Holding holding, Subscriptions subscriptions, Adapter adapter) {
    this.sends = sends;
    this.holding = holding;
    this.subscriptions = subscriptions;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Held request = (Held) args[0];
    Subscription subscription = request.subscription();
    try {
      Firing firing = commit(request, subscription);
      if (request.isBodyJudged() && request.wire().isOver()) {
        // Part of it was taken from the application, so it cannot go on unread either.
        EffectRefusedException refused = firing.refused(null, List.of());
        throw refused == null ? Sends.beyondBounds() : refused;
      }
      request.firing(firing);
    } finally {
      holding.settle(request);
      if (subscription != null) {
        subscriptions.settle(subscription);
      }
    }
    return null;
  }

  private Firing commit(Held request, Subscription subscription) {
    Wire wire = request.wire();
    SendIntent intent = null;
    SendBody body = SendBody.UNREAD;
    String detail = null;
    String url = null;
    List<String> divergent = List.of();
    if (request.isBodyJudged() && wire.isOver()) {
      detail = wire.body().why();
    } else if (request.unread() != null) {
      detail = request.unread();
    } else {
      try {
        RequestHead head = wire.head(sends.headers(), request.origin());
        url = request.origin().url(wire.method(), wire.target());
        boolean read = request.isBodyJudged();
        body =
            !wire.hasBody()
                ? SendBody.NONE
                : read ? wire.body().body(head.codings()) : SendBody.UNREAD;
        head.framed(wire.hasBody(), !wire.hasBody() ? 0 : read ? wire.body().length() : -1)
            .to(request.origin().destination())
            .proxy(
                sends.proxies(),
                request.origin().proxyOf(wire.method(), wire.target(), head.url().origin()));
        divergent = head.divergent();
        intent = head.intent();
      } catch (NotCanonicalException unsupported) {
        detail = unsupported.getMessage();
      }
    }
    Subscription.Last last = subscription == null ? null : subscription.last();
    boolean tunnel = wire.method().equals("CONNECT");
    String target = request.origin().target();
    Firing before = last == null ? null : last.firing();
    if (tunnel) {
      before = Sends.beforeTunnel(before, target);
    } else if (url == null || last == null || last.isRepeatedBy(wire.method(), url)) {
      before = null;
    }
    Firing firing =
        sends.commit(request.captured(), before, intent, target, body, divergent, adapter, detail);
    if (subscription != null && !tunnel) {
      subscription.last(new Subscription.Last(firing, wire.method(), url));
    }
    return firing;
  }
}
