package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the desk answers to one request.
 *
 * @param status of HTTP
 * @param type of the body
 * @param headers beside those that every answer has
 */
record DeskReply(int status, String type, byte[] body, Map<String, String> headers) {

  private static final String JSON = "application/json";

  static DeskReply json(int status, Map<String, Object> json) {
    return new DeskReply(status, JSON, Canonical.jcs(json), Map.of());
  }

  /** A refusal, for a person in words and for the page as {@code error}. */
  static DeskReply error(int status, String why) {
    return json(status, Map.of("error", why));
  }

  static DeskReply text(int status, String why) {
    return new DeskReply(
        status,
        "text/plain; charset=utf-8",
        (why + "\n").getBytes(StandardCharsets.UTF_8),
        Map.of());
  }

  DeskReply with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new DeskReply(status, type, body, more);
  }
}
