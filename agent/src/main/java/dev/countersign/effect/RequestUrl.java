package dev.countersign.effect;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The URL of a request as ρ holds it (spec 1.3, {@code send}): absolute, scheme and host in lower
 * case, the scheme's own port and the fragment left out, an empty path as the {@code /} that is
 * requested for it. Nothing else is rewritten.
 *
 * <p>What clients and servers read differently has no canonical form: user information,
 * backslashes, blanks, control characters and anything that is not ASCII.
 */
public final class RequestUrl {

  private final String scheme;
  private final String host;
  private final int port;
  private final String path;
  private final String query;

  private RequestUrl(String scheme, String host, int port, String path, String query) {
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.path = path;
    this.query = query;
  }

  /** One pair of a query as it is decoded; {@code value} is null where there is no {@code =}. */
  public record Pair(String name, String value) {}

  /**
   * Reads an absolute {@code http} or {@code https} URL.
   *
   * @throws NotCanonicalException when it is none, or can be read in two ways
   */
  public static RequestUrl parse(String text) {
    int hash = text.indexOf('#');
    String whole = hash < 0 ? text : text.substring(0, hash);
    requirePlain(whole);
    int colon = whole.indexOf("://");
    if (colon < 0) {
      throw new NotCanonicalException("a URL that is not absolute");
    }
    String scheme = whole.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new NotCanonicalException("a URL of another scheme than http and https");
    }
    int from = colon + 3;
    int end = from;
    while (end < whole.length() && whole.charAt(end) != '/' && whole.charAt(end) != '?') {
      end++;
    }
    String authority = whole.substring(from, end);
    if (authority.indexOf('@') >= 0) {
      // http://good.example:80@evil.example/ is read in two ways, and no client sends it anyway.
      throw new NotCanonicalException("a URL with user information");
    }
    int at = portAt(authority);
    String host = (at < 0 ? authority : authority.substring(0, at)).toLowerCase(Locale.ROOT);
    requireHost(host);
    int port = at < 0 ? -1 : port(authority.substring(at + 1));
    int mark = whole.indexOf('?', end);
    String path = mark < 0 ? whole.substring(end) : whole.substring(end, mark);
    return new RequestUrl(
        scheme,
        host,
        port < 0 ? (scheme.equals("https") ? 443 : 80) : port,
        path.isEmpty() ? "/" : path,
        mark < 0 ? null : whole.substring(mark + 1));
  }

  private static void requirePlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '\\') {
        throw new NotCanonicalException(
            "a URL with a blank, a backslash or a character beyond ASCII");
      }
    }
  }

  private static int portAt(String authority) {
    return authority.indexOf(
        ':', authority.startsWith("[") ? Math.max(authority.indexOf(']'), 0) : 0);
  }

  private static void requireHost(String host) {
    boolean literal = host.startsWith("[") && host.endsWith("]") && host.length() > 2;
    boolean plain = !host.isEmpty();
    for (int i = literal ? 1 : 0; i < host.length() - (literal ? 1 : 0); i++) {
      char c = host.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.';
      plain &= letter || (literal ? c == ':' || c == '%' : c == '-' || c == '_');
    }
    if (!plain) {
      throw new NotCanonicalException("a URL whose host is no name and no address");
    }
  }

  /** An empty port is the scheme's own (RFC 3986, 6.2.3). */
  private static int port(String digits) {
    int port = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9 || i > 4) {
        throw new NotCanonicalException("a URL whose port is no number up to 65535");
      }
      port = port * 10 + digit;
    }
    if (port > 65_535) {
      throw new NotCanonicalException("a URL whose port is no number up to 65535");
    }
    return digits.isEmpty() ? -1 : port;
  }

  /** Without {@code ://}: {@code http} or {@code https}. */
  public String scheme() {
    return scheme;
  }

  /** In lower case; an IPv6 address with its brackets. */
  public String host() {
    return host;
  }

  /** Always given, also where it is the scheme's own. */
  public int port() {
    return port;
  }

  /** The path as it is requested; begins with a slash. */
  public String path() {
    return path;
  }

  /** Scheme, host and port, as a name: {@code https://api.example.com:443}. */
  public String origin() {
    return scheme + "://" + host + ':' + port;
  }

  /**
   * Whom a request to this {@link #origin} reaches: a host that is written with the dot of the root
   * ({@code api.example.com.}) is the same one without it.
   */
  public static String reached(String origin) {
    int colon = origin.lastIndexOf(':');
    return colon > 0 && origin.charAt(colon - 1) == '.'
        ? origin.substring(0, colon - 1) + origin.substring(colon)
        : origin;
  }

  /** As ρ holds it. */
  public String text() {
    boolean own = port == (scheme.equals("https") ? 443 : 80);
    return scheme
        + "://"
        + host
        + (own ? "" : ":" + port)
        + path
        + (query == null ? "" : "?" + query);
  }

  /**
   * The segments of the path, percent-decoded; {@code /a/} has two, the second one empty.
   *
   * @return null where an escape is malformed or hides no UTF-8
   */
  public List<String> segments() {
    List<String> segments = new ArrayList<>();
    for (String raw : split(path.substring(1), '/')) {
      String decoded = decoded(raw, false);
      if (decoded == null) {
        return null;
      }
      segments.add(decoded);
    }
    return segments;
  }

  /**
   * The pairs of the query in their order, decoded as forms are; empty where there is no query.
   *
   * @return null where an escape is malformed or hides no UTF-8
   */
  public List<Pair> pairs() {
    return query == null ? List.of() : pairs(query);
  }

  /** Whether there is a {@code ?}, be it with nothing behind it. */
  public boolean hasQuery() {
    return query != null;
  }

  /**
   * Reads {@code a=1&b=2}, as a query and a form body hold it.
   *
   * @return null where an escape is malformed or hides no UTF-8
   */
  public static List<Pair> pairs(String text) {
    List<Pair> pairs = new ArrayList<>();
    if (text.isEmpty()) {
      return pairs;
    }
    for (String raw : split(text, '&')) {
      int equals = raw.indexOf('=');
      String name = decoded(equals < 0 ? raw : raw.substring(0, equals), true);
      String value = equals < 0 ? null : decoded(raw.substring(equals + 1), true);
      if (name == null || equals >= 0 && value == null) {
        return null;
      }
      pairs.add(new Pair(name, value));
    }
    return pairs;
  }

  private static List<String> split(String text, char by) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = text.indexOf(by); at >= 0; at = text.indexOf(by, from)) {
      parts.add(text.substring(from, at));
      from = at + 1;
    }
    parts.add(text.substring(from));
    return parts;
  }

  /**
   * Percent-decodes strict UTF-8.
   *
   * @param form whether {@code +} is a blank
   * @return null where an escape is malformed or hides no UTF-8
   */
  public static String decoded(String raw, boolean form) {
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '%') {
        int high = i + 2 < bytes.length ? Character.digit((char) bytes[i + 1], 16) : -1;
        int low = i + 2 < bytes.length ? Character.digit((char) bytes[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          return null;
        }
        out[length++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        out[length++] = form && bytes[i] == '+' ? (byte) ' ' : bytes[i];
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(out, 0, length)).toString();
    } catch (CharacterCodingException other) {
      return null;
    }
  }

  /** Percent-encodes what is not unreserved (RFC 3986, 2.3), in upper case. */
  public static String encoded(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      boolean unreserved =
          b >= 'a' && b <= 'z'
              || b >= 'A' && b <= 'Z'
              || b >= '0' && b <= '9'
              || b == '-'
              || b == '.'
              || b == '_'
              || b == '~';
      if (unreserved) {
        out.append((char) b);
      } else {
        out.append('%');
        out.append(Character.toUpperCase(Character.forDigit(b >> 4 & 15, 16)));
        out.append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
      }
    }
    return out.toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
