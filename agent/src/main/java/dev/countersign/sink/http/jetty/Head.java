package dev.countersign.sink.http.jetty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.RequestUrl;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Method, target and headers of a request and where its connection leads, be they of the client's
 * object or of the bytes that it made of it.
 *
 * @param target as HTTP/1.1 writes it: a path, through a proxy the whole URL, for a tunnel a place
 * @param lines name and value of each header
 * @param place where the connection leads
 * @param proxy through which; null for none
 */
record Head(
    String method,
    String target,
    List<String[]> lines,
    JettyLibrary.Place place,
    InetSocketAddress proxy) {

  static final String TUNNEL = "CONNECT";

  /** What the client is about to write. */
  static Head of(JettyLibrary library, Object exchange) {
    Object request = library.request(exchange);
    return at(
        library.method(request),
        library.target(request),
        library.headers(request),
        library,
        exchange);
  }

  /**
   * What it wrote.
   *
   * @param buffers the head and what is written with it; the beginning of a first chunk stands in
   *     one buffer with the head
   * @throws NotCanonicalException when that is no head of HTTP/1.1
   */
  static Head written(JettyLibrary library, Object exchange, ByteBuffer... buffers) {
    String text = StandardCharsets.ISO_8859_1.decode(buffers[0].asReadOnlyBuffer()).toString();
    int behind = text.indexOf("\r\n\r\n") + 4;
    if (behind < 4) {
      throw new NotCanonicalException("a head without its end");
    }
    if (behind < text.length()) {
      int chunk = 0;
      for (int i = 1; i < buffers.length; i++) {
        chunk += buffers[i].remaining();
      }
      if (!text.substring(behind).equalsIgnoreCase(Integer.toHexString(chunk) + "\r\n")) {
        throw new NotCanonicalException("a head with something behind its end");
      }
      text = text.substring(0, behind);
    }
    int end = text.indexOf("\r\n");
    String line = text.substring(0, end);
    int first = line.indexOf(' ');
    int second = line.lastIndexOf(' ');
    if (first < 0 || second <= first) {
      throw new NotCanonicalException("a request line that is none");
    }
    List<String[]> lines = new ArrayList<>();
    for (int at = end + 2; at < text.length() - 2; at = end + 2) {
      end = text.indexOf("\r\n", at);
      int colon = text.indexOf(':', at);
      if (colon < 0 || colon > end) {
        throw new NotCanonicalException("a header that is none");
      }
      int value = colon + 1 < end && text.charAt(colon + 1) == ' ' ? colon + 2 : colon + 1;
      lines.add(new String[] {text.substring(at, colon), text.substring(value, end)});
    }
    return at(
        line.substring(0, first), line.substring(first + 1, second), lines, library, exchange);
  }

  private static Head at(
      String method, String target, List<String[]> lines, JettyLibrary library, Object exchange) {
    Object destination = library.destination(exchange);
    JettyLibrary.Place place = library.place(destination);
    if (!method.equals(TUNNEL)) {
      return new Head(method, target, lines, place, library.proxy(destination));
    }
    // It goes to the proxy, and asks for the place that the tunnel leads to.
    int colon = target.lastIndexOf(':');
    int port = -1;
    try {
      port = Integer.parseInt(target.substring(colon + 1));
    } catch (NumberFormatException none) {
      colon = target.length();
    }
    return new Head(
        method,
        "/",
        lines,
        new JettyLibrary.Place("https", target.substring(0, colon), port),
        InetSocketAddress.createUnresolved(place.host(), place.port()));
  }

  boolean isTunnel() {
    return method.equals(TUNNEL);
  }

  /** Where its connection ends: at a proxy, if there is one. */
  int port() {
    return proxy == null ? place.port() : proxy.getPort();
  }

  /** As it is requested. */
  String url() {
    return target.contains("://") && !target.startsWith("/") ? target : origin() + target;
  }

  private String origin() {
    return place.scheme() + "://" + place.host() + (place.port() < 0 ? "" : ":" + place.port());
  }

  /** As the books name it. */
  String goesTo() {
    return Sends.target(place.scheme(), place.host(), place.port());
  }

  /** With credentials for the proxy, Jetty 11 and 12.0 ask for a tunnel at the proxy's own host. */
  private boolean namesTheProxy(String[] line) {
    return line[0].equalsIgnoreCase("host")
        && line[1].equalsIgnoreCase(proxy.getHostString() + ':' + proxy.getPort());
  }

  /**
   * @throws NotCanonicalException when there is no one way to read it
   */
  RequestHead read(Sends sends) {
    RequestHead head = new RequestHead(sends.headers(), method, url());
    if (!head.url().origin().equals(RequestUrl.parse(origin() + "/").origin())) {
      throw new NotCanonicalException("a request whose line names another server than it goes to");
    }
    for (String[] line : lines) {
      if (!isTunnel() || !namesTheProxy(line)) {
        head.header(line[0], line[1]);
      }
    }
    return head.proxy(sends.proxies(), proxy);
  }
}
