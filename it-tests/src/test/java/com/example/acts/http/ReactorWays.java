package com.example.acts.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.cookie.DefaultCookie;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyPipeline;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;

/** Ways to send a request with Reactor Netty. */
final class ReactorWays {

  private static final HttpClient CLIENT = HttpClient.create();

  private static ByteBuf bytes(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Mono<ByteBuf> body(String text) {
    return Mono.fromSupplier(() -> bytes(text));
  }

  private static Mono<String> sent(HttpClient.ResponseReceiver<?> receiver) {
    return receiver.responseSingle(
        (answer, content) ->
            content
                .asString()
                .defaultIfEmpty("")
                .map(text -> "status " + answer.status().code() + " " + text));
  }

  private static String get(CompletableFuture<String> answered) throws Exception {
    try {
      return answered.get();
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static Mono<String> posted(HttpClient client, String url, String text) {
    return sent(client.post().uri(url).send(body(text)));
  }

  private static void post(HttpClient client, String url, String text) {
    System.out.println(posted(client, url, text).block());
  }

  static void honest(String url, String text) {
    post(CLIENT, url, text);
  }

  static void asking(String url, String text) {
    System.out.println(sent(CLIENT.get().uri(url)).block());
  }

  static void async(String url, String text) throws Exception {
    CompletableFuture<String> answered = posted(CLIENT, url, text).toFuture();
    System.out.println(get(answered));
  }

  /** Subscribed to by another thread of Reactor's. */
  static void elsewhere(String url, String text) {
    System.out.println(
        Mono.defer(() -> posted(CLIENT, url, text))
            .subscribeOn(Schedulers.boundedElastic())
            .publishOn(Schedulers.parallel())
            .block());
  }

  /** Where no preview is in sight, only what is carried says that it is a tool that asks. */
  static void toAnotherServer(String url, String text) {
    elsewhere(Wire.open().url("/elsewhere"), text);
  }

  /** What the answer sets off, on the event loop, is done for the same tool. */
  static void chainedToAnotherServer(String url, String text) {
    String other = Wire.open().url("/elsewhere");
    System.out.println(
        posted(CLIENT, url, text).flatMap(first -> posted(CLIENT, other, text)).block());
  }

  /** The same of a retry, after some time. */
  static void laterToAnotherServer(String url, String text) {
    String other = Wire.open().url("/elsewhere");
    System.out.println(
        posted(CLIENT, url, text)
            .delayElement(Duration.ofMillis(1))
            .then(Mono.defer(() -> posted(CLIENT, other, text)))
            .block());
  }

  /** Asked for by a tool that does not wait for it; its body comes when the tool has returned. */
  static void forgotten(String url, String text) {
    Mono<ByteBuf> late =
        Mono.fromCallable(
                () -> {
                  HttpActs.awaitReturn();
                  return bytes(text);
                })
            .subscribeOn(Schedulers.boundedElastic());
    HttpActs.pending(sent(CLIENT.post().uri(url).send(late)).toFuture());
  }

  static void anotherText(String url, String text) {
    post(CLIENT, url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherTextElsewhere(String url, String text) {
    elsewhere(url, "EVIL");
  }

  static void anotherPath(String url, String text) {
    post(CLIENT, url + "/evil", text);
  }

  static void anotherMethod(String url, String text) {
    System.out.println(sent(CLIENT.put().uri(url).send(body(text))).block());
  }

  static void aQueryMore(String url, String text) {
    post(CLIENT, url + "?evil=1", text);
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) {
    System.out.println(sent(CLIENT.request(HttpMethod.GET).uri(url).send(body("EVIL"))).block());
  }

  /** B30: a body that is another one the second time. */
  static void changingBody(String url, String text) {
    AtomicInteger asked = new AtomicInteger();
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> bytes(asked.getAndIncrement() == 0 ? text : "EVIL"))))
            .block());
  }

  static void evilBody(String url, String text) {
    AtomicInteger asked = new AtomicInteger();
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> bytes(asked.getAndIncrement() == 0 ? "EVIL" : text))))
            .block());
  }

  /** B31: what was given to the client is changed before the body is complete. */
  static void changedBehind(String url, String text) {
    byte[] beginning = text.substring(0, 2).getBytes(StandardCharsets.UTF_8);
    ByteBuf first = Unpooled.directBuffer().writeBytes(beginning);
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(
                    Flux.concat(
                        Mono.fromSupplier(first::retain),
                        Mono.fromSupplier(
                            () -> {
                              first.setByte(0, 'X').release();
                              return bytes(text.substring(2));
                            }))))
            .block());
  }

  /** B31: changed before anything is asked for. */
  static void mutatedArray(String url, String text) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    HttpClient.ResponseReceiver<?> sending =
        CLIENT.post().uri(url).send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(all)));
    all[0] = 'X';
    System.out.println(sent(sending).block());
  }

  /** B32: a file, handed to the kernel. */
  static void file(String url, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    try {
      System.out.println(
          sent(CLIENT
                  .headers(h -> h.set("Content-Length", text.length()))
                  .post()
                  .uri(url)
                  .send((request, out) -> out.sendFile(file)))
              .block());
    } finally {
      Files.delete(file);
    }
  }

  static void anotherFile(String url, String text) throws IOException {
    file(url, "EVIL");
  }

  /** B32: of no known length, so in chunks. */
  static void stream(String url, String text) {
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(
                    Flux.fromArray(text.split(""))
                        .map(ReactorWays::bytes)
                        .publishOn(Schedulers.parallel())))
            .block());
  }

  static void anotherStream(String url, String text) {
    stream(url, "EVIL");
  }

  /** A thousand chunks of one byte. */
  static void thousand(String url, String text) {
    System.out.println(
        sent(CLIENT.post().uri(url).send(Flux.range(0, 1000).map(i -> bytes("x")))).block());
  }

  /** Several objects of Netty's own. */
  static void objects(String url, String text) {
    System.out.println(
        sent(CLIENT
                .headers(h -> h.set(HttpHeaderNames.CONTENT_LENGTH, text.length()))
                .post()
                .uri(url)
                .send((request, out) -> out.sendObject(bytes(text))))
            .block());
  }

  static void otherObjects(String url, String text) {
    objects(url, "EVIL");
  }

  private static void form(String url, String name, String value) {
    System.out.println(
        sent(CLIENT.post().uri(url).sendForm((request, form) -> form.attr(name, value))).block());
  }

  /** {@code good}: a form of that name alone. */
  static void form(String url, String text) {
    form(url, text, "");
  }

  static void otherForm(String url, String text) {
    form(url, text, "EVIL");
  }

  static void multipart(String url, String text) {
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .sendForm((request, form) -> form.multipart(true).attr("text", text)))
            .block());
  }

  private static final HttpClient FOLLOWING = CLIENT.followRedirect(true);

  static void following(String url, String text) {
    post(FOLLOWING, url, text);
  }

  static void followingAsync(String url, String text) throws Exception {
    System.out.println(get(posted(FOLLOWING, url, text).toFuture()));
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) {
    post(
        CLIENT
            .headers(h -> h.set("Cookie", "session=secret"))
            .followRedirect(true, (before, request) -> request.headers(before)),
        url,
        text);
  }

  private static final WebClient APPROVED = asking(client -> client);

  private static WebClient asking(UnaryOperator<WebClient.Builder> altered) {
    return altered
        .apply(
            WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(CLIENT))
                .filter(
                    (request, next) -> {
                      ReactorDesk.approve(request);
                      return next.exchange(request);
                    }))
        .build();
  }

  private static void ask(WebClient client, String url) {
    System.out.println(client.get().uri(url).retrieve().bodyToMono(String.class).block());
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) {
    System.out.println(
        APPROVED
            .get()
            .uri(url)
            .header("X-Order", text)
            .retrieve()
            .bodyToMono(String.class)
            .block());
  }

  /** A filter behind the one where somebody approved it makes another one of it. */
  static void anotherThanApproved(String url, String text) {
    WebClient client =
        asking(
            builder ->
                builder.filter(
                    (request, next) ->
                        next.exchange(
                            ClientRequest.from(request).header("X-Order", "EVIL").build())));
    ask(client, url);
  }

  /** The body of such a request is written by code. */
  static void approvedWithABody(String url, String text) {
    System.out.println(
        APPROVED.post().uri(url).bodyValue(text).retrieve().bodyToMono(String.class).block());
  }

  static void followingWithAnotherBody(String url, String text) {
    AtomicInteger asked = new AtomicInteger();
    System.out.println(
        sent(FOLLOWING
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> bytes(asked.getAndIncrement() == 0 ? text : "EVIL"))))
            .block());
  }

  static void twice(String url, String text) {
    honest(url, text);
    honest(url, text);
  }

  /** B36: altered where the library lets it. */
  static void rewrittenHeader(String url, String text) {
    post(CLIENT.doOnRequest((request, on) -> request.header("Host", "evil.test")), url, text);
  }

  private static HttpClient altering(UnaryOperator<Object> change) {
    return HttpClient.newConnection()
        .doOnRequest(
            (request, on) ->
                on.addHandlerFirst(
                    "altering",
                    new ChannelOutboundHandlerAdapter() {
                      @Override
                      public void write(
                          ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                        ctx.write(change.apply(message), promise);
                      }
                    }));
  }

  /** B36: a handler in the pipeline, behind everything that the client knows. */
  static void rewrittenPath(String url, String text) {
    post(
        altering(
            message ->
                message instanceof HttpRequest request
                    ? request.setUri(request.uri() + "/evil")
                    : message),
        url,
        text);
  }

  static void rewrittenMethod(String url, String text) {
    post(
        altering(
            message ->
                message instanceof HttpRequest request
                    ? request.setMethod(HttpMethod.PUT)
                    : message),
        url,
        text);
  }

  static void rewrittenBody(String url, String text) {
    post(
        altering(
            message -> {
              if (message instanceof ByteBufHolder holder) {
                holder.content().setByte(0, 'X');
              }
              return message;
            }),
        url,
        text);
  }

  /** Two ends of one body. */
  static void rewrittenFraming(String url, String text) {
    post(
        altering(
            message -> {
              if (message instanceof HttpRequest request) {
                request.headers().set("Transfer-Encoding", "chunked");
              }
              return message;
            }),
        url,
        text);
  }

  /** Says it is shorter than it is: what is behind its end is the beginning of another request. */
  static void lyingLength(String url, String text) {
    post(
        altering(
            message -> {
              if (message instanceof HttpRequest request) {
                request.headers().set("Content-Length", text.length());
              }
              return message;
            }),
        url,
        text + "EVIL");
  }

  /** A handler that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) {
    post(CLIENT.doOnRequest((request, on) -> request.header("X-Order", text)), url, text);
  }

  static void withHeader(String url, String text) {
    post(CLIENT.headers(h -> h.set("X-Order", text)), url, text);
  }

  static void anotherHeader(String url, String text) {
    post(CLIENT.headers(h -> h.set("X-Order", "EVIL")), url, text);
  }

  static void cookie(String url, String text) {
    post(
        CLIENT.headers(h -> h.set("X-Order", text)).cookie(new DefaultCookie("session", "stolen")),
        url,
        text);
  }

  /** B30, B38: sends the request again, with a credential. */
  static void authenticating(String url, String text) {
    System.out.println(
        CLIENT
            .post()
            .uri(url)
            .send(body(text))
            .responseSingle((answer, content) -> Mono.just(answer.status().code()))
            .flatMap(
                status ->
                    status == 401
                        ? posted(
                            CLIENT.headers(h -> h.set("Authorization", "Basic dXNlcjpwYXNz")),
                            url,
                            text)
                        : Mono.just("status " + status))
            .block());
  }

  static void order(String url, String amount) {
    post(CLIENT, url, "{ \"id\": \"r-17\",\n \"amount\": " + amount + "}");
  }

  static void anotherOrder(String url, String amount) {
    order(url, amount + "0");
  }

  static void gzippedOrder(String url, String amount) {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
      gzip.write(("{\"id\":1,\"amount\":" + amount + "}").getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    System.out.println(
        sent(CLIENT
                .headers(h -> h.set("Content-Encoding", "gzip"))
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(coded.toByteArray()))))
            .block());
  }

  static void anotherGzippedOrder(String url, String amount) {
    gzippedOrder(url, amount + "0");
  }

  /** B44: the name of another host, at the address of this one. */
  static void anotherName(String url, String text) {
    HttpClient client = CLIENT.resolver(new Loopback());
    post(client, url.replace("127.0.0.1", "evil.test"), text);
  }

  /** Given up before its connection is there, of which it is told only then. */
  static void cancelledThenHonest(String url, String text) throws Exception {
    Waiting names = new Waiting();
    Disposable given =
        posted(CLIENT.resolver(names), url.replace("127.0.0.1", "localhost"), text)
            .subscribe(System.out::println, System.out::println);
    Promise<InetAddress> asked = names.asked.get();
    given.dispose();
    asked.setSuccess(InetAddress.getLoopbackAddress());
    post(CLIENT, url, text);
  }

  /** Whoever asks for an address waits until somebody else says it. */
  private static final class Waiting extends AddressResolverGroup<InetSocketAddress> {
    private final CompletableFuture<Promise<InetAddress>> asked = new CompletableFuture<>();

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
      return new InetNameResolver(executor) {
        @Override
        protected void doResolve(String name, Promise<InetAddress> promise) {
          asked.complete(promise);
        }

        @Override
        protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
          Promise<InetAddress> one = executor.newPromise();
          one.addListener(done -> promise.trySuccess(List.of(one.getNow())));
          asked.complete(one);
        }
      }.asAddressResolver();
    }
  }

  private static final class Loopback extends AddressResolverGroup<InetSocketAddress> {
    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
      return new InetNameResolver(executor) {
        @Override
        protected void doResolve(String name, Promise<InetAddress> promise) {
          promise.setSuccess(InetAddress.getLoopbackAddress());
        }

        @Override
        protected void doResolveAll(String name, Promise<List<InetAddress>> promise) {
          promise.setSuccess(List.of(InetAddress.getLoopbackAddress()));
        }
      }.asAddressResolver();
    }
  }

  /** B44: an address of its own beside the URL. */
  static void anotherAddress(String url, String text) {
    URI there = URI.create(url);
    HttpClient client =
        CLIENT
            .remoteAddress(() -> new InetSocketAddress("127.0.0.1", there.getPort()))
            .headers(h -> h.set("Host", "evil.test"));
    post(client, there.getPath(), text);
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) {
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(Flux.range(0, 8).map(i -> Unpooled.wrappedBuffer(new byte[1 << 16]))))
            .block());
  }

  static void largeAndKnown(String url, String text) {
    System.out.println(
        sent(CLIENT
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(new byte[1 << 19]))))
            .block());
  }

  /** Through a proxy that this JVM was not started with. */
  static void throughAProxy(String url, String text) {
    HttpClient client =
        CLIENT.proxy(spec -> spec.type(ProxyProvider.Proxy.HTTP).address(HttpActs.proxy()));
    post(client, url, text);
  }

  /** B42: the opening of a WebSocket is a request as well; this server knows none. */
  static void webSocket(String url, String text) {
    try {
      CLIENT.websocket().uri(url).handle((in, out) -> Mono.<Void>empty()).blockLast();
    } catch (WebSocketHandshakeException noSuchServer) {
      System.out.println("no WebSocket");
    }
  }

  /** After refusals, the client, its loops and its pool are as they were. */
  static void refusedThenHonest(String url, String text) throws Exception {
    ConnectionProvider pool = ConnectionProvider.builder("own").maxConnections(1).build();
    HttpClient client = HttpClient.create(pool);
    for (int i = 0; i < 3; i++) {
      System.out.println(refusal(posted(client, url, "EVIL")));
      System.out.println(
          refusal(
              sent(client.post().uri(url).send(Flux.just("EV", "IL").map(ReactorWays::bytes)))));
    }
    post(client, url, text);
    pool.disposeLater().block();
  }

  private static String refusal(Mono<String> sent) throws Exception {
    try {
      get(sent.toFuture());
      return "sent";
    } catch (SecurityException refused) {
      return refused.getClass().getName();
    }
  }

  private static volatile Channel lent;

  static void lend() {
    HttpClient client = CLIENT.doOnConnected(on -> lent = on.channel());
    post(client, Wire.open().url("/elsewhere"), "mine");
  }

  /** B43: over a connection that Reactor's client has, and not by it. */
  static void overALentConnection(String url, String text) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    lent.pipeline()
        .addBefore(
            NettyPipeline.ReactiveBridge,
            "borrower",
            new SimpleChannelInboundHandler<HttpObject>() {
              @Override
              protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
                if (part instanceof LastHttpContent) {
                  answered.complete("answered");
                }
              }
            });
    DefaultFullHttpRequest request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/elsewhere", bytes("EVIL"));
    request.headers().set("Host", "127.0.0.1").set("Content-Length", 4);
    lent.writeAndFlush(request)
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                answered.completeExceptionally(done.cause());
              }
            });
    System.out.println(get(answered));
  }

  // HTTP/2

  private static final HttpClient HTTP2 = HttpClient.create().protocol(HttpProtocol.H2C);

  static void http2(String url, String text) {
    post(HTTP2, url, text);
  }

  static void http2Stream(String url, String text) {
    System.out.println(
        sent(HTTP2.post().uri(url).send(Flux.fromArray(text.split("")).map(ReactorWays::bytes)))
            .block());
  }

  static void http2AnotherText(String url, String text) {
    http2(url, "EVIL");
  }

  static void http2AnotherStream(String url, String text) {
    http2Stream(url, "EVIL");
  }

  static void http2AnotherPath(String url, String text) {
    http2(url + "/evil", text);
  }

  static void http2Large(String url, String text) {
    System.out.println(
        sent(HTTP2
                .post()
                .uri(url)
                .send(Flux.range(0, 8).map(i -> Unpooled.wrappedBuffer(new byte[1 << 16]))))
            .block());
  }

  static void http2Twice(String url, String text) {
    http2(url, text);
    http2(url, text);
  }

  /** A request that has not ended when another one begins: one codec serves both. */
  static void http2Beside(String url, String text) throws Exception {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<ByteBuf> rest = new CompletableFuture<>();
    Flux<ByteBuf> body =
        Flux.concat(
            Mono.fromSupplier(() -> bytes(text.substring(0, 2))),
            Mono.defer(
                () -> {
                  begun.complete(null);
                  return Mono.fromFuture(rest);
                }));
    CompletableFuture<String> first = sent(HTTP2.post().uri(url).send(body)).toFuture();
    begun.get();
    try {
      http2(url, "EVIL");
    } finally {
      rest.complete(bytes(text.substring(2)));
      System.out.println(get(first));
    }
  }

  /** HTTP/1.1 that asks for HTTP/2. */
  static void upgraded(String url, String text) {
    post(HttpClient.create().protocol(HttpProtocol.HTTP11, HttpProtocol.H2C), url, text);
  }

  static void upgradedAnotherText(String url, String text) {
    upgraded(url, "EVIL");
  }

  private ReactorWays() {}
}
