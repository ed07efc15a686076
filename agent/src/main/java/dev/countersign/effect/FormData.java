package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.NotCanonicalException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The parts of a {@code multipart/form-data} body (RFC 7578), read so strictly that every server
 * reads the same: what one parser repairs and another one does not has no canonical form. The
 * boundary is no part of what is meant.
 *
 * <p>Refused are: anything before the first delimiter or behind the last; a delimiter that is
 * followed by something else than the end of its line, or that only a bare line feed precedes;
 * folded or repeated header lines and headers beyond {@code content-disposition}, {@code
 * content-type}, {@code content-length} and an idle {@code content-transfer-encoding}; names with
 * backslashes or the escapes that browsers use for quotes and line breaks; {@code filename*}; the
 * field {@code _charset_}; parts in parts; a missing end.
 */
public final class FormData {

  private static final int MOST_PARTS = 10_000;
  private static final String TYPE = "multipart/form-data";

  /**
   * One part.
   *
   * @param filename null where there is none
   * @param type as its header says it; null where that is none, or plain text in UTF-8 as it is
   *     without a header
   * @param content its bytes
   */
  public record Part(String name, String filename, String type, byte[] content) {

    /**
     * As it stands in ρ, with {@code content} in a form of the caller's choice.
     *
     * @param given null for length and digest of the bytes
     */
    public Map<String, Object> toJson(Object given) {
      return json(name, filename, type, given == null ? digest(content) : given);
    }
  }

  /** What a part is in ρ. */
  public static Map<String, Object> json(
      String name, String filename, String type, Object content) {
    Map<String, Object> json = new LinkedHashMap<>(8);
    json.put("name", name);
    if (filename != null) {
      json.put("filename", filename);
    }
    if (type != null) {
      json.put("type", type);
    }
    json.put("content", content);
    return json;
  }

  /** Bytes as the content of a part in ρ. */
  public static Map<String, Object> digest(byte[] content) {
    Map<String, Object> digest = new LinkedHashMap<>(4);
    digest.put("length", (long) content.length);
    digest.put("digest", Blake3.hex(content));
    return digest;
  }

  private final byte[] body;
  private final byte[] delimiter;
  private int at;

  private FormData(byte[] body, String boundary) {
    this.body = body;
    this.delimiter = ("--" + boundary).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Reads the parts, in their order.
   *
   * @param contentType the value of the request's header
   * @throws NotCanonicalException when it is no such body, or can be read in two ways
   */
  public static List<Part> parse(byte[] body, String contentType) {
    return new FormData(body, boundary(contentType)).parts();
  }

  private static String boundary(String contentType) {
    Parameters parameters = Parameters.of(contentType);
    if (!parameters.value.equalsIgnoreCase(TYPE)) {
      throw wrong("a content type that is not " + TYPE);
    }
    String boundary = parameters.take("boundary");
    parameters.take("charset"); // of field names, and UTF-8 where it is named at all
    parameters.requireNoOther();
    boolean plain = boundary != null && !boundary.isEmpty() && boundary.length() <= 70;
    for (int i = 0; plain && i < boundary.length(); i++) {
      char c = boundary.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      plain = alphanumeric || "'()+_,-./:=?".indexOf(c) >= 0;
    }
    if (!plain) {
      throw wrong("a multipart body whose boundary is none");
    }
    return boundary;
  }

  private List<Part> parts() {
    if (!isAt(0, delimiter)) {
      throw wrong("a multipart body that does not begin with its boundary");
    }
    at = delimiter.length;
    List<Part> parts = new ArrayList<>();
    while (!isEnd()) {
      if (parts.size() == MOST_PARTS) {
        throw wrong("a multipart body of more than " + MOST_PARTS + " parts");
      }
      parts.add(part());
    }
    return parts;
  }

  /** Behind a delimiter: whether it is the last one, else behind the end of its line. */
  private boolean isEnd() {
    if (isAt(at, '\r', '\n')) {
      at += 2;
      return false;
    }
    if (!isAt(at, '-', '-')) {
      throw wrong("a boundary that is followed by something else than the end of its line");
    }
    int behind = at + 2;
    if (behind != body.length && !(behind + 2 == body.length && isAt(behind, '\r', '\n'))) {
      throw wrong("a multipart body with something behind its end");
    }
    return true;
  }

  private Part part() {
    String disposition = null;
    String type = null;
    String length = null;
    Set<String> seen = new HashSet<>(4);
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      if (colon < 1 || line.charAt(0) == ' ' || line.charAt(0) == '\t') {
        throw wrong("a part with a line that is no header");
      }
      String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = trimmed(line.substring(colon + 1));
      if (!seen.add(name)) {
        throw wrong("a part with a header that is there twice");
      }
      switch (name) {
        case "content-disposition":
          disposition = value;
          break;
        case "content-type":
          type = value;
          break;
        case "content-length":
          length = value;
          break;
        case "content-transfer-encoding":
          requireIdle(value);
          break;
        default:
          throw wrong("a part with a header that form data does not have");
      }
    }
    byte[] content = content();
    if (length != null && !length.equals(Integer.toString(content.length))) {
      throw wrong("a part of another length than it says");
    }
    return part(disposition, type, content);
  }

  private static Part part(String disposition, String type, byte[] content) {
    if (disposition == null) {
      throw wrong("a part without a content-disposition");
    }
    Parameters parameters = Parameters.of(disposition);
    String name = parameters.take("name");
    String filename = parameters.take("filename");
    parameters.requireNoOther();
    if (!parameters.value.equalsIgnoreCase("form-data") || name == null) {
      throw wrong("a part that is no field of a form");
    }
    if (name.equals("_charset_")) {
      throw wrong("a field that says how the others are to be read");
    }
    return new Part(name, filename, meaningful(type), content);
  }

