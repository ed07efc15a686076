package dev.countersign.framework;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Whether bytes that leave are a {@code tools/call}, read as strictly as any request is: a key that
 * stands there twice has no reading.
 *
 * @param isCall whether they are one, or nobody can tell that they are none
 * @param id of its message; null for none
 * @param params of the call; null where they cannot be read
 */
public record CallText(boolean isCall, Object id, Map<?, ?> params) {

  /** Of bytes that may be a call. */
  private static final CallText UNREADABLE = new CallText(true, null, null);

  private static final CallText NONE = new CallText(false, null, null);

  /** What a text begins with that a server could read as JSON, also with remarks before it. */
  private static final String BEGINNINGS = "{[/#\uFEFF\0";

  /**
   * Of the body of a request: of one that nobody has read nobody knows what it is, but in {@code
   * observe}, where it is let be.
   */
  public static CallText of(SendBody body) {
    if (body == SendBody.NONE || body.isTakenOnTrust()) {
      return NONE;
    }
    if (!body.isRead()) {
      return UNREADABLE;
    }
    body.beginReading();
    try {
      return of(body.decoded(), false);
    } catch (NotCanonicalException coded) {
      return UNREADABLE;
    } finally {
      body.endReading();
    }
  }

  /**
   * @param isLine whether it ends with its line: behind a line feed begins another message
   */
  public static CallText of(byte[] bytes, boolean isLine) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException other) {
      return mayBeJson((char) (bytes[0] & 0xff)) ? UNREADABLE : NONE;
    }
    String json = text.strip();
    if (isLine && (json.indexOf('\n') >= 0 || json.indexOf('\r') >= 0)) {
      return mayCall(json) ? UNREADABLE : NONE;
    }
    if (json.isEmpty() || !mayBeJson(json.charAt(0))) {
      return NONE; // a form, say
    }
    Object message = read(json);
    if (!(message instanceof Map<?, ?> object)) {
      return mayCall(json) ? UNREADABLE : NONE;
    }
    if (!"tools/call".equals(object.get("method"))) {
      return NONE;
    }
    Object params = object.get("params");
    return params instanceof Map<?, ?> map ? new CallText(true, object.get("id"), map) : UNREADABLE;
  }

  /** Also the byte that other encodings of a text begin with. */
  private static boolean mayBeJson(char first) {
    return BEGINNINGS.indexOf(first) >= 0 || first == 0xfe || first == 0xff || first == 0xef;
  }

  private static Object read(String json) {
    try {
      return Json.parse(json);
    } catch (NotCanonicalException ambiguous) {
      return null;
    }
  }

  /** What nobody can read: several messages in one, or a text with two readings. */
  private static boolean mayCall(String json) {
    // A NUL stands in every text of a wider encoding, and in no JSON.
    return json.contains("call") || json.contains("\\u") || json.indexOf('\0') >= 0;
  }
}
