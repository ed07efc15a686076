package dev.countersign.config;

import dev.countersign.effect.HeaderRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What holds for every HTTP request ({@code send}, spec 5.5).
 *
 * @param exempt hosts whose requests are not judged, {@code host} for every port of it or {@code
 *     host:port}, in lower case
 * @param headerIgnore headers that are left out of the comparison, beyond the transport's own
 * @param secretHeaders headers whose values enter as digests, beyond the credentials
 * @param maxBody bytes of a body that are held in memory to be judged and bound; default 8 MiB
 * @param spool bytes of a body that are held in a file where they are more than {@code maxBody}, or
 *     more than there is memory for; 0 = none, default 1 GiB
 * @param address to which addresses connections may go
 * @param privateHosts hosts that may have an address that {@link AddressRule#DENY_PRIVATE} denies,
 *     {@code host} or {@code host:port}, in lower case
 */
public record SendRules(
    List<String> exempt,
    List<String> headerIgnore,
    List<String> secretHeaders,
    int maxBody,
    long spool,
    AddressRule address,
    List<String> privateHosts) {

  /** Bytes: 8 MiB. */
  static final int DEFAULT_MAX_BODY = 8 << 20;

  /** Bytes: 1 GiB. */
  static final long DEFAULT_SPOOL = 1L << 30;

  static final SendRules DEFAULT = new SendRules(List.of(), List.of(), List.of(), DEFAULT_MAX_BODY);

  /** With the defaults for the rest. */
  public SendRules(
      List<String> exempt, List<String> headerIgnore, List<String> secretHeaders, int maxBody) {
    this(exempt, headerIgnore, secretHeaders, maxBody, DEFAULT_SPOOL, AddressRule.ANY, List.of());
  }

  /** Which headers are compared, and which by digest. */
  public HeaderRules headers() {
    return new HeaderRules(headerIgnore, secretHeaders);
  }

  /** The rules in force as a JSON value, defaults included. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new TreeMap<>();
    json.put("address", address.word());
    json.put("exempt", new ArrayList<Object>(exempt));
    json.put("header_ignore", new ArrayList<Object>(headerIgnore));
    json.put("max_body", Sizes.text(maxBody));
    json.put("private_hosts", new ArrayList<Object>(privateHosts));
    json.put("secret_headers", new ArrayList<Object>(secretHeaders));
    json.put("spool", Sizes.text(spool));
    return json;
  }
}
