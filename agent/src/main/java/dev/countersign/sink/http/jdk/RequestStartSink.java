package dev.countersign.sink.http.jdk;

import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A request of the application is about to be started: takes what the calling thread carries, and
 * has the body read before the first attempt.
 *
 * <p>At {@code MultiExchange.responseAsync0(start)}: the JDK has made its own copy of the request,
 * all of the application's getters were called, and what follows waits for {@code start}. Reading
 * the body there keeps it off the caller's thread and out of any check, as it is without us.
 */
final class RequestStartSink implements SiteHandler {

  private final Effects effects;
  private final Sends sends;
  private final Sendings sendings;

  RequestStartSink(Effects effects, Sends sends, Sendings sendings) {
    this.effects = effects;
    this.sends = sends;
    this.sendings = sendings;
  }

  @Override
  public Object enter(WovenMethod woven, Object multi, Object[] args) {
    if (sends.leaves()) {
      return null;
    }
    JdkClientAccess access = JdkClientAccess.of(multi);
    HttpRequest copy = access.request(multi);
    String target =
        Sends.target(copy.uri().getScheme(), copy.uri().getHost(), copy.uri().getPort());
    Outlook outlook = sends.outlookAtSink(target);
    if (outlook == Outlook.LEFT) {
      return null;
    }
    BodyPublisher publisher = access.publisher(copy);
    boolean toRead = publisher != null && outlook == Outlook.BODY;
    SendBody body = publisher == null ? SendBody.NONE : unread(publisher);
    Overheard heard =
        body == SendBody.ON_TRUST
            ? sends.overheard(copy.headers().allValues("content-encoding"))
            : null;
    if (heard != null) {
      publisher = OverheardBody.of(publisher, heard);
      access.publisher(copy, publisher);
      body = SendBody.onTrust(heard);
    }
    Sending sending = new Sending(Carry.capture(), sends, publisher, body);
    sendings.put(multi, sending);
    if (toRead && sends.enforcing()) {
      @SuppressWarnings("unchecked") // the one parameter of the woven method
      CompletableFuture<Void> start = (CompletableFuture<Void>) args[0];
      sending.hold();
      args[0] = start.thenCompose(unused -> sending.drain(access, multi, copy));
    }
    sending.begunIn(effects.begun()); // last: from here on there is an exit, which ends it
    return sending;
  }

  /**
   * However it ends, also before it was judged: a body that could not be read, a cookie handler
   * that failed. Else its scope would stay open, and a copy of its body would be waited for.
   */
  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Sending sending = (Sending) token;
    if (thrown != null) {
      settle(sending);
    } else if (sending.hasBegun() || sending.isHeld() || sending.isCopied()) {
      ((CompletableFuture<?>) result).whenComplete((answer, failed) -> settle(sending));
    }
    return result;
  }

  private void settle(Sending sending) {
    sending.finish();
    CallScope scope = sending.settle();
    if (scope != null) {
      effects.completed(scope);
    }
  }

  /** In {@code observe} only what the JDK itself holds in memory is looked at. */
  private SendBody unread(BodyPublisher publisher) {
    if (sends.enforcing()) {
      return SendBody.UNREAD;
    }
    HeldBytes held = InMemory.held(publisher, sends.maxBody());
    return held == null ? SendBody.ON_TRUST : held.body(List.of());
  }
}
