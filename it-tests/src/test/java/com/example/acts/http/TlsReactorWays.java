package com.example.acts.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.transport.ProxyProvider;

/** Ways to send with Reactor Netty, and by it with WebClient, over TLS and on HTTP/2. */
final class TlsReactorWays {

  private static final HttpClient HTTP1 =
      HttpClient.create()
          .protocol(HttpProtocol.HTTP11)
          .secure(
              tls ->
                  tls.sslContext(
                      Http11SslContextSpec.forClient()
                          .configure(builder -> builder.trustManager(TlsActs.TRUSTED))));

  /** What it and the server agree on. */
  private static final HttpClient CLIENT = agreeing(HttpProtocol.H2, HttpProtocol.HTTP11);

  private static final HttpClient HTTP2 = agreeing(HttpProtocol.H2);
  private static final HttpClient PLAIN = HttpClient.create().protocol(HttpProtocol.H2C);

  private static HttpClient agreeing(HttpProtocol... protocols) {
    return HttpClient.create()
        .protocol(protocols)
        .secure(
            tls ->
                tls.sslContext(
                    Http2SslContextSpec.forClient()
                        .configure(builder -> builder.trustManager(TlsActs.TRUSTED))));
  }

  private static ByteBuf bytes(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Flux<ByteBuf> parts(String text) {
    return Flux.fromArray(text.split("")).map(TlsReactorWays::bytes);
  }

  private static Mono<String> sent(HttpClient.ResponseReceiver<?> receiver) {
    return receiver.responseSingle(
        (answer, content) ->
            content
                .asString()
                .defaultIfEmpty("")
                .map(text -> answer.version() + " " + answer.status().code() + " " + text));
  }

  private static Mono<String> posted(HttpClient client, String url, String text) {
    return sent(client.post().uri(url).send(Mono.fromSupplier(() -> bytes(text))));
  }

  private static void post(HttpClient client, String url, String text) {
    System.out.println(posted(client, url, text).block());
  }

  private static void postParts(HttpClient client, String url, String text) {
    System.out.println(sent(client.post().uri(url).send(parts(text))).block());
  }

  static void honest(String url, String text) {
    post(CLIENT, url, text);
  }

  static void async(String url, String text) throws Exception {
    try {
      System.out.println(posted(CLIENT, url, text).toFuture().get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void stream(String url, String text) {
    postParts(CLIENT, url, text);
  }

  static void asking(String url, String text) {
    System.out.println(sent(CLIENT.get().uri(url)).block());
  }

  static void on11(String url, String text) {
    postParts(HTTP1, url, text);
  }

  static void on2(String url, String text) {
    postParts(HTTP2, url, text);
  }

  static void clear(String url, String text) {
    postParts(PLAIN, url, text);
  }

  private static final WebClient WEB_CLIENT =
      WebClient.builder().clientConnector(new ReactorClientHttpConnector(CLIENT)).build();

  static void webClient(String url, String text) {
    System.out.println(
        WEB_CLIENT.post().uri(url).bodyValue(text).retrieve().bodyToMono(String.class).block());
  }

  static void withHeader(String url, String text) {
    post(CLIENT.headers(all -> all.set("X-Order", text)), url, text);
  }

  static void anotherHeader(String url, String text) {
    post(CLIENT.headers(all -> all.set("X-Order", "EVIL")), url, text);
  }

  static void following(String url, String text) {
    post(CLIENT.followRedirect(true), url, text);
  }

  static void anotherText(String url, String text) {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherStream(String url, String text) {
    stream(url, "EVIL");
  }

  static void anotherPath(String url, String text) {
    honest(url + "/evil", text);
  }

  static void anotherTextOn11(String url, String text) {
    on11(url, "EVIL");
  }

  static void anotherTextOn2(String url, String text) {
    on2(url, "EVIL");
  }

  static void anotherClear(String url, String text) {
    clear(url, "EVIL");
  }

  static void webClientWithAnotherText(String url, String text) {
    webClient(url, "EVIL");
  }

  /** B36: altered where the library lets it. */
  static void rewrittenHost(String url, String text) {
    post(CLIENT.doOnRequest((request, on) -> request.header("Host", "evil.test")), url, text);
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

  static void twice(String url, String text) {
    honest(url, text);
    honest(url, text);
  }

  static void throughAProxy(String url, String text) {
    post(
        HTTP1.proxy(spec -> spec.type(ProxyProvider.Proxy.HTTP).address(TlsActs.proxyAddress())),
        url,
        text);
  }

  /** Several at the same time on one connection: the refused ones leave the others alone. */
  static void amongOthers(String url, String text) throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (String each : List.of("EVIL", text, "EVIL")) {
      answers.add(posted(CLIENT, url, each).toFuture());
    }
    Exception refused = null;
    for (CompletableFuture<String> answer : answers) {
      try {
        answer.get();
      } catch (ExecutionException failed) {
        refused = (Exception) failed.getCause();
      }
    }
    if (refused != null) {
      throw refused;
    }
  }

  private TlsReactorWays() {}
}
