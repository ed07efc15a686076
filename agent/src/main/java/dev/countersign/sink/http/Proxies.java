package dev.countersign.sink.http;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;

/**
 * The proxies that this JVM was started with: whoever operates it decided for them. Another one is
 * part of what a request asks for, because it decides who gets the request.
 */
public final class Proxies {

  private final Set<String> ofStart = new HashSet<>();

  private Proxies() {
    add("http.proxyHost", "http.proxyPort", "80");
    add("https.proxyHost", "https.proxyPort", "443");
    add("socksProxyHost", "socksProxyPort", "1080");
  }

  /** Reads them; once, before {@code main}. */
  public static Proxies ofThisStart() {
    return new Proxies();
  }

  private void add(String host, String port, String usual) {
    String name = System.getProperty(host);
    if (name != null && !name.isEmpty()) {
      ofStart.add(name + ':' + System.getProperty(port, usual));
    }
  }

  /** Whether it was started with any. */
  public boolean any() {
    return !ofStart.isEmpty();
  }

  /** As it stands in ρ, {@code host:port}; null for none, and for one of this JVM's start. */
  public String entering(InetSocketAddress proxy) {
    if (proxy == null) {
      return null;
    }
    String name = proxy.getHostString() + ':' + proxy.getPort();
    return ofStart.contains(name) ? null : name;
  }
}
