package dev.countersign.sink.http.netty;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * What is woven to bind requests of clients on Netty. Names and descriptors are the same in Netty
 * 4.1.135 and 4.2.17, in Reactor Netty 1.2.18 and 1.3.7.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>{@code HttpObjectEncoder.write}</td><td>every HTTP/1.1 request of whichever client becomes bytes here, behind all
 *     handlers that make or alter it; what comes out is held until it is judged</td></tr>
 * <tr><td>{@code MessageToMessageCodec.write}, of {@code Http2StreamFrameToHttpObjectCodec}</td><td>the same of HTTP/2, as
 *     Reactor Netty speaks it</td></tr>
 * <tr><td>{@code HttpObjectEncoder.encode}, {@code DefaultHttp2ConnectionEncoder.writeHeaders}, {@code
 *     Http3FrameToHttpObjectCodec.write}</td><td>what comes past these two is judged without its body, so that it is
 *     refused where it is bound</td></tr>
 * <tr><td>{@code HttpClientConnect$HttpObserver}, {@code HttpIOHandlerObserver.onStateChange}, {@code
 *     HttpClientHandler.test}</td><td>whose request it is: the thread that subscribes knows, and pools hand channels
 *     on</td></tr>
 * <tr><td>{@code MonoCreate$DefaultMonoSink.cancel}</td><td>one that is cancelled before there is a connection makes no
 *     request</td></tr>
 * <tr><td>{@code ChannelOperationsHandler}'s reading methods</td><td>what an answer sets off is done for the same</td></tr>
 * <tr><td>{@code DefaultChannelPipeline$HeadContext.connect}</td><td>for whom a channel is opened, where nothing
 *     else says it</td></tr>
 * </table>
 *
 * <p>The event loop does not wait for a judgement: {@link Judges}. A version without one of these
 * is closed: none of its requests is sent.
 */
public final class NettySinks {

  private static final String HTTP1 = "io.netty.handler.codec.http.HttpObjectEncoder";
  private static final String CODEC = "io.netty.handler.codec.MessageToMessageCodec";
  private static final String HTTP2 = "io.netty.handler.codec.http2.DefaultHttp2ConnectionEncoder";
  private static final String HTTP3 = "io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec";
  private static final String REACTOR = "reactor.netty.http.client.HttpClientConnect$";
  private static final String READER = "reactor.netty.channel.ChannelOperationsHandler";
  private static final String CONTEXT = "Lio/netty/channel/ChannelHandlerContext;";
  private static final String WRITE =
      "(" + CONTEXT + "Ljava/lang/Object;Lio/netty/channel/ChannelPromise;)V";
  private static final String HEADERS =
      "(" + CONTEXT + "ILio/netty/handler/codec/http2/Http2Headers;I";
  private static final String FUTURE =
      "Lio/netty/channel/ChannelPromise;)Lio/netty/channel/ChannelFuture;";

  /** The sites of these clients. */
  public static List<Site> sites(Effects effects, Sends sends, Weaver weaver, String version) {
    NettyHandlers all = new NettyHandlers(effects, sends, weaver, version);
    String reading = "(" + CONTEXT;
    return List.of(
        // In older versions it is inherited: what is encoded is judged without its body then.
        guard(Site.on(HTTP1).at("write", WRITE).optional())
            .replacing()
            .to(all.get(NettyHandlers.HTTP1)),
        guard(Site.on(CODEC).at("write", WRITE)).replacing().to(all.get(NettyHandlers.HTTP2)),
        guard(
                Site.onEntry(HTTP1)
                    .at("encode", "(" + CONTEXT + "Ljava/lang/Object;Ljava/util/List;)V"))
            .to(all.get(NettyHandlers.ENCODING)),
        guard(Site.onEntry(HTTP2).at("writeHeaders", HEADERS + "Z" + FUTURE))
            .to(all.get(NettyHandlers.HEADERS)),
        guard(Site.onEntry(HTTP2).at("writeHeaders", HEADERS + "SZIZ" + FUTURE))
            .to(all.get(NettyHandlers.HEADERS_WITH_PRIORITY)),
        guard(Site.onEntry(HTTP3).at("write", WRITE)).to(all.get(NettyHandlers.HTTP3)),
        guard(
                Site.onConstructor(REACTOR + "HttpObserver")
                    .at(
                        "(Lreactor/core/publisher/MonoSink;L"
                            + (REACTOR + "HttpClientHandler").replace('.', '/')
                            + ";)V"))
            .to(all.get(NettyHandlers.SUBSCRIBING)),
        guard(
                Site.on(REACTOR + "HttpIOHandlerObserver")
                    .at(
                        "onStateChange",
                        "(Lreactor/netty/Connection;Lreactor/netty/ConnectionObserver$State;)V"))
            .to(all.get(NettyHandlers.PROGRESSING)),
        guard(Site.on(REACTOR + "HttpClientHandler").at("test", "(Ljava/lang/Throwable;)Z"))
            .to(all.get(NettyHandlers.FAILING)),
        carry(Site.onEntry("reactor.core.publisher.MonoCreate$DefaultMonoSink").at("cancel", "()V"))
            .optional()
            .to(all.get(NettyHandlers.CANCELLING)),
        carry(Site.on(READER).at("channelRead", reading + "Ljava/lang/Object;)V"))
            .to(all.get(NettyHandlers.READING)),
        carry(Site.on(READER).at("channelInactive", reading + ")V"))
            .to(all.get(NettyHandlers.READING)),
        carry(Site.on(READER).at("exceptionCaught", reading + "Ljava/lang/Throwable;)V"))
            .to(all.get(NettyHandlers.READING)),
        carry(
                Site.onEntry("io.netty.channel.DefaultChannelPipeline$HeadContext")
                    .at(
                        "connect",
                        "("
                            + CONTEXT
                            + "Ljava/net/SocketAddress;Ljava/net/SocketAddress;"
                            + "Lio/netty/channel/ChannelPromise;)V"))
            .to(all.get(NettyHandlers.CONNECTING)));
  }

  /** Through which a held request is judged: as though it were the encoder's writing again. */
  static GatedCall gate(Weaver weaver, SiteHandler handler) {
    return weaver.gatedCall(
        guard(Site.on(HTTP1).at("write", WRITE)).to(handler),
        new WovenMethod(HTTP1, "write", WRITE, null, 0, null, List.of()));
  }

  private static Site.Builder guard(Site.Builder site) {
    return site.refuses(ActionClass.NETWORK_REQUEST);
  }

  private static Site.Builder carry(Site.Builder site) {
    return site.carrying();
  }

  private NettySinks() {}
}
