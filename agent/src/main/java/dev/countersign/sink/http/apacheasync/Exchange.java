package dev.countersign.sink.http.apacheasync;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Answer;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Stands in for an exchange of HttpCore 5 on its stream. Has the application write its body into
 * memory before the head is sent, asked by the library whenever it would be asked anyway and
 * outside any check; gives the held bytes on afterwards. What it calls runs under the tool that
 * asked for the request.
 *
 * <p>A refusal ends the exchange with itself: on HTTP/1.1 as whatever fails on a connection does,
 * on HTTP/2 with its own stream alone.
 */
final class Exchange implements InvocationHandler {

  private final Core5 library;
  private final Object stream;
  private final Object real;
  private final Sending sending;
  private final Outlook outlook;
  private final Sends sends;
  private final Effects effects;

  private volatile HeldEntity held;
  private volatile Head5 waiting;
  private volatile Firing firing;
  private volatile EffectRefusedException refused;

  /** The head of a held request, and the library's channel for it. */
  private record Head5(Object channel, Object request, Object entity, Object context) {}

  Exchange(
      Core5 library,
      Object stream,
      Object real,
      Sending sending,
      Outlook outlook,
      Sends sends,
      Effects effects) {
    this.library = library;
    this.stream = stream;
    this.real = real;
    this.sending = sending;
    this.outlook = outlook;
    this.sends = sends;
    this.effects = effects;
  }

  /** Null for an exchange that nobody stands in for. */
  static Exchange of(Object exchangeHandler) {
    return exchangeHandler != null
            && Proxy.isProxyClass(exchangeHandler.getClass())
            && Proxy.getInvocationHandler(exchangeHandler) instanceof Exchange exchange
        ? exchange
        : null;
  }

  Sending sending() {
    return sending;
  }

  Outlook outlook() {
    return outlook;
  }

  /** The body that was read; null where none was. */
  HeldEntity held() {
    return held;
  }

  /** What is known of a body that was not read. */
  SendBody unread() {
    return sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
  }

  /** It may be sent. */
  void fired(Firing allowed) {
    firing = allowed;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, method.getName().equals("toString") ? real : this, args);
    }
    Object before = Carry.enter(sending.captured());
    try {
      switch (method.getName()) {
        case "produceRequest":
          produceRequest(args[0], args[1]);
          return null;
        case "available":
          return available();
        case "produce":
          produce(args[0]);
          return null;
        case "consumeResponse":
          ended(null);
          break;
        case "failed":
          ended((Throwable) args[0]);
          letGo();
          break;
        case "releaseResources":
          abandoned();
          letGo();
          break;
        default:
          break;
      }
      return GatedCall.plain(method, real, args);
    } finally {
      Carry.restore(before);
    }
  }

  private void produceRequest(Object channel, Object context) throws Throwable {
    try {
      library.produceRequest(
          real,
          (self, method, args) -> {
            if (method.getDeclaringClass() == Object.class) {
              return GatedCall.plain(method, channel, args);
            }
            sendRequest(channel, args[0], args[1], args[2]);
            return null;
          },
          context);
    } catch (EffectRefusedException given) {
      refused = refused == null ? given : refused;
    }
    surface();
  }

  /** Whatever the application made of the refusal on the way, the exchange ends with it. */
  private void surface() {
    EffectRefusedException ending = refused;
    if (ending == null) {
      return;
    }
    letGo();
    if (library.isHttp2()) {
      sending.refusedUnsent();
      library.drop(stream, ending);
    } else {
      throw ending;
    }
  }

  private void sendRequest(Object channel, Object request, Object entity, Object context)
      throws Throwable {
    boolean enforcing = sends.enforcing() && outlook != Outlook.LEFT;
    Object own = enforcing && !library.isAllOwn(request) ? library.copyOf(request) : request;
    if (entity == null || !enforcing || outlook != Outlook.BODY || held != null) {
      send(channel, own, entity, context);
      return;
    }
    waiting = new Head5(channel, own, entity, context);
    held = new HeldEntity(sends.room(), library.contentLength(entity));
    drain();
    if (held.isWhole()) {
      send(channel, own, entity, context);
    } else {
      library.startHolding(stream);
      library.requestOutput(stream);
    }
  }

  private void send(Object channel, Object request, Object entity, Object context)
      throws Throwable {
    waiting = null;
    try {
      library.sendRequest(channel, request, entity, context);
    } catch (EffectRefusedException given) {
      refused = given;
      throw given;
    }
  }

  private int available() throws Throwable {
    HeldEntity body = held;
    if (body == null || waiting != null && !body.isWhole()) {
      return library.available(real);
    }
    return 1; // until the library has taken the end of it
  }

  private void produce(Object channel) throws Throwable {
    HeldEntity body = held;
    if (body == null) {
      library.produce(real, channel);
      return;
    }
    Head5 head = waiting;
    if (head != null) {
      if (!body.isWhole()) {
        drain();
      }
      if (body.isWhole() && refused == null) {
        library.stopHolding(stream);
        try {
          send(head.channel(), head.request(), head.entity(), head.context());
        } catch (EffectRefusedException given) {
          surface();
        }
      }
      return;
    }
    if (refused == null && body.giveTo(from -> library.write(channel, from))) {
      List<Object> trailers = body.trailers();
      library.endStream(channel, trailers.isEmpty() ? null : trailers);
    }
  }

  /** Asks for as much of the body as there is without waiting for it. */
  private void drain() throws Throwable {
    HeldEntity body = held;
    Object channel =
        library.dataChannel(
            (self, method, args) -> {
              switch (method.getName()) {
                case "write":
                  int taken = body.write((java.nio.ByteBuffer) args[0]);
                  wake(body.isOver());
                  return taken;
                case "endStream":
                  body.end(args == null || args[0] == null ? List.of() : trailers(args[0]));
                  wake(true);
                  return null;
                case "requestOutput":
                  wake(true);
                  return null;
                default:
                  return GatedCall.plain(method, this, args);
              }
            });
    long before;
    do {
      before = body.length();
      library.produce(real, channel);
    } while (!body.isWhole() && body.length() > before && library.available(real) > 0);
  }

  private List<Object> trailers(Object given) throws Throwable {
    return library.copyOf((List<?>) given);
  }

  /** Bytes may come from any thread; the head is sent by the library's own. */
  private void wake(boolean needed) {
    if (needed && waiting != null) {
      library.requestOutput(stream);
    }
  }

  private void ended(Throwable thrown) {
    Firing allowed = firing;
    if (allowed != null && allowed != Firing.UNRECORDED) {
      firing = null;
      new Answer(effects, allowed).accept(null, thrown);
    }
  }

  private void letGo() {
    HeldEntity body = held;
    if (body != null) {
      body.release();
    }
  }

  /** Neither answered nor failed: given up. */
  private void abandoned() {
    waiting = null; // nobody takes it any more
    ended(new java.util.concurrent.CancellationException());
  }
}
