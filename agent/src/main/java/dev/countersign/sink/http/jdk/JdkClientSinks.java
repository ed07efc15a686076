package dev.countersign.sink.http.jdk;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import java.util.ArrayList;
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
 * <tr><td>{@code PlainHttpConnection.connectAsync}, {@code sendHeadersAsync} of each version</td><td>only with {@code
 *     send.address}: say where the connection goes; over HTTP/3, which JDK 26 brings, nothing does</td></tr>
 * <tr><td>{@code HttpClientImpl.send}</td><td>lets a refusal leave as itself</td></tr>
 * </table>
 */
public final class JdkClientSinks {

  private static final String PACKAGE = "jdk.internal.net.http.";

  /** The JDK that brings HTTP/3 (JEP 517). */
  private static final int HTTP_3 = 26;

  /** The sites of this client. */
  public static List<Site> sites(Effects effects, Sends sends, String version) {
    Sendings sendings = new Sendings();
    List<Site> sites = new ArrayList<>(8);
    if (sends.comparesAddresses()) {
      sites.add(
          address(
              "PlainHttpConnection", "connectAsync", sends, sendings, AddressSink.At.CONNECTION));
      sites.add(
          address("Http1Exchange", "sendHeadersAsync", sends, sendings, AddressSink.At.EXCHANGE));
      sites.add(address("Stream", "sendHeadersAsync", sends, sendings, AddressSink.At.STREAM));
      sites.add(
          Site.onEntry(PACKAGE + "Http3ExchangeImpl")
              .at("sendHeadersAsync", "()Ljava/util/concurrent/CompletableFuture;")
              .jdk(HTTP_3, Integer.MAX_VALUE)
              .refuses(ActionClass.NETWORK_REQUEST)
              .to(new AddressSink(sends, sendings, AddressSink.At.DATAGRAMS)));
    }
    sites.addAll(
        List.of(
            Site.on(PACKAGE + "MultiExchange")
                .at(
                    "responseAsync0",
                    "(Ljava/util/concurrent/CompletableFuture;)Ljava/util/concurrent/CompletableFuture;")
                .replacing()
                .refuses(ActionClass.NETWORK_REQUEST)
                .to(new RequestStartSink(effects, sends, sendings)),
            Site.on(PACKAGE + "MultiExchange")
                .at("cancel", "(")
                .expect(2)
                .refuses(ActionClass.NETWORK_REQUEST)
                .to(new CancelHook(sendings)),
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
                .to(new BlockingSendSink())));
    return sites;
  }

  private static Site address(
      String type, String method, Sends sends, Sendings sendings, AddressSink.At at) {
    return Site.onEntry(PACKAGE + type)
        .at(
            method,
            at == AddressSink.At.CONNECTION
                ? "(Ljdk/internal/net/http/Exchange;)Ljava/util/concurrent/CompletableFuture;"
                : "()Ljava/util/concurrent/CompletableFuture;")
        .refuses(ActionClass.NETWORK_REQUEST)
        .to(new AddressSink(sends, sendings, at));
  }

  private JdkClientSinks() {}
}
