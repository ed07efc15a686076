package dev.countersign.cli;

import com.sun.net.httpserver.Headers;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who is served by the page of {@code approvals serve}. Other programs and users of the machine
 * reach the port as well, and so does every web page that the person has open. In the order of the
 * checks:
 *
 * <ul>
 *   <li>{@code Host} is the address itself: a name that somebody turned towards it (DNS rebinding)
 *       gets nothing.
 *   <li>The link that the terminal shows holds 32 random bytes and works once. It becomes a cookie
 *       ({@code HttpOnly}, {@code SameSite=Strict}).
 *   <li>Browsers send cookies to every port of a host, so any other server on this machine could
 *       read it. What is asked of the data, and every answer, therefore also needs a proof that the
 *       page was given with its first bytes and keeps per origin, which includes the port.
 *   <li>{@code Origin} and {@code Sec-Fetch-Site}, where a browser names them, are this page's; an
 *       answer names one.
 * </ul>
 */
final class DeskDoor {

  /** Carries the proof. */
  static final String PROOF = "X-Countersign-Desk";

  private static final String COOKIE = "countersign-desk";
  private static final int SECRET = 32;

  private final String host;
  private final String origin;
  private final String token = secret();
  private final String cookie = secret();
  private final String proof = secret();
  private final AtomicBoolean redeemed = new AtomicBoolean();

  /**
   * @param host address and port
   */
  DeskDoor(String host) {
    this.host = host;
    origin = "http://" + host;
  }

  private static String secret() {
    byte[] bytes = new byte[SECRET];
    Randomness.fill(bytes);
    return Hex.of(bytes);
  }

  String origin() {
    return origin;
  }

  /** The link that opens the page, once. */
  String link() {
    return origin + "/?token=" + token;
  }

  /** Whether it was asked for by its address. */
  boolean isNamed(Headers headers) {
    return host.equals(only(headers, "Host"));
  }

  /** Whether that is the token of the link, used or not. */
  boolean isToken(String given) {
    return same(token, given);
  }

  /** Uses the link. False for all but the first who does. */
  boolean redeem() {
    return redeemed.compareAndSet(false, true);
  }

  /** What whoever came by the link is told to keep, as a header. */
  String cookie() {
    return COOKIE + "=" + cookie + "; Path=/; HttpOnly; SameSite=Strict";
  }

  /** What its page keeps. */
  String proof() {
    return proof;
  }

  boolean hasCookie(Headers headers) {
    boolean found = false;
    for (String line : headers.getOrDefault("Cookie", List.of())) {
      int at = 0;
      while (at < line.length()) {
        int end = line.indexOf(';', at);
        String pair = line.substring(at, end < 0 ? line.length() : end).trim();
        // A neighbour on another port may have set one of this name, too.
        found |= pair.startsWith(COOKIE + "=") && same(cookie, pair.substring(COOKIE.length() + 1));
        at = end < 0 ? line.length() : end + 1;
      }
    }
    return found;
  }

  /** Whether the page asks. */
  boolean isPage(Headers headers) {
    String given = only(headers, PROOF);
    String from = headers.getFirst("Origin");
    String site = headers.getFirst("Sec-Fetch-Site");
    return given != null
        && same(proof, given)
        && (from == null || from.equals(origin))
        && (site == null || site.equals("same-origin"));
  }

  /** Whether it names this page as its origin. */
  boolean namesOrigin(Headers headers) {
    return origin.equals(only(headers, "Origin"));
  }

  /** Null where there is none, or several that two readers could disagree about. */
  static String only(Headers headers, String name) {
    List<String> values = headers.get(name);
    return values == null || values.size() != 1 ? null : values.get(0);
  }

  /** In a time that does not depend on where they differ. */
  private static boolean same(String secret, String given) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
