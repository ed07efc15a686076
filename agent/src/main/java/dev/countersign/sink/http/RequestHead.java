package dev.countersign.sink.http;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendIntent;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Method, URL and headers of a wire attempt, as a client is about to write them. Finds what would
 * make another request of it on the way: a name or value that ends its line, a {@code Host} of
 * another application, a length that is not the body's.
 */
public final class RequestHead {

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private final RequestUrl url;
  private final SendIntent intent;
  private final List<String> divergent = new ArrayList<>(0);
  private final List<String> codings = new ArrayList<>(0);
  private String length;
  private String transfer;

  /**
   * @throws NotCanonicalException when there is no one way to read it
   */
  public RequestHead(HeaderRules rules, String method, String url) {
    requireToken(method, "a method");
    this.url = RequestUrl.parse(url);
    this.intent = new SendIntent(method, this.url, rules);
  }

  /**
   * Adds a header line.
   *
   * @throws NotCanonicalException when it would end before its end, or be read as two
   */
  public RequestHead header(String name, String value) {
    requireToken(name, "a header's name");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\r' || c == '\n' || c == 0) {
        throw new NotCanonicalException("a header whose value does not end with its line");
      }
    }
    switch (name.toLowerCase(Locale.ROOT)) {
      case "host":
        if (!Sends.isHostOf(url, value)) {
          divergent.add("/intent/headers/host");
        }
        break;
      case "content-length":
        length = length == null ? value : length + ',' + value;
        break;
      case "transfer-encoding":
        transfer = transfer == null ? value : transfer + ',' + value;
        break;
      case "content-encoding":
        codings.add(value);
        break;
      default:
        break;
    }
    intent.header(name, value);
    return this;
  }

  private static void requireToken(String text, String what) {
    boolean token = !text.isEmpty();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      token &= alphanumeric || TOKEN_MARKS.indexOf(c) >= 0;
    }
    if (!token) {
      throw new NotCanonicalException(what + " that is none");
    }
  }

  /**
   * The framing that the client writes by itself where the application has set no header of that
   * name: a length, or chunks.
   *
   * @param bytes that the client writes as the length; negative = it writes chunks
   */
  public RequestHead framedByClient(long bytes) {
    if (bytes < 0) {
      transfer = transfer == null ? "chunked" : transfer;
    } else {
      length = length == null ? Long.toString(bytes) : length;
    }
    return this;
  }

  /**
   * Two lengths are two ends, and what is behind the first one is another request to whoever
   * believes it. So are chunks that never come, and a length without its bytes.
   *
   * @param body whether anything is written behind the head, be it the end of chunks
   * @param bytes of the body; negative = not known
   */
  public RequestHead framed(boolean body, long bytes) {
    if (transfer != null && (!body || length != null || !transfer.equalsIgnoreCase("chunked"))) {
      divergent.add("/intent/headers/transfer-encoding");
    }
    if (length != null && bytes >= 0 && !length.equals(Long.toString(bytes))) {
      divergent.add("/intent/headers/content-length");
    }
    return this;
  }

  /** Through which proxy it goes; null for none. */
  public RequestHead proxy(Proxies proxies, InetSocketAddress through) {
    intent.proxy(proxies.entering(through));
    if (through != null) {
      intent.to(Destination.LATER);
    }
    return this;
  }

  /** Where its connection goes, where no proxy stands between. */
  public RequestHead to(Destination connection) {
    intent.to(connection);
    return this;
  }

  public RequestUrl url() {
    return url;
  }

  /** Values of {@code content-encoding}. */
  public List<String> codings() {
    return codings;
  }

  public SendIntent intent() {
    return intent;
  }

  /** Pointers of what cannot equal any preview. */
  public List<String> divergent() {
    return divergent;
  }
}
