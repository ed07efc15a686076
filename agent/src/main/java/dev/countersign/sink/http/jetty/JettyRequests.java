package dev.countersign.sink.http.jetty;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Room;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads a request of Jetty that a resolution point yielded (spec 5.3), as its sink will observe it:
 * with the type of its body, which the client makes a header of. Only what the library itself holds
 * in memory is read.
 */
public final class JettyRequests implements Function<Object, Map<String, Object>> {

  private final SendRules rules;

  public JettyRequests(SendRules rules) {
    this.rules = rules;
  }

  /** Whether it is a request of this client. */
  public static boolean reads(Object given) {
    return given != null && JettyLibrary.reads(given);
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object request) {
    JettyLibrary library = JettyLibrary.of(request);
    RequestHead head =
        new RequestHead(rules.headers(), library.method(request), library.uri(request));
    boolean typed = false;
    for (String[] line : library.headers(request)) {
      typed |= line[0].equalsIgnoreCase("content-type");
      head.header(line[0], line[1]);
    }
    Object content = library.body(request);
    if (content == null) {
      return head.intent().toJson(SendBody.NONE);
    }
    if (!library.isInMemory(content)) {
      throw new NotCanonicalException(
          "a body that is not in memory cannot be judged before it is sent");
    }
    String type = library.contentType(content);
    if (!typed && type != null) {
      head.header("content-type", type);
    }
    HeldBytes held = library.inMemory(content, Room.inMemory(rules.maxBody()));
    if (held.isOver()) {
      throw new NotCanonicalException(held.why());
    }
    try {
      return head.intent().toJson(held.body(head.codings()));
    } finally {
      held.release();
    }
  }
}
