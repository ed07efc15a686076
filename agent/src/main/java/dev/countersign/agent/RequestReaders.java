package dev.countersign.agent;

import dev.countersign.config.SendRules;
import dev.countersign.sink.http.jdk.JdkRequests;
import dev.countersign.sink.http.okhttp.OkRequests;
import java.util.Map;
import java.util.function.Function;

/** Reads a request that a resolution point yielded, whichever client it is for (spec 5.3). */
final class RequestReaders implements Function<Object, Map<String, Object>> {

  private final JdkRequests jdk;
  private final OkRequests okHttp;

  RequestReaders(SendRules rules) {
    this.jdk = new JdkRequests(rules);
    this.okHttp = new OkRequests(rules);
  }

  @Override
  public Map<String, Object> apply(Object given) {
    return OkRequests.reads(given) ? okHttp.apply(given) : jdk.apply(given);
  }
}
