package dev.countersign.effect;

import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Which headers of a request ρ holds, and which of them as digests (spec 1.3, {@code send}; spec
 * 5.5). Names in lower case. Immutable.
 */
public final class HeaderRules {

  /** What transports and tracing agents set by themselves; never compared. */
  private static final Set<String> TRANSPORT =
      Set.of(
          "host",
          "content-length",
          "connection",
          "user-agent",
          "accept-encoding",
          "transfer-encoding",
          "upgrade",
          "http2-settings",
          "expect",
          "traceparent",
          "tracestate",
          "baggage",
          "b3");

  private static final Set<String> CREDENTIALS =
      Set.of("authorization", "proxy-authorization", "cookie");

  private final Set<String> ignored = new HashSet<>(TRANSPORT);
  private final Set<String> secret = new HashSet<>(CREDENTIALS);

  /** Nothing beyond what the spec names. */
  public static final HeaderRules DEFAULT = new HeaderRules(Set.of(), Set.of());

  /**
   * @param ignored further names that are never compared
   * @param secret further names whose values enter as digests
   */
  public HeaderRules(Collection<String> ignored, Collection<String> secret) {
    for (String name : ignored) {
      this.ignored.add(name.toLowerCase(Locale.ROOT));
    }
    for (String name : secret) {
      this.secret.add(name.toLowerCase(Locale.ROOT));
    }
  }

  /** Whether a header is left out of ρ. */
  public boolean ignores(String name) {
    return ignored.contains(name) || name.startsWith("x-b3-");
  }

  /** Whether a header's values enter as digests. */
  public boolean hides(String name) {
    return secret.contains(name);
  }

  /** Whether a header carries a credential by its standard meaning. */
  public static boolean isCredential(String name) {
    return CREDENTIALS.contains(name);
  }
}
