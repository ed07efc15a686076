package dev.countersign.sink.http.apacheasync;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import java.net.InetSocketAddress;
import java.util.List;

/** Compares a request of either library with what was previewed. */
final class Judging {

  private final Sends sends;
  private final Adapter adapter;

  Judging(Sends sends, Adapter adapter) {
    this.sends = sends;
    this.adapter = adapter;
  }

  /**
   * What is written behind a head.
   *
   * @param any whether there is anything, be it the end of chunks
   * @param held the bytes; null where they were not read
   * @param unread what is known of them then
   */
  record Behind(boolean any, HeldEntity held, SendBody unread) {

    /** Of a body that is not whole, more may come: it is none that was read. */
    Behind {
      held = held != null && held.isWhole() ? held : null;
    }

    boolean isOver() {
      return held != null && held.isOver();
    }

    /** In bytes, without framing; negative = not known. */
    long length() {
      return !any ? 0 : held == null || held.isOver() ? -1 : held.bytes().length();
    }

    SendBody body(Head head) {
      return held == null || held.isOver() ? unread : held.bytes().body(head.codings());
    }
  }

  /**
   * @param head null when it could not be read
   * @param detail why; else null
   * @return null for the opening of a tunnel through the proxy that this JVM was started with,
   *     which is part of no request
   * @throws EffectRefusedException when nothing may be sent
   */
  Firing commit(
      Sending sending,
      Origin origin,
      Head head,
      List<Head.Line> trailers,
      Behind behind,
      String detail) {
    SendIntent intent = null;
    SendBody body = behind.unread();
    List<String> divergent = List.of();
    String why = detail;
    String target = origin.target();
    String url = "";
    if (head != null && head.opensTunnel() && sends.proxies().entering(origin.address()) == null) {
      return Firing.UNRECORDED;
    }
    if (head != null) {
      body = behind.body(head);
      try {
        origin.requireReached();
        RequestHead read = head.read(sends.headers(), origin);
        url = head.url(origin);
        boolean forProxy = head.isForProxy(read.url(), origin);
        target = forProxy ? read.url().origin() : target;
        for (Head.Line trailer : trailers) {
          read.header(trailer.name(), trailer.value());
        }
        InetSocketAddress through = forProxy ? origin.address() : origin.through();
        read.framed(behind.any(), behind.length())
            .to(origin.destination())
            .proxy(sends.proxies(), through);
        if (!forProxy && origin.told() != null) {
          read.to(origin.destination());
        }
        divergent = read.divergent();
        intent = read.intent();
      } catch (NotCanonicalException unsupported) {
        why = unsupported.getMessage();
      }
    }
    if (behind.isOver()) {
      intent = null;
      why = behind.held().bytes().why();
    }
    String method = head == null ? "" : head.method();
    boolean tunnel = head != null && head.opensTunnel();
    Firing firing =
        sends.commit(
            sending.captured(),
            tunnel ? Sends.beforeTunnel(sending.last(), target) : sending.sentOnFrom(method, url),
            intent,
            target,
            body,
            divergent,
            adapter,
            why);
    if (behind.isOver()) {
      // Part of it was taken from the application, so it cannot go on unread either.
      EffectRefusedException refused = firing.refused(null, List.of());
      throw refused == null ? Sends.beyondBounds() : refused;
    }
    if (!tunnel) {
      sending.attempted(firing, method, url);
    }
    return firing;
  }
}
