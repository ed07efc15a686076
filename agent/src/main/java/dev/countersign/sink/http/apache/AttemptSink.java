package dev.countersign.sink.http.apache;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.Connected;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides over every wire attempt: all interceptors and handlers have had the request, the
 * connection stands, and nothing of the request is on it.
 */
final class AttemptSink implements SiteHandler {

  private final Sends sends;
  private final Calls calls;
  private final Adapter adapter;

  AttemptSink(Sends sends, Calls calls, Adapter adapter) {
    this.sends = sends;
    this.calls = calls;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Attempt attempt = (Attempt) args[0];
    Firing firing = commit(attempt);
    if (attempt.isOver()) {
      // Part of it was taken from the application, so it cannot go on unread either.
      EffectRefusedException refused = firing.refused(null, List.of());
      throw refused == null ? Sends.beyondBounds() : refused;
    }
    attempt.firing(firing);
    attempt.wire().attempt(attempt);
    return attempt;
  }

  private Firing commit(Attempt attempt) {
    WrittenHead head = attempt.head();
    Addressee addressee = attempt.addressee();
    SendIntent intent = null;
    SendBody body = attempt.body();
    String detail = attempt.detail();
    List<String> divergent = List.of();
    if (detail == null) {
      try {
        RequestHead read = new RequestHead(sends.headers(), head.method(), addressee.url());
        for (String[] header : head.headers()) {
          read.header(header[0], header[1]);
        }
        read.framed(body != SendBody.NONE, length(attempt))
            .to(Connected.to(attempt.wire().socket()))
            .proxy(sends.proxies(), addressee.proxy(sends.proxies()));
        if (addressee.isThroughSocks()) {
          read.to(Connected.throughSocks(attempt.wire().socket()));
        }
        if (body == null) {
          body = attempt.held().body(read.codings());
        }
        divergent = new ArrayList<>(read.divergent());
        if (length(attempt) > 0 && !head.isChunked() && head.length() < 0) {
          // Nothing says where the body ends, or that there is one: it would be another request.
          divergent.add("/intent/headers/content-length");
        }
        intent = read.intent();
      } catch (NotCanonicalException unsupported) {
        detail = unsupported.getMessage();
      }
    }
    if (body == null) {
      body = SendBody.UNREAD;
    }
    Calls.Call call = calls.current();
    String asked = head == null ? "" : head.method() + ' ' + addressee.url();
    boolean tunnel = head != null && head.isConnect();
    Firing firing =
        sends.commit(
            Carry.capture(),
            before(call, asked, tunnel ? addressee.target() : null),
            intent,
            addressee.target(),
            body,
            divergent,
            adapter,
            detail);
    if (call != null && !tunnel) {
      call.attempted(asked, firing);
    }
    return firing;
  }

  /**
   * @param tunnelTo where a tunnel leads; null where none is asked for
   */
  private static Firing before(Calls.Call call, String asked, String tunnelTo) {
    if (call == null) {
      return null;
    }
    return tunnelTo == null ? call.sentOnFrom(asked) : Sends.beforeTunnel(call.last(), tunnelTo);
  }

  /** Negative = not known. */
  private static long length(Attempt attempt) {
    if (attempt.held() != null) {
      return attempt.held().length();
    }
    return attempt.body() == SendBody.NONE ? 0 : -1;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      ((Attempt) token).ended(BodyState.RAISED, thrown);
    }
    return result;
  }
}
