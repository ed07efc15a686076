package dev.countersign.sink.http.okhttp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads an {@code okhttp3.Request} that a resolution point yielded (spec 5.3), as its sink will
 * observe it: with the type of its body, which OkHttp makes a header of. Only what the library
 * itself holds in memory is read.
 */
public final class OkRequests implements Function<Object, Map<String, Object>> {

  private final SendRules rules;

  public OkRequests(SendRules rules) {
    this.rules = rules;
  }

  /** Whether it is a request of this client; its class is final. */
  public static boolean reads(Object given) {
    return given != null && given.getClass().getName().equals(Names.REQUEST);
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object request) {
    OkLibrary library = OkLibrary.of(request);
    RequestHead head =
        new RequestHead(rules.headers(), library.method(request), library.url(request));
    Object body = library.body(request);
    String type = body == null ? null : contentType(library, body);
    library.headers(request, head, type == null ? null : "content-type");
    if (type != null) {
      head.header("content-type", type);
    }
    if (body == null) {
      return head.intent().toJson(SendBody.NONE);
    }
    HeldBytes held = held(library, body);
    try {
      return head.intent().toJson(held.body(head.codings()));
    } finally {
      held.release();
    }
  }

  private static String contentType(OkLibrary library, Object body) {
    requireInMemory(body);
    try {
      return library.contentType(body);
    } catch (Throwable unknownLine) {
      throw new IllegalStateException("a body of OkHttp that has no type to ask for", unknownLine);
    }
  }

  private HeldBytes held(OkLibrary library, Object body) {
    requireInMemory(body);
    HeldBytes held;
    try {
      held = library.hold(body, Room.inMemory(rules.maxBody()));
    } catch (Throwable unknownLine) {
      throw new IllegalStateException("a body of OkHttp that cannot be written", unknownLine);
    }
    if (held.isOver()) {
      throw new NotCanonicalException(held.why());
    }
    return held;
  }

  private static void requireInMemory(Object body) {
    if (!Names.isInMemory(body.getClass())) {
      throw new NotCanonicalException(
          "a body that is not in memory cannot be judged before it is sent");
    }
  }
}
