package dev.countersign.sink.http.jetty;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Compares the bytes that HTTP/1.1 made of a head with what was judged, just before they are given
 * to the connection: a request can be changed by another thread at any time. And where that
 * connection really leads: a connector can be told to go elsewhere than to the origin.
 */
final class WrittenSink implements SiteHandler {

  private final Sends sends;
  private final Exchanges exchanges;

  WrittenSink(Sends sends, Exchanges exchanges) {
    this.sends = sends;
    this.exchanges = exchanges;
  }

  @Override
  public Object enter(WovenMethod woven, Object headers, Object[] args) {
    if (exchanges.isEmpty()) {
      return null;
    }
    // The call's receiver and its arguments: end point, callback, the head and what is behind it.
    JettyLibrary library = JettyLibrary.ofHeaders(headers);
    Object exchange = library.exchangeOfHeaders(headers);
    Sending sending = exchange == null ? null : exchanges.of(library.request(exchange));
    Sending.Judged judged = sending == null ? null : sending.judged();
    if (judged == null) {
      return null;
    }
    InetSocketAddress remote = library.remote(args[0]);
    if (sends.comparesAddresses() && library.proxy(library.destination(exchange)) == null) {
      sends.requireAddress(
          judged.firing(), judged.target(), remote == null ? null : remote.getAddress());
    }
    if (judged.head() == null) {
      return null;
    }
    Map<String, Object> actual = null;
    List<String> differs = List.of("/intent/headers");
    try {
      Head written = Head.written(library, exchange, (ByteBuffer[]) args[2]);
      RequestHead head = written.read(sends);
      actual = head.intent().toJson(SendBody.NONE);
      if (remote == null || remote.getPort() != written.port()) {
        differs = List.of("/intent/url");
      } else if (head.divergent().isEmpty() && actual.equals(judged.head())) {
        return null;
      }
    } catch (NotCanonicalException changed) {
      actual = null;
    }
    EffectRefusedException refused = judged.firing().refused(actual, differs);
    if (refused != null) {
      throw refused;
    }
    return null;
  }
}
