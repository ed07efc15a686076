package dev.countersign.sink.http.jdk;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.sink.http.HeldBytes;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads a {@code java.net.http.HttpRequest} that a resolution point yielded (spec 5.3), as its sink
 * will observe it. Only what the JDK built is read: a request or a body of the application's own
 * types would run its code inside the check.
 */
public final class JdkRequests implements Function<Object, Map<String, Object>> {

  private final SendRules rules;

  public JdkRequests(SendRules rules) {
    this.rules = rules;
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it is no such request, or has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object given) {
    // Asked by name first: naming the type would load the client's module for every other value.
    if (given == null || !isOfTheClient(given.getClass())) {
      throw new NotCanonicalException(
          "the request is none of java.net.http that the JDK itself built");
    }
    return read((HttpRequest) given);
  }

  private static boolean isOfTheClient(Class<?> type) {
    return "java.net.http".equals(type.getModule().getName())
        && type.getModule().getLayer() == ModuleLayer.boot();
  }

  private Map<String, Object> read(HttpRequest request) {
    SendIntent intent =
        new SendIntent(
            request.method(), RequestUrl.parse(request.uri().toString()), rules.headers());
    for (Map.Entry<String, List<String>> header : request.headers().map().entrySet()) {
      for (String value : header.getValue()) {
        intent.header(header.getKey(), value);
      }
    }
    return intent.toJson(request.bodyPublisher().map(this::body).orElse(SendBody.NONE));
  }

  private SendBody body(HttpRequest.BodyPublisher publisher) {
    HeldBytes held = InMemory.held(publisher, rules.maxBody());
    if (held == null) {
      throw new NotCanonicalException(
          "a body that is not in memory, or is larger than send.max_body, cannot be judged before"
              + " it is sent");
    }
    return held.body(List.of());
  }
}
