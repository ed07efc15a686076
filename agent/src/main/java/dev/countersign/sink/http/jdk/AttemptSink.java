package dev.countersign.sink.http.jdk;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Answer;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Decides over every wire attempt, at entry of {@code Exchange.responseAsync()}: the first one,
 * redirects, authentication rounds and retries all pass there, with cookies and credentials that
 * the client adds, and no connection has been asked for yet.
 *
 * <p>The request is the JDK's own copy, which the application cannot change; its body is the one
 * that was read before.
 */
final class AttemptSink implements SiteHandler {

  static final String HOOK = "jdk.internal.net.http.Exchange#responseAsync";

  private final Effects effects;
  private final Sends sends;
  private final Sendings sendings;
  private final Adapter adapter;

  AttemptSink(Effects effects, Sends sends, Sendings sendings, Adapter adapter) {
    this.effects = effects;
    this.sends = sends;
    this.sendings = sendings;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object exchange, Object[] args) {
    Object multi = JdkClientAccess.multiOf(exchange);
    JdkClientAccess access = JdkClientAccess.of(multi);
    HttpRequest before = access.previous(multi);
    Sending sending = sendings.of(multi);
    if (sending == null && before == null) {
      return null; // left alone where it began
    }
    HttpRequest request = access.attempted(exchange);
    String target =
        Sends.target(request.uri().getScheme(), request.uri().getHost(), request.uri().getPort());
    if (sending == null) {
      if (sends.outlookAtSink(target) == Outlook.LEFT) {
        return null;
      }
      // It was left alone where it began, but is not where it is sent on to.
      sending = new Sending(Carry.capture(), sends, null, SendBody.NONE);
      sendings.put(multi, sending);
    }
    try {
      Firing firing = commit(access, sending, request, before, target);
      if (sending.over() != null && sends.enforcing()) {
        EffectRefusedException refused = firing.refused(null, List.of());
        throw refused == null ? Sends.beyondBounds() : refused;
      }
      sending.last(firing);
      return firing;
    } catch (EffectRefusedException refused) {
      access.cancelTimer(multi);
      throw refused;
    } finally {
      CallScope begunIn = sending.settle();
      if (begunIn != null) {
        effects.completed(begunIn);
      }
    }
  }

  private Firing commit(
      JdkClientAccess access,
      Sending sending,
      HttpRequest request,
      HttpRequest before,
      String target) {
    boolean sentOn = before != null && before != request && !sameRequest(before, request);
    SendBody body = sending.bodyOf(access.publisher(request));
    SendIntent intent = null;
    String detail = null;
    List<String> divergent = new ArrayList<>(sending.divergent());
    if (sending.over() != null) {
      detail = sending.over();
    } else {
      try {
        RequestHead head = head(access, request, body);
        divergent.addAll(head.divergent());
        intent = head.intent();
      } catch (NotCanonicalException unsupported) {
        detail = unsupported.getMessage();
      }
    }
    return sends.commit(
        sending.captured(),
        sentOn ? sending.last() : null,
        intent,
        target,
        body,
        divergent,
        adapter,
        detail);
  }

  /**
   * An authentication round repeats a request; a redirect changes where it goes or what it asks.
   */
  private static boolean sameRequest(HttpRequest one, HttpRequest other) {
    return one.uri().equals(other.uri()) && one.method().equals(other.method());
  }

  private RequestHead head(JdkClientAccess access, HttpRequest request, SendBody body) {
    RequestHead head = new RequestHead(sends.headers(), request.method(), request.uri().toString());
    for (Map.Entry<String, List<String>> header : request.headers().map().entrySet()) {
      for (String value : header.getValue()) {
        head.header(header.getKey(), value);
      }
    }
    for (Map.Entry<String, List<String>> header : access.systemHeaders(request).entrySet()) {
      // The rest of what the client adds is the transport's own.
      if (HeaderRules.isCredential(header.getKey().toLowerCase(Locale.ROOT))) {
        for (String value : header.getValue()) {
          head.header(header.getKey(), value);
        }
      }
    }
    HttpRequest.BodyPublisher publisher = access.publisher(request);
    long bytes = publisher == null ? 0 : -1;
    if (publisher != null && body.isRead()) {
      // Held by us or in memory by the JDK: no code of the application's says how long it is.
      bytes = publisher.contentLength();
      head.framedByClient(bytes);
    }
    return head.framed(publisher != null, bytes)
        .to(Destination.LATER)
        .proxy(sends.proxies(), access.proxy(request));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Firing firing = (Firing) token;
    if (firing == Firing.UNRECORDED) {
      return result;
    }
    if (thrown != null) {
      firing.ended(BodyState.RAISED, thrown);
    } else {
      ((CompletableFuture<?>) result).whenComplete(new Answer(effects, firing));
    }
    return result;
  }
}
