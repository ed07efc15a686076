package dev.countersign.sink.http.apacheasync;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.sink.http.RequestHead;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as the library is about to write it, read once.
 *
 * @param uri what its line asks for: a path, a whole URL to a proxy, an authority to open a tunnel
 * @param authority the {@code :authority} of HTTP/2; null in HTTP/1.1, where it is a header
 * @param scheme the {@code :scheme} of HTTP/2; null in HTTP/1.1
 */
record Head(String method, String uri, String authority, String scheme, List<Line> lines) {

  /** One header. */
  record Line(String name, String value, boolean sensitive) {}

  /** Whether a proxy is asked to open a tunnel. */
  boolean opensTunnel() {
    return "CONNECT".equals(method);
  }

  /**
   * For the rules of ρ, on a connection that goes there.
   *
   * @throws NotCanonicalException when there is no one way to read it
   */
  RequestHead read(HeaderRules rules, Origin origin) {
    if (method == null || uri == null && !opensTunnel()) {
      throw new NotCanonicalException("a request without a method or a path");
    }
    if (scheme != null && !scheme.equalsIgnoreCase(origin.scheme())) {
      throw new NotCanonicalException("a request that names another scheme than its connection's");
    }
    RequestHead head = new RequestHead(rules, method, url(origin));
    if (authority != null && !opensTunnel()) {
      head.header("host", authority);
    }
    for (Line line : lines) {
      head.header(line.name(), asWritten(line.value()));
    }
    return head;
  }

  /** What a connection to there is asked for. */
  String url(Origin origin) {
    if (opensTunnel()) {
      return "https://" + (authority != null ? authority : uri) + '/';
    }
    if (uri.startsWith("/")) {
      return origin.url() + uri;
    }
    if (uri.startsWith("http://") || uri.startsWith("https://")) {
      return uri;
    }
    throw new NotCanonicalException("a request whose line is neither a path nor a URL");
  }

  /** Whether that URL is of another server than the one connected to, so a proxy. */
  boolean isForProxy(RequestUrl url, Origin origin) {
    return opensTunnel()
        || !uri.startsWith("/") && !url.origin().equals(RequestUrl.parse(origin.url()).origin());
  }

  /** The length that it says its body has; negative for none that is one number. */
  long length() {
    long length = -1;
    for (Line line : lines) {
      if ("content-length".equalsIgnoreCase(line.name())) {
        try {
          length = length < 0 ? Long.parseLong(line.value()) : -1;
        } catch (NumberFormatException none) {
          return -1;
        }
      }
    }
    return length;
  }

  /** Values of {@code content-encoding}. */
  List<String> codings() {
    List<String> codings = new ArrayList<>(0);
    for (Line line : lines) {
      if ("content-encoding".equalsIgnoreCase(line.name())) {
        codings.add(line.value());
      }
    }
    return codings;
  }

  /** The library writes Latin-1, a question mark for the rest, a blank for a control character. */
  private static String asWritten(String value) {
    String written = value == null ? "" : value;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      if (c > 0xff || c < ' ' && c != '\t' || c >= 0x7f && c < 0xa0) {
        throw new NotCanonicalException("a header whose value does not arrive as it is");
      }
    }
    return written;
  }
}