  /**
   * The type of a part as ρ has it: some clients say what holds without a word as well, plain text
   * in UTF-8.
   *
   * @return null for that, and for none
   */
  public static String meaningful(String type) {
    if (type == null) {
      return null;
    }
    Parameters parameters = Parameters.of(type);
    String lower = parameters.value.toLowerCase(Locale.ROOT);
    if (lower.startsWith("multipart/") || lower.startsWith("message/")) {
      throw wrong("parts in a part");
    }
    if (lower.equals("text/plain")) {
      String charset = parameters.take("charset");
      if ((charset == null || charset.equalsIgnoreCase("utf-8")) && parameters.isEmpty()) {
        return null;
      }
    }
    return type;
  }

  private static void requireIdle(String coding) {
    String lower = coding.toLowerCase(Locale.ROOT);
    if (!lower.equals("binary") && !lower.equals("8bit") && !lower.equals("7bit")) {
      throw wrong("a part with a transfer encoding, which some servers decode and others do not");
    }
  }

  /** A line of a part's head, without its end. */
  private String line() {
    int from = at;
    while (at + 1 < body.length && body[at] != '\r') {
      byte c = body[at];
      if (c == '\n' || c >= 0 && c < ' ' && c != '\t' || c == 0x7f) {
        throw wrong("a part with a control character in its head");
      }
      at++;
    }
    if (!isAt(at, '\r', '\n')) {
      throw wrong("a part whose head has no end");
    }
    at += 2;
    return text(Arrays.copyOfRange(body, from, at - 2));
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException other) {
      throw wrong("a part whose head is no UTF-8");
    }
  }

  /** Up to the next delimiter, which {@code at} is behind then. */
  private byte[] content() {
    int from = at;
    for (int i = from; i + delimiter.length <= body.length; i++) {
      if (body[i] == '-' && isAt(i, delimiter)) {
        if (i < from + 2 || !isAt(i - 2, '\r', '\n')) {
          if (i == from || body[i - 1] == '\n' || body[i - 1] == '\r') {
            throw wrong("a part with something that some servers take for its end");
          }
          continue;
        }
        at = i + delimiter.length;
        return Arrays.copyOfRange(body, from, i - 2);
      }
    }
    throw wrong("a multipart body without its end");
  }

  private boolean isAt(int from, byte[] what) {
    return from + what.length <= body.length
        && Arrays.equals(body, from, from + what.length, what, 0, what.length);
  }

  private boolean isAt(int from, char one, char other) {
    return from + 2 <= body.length && body[from] == one && body[from + 1] == other;
  }

  private static String trimmed(String value) {
    int from = 0;
    int end = value.length();
    while (from < end && (value.charAt(from) == ' ' || value.charAt(from) == '\t')) {
      from++;
    }
    while (end > from && (value.charAt(end - 1) == ' ' || value.charAt(end - 1) == '\t')) {
      end--;
    }
    return value.substring(from, end);
  }

  private static NotCanonicalException wrong(String what) {
    return new NotCanonicalException(what);
  }

  /** A header's value and its parameters, each there once. */
  private static final class Parameters {

    private final String value;
    private final Map<String, String> rest = new LinkedHashMap<>(4);

    private Parameters(String value) {
      this.value = value;
    }

    static Parameters of(String header) {
      int semicolon = header.indexOf(';');
      Parameters parameters =
          new Parameters(trimmed(semicolon < 0 ? header : header.substring(0, semicolon)));
      int at = semicolon < 0 ? header.length() : semicolon;
      while (at < header.length()) {
        at = parameters.add(header, at + 1);
      }
      return parameters;
    }

    /** Where the next semicolon stands, or the end. */
    private int add(String header, int from) {
      int equals = header.indexOf('=', from);
      if (equals < 0) {
        throw wrong("a parameter without a value");
      }
      String name = trimmed(header.substring(from, equals)).toLowerCase(Locale.ROOT);
      StringBuilder read = new StringBuilder();
      int at = equals + 1;
      if (at < header.length() && header.charAt(at) == '"') {
        at = quoted(header, at + 1, read);
        if (at < header.length() && header.charAt(at) != ';') {
          throw wrong("a parameter with something behind its quotes");
        }
      } else {
        while (at < header.length() && header.charAt(at) != ';') {
          char c = header.charAt(at++);
          if (c <= ' ' || c >= 0x7f || "\"\\()<>@,".indexOf(c) >= 0) {
            throw wrong("a parameter that would have to be quoted");
          }
          read.append(c);
        }
      }
      if (name.isEmpty() || name.endsWith("*") || rest.put(name, read.toString()) != null) {
        throw wrong("a parameter that is there twice, or in another encoding");
      }
      return at;
    }

    private static int quoted(String header, int from, StringBuilder read) {
      for (int at = from; at < header.length(); at++) {
        char c = header.charAt(at);
        if (c == '"') {
          String text = read.toString().toLowerCase(Locale.ROOT);
          if (text.contains("%22") || text.contains("%0d") || text.contains("%0a")) {
            throw wrong("a name with an escape that some servers decode and others do not");
          }
          return at + 1;
        }
        if (c == '\\') {
          throw wrong("a name with a backslash, which is read in two ways");
        }
        read.append(c);
      }
      throw wrong("a parameter whose quotes have no end");
    }

    String take(String name) {
      return rest.remove(name);
    }

    boolean isEmpty() {
      return rest.isEmpty();
    }

    void requireNoOther() {
      if (!rest.isEmpty()) {
        throw wrong("a parameter that form data does not have");
      }
    }
  }
}
