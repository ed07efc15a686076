package dev.countersign.sink.http.okhttp;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import java.util.List;

/**
 * What is woven to bind requests of OkHttp. Names and descriptors are the same in 3.14, 4.12 and
 * 5.0 to 5.5, but for those of {@code sink.carry}, which hands a call's scope over the dispatcher's
 * own queue.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>the call of {@code Interceptor.intercept} in {@code RealInterceptorChain}</td><td>stands in for the last
 *     interceptor: reads the body before the head is sent, outside any check, and turns a refusal into what
 *     OkHttp's callers expect</td></tr>
 * <tr><td>{@code CallServerInterceptor.intercept}</td><td>decides: behind the network interceptors, every redirect,
 *     authentication round and retry passes here</td></tr>
 * <tr><td>the call of {@code RequestBody.writeTo} in it</td><td>writes what is held in the steps of the application, for
 *     chunks are made of them</td></tr>
 * <tr><td>the call of {@code Http1ExchangeCodec.writeRequest} in {@code RealConnection}, from 5 on in {@code
 *     ConnectPlan}</td><td>decides over the {@code CONNECT} to a proxy, which is written before the request that it is
 *     for is judged</td></tr>
 * <tr><td>{@code ConnectPlan.connectTcp}</td><td>carries the call's scope to the thread that connects, where a
 *     SOCKS proxy may be told too much ({@code sink.sockets.SocksSink})</td></tr>
 * <tr><td>{@code RetryAndFollowUpInterceptor.intercept}</td><td>where a request of the application begins; what it sends
 *     afterwards it was sent on to</td></tr>
 * <tr><td>{@code Dispatcher.enqueue}, {@code Dispatcher.finished}; from 4 on {@code enqueue$okhttp}, {@code
 *     finished$okhttp}, and in 5 {@code AsyncCall.failRejected$okhttp}</td><td>keep the scope open that asked for a call, until the call is over</td></tr>
 * </table>
 *
 * <p>A version without one of them is closed: what could not be read is equal to no preview that
 * names a body.
 */
public final class OkHttpSinks {

  private static final String HTTP = "okhttp3.internal.http.";
  private static final String INTERCEPT = "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;";

  private static final String CALL = "okhttp3/RealCall$AsyncCall";
  private static final String CALL_FROM_4 = "okhttp3/internal/connection/RealCall$AsyncCall";

  /** The sites of this client. */
  public static List<Site> sites(Effects effects, Sends sends, String version) {
    OkHttpHandlers handlers = new OkHttpHandlers(effects, sends, version);
    SiteHandler entering = handlers.get(OkHttpHandlers.ENTERING);
    SiteHandler leaving = handlers.get(OkHttpHandlers.LEAVING);
    SiteHandler tunnels = handlers.get(OkHttpHandlers.TUNNEL);
    return List.of(
        queue("enqueue", CALL, entering),
        queue("enqueue$okhttp", CALL_FROM_4, entering),
        queue("finished", CALL, leaving),
        queue("finished$okhttp", CALL_FROM_4, leaving),
        Site.onEntry("okhttp3.internal.connection.RealCall$AsyncCall")
            .at("failRejected$okhttp", "(Ljava/util/concurrent/RejectedExecutionException;)V")
            .carrying()
            .optional()
            .to(handlers.get(OkHttpHandlers.REJECTED)),
        Site.onCall(HTTP + "RealInterceptorChain")
            .anywhere()
            .before("okhttp3/Interceptor", "intercept", INTERCEPT)
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(OkHttpHandlers.LAST_INTERCEPTOR)),
        Site.on(Names.LAST_INTERCEPTOR)
            .at("intercept", INTERCEPT)
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(OkHttpHandlers.ATTEMPT)),
        Site.onCall(Names.LAST_INTERCEPTOR)
            .anywhere()
            .before("okhttp3/RequestBody", "writeTo", "(Lokio/BufferedSink;)V")
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(OkHttpHandlers.BODY_WRITING)),
        tunnel(Names.CONNECTION, tunnels),
        tunnel(Names.CONNECT_PLAN, tunnels),
        Site.on(Names.CONNECT_PLAN)
            .at("connectTcp", "()Lokhttp3/internal/connection/RoutePlanner$ConnectResult;")
            .carrying()
            .optional()
            .to(handlers.get(OkHttpHandlers.CONNECTING)),
        Site.onEntry(HTTP + "RetryAndFollowUpInterceptor")
            .at("intercept", INTERCEPT)
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(OkHttpHandlers.CALL_START)));
  }

  private static Site tunnel(String connecting, SiteHandler handler) {
    return Site.onCall(connecting)
        .anywhere()
        .before(
            "okhttp3/internal/http1/Http1ExchangeCodec",
            "writeRequest",
            "(Lokhttp3/Headers;Ljava/lang/String;)V")
        .optional()
        .refuses(ActionClass.NETWORK_REQUEST)
        .to(handler);
  }

  private static Site queue(String method, String call, SiteHandler handler) {
    return Site.onEntry("okhttp3.Dispatcher")
        .at(method, "(L" + call + ";)V")
        .carrying()
        .optional()
        .to(handler);
  }

  private OkHttpSinks() {}
}
