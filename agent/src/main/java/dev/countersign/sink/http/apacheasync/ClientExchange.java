package dev.countersign.sink.http.apacheasync;

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
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Stands in for an exchange of HttpCore NIO 4.4 on its connection. Until its body is whole, the
 * library hears that there is no request yet; what was judged is what it gets then. What it calls
 * runs under the tool that asked for the request.
 */
final class ClientExchange implements InvocationHandler {

  private final Core4 library;
  private final Object connection;
  private final Object real;
  private final Sending sending;
  private final Outlook outlook;
  private final Sends sends;
  private final Effects effects;

  private Object request;
  private volatile HeldEntity held;
  private volatile boolean holding;
  private volatile boolean suspended;
  private volatile boolean wanted;
  private volatile Firing firing;

  ClientExchange(
      Core4 library,
      Object connection,
      Object real,
      Sending sending,
      Outlook outlook,
      Sends sends,
      Effects effects) {
    this.library = library;
    this.connection = connection;
    this.real = real;
    this.sending = sending;
    this.outlook = outlook;
    this.sends = sends;
    this.effects = effects;
  }

  /** Null for an exchange that nobody stands in for. */
  static ClientExchange of(Object exchange) {
    return exchange != null
            && Proxy.isProxyClass(exchange.getClass())
            && Proxy.getInvocationHandler(exchange) instanceof ClientExchange known
        ? known
        : null;
  }

  Object real() {
    return real;
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

  /** Whether a message was made here, so that nobody else holds it. */
  boolean made(Object message) {
    return message == request && sends.enforcing() && outlook != Outlook.LEFT;
  }

  /** What is known of a body that was not read. */
  SendBody unread() {
    return sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
  }

  /** It may be sent. */
  void fired(Firing allowed) {
    firing = allowed;
  }

  /**
   * The library has put the connection to rest, because there was no request yet; whether somebody
   * asked for output meanwhile, which that has undone.
   */
  boolean isToBeAskedAgain() {
    return holding && wanted;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, method.getName().equals("toString") ? real : this, args);
    }
    Object before = Carry.enter(sending.captured());
    try {
      switch (method.getName()) {
        case "generateRequest":
          return generateRequest();
        case "produceContent":
          produceContent(args[0], args[1]);
          return null;
        case "responseReceived":
          ended(null);
          break;
        case "failed":
          ended((Throwable) args[0]);
          letGo();
          break;
        case "cancel":
        case "close":
          ended(new CancellationException());
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

  private Object generateRequest() throws Throwable {
    if (!holding) {
      letGo(); // of the attempt before
      held = null;
      request = null;
      Object given = library.generateRequest(real);
      if (given == null || !sends.enforcing() || outlook == Outlook.LEFT) {
        return given;
      }
      Head head = library.head(given);
      request = library.message(head, given);
      if (outlook != Outlook.BODY || library.entity(request) == null) {
        return request;
      }
      held = new HeldEntity(sends.room(), head.length());
      holding = true;
    }
    drain();
    if (!held.isWhole()) {
      return null;
    }
    holding = false;
    return request;
  }

  private void produceContent(Object encoder, Object control) throws Throwable {
    HeldEntity body = held;
    if (body == null) {
      library.produceContent(real, encoder, control);
    } else if (body.giveTo(from -> library.write(encoder, from))) {
      library.complete(encoder);
    }
  }

  /** Asks for as much of the body as there is without waiting for it. */
  private void drain() throws Throwable {
    HeldEntity body = held;
    suspended = false;
    wanted = false;
    Object encoder = library.encoder((self, method, args) -> encoding(body, method, args));
    Object control = library.control((self, method, args) -> controlling(method, args));
    long before;
    do {
      before = body.length();
      library.produceContent(real, encoder, control);
    } while (!body.isWhole() && !suspended && body.length() > before);
    // Who gave nothing and did not ask to be left alone is asked again, as it is without us.
    wanted |= !suspended;
  }

  private Object encoding(HeldEntity body, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "write":
        int taken = body.writeUpToItsLength((ByteBuffer) args[0]);
        wake(body.isWhole());
        return taken;
      case "complete":
        body.end(List.of());
        wake(true);
        return null;
      case "isCompleted":
        return body.isWhole();
      default:
        return GatedCall.plain(method, this, args);
    }
  }

  private Object controlling(Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, this, args);
    }
    switch (method.getName()) {
      case "suspendOutput":
        suspended = true;
        wanted = false;
        return null;
      case "requestOutput":
        suspended = false;
        wake(true);
        return null;
      default:
        return GatedCall.plain(method, connection, args);
    }
  }

  /** Bytes may come from any thread; the library asks on its own. */
  private void wake(boolean needed) {
    if (needed && holding) {
      wanted = true;
      library.requestOutput(connection);
    }
  }

  private void letGo() {
    HeldEntity body = held;
    if (body != null) {
      body.release();
    }
  }

  private void ended(Throwable thrown) {
    Firing allowed = firing;
    if (allowed != null && allowed != Firing.UNRECORDED) {
      firing = null;
      new Answer(effects, allowed).accept(null, thrown);
    }
  }
}
