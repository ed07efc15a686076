package dev.countersign.sink.http.netty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.RequestHead;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Reads a {@code ClientRequest} of Spring's WebClient that a resolution point yielded (spec 5.3), a
 * filter for example, as the sink will observe it: with the {@code Accept} that its connectors add
 * where there is none. Its body is written by code, so only one without any is read.
 */
public final class WebClientRequests implements Function<Object, Map<String, Object>> {

  private static final String REACTIVE = "org.springframework.web.reactive.function.";
  private static final String REQUEST =
      REACTIVE + "client.DefaultClientRequestBuilder$BodyInserterRequest";
  private static final String INSERTERS = REACTIVE + "BodyInserters";
  private static final String HEADERS = "org.springframework.http.ReadOnlyHttpHeaders";

  private final SendRules rules;

  public WebClientRequests(SendRules rules) {
    this.rules = rules;
  }

  /** Whether it is such a request that the library itself built. */
  public static boolean reads(Object given) {
    return given != null && given.getClass().getName().equals(REQUEST);
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object request) {
    try {
      return read(request);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          "this ClientRequest is not known, those of Spring 6.2 and 7.0 are: "
              + unknownLine
              + ". Approve it by a resolution point of its client, or use a version that is known",
          unknownLine);
    }
  }

  private Map<String, Object> read(Object request) throws ReflectiveOperationException {
    Class<?> inserters = Members.type(request.getClass().getClassLoader(), INSERTERS);
    Field none = Members.field(inserters, "EMPTY_INSERTER");
    if (get(request, "body") != Members.read(none, null)) {
      throw new NotCanonicalException(
          "the body of a ClientRequest is written by code, and cannot be judged before it is sent."
              + " Declare the request with its body at its tool instead");
    }
    Object cookies = get(request, "cookies");
    if (!((Map<?, ?>) cookies).isEmpty()) {
      throw new NotCanonicalException("a ClientRequest with cookies of its own");
    }
    Object headers = get(request, "headers");
    if (!headers.getClass().getName().equals(HEADERS)) {
      throw new NotCanonicalException("headers of a class of the application");
    }
    RequestHead head =
        new RequestHead(
            rules.headers(), get(request, "method").toString(), get(request, "url").toString());
    boolean[] accepts = {false};
    BiConsumer<String, List<String>> line =
        (name, values) -> {
          accepts[0] |= name.equalsIgnoreCase("accept");
          for (String value : values) {
            head.header(name, value);
          }
        };
    Class<?> type = headers.getClass().getSuperclass();
    Members.call(Members.method(type, "forEach", BiConsumer.class), headers, line);
    if (!accepts[0]) {
      head.header("accept", "*/*");
    }
    return head.intent().toJson(SendBody.NONE);
  }

  private static Object get(Object request, String field) throws ReflectiveOperationException {
    return Members.read(Members.field(request.getClass(), field), request);
  }
}
