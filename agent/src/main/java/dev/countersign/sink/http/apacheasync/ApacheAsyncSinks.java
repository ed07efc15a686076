package dev.countersign.sink.http.apacheasync;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * What is woven to bind requests of Apache HttpClient 5 async. Names and descriptors are the same
 * in 5.1 to 5.6 (HttpCore 5.1 to 5.4).
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>the call of {@code AsyncClientExchangeHandler.produceRequest} in {@code ClientHttp1StreamHandler}, {@code
 *     ClientH2StreamHandler}</td><td>stands in for the exchange: the connection stands, and what every client
 *     and requester of the library sends is asked for here</td></tr>
 * <tr><td>the call of {@code submit} in both</td><td>decides: behind the interceptors of client and connection, the head is about
 *     to be written</td></tr>
 * <tr><td>the constructor of {@code AsyncExecChain.Scope}</td><td>where a request of the application begins, on its
 *     thread</td></tr>
 * <tr><td>{@code InternalHttpAsyncExecRuntime.execute}, {@code InternalH2AsyncExecRuntime.execute}</td><td>which request an
 *     exchange is an attempt of</td></tr>
 * <tr><td>the call of {@code IOSession.close} in the latter</td><td>a refusal leaves the connection to the other
 *     requests on it</td></tr>
 * <tr><td>{@code execute} of the minimal clients and of both requesters, the constructor of {@code
 *     RequestExecutionCommand}</td><td>where a request begins that has no such scope</td></tr>
 * <tr><td>the constructor of {@code SocksProxyProtocolHandler}</td><td>which server a SOCKS proxy is told</td></tr>
 * <tr><td>{@code IOReactorWorker.run}</td><td>a reactor's thread carries nothing of whoever started it</td></tr>
 * <tr><td>{@code ComplexFuture.completed}, {@code failed}, {@code cancel}</td><td>where a request is over</td></tr>
 * </table>
 *
 * <p>A version without one of the first two is closed.
 */
public final class ApacheAsyncSinks {

  private static final String CLIENT5 = "org.apache.hc.client5.http.";
  private static final String FUTURE5 = "org.apache.hc.core5.concurrent.ComplexFuture";
  private static final String EXCHANGE5 = "org/apache/hc/core5/http/nio/AsyncClientExchangeHandler";
  private static final String REQUESTER5 =
      "org.apache.hc.core5.http.impl.bootstrap.HttpAsyncRequester";
  private static final String REQUESTER5_OF_HTTP_2 =
      "org.apache.hc.core5.http2.impl.nio.bootstrap.H2MultiplexingRequester";
  private static final String FACTORY5 = "Lorg/apache/hc/core5/http/nio/HandlerFactory;";
  private static final String TIMEOUT5 = "Lorg/apache/hc/core5/util/Timeout;";
  private static final String CONTEXT5 = "Lorg/apache/hc/core5/http/protocol/HttpContext;";
  private static final String ASKING5 =
      "(Lorg/apache/hc/core5/http/nio/RequestChannel;" + CONTEXT5 + ")V";
  private static final String EXECUTE5 =
      "(Ljava/lang/String;L"
          + EXCHANGE5
          + ";Lorg/apache/hc/client5/http/protocol/HttpClientContext;)"
          + "Lorg/apache/hc/core5/concurrent/Cancellable;";

  /** The sites of this client. */
  public static List<Site> sites(Effects effects, Sends sends, String version) {
    ApacheAsyncHandlers handlers = new ApacheAsyncHandlers(effects, sends, version);
    List<Site> sites = new ArrayList<>(24);
    for (Stream stream : Stream.values()) {
      sites.add(
          Site.onCall(stream.handler)
              .anywhere()
              .before(EXCHANGE5, "produceRequest", ASKING5)
              .replacing()
              .refuses(ActionClass.NETWORK_REQUEST)
              .to(handlers.get(ApacheAsyncHandlers.ASKING)));
      sites.add(
          Site.onCall(stream.handler)
              .anywhere()
              .before(stream.channel, "submit", stream.submit)
              .replacing()
              .refuses(ActionClass.NETWORK_REQUEST)
              .to(handlers.get(stream.submitting)));
    }
    scopes(sites, handlers);
    before5(sites, handlers);
    scopesBefore5(sites, handlers);
    return sites;
  }

