package dev.countersign.sink.http.jetty;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Decides over every wire attempt, just before {@code HttpSender.sendHeaders}: all listeners that
 * may alter the request have had it, whatever the protocol is, and nothing of it has been written.
 * What is thrown here fails the exchange as a body that cannot be read does.
 *
 * <p>From here on what is written of the body are the bytes that were judged.
 */
final class AttemptSink implements SiteHandler {

  static final String HOOK = "org.eclipse.jetty.client.HttpSender#sendHeaders";

  private final Sends sends;
  private final Exchanges exchanges;
  private final Adapter adapter;

  AttemptSink(Sends sends, Exchanges exchanges, Adapter adapter) {
    this.sends = sends;
    this.exchanges = exchanges;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object content, Object[] args) {
    // The call's receiver and its arguments: sender, exchange, first bytes, whether they are all.
    JettyLibrary library = JettyLibrary.of(args[1]);
    try {
      judge(library, args);
    } catch (EffectRefusedException refused) {
      library.fail(args[0], refused);
      throw refused;
    } catch (RuntimeException | Error failed) {
      library.fail(args[0], Sends.unverified());
      throw failed;
    }
    return null;
  }

  private void judge(JettyLibrary library, Object[] args) {
    Object exchange = args[1];
    if (exchanges.isEmpty()
        && (!sends.proxies().any()
            || !Head.TUNNEL.equals(library.method(library.request(exchange))))
        && sends.leaves()) {
      return;
    }
    Object request = library.request(exchange);
    Head head = Head.of(library, exchange);
    if (head.isTunnel() && sends.proxies().entering(head.proxy()) == null) {
      // The proxy that this JVM was started with: part of no request.
      return;
    }
    Sending sending = exchanges.of(request);
    if (head.isTunnel() && sending == null) {
      sending = asking(library, exchange, request);
    }
    String target = head.goesTo();
    Object captured = sending == null ? null : sending.captured();
    if (Exchanges.outlookAtSink(sends, captured, target) == Outlook.LEFT) {
      if (sending != null) {
        exchanges.settle(sending);
      }
      return;
    }
    if (sending == null) {
      sending = exchanges.add(request, null);
    }
    Read read = read(library, request, captured, target);
    try {
      commit(library, exchange, head, sending, read, args[0]);
    } finally {
      exchanges.settle(sending);
    }
    if (sending.isHeld()) {
      replace(sending, args);
    }
  }

  /** A tunnel is asked for by whoever waits for what it leads to. */
  private Sending asking(JettyLibrary library, Object exchange, Object request) {
    Object destination = library.destination(exchange);
    Object waiting =
        library.waitingFor(destination, library.place(destination), library.target(request));
    Sending asked = waiting == null ? null : exchanges.of(waiting);
    return asked == null ? null : exchanges.add(request, asked.captured());
  }

  /** A body as far as it is known. */
  private record Read(boolean any, HeldBytes held, SendBody unread, String over) {}

  private Read read(JettyLibrary library, Object request, Object captured, String target) {
    Object content = library.body(request);
    if (content == null) {
      return new Read(false, null, SendBody.NONE, null);
    }
    HeldContent held = HeldContent.of(content);
    if (held != null) {
      Draining draining = held.draining();
      boolean whole =
          draining.hasEnded()
              && draining.failure() == null
              && !draining.isOver()
              && held.isOf(request);
      return !whole
          ? new Read(true, null, SendBody.UNREAD, draining.held().why())
          : new Read(true, draining.held(), null, null);
    }
    boolean asked =
        !sends.enforcing() || Exchanges.outlook(sends, captured, target) == Outlook.BODY;
    if (asked && library.isInMemory(content)) {
      HeldBytes copy =
          library.inMemory(
              content, sends.enforcing() ? sends.room() : Room.inMemory(sends.maxBody()));
      if (!copy.isOver()) {
        return new Read(true, copy, null, null);
      }
      return new Read(
          true,
          null,
          sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST,
          sends.enforcing() ? copy.why() : null);
    }
    return new Read(true, null, sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST, null);
  }

  private void commit(
      JettyLibrary library, Object exchange, Head head, Sending sending, Read read, Object sender) {
    SendIntent intent = null;
    SendBody body = read.unread();
    String detail = read.over();
    List<String> divergent = List.of();
    try {
      if (!library.isOverIp(library.destination(exchange))) {
        throw new NotCanonicalException("a request that goes to no address of its URL");
      }
      if (library.hasTrailers(library.request(exchange))) {
        throw new NotCanonicalException("a request with trailers");
      }
      RequestHead asked = head.read(sends);
      boolean http2 = library.isOverHttp2(sender);
      InetSocketAddress remote = http2 ? library.remoteOfHttp2(sender) : null;
      if (library.isOverHttp1(sender) || head.proxy() != null) {
        asked.to(Destination.LATER); // see WrittenSink
      } else if (remote != null) {
        asked.to(Destination.at(remote.getAddress()));
      }
      if (body == null) {
        body = read.held().body(asked.codings());
      }
      asked.framed(read.any(), read.held() == null ? read.any() ? -1 : 0 : read.held().length());
      divergent =
          !http2 || remote != null && remote.getPort() == head.port()
              ? asked.divergent()
              : List.of("/intent/url"); // a connector can be told to go elsewhere
      intent = detail == null ? asked.intent() : null;
    } catch (NotCanonicalException unsupported) {
      detail = detail == null ? unsupported.getMessage() : detail;
      body = body == null ? SendBody.UNREAD : body;
    }
    String asked = head.method() + ' ' + head.url();
    Firing firing =
        sends.commit(
            sending.captured(),
            sentOnFrom(library, exchange, asked),
            intent,
            head.goesTo(),
            body,
            divergent,
            adapter,
            detail);
    if (read.over() != null) {
      // Part of it was taken from the application, so it cannot go on unread either.
      EffectRefusedException refused = firing.refused(null, List.of());
      throw refused == null ? Sends.beyondBounds() : refused;
    }
    boolean written = sends.enforcing() && intent != null && library.isOverHttp1(sender);
    try {
      sending.judged(
          new Sending.Judged(
              firing, head.goesTo(), asked, written ? intent.toJson(SendBody.NONE) : null),
          sends.enforcing() ? read.held() : null);
    } catch (IOException letGo) {
      throw new IllegalStateException(letGo);
    }
  }

  /** The attempt that an answer turned into this one; null where it repeats the same request. */
  private Firing sentOnFrom(JettyLibrary library, Object exchange, String asked) {
    Object own = library.request(exchange);
    Sending before = null;
    for (Object each : library.exchanges(own)) {
      Object request = library.request(each);
      if (each == exchange) {
        break;
      }
      if (request == own) {
        return null; // the application sends it again
      }
      before = exchanges.of(request);
    }
    Sending.Judged judged = before == null ? null : before.judged();
    return judged == null || judged.asked().equals(asked) ? null : judged.firing();
  }

  /** Puts the next bytes of those that were judged in the place of what would be written. */
  static void replace(Sending sending, Object[] args) {
    ByteBuffer judged;
    try {
      judged = sending.next(((ByteBuffer) args[2]).remaining(), (Boolean) args[3]);
    } catch (IOException changed) {
      judged = null;
    }
    if (judged == null) {
      EffectRefusedException refused =
          sending.judged().firing().refused(null, List.of("/intent/body"));
      throw refused == null ? Sends.beyondBounds() : refused;
    }
    args[2] = judged;
  }
}
