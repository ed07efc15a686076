package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an HTTP request asks for (spec 1.3, {@code send}), without its body's form. Built once from
 * what a client will send, immutable afterwards.
 *
 * <pre>{@code
 * { method, url, headers: { name: [value…] }, body: null | { form, length, digest } [, proxy] }
 * }</pre>
 *
 * <p>{@code proxy} is there only where a request goes through one that this JVM was not started
 * with: it decides who gets the request, so it cannot be left out of what is compared.
 */
public final class SendIntent {

  private final String method;
  private final RequestUrl url;
  private final Map<String, List<Object>> headers = new TreeMap<>();
  private final HeaderRules rules;
  private String proxy;
  private Destination destination = Destination.UNKNOWN;

  public SendIntent(String method, RequestUrl url, HeaderRules rules) {
    this.method = method;
    this.url = url;
    this.rules = rules;
  }

  /** Adds a value of a header; what the rules leave out is left out. */
  public SendIntent header(String name, String value) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (!rules.ignores(lower)) {
      headers
          .computeIfAbsent(lower, unused -> new ArrayList<>(1))
          .add(entering(lower, value, rules));
    }
    return this;
  }

  /** A header's value as ρ holds it: that of a secret header as its BLAKE3-256. */
  public static String entering(String name, String value, HeaderRules rules) {
    return rules.hides(name) ? Blake3.hex(value.getBytes(StandardCharsets.UTF_8)) : value;
  }

  /**
   * Through which proxy it goes, {@code host:port}; null = none, or the one of this JVM's start.
   */
  public SendIntent proxy(String through) {
    this.proxy = through;
    return this;
  }

  /**
   * Where its connection goes; no part of what is previewed, {@code send.address} says to what it
   * is compared.
   */
  public SendIntent to(Destination connection) {
    this.destination = connection;
    return this;
  }

  /** See {@link #to}. */
  public Destination destination() {
    return destination;
  }

  public RequestUrl url() {
    return url;
  }

  /** As a JSON value, the body in its raw form. */
  public Map<String, Object> toJson(SendBody body) {
    Map<String, Object> json = new LinkedHashMap<>(8);
    json.put("method", method);
    json.put("url", url.text());
    json.put("headers", Collections.unmodifiableMap(headers));
    json.put("body", body.raw());
    if (proxy != null) {
      json.put("proxy", proxy);
    }
    return json;
  }
}
