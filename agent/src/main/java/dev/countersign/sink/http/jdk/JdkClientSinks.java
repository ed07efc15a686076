package dev.countersign.sink.http.jdk;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import java.util.List;

/**
 * What is woven to bind requests of {@code java.net.http.HttpClient}. The descriptors are the same
 * on JDK 17 and 25.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>{@code MultiExchange.responseAsync0}</td><td>{@code send}, {@code sendAsync} and the opening of a
 *     WebSocket pass here once, on the caller's thread; the body is read behind it</td></tr>
 * <tr><td>{@code Exchange.responseAsync}</td><td>decides: every wire attempt passes here, with all headers, before a
 *     connection is asked for</td></tr>
 * <tr><td>{@code HttpClientImpl.send}</td><td>lets a refusal leave as itself</td></tr>
 * </table>
 */
public final class JdkClientSinks {

  private static final String PACKAGE = "jdk.internal.net.http.";

  /** The sites of this client. */
  public static List<Site> sites(Effects effects, Sends sends, String version) {
    Sendings sendings = new Sendings();
    return List.of(
        Site.on(PACKAGE + "MultiExchange")
            .at(
                "responseAsync0",
                "(Ljava/util/concurrent/CompletableFuture;)Ljava/util/concurrent/CompletableFuture;")
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(new RequestStartSink(effects, sends, sendings)),
        Site.on(PACKAGE + "Exchange")
            .at("responseAsync", "()Ljava/util/concurrent/CompletableFuture;")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(
                new AttemptSink(
                    effects,
                    sends,
                    sendings,
                    new Adapter("countersign.http.jdk", version, AttemptSink.HOOK))),
        Site.on(PACKAGE + "HttpClientImpl")
            .at(
                "send",
                "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;)Ljava/net/http/HttpResponse;")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(new BlockingSendSink()));
  }

  private JdkClientSinks() {}
}
