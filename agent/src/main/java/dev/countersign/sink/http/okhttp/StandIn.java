package dev.countersign.sink.http.okhttp;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.SendBody;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.Surfacing;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Stands in for the last interceptor during one request. Has the application write its body into
 * memory before anything of the request is sent, on the thread that would write it anyway and
 * outside any check, and hands on a request with those bytes.
 *
 * <p>A refusal leaves it as an {@code IOException}: anything else ends a thread of the dispatcher,
 * and reaches the callback as a call that was cancelled.
 */
final class StandIn implements InvocationHandler {

  private static final String DUPLEX =
      "a body whose end depends on the answer (isDuplex) cannot be held";

  private final Object last;
  private final OkLibrary library;
  private final Sends sends;
  private final Attempts attempts;
  private final Outlook outlook;

  private StandIn(Object last, OkLibrary library, Sends sends, Attempts attempts, Outlook outlook) {
    this.last = last;
    this.library = library;
    this.sends = sends;
    this.attempts = attempts;
    this.outlook = outlook;
  }

  static Object of(
      Object last, OkLibrary library, Sends sends, Attempts attempts, Outlook outlook) {
    Class<?> interceptor = library.interceptor();
    return Proxy.newProxyInstance(
        interceptor.getClassLoader(),
        new Class<?>[] {interceptor},
        new StandIn(last, library, sends, attempts, outlook));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, last, args);
    }
    Object chain = args[0];
    attempts.passing().tunnelEnded(BodyState.RETURNED, null);
    Attempt attempt = read(library.request(chain));
    if (attempt.heldBody() != null) {
      library.request(chain, attempt.request());
    }
    Attempts.Passing passing = attempts.passing();
    Attempt outer = passing.attempt;
    passing.attempt = attempt;
    try {
      return library.intercept(last, chain);
    } catch (EffectRefusedException refused) {
      throw Surfacing.of(refused);
    } finally {
      passing.attempt = outer;
      attempt.release();
    }
  }

  private Attempt read(Object request) throws Throwable {
    Object body = library.body(request);
    if (body == null) {
      return Attempt.unread(request, SendBody.NONE, null);
    }
    if (!sends.enforcing()) {
      return Attempt.unread(request, onTrust(body), null);
    }
    if (outlook != Outlook.BODY) {
      return Attempt.unread(request, SendBody.UNREAD, null);
    }
    if (library.isDuplex(body)) {
      return Attempt.unread(request, SendBody.UNREAD, DUPLEX);
    }
    HeldBytes held = library.hold(body, sends.room());
    if (held.isOver()) {
      return new Attempt(request, held, null, SendBody.UNREAD, held.why());
    }
    Object heldBody = library.heldBody(body, held);
    return new Attempt(library.with(request, heldBody), held, heldBody, null, null);
  }

  /** In {@code observe} only what the library itself holds in memory is looked at. */
  private SendBody onTrust(Object body) throws Throwable {
    if (!Names.isInMemory(body.getClass())) {
      return SendBody.ON_TRUST;
    }
    HeldBytes held = library.hold(body, Room.inMemory(sends.maxBody()));
    return held.isOver() ? SendBody.ON_TRUST : held.body(List.of());
  }
}