  private static void before5(List<Site> sites, ApacheAsyncHandlers handlers) {
    sites.add(
        Site.on(Core4.EXECUTOR)
            .at("requestReady", "(Lorg/apache/http/nio/NHttpClientConnection;)V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(ApacheAsyncHandlers.READY)));
    sites.add(
        Site.on(Core4.CONNECTION)
            .at("submitRequest", "(Lorg/apache/http/HttpRequest;)V")
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(ApacheAsyncHandlers.SUBMIT_REQUEST)));
  }

  private static void scopesBefore5(List<Site> sites, ApacheAsyncHandlers handlers) {
    String client = "org.apache.http.impl.nio.client.";
    for (String kind : new String[] {"Default", "Minimal", "Pipelining"}) {
      sites.add(
          Site.onEntry(client + kind + "ClientExchangeHandlerImpl")
              .at("start", "()V")
              .carrying()
              .optional()
              .to(handlers.get(ApacheAsyncHandlers.STARTING)));
    }
    ending(
        sites,
        client + "AbstractClientExchangeHandler",
        "close",
        "()V",
        handlers.get(ApacheAsyncHandlers.ENDING));
    sites.add(
        Site.onEntry("org.apache.http.nio.protocol.HttpAsyncRequester")
            .at(
                "initExecution",
                "(Lorg/apache/http/nio/protocol/HttpAsyncClientExchangeHandler;"
                    + "Lorg/apache/http/nio/NHttpClientConnection;)V")
            .carrying()
            .optional()
            .to(handlers.get(ApacheAsyncHandlers.BEGINNING_OF_FIRST)));
    sites.add(
        Site.onEntry("org.apache.http.impl.nio.reactor.AbstractMultiworkerIOReactor$Worker")
            .at("run", "()V")
            .carrying()
            .to(handlers.get(ApacheAsyncHandlers.STARTING_REACTOR)));
    sites.add(
        Site.on("org.apache.http.impl.nio.reactor.AbstractMultiworkerIOReactor")
            .at("execute", "(Lorg/apache/http/nio/reactor/IOEventDispatch;)V")
            .carrying()
            .to(handlers.get(ApacheAsyncHandlers.RUNNING_REACTOR)));
  }

  /** The two kinds of connections of HttpCore 5, and where they take a head. */
  private enum Stream {
    HTTP_1(
        Core5.HTTP_1_HANDLER,
        "org/apache/hc/core5/http/impl/nio/Http1StreamChannel",
        "(Lorg/apache/hc/core5/http/HttpMessage;ZLorg/apache/hc/core5/http/impl/nio/FlushMode;)V",
        ApacheAsyncHandlers.SUBMIT_HTTP_1),
    HTTP_2(
        Core5.HTTP_2_HANDLER,
        "org/apache/hc/core5/http2/impl/nio/H2StreamChannel",
        "(Ljava/util/List;Z)V",
        ApacheAsyncHandlers.SUBMIT_HTTP_2);

    private final String handler;
    private final String channel;
    private final String submit;
    private final int submitting;

    Stream(String handler, String channel, String submit, int submitting) {
      this.handler = handler;
      this.channel = channel;
      this.submit = submit;
      this.submitting = submitting;
    }
  }

  private static void scopes(List<Site> sites, ApacheAsyncHandlers handlers) {
    sites.add(
        Site.onConstructor(CLIENT5 + "async.AsyncExecChain$Scope")
            .at("(")
            .expect(2)
            .carrying()
            .to(handlers.get(ApacheAsyncHandlers.BEGINNING)));
    SiteHandler attempting = handlers.get(ApacheAsyncHandlers.ATTEMPTING);
    carry(sites, CLIENT5 + "impl.async.InternalHttpAsyncExecRuntime", EXECUTE5, attempting);
    carry(sites, CLIENT5 + "impl.async.InternalH2AsyncExecRuntime", EXECUTE5, attempting);
    sites.add(
        Site.onCall(CLIENT5 + "impl.async.InternalH2AsyncExecRuntime")
            .anywhere()
            .before(
                "org/apache/hc/core5/reactor/IOSession",
                "close",
                "(Lorg/apache/hc/core5/io/CloseMode;)V")
            .replacing()
            .carrying()
            .optional()
            .to(handlers.get(ApacheAsyncHandlers.CLOSING)));
    SiteHandler ended = handlers.get(ApacheAsyncHandlers.ENDING);
    ending(sites, FUTURE5, "completed", "(Ljava/lang/Object;)Z", ended);
    ending(sites, FUTURE5, "failed", "(Ljava/lang/Exception;)Z", ended);
    ending(sites, FUTURE5, "cancel", "(Z)Z", ended);
    SiteHandler given = handlers.get(ApacheAsyncHandlers.BEGINNING_OF_FIRST);
    String minimal = "(L" + EXCHANGE5 + ";" + FACTORY5 + CONTEXT5 + ")";
    carry(sites, CLIENT5 + "impl.async.MinimalHttpAsyncClient", minimal, given);
    carry(sites, CLIENT5 + "impl.async.MinimalH2AsyncClient", minimal, given);
    String timed = "L" + EXCHANGE5 + ";" + FACTORY5 + TIMEOUT5 + CONTEXT5 + ")";
    SiteHandler second = handlers.get(ApacheAsyncHandlers.BEGINNING_OF_SECOND);
    for (String requester : new String[] {REQUESTER5, REQUESTER5_OF_HTTP_2}) {
      carry(sites, requester, "(" + timed, given);
      carry(sites, requester, "(Lorg/apache/hc/core5/http/HttpHost;" + timed, second);
    }
    sites.add(
        Site.onConstructor("org.apache.hc.core5.http.nio.command.RequestExecutionCommand")
            .at(
                "(L"
                    + EXCHANGE5
                    + ";"
                    + FACTORY5
                    + "Lorg/apache/hc/core5/concurrent/CancellableDependency;"
                    + CONTEXT5
                    + ")V")
            .carrying()
            .to(given));
    sites.add(
        Site.onConstructor("org.apache.hc.core5.reactor.SocksProxyProtocolHandler")
            .at("(")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(ApacheAsyncHandlers.SOCKS)));
    sites.add(
        Site.onEntry("org.apache.hc.core5.reactor.IOReactorWorker")
            .at("run", "()V")
            .carrying()
            .to(handlers.get(ApacheAsyncHandlers.STARTING_REACTOR)));
  }

  private static void carry(List<Site> sites, String type, String descriptor, SiteHandler handler) {
    sites.add(Site.onEntry(type).at("execute", descriptor).carrying().optional().to(handler));
  }

  private static void ending(
      List<Site> sites, String future, String method, String descriptor, SiteHandler ended) {
    sites.add(Site.on(future).at(method, descriptor).carrying().to(ended));
  }

  private ApacheAsyncSinks() {}
}
