package com.example.acts.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Ways to send a request with pipelines of Netty's of one's own. */
@SuppressWarnings("deprecation") // what is deprecated in 4.2 is the one way in 4.1
final class NettyWays {

  /** Its threads start with whoever needs them first. */
  private static final EventLoopGroup LOOPS =
      new NioEventLoopGroup(1, new DefaultThreadFactory("loops", true));

  /** What comes of a connection. */
  private static final class Answer extends SimpleChannelInboundHandler<FullHttpResponse> {
    final CompletableFuture<String> answered = new CompletableFuture<>();

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse answer) {
      answered.complete(
          "status "
              + answer.status().code()
              + " "
              + answer.content().toString(StandardCharsets.UTF_8));
      ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failed) {
      answered.completeExceptionally(failed);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      answered.completeExceptionally(new IllegalStateException("closed"));
    }

    void failed(Throwable cause) {
      answered.completeExceptionally(cause);
    }

    void say() throws Exception {
      try {
        System.out.println(answered.get());
      } catch (ExecutionException failed) {
        throw (Exception) failed.getCause();
      }
    }
  }

  private static Bootstrap bootstrap(ChannelHandler... handlers) {
    return new Bootstrap()
        .group(LOOPS)
        .channel(NioSocketChannel.class)
        .handler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(handlers);
              }
            });
  }

  private static Bootstrap http(ChannelHandler... last) {
    return bootstrap(new HttpClientCodec(), new HttpObjectAggregator(1 << 16), last[0]);
  }

  private static InetSocketAddress at(String url) {
    URI uri = URI.create(url);
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  private static HttpRequest whole(String url, String text) {
    URI uri = URI.create(url);
    HttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, uri.getPath(), bytes(text));
    request.headers().set("Host", uri.getAuthority()).set("Content-Length", text.length());
    return request;
  }

  private static void listen(ChannelFuture written, Answer answer) {
    written.addListener(
        done -> {
          if (!done.isSuccess()) {
            answer.failed(done.cause());
          }
        });
  }

  /** Written by the caller's thread. */
  static void honest(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).connect(at(url)).sync().channel();
    listen(channel.writeAndFlush(whole(url, text)), answer);
    answer.say();
  }

  static void anotherText(String url, String text) throws Exception {
    honest(url, "EVIL");
  }

  /** A length that some read as one and others do not. */
  static void signedLength(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).connect(at(url)).sync().channel();
    HttpRequest request = whole(url, text);
    request.headers().set("Content-Length", "+" + text.length());
    listen(channel.writeAndFlush(request), answer);
    answer.say();
  }

  /** Written, and given up, before its connection is there. */
  static void tooEarly(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).register().sync().channel();
    listen(channel.writeAndFlush(whole(url, text)), answer);
    try {
      answer.say();
    } catch (java.io.IOException | IllegalStateException notConnected) {
      System.out.println(notConnected.getClass().getName());
    }
    channel.close().sync();
  }

  /** The connection is to another place than its request says. */
  static void anotherHost(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).connect(at(url)).sync().channel();
    HttpRequest request = whole(url, text);
    request.headers().set("Host", "evil.test");
    listen(channel.writeAndFlush(request), answer);
    answer.say();
  }

  /** Written by who hears that the connection stands. */
  static void listening(String url, String text) throws Exception {
    Answer answer = new Answer();
    http(answer)
        .connect(at(url))
        .addListener(
            (ChannelFuture connected) ->
                listen(connected.channel().writeAndFlush(whole(url, text)), answer));
    answer.say();
  }

  static void anotherTextListening(String url, String text) throws Exception {
    listening(url, "EVIL");
  }

  /** Written by a handler, when its channel is connected. */
  static void active(String url, String text) throws Exception {
    Answer answer = new Answer();
    ChannelHandler writing =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelActive(ChannelHandlerContext ctx) {
            listen(ctx.channel().writeAndFlush(whole(url, text)), answer);
          }
        };
    bootstrap(new HttpClientCodec(), new HttpObjectAggregator(1 << 16), writing, answer)
        .connect(at(url));
    answer.say();
  }

  static void anotherTextActive(String url, String text) throws Exception {
    active(url, "EVIL");
  }

  /** Written by the event loop, some time later. */
  static void scheduled(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).connect(at(url)).sync().channel();
    channel
        .eventLoop()
        .schedule(
            () -> listen(channel.writeAndFlush(whole(url, text)), answer),
            1,
            TimeUnit.MILLISECONDS);
    answer.say();
  }

  static void anotherTextScheduled(String url, String text) throws Exception {
    scheduled(url, "EVIL");
  }

  /** Where no preview is in sight, only what is carried says that it is a tool that asks. */
  static void elsewhereListening(String url, String text) throws Exception {
    listening(Wire.open().url("/elsewhere"), text);
  }

  static void elsewhereActive(String url, String text) throws Exception {
    active(Wire.open().url("/elsewhere"), text);
  }

  static void elsewhereScheduled(String url, String text) throws Exception {
    scheduled(Wire.open().url("/elsewhere"), text);
  }

  /** In parts, and none before the one before it was written. */
  static void parts(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel = http(answer).connect(at(url)).sync().channel();
    URI uri = URI.create(url);
    HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, uri.getPath());
    head.headers().set("Host", uri.getAuthority()).set("Transfer-Encoding", "chunked");
    channel.writeAndFlush(head).sync();
    for (String part : text.split("")) {
      channel.writeAndFlush(new DefaultHttpContent(bytes(part))).sync();
    }
    listen(channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT), answer);
    answer.say();
  }

  /** The body comes when the server has said that it wants it. */
  static void expecting(String url, String text) throws Exception {
    Answer answer = new Answer();
    ChannelHandler waiting =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpResponse response && response.status().code() == 100) {
              listen(ctx.writeAndFlush(new DefaultLastHttpContent(bytes(text))), answer);
            } else if (message instanceof HttpResponse response) {
              answer.answered.complete("status " + response.status().code());
            } else if (message instanceof LastHttpContent && answer.answered.isDone()) {
              ctx.close();
            }
          }

          @Override
          public void channelInactive(ChannelHandlerContext ctx) {
            answer.channelInactive(ctx);
          }
        };
    URI uri = URI.create(url);
    HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, uri.getPath());
    head.headers()
        .set("Host", uri.getAuthority())
        .set("Content-Length", text.length())
        .set("Expect", "100-continue");
    Channel channel = bootstrap(new HttpClientCodec(), waiting).connect(at(url)).sync().channel();
    listen(channel.writeAndFlush(head), answer);
    answer.say();
  }

  static void otherParts(String url, String text) throws Exception {
    parts(url, "EVIL");
  }

  /**
   * Two requests at once on one connection. Ends when the first is answered, whatever the other.
   */
  static void pipelined(String url, String text) throws Exception {
    CompletableFuture<Void> first = new CompletableFuture<>();
    CompletableFuture<String> second = new CompletableFuture<>();
    Channel channel =
        bootstrap(
                new HttpClientCodec(),
                new HttpObjectAggregator(1 << 16),
                new SimpleChannelInboundHandler<FullHttpResponse>() {
                  @Override
                  protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse answer) {
                    if (!first.complete(null)) {
                      second.complete("status " + answer.status().code() + " twice");
                      ctx.close();
                    }
                  }

                  @Override
                  public void channelInactive(ChannelHandlerContext ctx) {
                    IllegalStateException closed = new IllegalStateException("closed");
                    first.completeExceptionally(closed);
                    second.completeExceptionally(closed);
                  }
                })
            .connect(at(url))
            .sync()
            .channel();
    // The second begins behind the first and ends when that is answered: what its refusal does to
    // the connection does not overtake the answer.
    channel.write(whole(url, text));
    HttpRequest behind =
        new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, URI.create(url).getPath());
    behind
        .headers()
        .set("Host", URI.create(url).getAuthority())
        .set("Content-Length", text.length());
    channel.writeAndFlush(behind);
    first.get();
    channel
        .writeAndFlush(new DefaultLastHttpContent(bytes(text)))
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                second.completeExceptionally(done.cause());
              }
            });
    try {
      System.out.println(second.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    } finally {
      channel.close().sync();
    }
  }

  /** With an encoder alone, not with the codec. */
  static void encoder(String url, String text) throws Exception {
    Answer answer = new Answer();
    Channel channel =
        bootstrap(
                new HttpRequestEncoder(),
                new HttpResponseDecoder(),
                new HttpObjectAggregator(1 << 16),
                answer)
            .connect(at(url))
            .sync()
            .channel();
    listen(channel.writeAndFlush(whole(url, text)), answer);
    answer.say();
  }

  static void anotherTextByTheEncoder(String url, String text) throws Exception {
    encoder(url, "EVIL");
  }

  /** With an encoder that does not write as the library's does. */
  static void ownWriting(String url, String text) throws Exception {
    Answer answer = new Answer();
    HttpRequestEncoder writing =
        new HttpRequestEncoder() {
          @Override
          public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
              throws Exception {
            List<Object> encoded = new ArrayList<>();
            encode(ctx, message, encoded);
            for (int i = 0; i < encoded.size() - 1; i++) {
              ctx.write(encoded.get(i));
            }
            ctx.write(encoded.get(encoded.size() - 1), promise);
          }
        };
    Channel channel =
        bootstrap(writing, new HttpResponseDecoder(), new HttpObjectAggregator(1 << 16), answer)
            .connect(at(url))
            .sync()
            .channel();
    listen(channel.writeAndFlush(whole(url, text)), answer);
    answer.say();
  }

  /** HTTP/2, frame by frame. */
  static void frames(String url, String text) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    Channel connection =
        bootstrap(
                Http2FrameCodecBuilder.forClient().build(),
                new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()))
            .connect(at(url))
            .sync()
            .channel();
    Http2StreamChannel stream =
        new Http2StreamChannelBootstrap(connection)
            .handler(
                new ChannelInboundHandlerAdapter() {
                  @Override
                  public void channelRead(ChannelHandlerContext ctx, Object message) {
                    if (message instanceof Http2DataFrame data) {
                      answered.complete(data.content().toString(StandardCharsets.UTF_8));
                    }
                    ReferenceCountUtil.release(message);
                  }
                })
            .open()
            .sync()
            .getNow();
    URI uri = URI.create(url);
    Http2Headers headers =
        new DefaultHttp2Headers()
            .method("POST")
            .scheme("http")
            .authority(uri.getAuthority())
            .path(uri.getPath());
    stream
        .writeAndFlush(new DefaultHttp2HeadersFrame(headers))
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                answered.completeExceptionally(done.cause());
              }
            });
    stream.writeAndFlush(new DefaultHttp2DataFrame(bytes(text), true));
    try {
      System.out.println(answered.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    } finally {
      connection.close().sync();
    }
  }

  private static void talk(Bootstrap bootstrap, String url) throws Exception {
    CompletableFuture<String> read = new CompletableFuture<>();
    ChannelInitializer<Channel> reading =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            ChannelPipeline line = channel.pipeline();
            line.addLast(
                new SimpleChannelInboundHandler<ByteBuf>() {
                  @Override
                  protected void channelRead0(ChannelHandlerContext ctx, ByteBuf buffer) {
                    read.complete("read " + (char) buffer.readByte());
                    ctx.close();
                  }
                });
          }
        };
    Channel channel = bootstrap.handler(reading).connect(at(url)).sync().channel();
    channel.writeAndFlush(bytes("GET /raw HTTP/1.1\r\nHost: h\r\n\r\n"));
    System.out.println(read.get());
  }

  /** Without any codec. */
  static void raw(String url, String text) throws Exception {
    talk(new Bootstrap().group(LOOPS).channel(NioSocketChannel.class), url);
  }

  /** By a transport that is not the JDK's. */
  static void epoll(String url, String text) throws Exception {
    EventLoopGroup loops = new EpollEventLoopGroup(1, new DefaultThreadFactory("epoll", true));
    talk(new Bootstrap().group(loops).channel(EpollSocketChannel.class), url);
  }

  private NettyWays() {}
}
