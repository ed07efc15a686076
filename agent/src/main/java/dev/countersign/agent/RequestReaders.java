package dev.countersign.agent;

import dev.countersign.config.SendRules;
import dev.countersign.sink.http.apache.ApacheRequests;
import dev.countersign.sink.http.jdk.JdkRequests;
import dev.countersign.sink.http.jetty.JettyRequests;
import dev.countersign.sink.http.netty.WebClientRequests;
import dev.countersign.sink.http.okhttp.OkRequests;
import dev.countersign.sink.http.spring.RequestEntities;
import java.util.Map;
import java.util.function.Function;

/** Reads a request that a resolution point yielded, whichever client it is for (spec 5.3). */
final class RequestReaders implements Function<Object, Map<String, Object>> {

  private final JdkRequests jdk;
  private final OkRequests okHttp;
  private final SendRules rules;
  private final JettyRequests jetty;

  RequestReaders(SendRules rules) {
    this.jdk = new JdkRequests(rules);
    this.okHttp = new OkRequests(rules);
    this.rules = rules;
    this.jetty = new JettyRequests(rules);
  }

  @Override
  public Map<String, Object> apply(Object given) {
    if (ApacheRequests.reads(given)) {
      return new ApacheRequests(rules).apply(given);
    }
    if (JettyRequests.reads(given)) {
      return jetty.apply(given);
    }
    if (WebClientRequests.reads(given)) {
      return new WebClientRequests(rules).apply(given);
    }
    if (RequestEntities.reads(given)) {
      return new RequestEntities(rules).apply(given);
    }
    return OkRequests.reads(given) ? okHttp.apply(given) : jdk.apply(given);
  }
}
