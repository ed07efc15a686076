package dev.countersign.framework.mcp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.RequestUrl;
import dev.countersign.scope.Seal;
import dev.countersign.sink.http.Sends;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a transport sends a call, before whoever customizes its requests is asked: scheme, host,
 * port and path, and the pairs of the query, which tell sessions apart. Pairs under names of their
 * own may be added, as headers may be: those are how a client says who it is.
 *
 * @param target scheme, host and port, as the books name them
 * @param url null where it has no canonical form
 */
record Address(String target, RequestUrl url) {

  static Address of(URI chosen) {
    RequestUrl url;
    try {
      url = RequestUrl.parse(chosen.toString());
    } catch (NotCanonicalException readInTwoWays) {
      url = null;
    }
    return new Address(Sends.target(chosen.getScheme(), chosen.getHost(), chosen.getPort()), url);
  }

  /**
   * Whether that is the way to it. An answer of the server that was asked may lead on: to whom it
   * hands a call is the server's to say. Of a URL without a canonical form the host alone is known.
   */
  boolean isReachedBy(Seal.Way way) {
    if (way.sentOn()) {
      return true;
    }
    if (url == null || way.url() == null) {
      return url == null && way.url() == null && target.equals(way.target());
    }
    return RequestUrl.reached(url.origin()).equals(RequestUrl.reached(way.url().origin()))
        && url.path().equals(way.url().path())
        && asks(way.url());
  }

  private boolean asks(RequestUrl other) {
    List<RequestUrl.Pair> own = url.pairs();
    List<RequestUrl.Pair> pairs = other.pairs();
    if (own == null || pairs == null) {
      return url.text().equals(other.text()); // a malformed escape
    }
    List<RequestUrl.Pair> kept = new ArrayList<>(pairs);
    kept.removeIf(pair -> own.stream().noneMatch(mine -> mine.name().equals(pair.name())));
    return kept.equals(own);
  }
}
