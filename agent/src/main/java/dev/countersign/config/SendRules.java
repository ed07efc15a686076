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
 * @param maxBody bytes that a body may have to be buffered, judged and bound; default 8 MiB
 */
public record SendRules(
    List<String> exempt, List<String> headerIgnore, List<String> secretHeaders, int maxBody) {

  /** Bytes: 8 MiB. */
  static final int DEFAULT_MAX_BODY = 8 << 20;

  static final SendRules DEFAULT = new SendRules(List.of(), List.of(), List.of(), DEFAULT_MAX_BODY);

  /** Which headers are compared, and which by digest. */
  public HeaderRules headers() {
    return new HeaderRules(headerIgnore, secretHeaders);
  }

  /** The rules in force as a JSON value, defaults included. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new TreeMap<>();
    json.put("exempt", new ArrayList<Object>(exempt));
    json.put("header_ignore", new ArrayList<Object>(headerIgnore));
    json.put("max_body", Sizes.text(maxBody));
    json.put("secret_headers", new ArrayList<Object>(secretHeaders));
    return json;
  }
}
