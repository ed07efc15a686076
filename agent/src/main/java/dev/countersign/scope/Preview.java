package dev.countersign.scope;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Redirects;
import dev.countersign.config.Times;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Coverage;
import dev.countersign.effect.template.EffectPreview;
import java.net.InetAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A request as judged, waiting for its sink. Spent by as many commits as it allows (spec 1.6, law
 * 3).
 */
final class Preview {

  private final EffectRequest request;
  private final CallScope owner;
  private final EffectPreview rendered;
  private final Times times;
  private final boolean shared;
  private final Redirects redirects;
  private final Set<InetAddress> pinned;
  private int used;
  private boolean withdrawn;

  /**
   * @param rendered the template it came from, which knows its placeholders; null when every byte
   *     is bound
   * @param shared whether its program may also be started, its host asked, elsewhere
   * @param redirects what happens where an answer sends the request on
   * @param pinned the addresses that the request may go to; null = any
   */
  Preview(
      EffectRequest request,
      CallScope owner,
      EffectPreview rendered,
      Times times,
      boolean shared,
      Redirects redirects,
      Set<InetAddress> pinned) {
    this.request = request;
    this.owner = owner;
    this.rendered = rendered;
    this.times = times;
    this.shared = shared;
    this.redirects = redirects;
    this.pinned = pinned;
  }

  /** One that no answer sends on. */
  Preview(
      EffectRequest request, CallScope owner, EffectPreview rendered, Times times, boolean shared) {
    this(request, owner, rendered, times, shared, Redirects.REFUSE, null);
  }

  /** The addresses that the request may go to; null = any. */
  Set<InetAddress> pinned() {
    return pinned;
  }

  /** Whether an effect goes where this preview lets it go, as far as that is known. */
  boolean admits(Observation seen) {
    return pinned == null || seen.address() == null || pinned.contains(seen.address());
  }

  Redirects redirects() {
    return redirects;
  }

  EffectRequest request() {
    return request;
  }

  String digest() {
    return request.digest();
  }

  Verb verb() {
    return request.verb();
  }

  CallScope owner() {
    return owner;
  }

  boolean shared() {
    return shared;
  }

  /** {@code full}, or {@code partial} where a placeholder leaves a value to the tool. */
  String coverage() {
    return (rendered == null ? Coverage.FULL : rendered.coverage()).text();
  }

  /**
   * The observed intent as this preview compares it: values at placeholders give way to the
   * placeholder.
   */
  Map<String, Object> comparable(Observation seen) {
    return rendered == null ? seen.intent() : rendered.comparable(seen.intent(), seen.body());
  }

  boolean isPartial() {
    return rendered != null && rendered.coverage() == Coverage.PARTIAL;
  }

  /** Whether observed intents that differ from its own may equal it. */
  boolean comparesLoosely() {
    return rendered != null && rendered.comparesLoosely();
  }

  /**
   * Whether the request of this preview goes to that server, through that proxy. What a placeholder
   * leaves open stands behind both.
   */
  boolean reaches(String host, int port, String proxy) {
    Map<String, Object> intent = request.intent();
    if (!Objects.equals(proxy, intent.get("proxy"))) {
      return false;
    }
    try {
      RequestUrl server = RequestUrl.parse(server((String) intent.get("url")));
      return server.port() == port && plain(server.host()).equalsIgnoreCase(plain(host));
    } catch (NotCanonicalException unreadable) {
      return true; // nobody knows, so it is judged on its connection
    }
  }

  private static String server(String url) {
    int end = url.indexOf("://") + 3;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    return url.substring(0, end) + '/';
  }

  /** An IPv6 address without what stands around it in a URL. */
  private static String plain(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  synchronized boolean unspent() {
    return !withdrawn && used < times.count();
  }

  /** How many uses are left. */
  synchronized int left() {
    return withdrawn ? 0 : times.count() - used;
  }

  /**
   * Takes one use.
   *
   * @return the number of the use, from 1; 0 when there is none left
   */
  synchronized int spend() {
    return !withdrawn && used < times.count() ? ++used : 0;
  }

  /**
   * Another preview takes its place: nothing commits by this one any more.
   *
   * @return false when a use was taken already: then it stays
   */
  synchronized boolean withdraw() {
    withdrawn = used == 0;
    return withdrawn;
  }

  /** It could not be replaced after all. */
  synchronized void reinstate() {
    withdrawn = false;
  }

  /** The same, of another request. */
  Preview superseding(EffectRequest other) {
    return new Preview(other, owner, rendered, times, shared, redirects, pinned);
  }

  /** Gives a use back: the effect did not fire because its allow could not be written. */
  synchronized void giveBack() {
    used--;
  }
}
