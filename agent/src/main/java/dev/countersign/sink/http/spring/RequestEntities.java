package dev.countersign.sink.http.spring;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.RequestHead;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Reads a {@code RequestEntity} of Spring that a resolution point yielded (spec 5.3), as the client
 * below a {@code RestTemplate} will be given it. Of what the template itself decides, by what the
 * answer is read as and by its converters, only what is the same in every template is read: a body
 * that is bytes or text, of a type that says its characters, and an {@code Accept}.
 */
public final class RequestEntities implements Function<Object, Map<String, Object>> {

  private static final String ENTITY = "org.springframework.http.RequestEntity";
  private static final String HEADERS = "org.springframework.http.HttpHeaders";
  private static final String READ_ONLY_HEADERS = "org.springframework.http.ReadOnlyHttpHeaders";

  private final SendRules rules;

  public RequestEntities(SendRules rules) {
    this.rules = rules;
  }

  /** Whether it is such a request, and of no class that extends it. */
  public static boolean reads(Object given) {
    return given != null && given.getClass().getName().equals(ENTITY);
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object entity) {
    try {
      return read(entity);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this RequestEntity is not known, those of Spring 6.2 and 7.0 are: "
              + unknownLine
              + ". Approve it by a resolution point of its client, or use a version that is known",
          unknownLine);
    }
  }

  private Map<String, Object> read(Object entity) throws ReflectiveOperationException {
    Class<?> type = entity.getClass();
    Object method = Members.read(Members.field(type, "method"), entity);
    Object url = Members.read(Members.field(type, "url"), entity);
    if (method == null || url == null) {
      throw new NotCanonicalException("a RequestEntity without a method or a URL");
    }
    Object headers = Members.read(Members.field(type.getSuperclass(), "headers"), entity);
    RequestHead head = new RequestHead(rules.headers(), method.toString(), url.toString());
    Says says = new Says(head);
    addAll(headers, says);
    if (!says.accept) {
      throw new NotCanonicalException(
          "a RequestEntity without Accept: its template adds one by what the answer is read as."
              + " Set it in the entity");
    }
    Object body = Members.read(Members.field(type.getSuperclass(), "body"), entity);
    if (body == null) {
      return head.intent().toJson(SendBody.NONE);
    }
    byte[] bytes = bytes(body, says.contentType);
    if (bytes.length > rules.maxBody()) {
      throw new NotCanonicalException("a body of more bytes than send.max_body");
    }
    return head.intent().toJson(SendBody.of(List.of(bytes), head.codings(), rules.maxBody()));
  }

  private static void addAll(Object headers, Says says) throws ReflectiveOperationException {
    String name = headers.getClass().getName();
    if (!name.equals(HEADERS) && !name.equals(READ_ONLY_HEADERS)) {
      throw new NotCanonicalException("headers of a class of the application");
    }
    Class<?> type = name.equals(HEADERS) ? headers.getClass() : headers.getClass().getSuperclass();
    Members.call(Members.method(type, "forEach", BiConsumer.class), headers, says);
  }

  /** Its headers, as they go by. */
  private static final class Says implements BiConsumer<String, List<String>> {

    private final RequestHead head;
    private boolean accept;
    private String contentType;

    Says(RequestHead head) {
      this.head = head;
    }

    @Override
    public void accept(String name, List<String> values) {
      accept |= name.equalsIgnoreCase("accept");
      for (String value : values) {
        if (name.equalsIgnoreCase("content-type")) {
          contentType = value;
        }
        head.header(name, value);
      }
    }
  }

  private static byte[] bytes(Object body, String contentType) {
    if (contentType == null) {
      throw new NotCanonicalException(
          "a RequestEntity whose body has no Content-Type: a converter chooses one. Set it in the"
              + " entity");
    }
    if (body instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (body instanceof String text) {
      return text.getBytes(charset(text, contentType));
    }
    throw new NotCanonicalException(
        "the body of a RequestEntity that is no text and no bytes is written by a converter, and"
            + " cannot be judged before it is sent. Declare the request with its body at its tool"
            + " instead");
  }

  private static Charset charset(String text, String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    int says = type.indexOf("charset=");
    if (says >= 0) {
      int end = type.indexOf(';', says);
      String name = type.substring(says + 8, end < 0 ? type.length() : end).trim();
      try {
        return Charset.forName(name.replace("\"", ""));
      } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
        throw new NotCanonicalException("a Content-Type with characters that are not known");
      }
    }
    int parameters = type.indexOf(';');
    String media = (parameters < 0 ? type : type.substring(0, parameters)).trim();
    if (media.equals("application/json") || media.endsWith("+json")) {
      return StandardCharsets.UTF_8;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7f) {
        throw new NotCanonicalException(
            "a text whose Content-Type does not say its characters (charset): a converter chooses"
                + " them");
      }
    }
    return StandardCharsets.US_ASCII;
  }
}
