package dev.countersign.sink.http.okhttp;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Decides over every wire attempt, at entry of {@code CallServerInterceptor.intercept}: all
 * interceptors of the application have had the request, and nothing of it has been written.
 *
 * <p>Request, URL and headers are immutable in the library; the body is the one that {@link
 * StandIn} read. Whoever comes here without it has a body that nobody read.
 */
final class AttemptSink implements SiteHandler {

  static final String HOOK = "okhttp3.internal.http.CallServerInterceptor#intercept";

  private final Sends sends;
  private final Attempts attempts;
  private final Adapter adapter;

  AttemptSink(Sends sends, Attempts attempts, Adapter adapter) {
    this.sends = sends;
    this.attempts = attempts;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Attempts.Passing passing = attempts.passing();
    if (passing.left == args[0]) {
      passing.left = null;
      return null;
    }
    OkLibrary library = OkLibrary.of(self);
    Object request = library.request(args[0]);
    String target = LastInterceptorHook.target(library, request);
    Attempt attempt = passing.attempt;
    if (attempt == null || attempt.request() != request) {
      if (sends.outlookAtSink(target) == Outlook.LEFT) {
        return null;
      }
      SendBody body = library.body(request) == null ? SendBody.NONE : SendBody.UNREAD;
      attempt = Attempt.unread(request, body, null);
    }
    return commit(library, args[0], attempt, target);
  }

  private Firing commit(OkLibrary library, Object chain, Attempt attempt, String target) {
    Object request = attempt.request();
    Object call = library.call(chain);
    String method = library.method(request);
    String url = library.url(request);
    Attempts.Last last = attempts.last(call);
    SendIntent intent = null;
    SendBody body = attempt.body();
    String detail = attempt.detail();
    List<String> divergent = List.of();
    try {
      RequestHead head = new RequestHead(sends.headers(), method, url);
      library.headers(request, head, null);
      long bytes = attempt.held() == null ? -1 : attempt.held().length();
      head.framed(body != SendBody.NONE, body == SendBody.NONE ? 0 : bytes)
          .to(library.destination(chain))
          .proxy(sends.proxies(), library.proxy(chain));
      if (body == null) {
        body = attempt.held().body(head.codings());
      }
      divergent = head.divergent();
      intent = detail == null ? head.intent() : null;
    } catch (NotCanonicalException unsupported) {
      detail = detail == null ? unsupported.getMessage() : detail;
      body = body == null ? SendBody.UNREAD : body;
    }
    Firing firing =
        sends.commit(
            Carry.capture(),
            last == null || last.isRepeatedBy(method, url) ? null : last.firing(),
            intent,
            target,
            body,
            divergent,
            adapter,
            detail);
    if (attempt.isOver()) {
      // Part of it was taken from the application, so it cannot go on unread either.
      EffectRefusedException refused = firing.refused(null, List.of());
      throw refused == null ? Sends.beyondBounds() : refused;
    }
    attempts.last(call, new Attempts.Last(firing, method, url));
    return firing;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Firing firing = (Firing) token;
    firing.ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
