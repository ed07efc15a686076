package com.example.acts.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyOutbound;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientRequest;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.transport.ProxyProvider;
import reactor.util.Loggers;

/** What applications do with Reactor Netty and WebClient, and what they see of it. */
final class HonestReactorWays {

  /** Says ports and threads of what failed, which are others every time. */
  private static final Logger LOGGER = Logger.getLogger("reactor.netty");

  static {
    Loggers.useJdkLoggers();
    LOGGER.setLevel(Level.OFF);
  }

  /** Who asks for its one connection gets it when it is free again, and not another one. */
  private static final HttpClient CLIENT = HttpClient.create(ConnectionProvider.create("one", 1));

  private static final WebClient WEB =
      WebClient.builder().clientConnector(new ReactorClientHttpConnector(CLIENT)).build();

  private static ByteBuf bytes(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  private static Flux<ByteBuf> pieces(String text) {
    return Flux.fromArray(text.split("(?<=\\G.{3})")).map(HonestReactorWays::bytes);
  }

  private static Mono<String> answered(HttpClient.ResponseReceiver<?> sending) {
    return sending.responseSingle(
        (answer, content) ->
            content
                .asString()
                .defaultIfEmpty("")
                .map(
                    text ->
                        "saw "
                            + answer.status().code()
                            + " "
                            + answer.version()
                            + " "
                            + text
                            + " of "
                            + answer.method()
                            + " "
                            + answer.uri()));
  }

  private static HttpClient.RequestSender to(HttpClient client, String what) {
    String[] parts = what.split(" ");
    return client.request(HttpMethod.valueOf(parts[0])).uri(parts[1]);
  }

  private static void say(Mono<String> answer) {
    try {
      System.out.println(answer.block());
    } catch (RuntimeException failed) {
      failed(failed);
    }
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(line.toString().replaceAll("/?127.0.0.1:\\d+", "HERE"));
  }

  static void none(String what, String text) {
    say(answered(to(CLIENT, what)));
  }

  static void empty(String what, String text) {
    say(answered(to(CLIENT, what).send(Mono.empty())));
  }

  static void text(String what, String text) {
    say(answered(to(CLIENT, what).send(Mono.fromSupplier(() -> bytes(text)))));
  }

  /** Subscribed to and read elsewhere. */
  static void async(String what, String text) throws Exception {
    Mono<String> answer =
        answered(to(CLIENT, what).send(Mono.fromSupplier(() -> bytes(text))))
            .subscribeOn(Schedulers.boundedElastic())
            .publishOn(Schedulers.parallel());
    say(Mono.fromFuture(answer.toFuture()));
  }

  static void known(String what, String text) {
    say(
        answered(
            to(CLIENT.headers(h -> h.set("Content-Length", text.length())), what)
                .send(pieces(text))));
  }

  static void chunks(String what, String text) {
    say(answered(to(CLIENT, what).send(pieces(text))));
  }

  /** From another thread, one asked for after the other. */
  static void slowChunks(String what, String text) {
    say(answered(to(CLIENT, what).send(pieces(text).publishOn(Schedulers.parallel(), 1))));
  }

  /** Each is flushed by itself. */
  static void flushed(String what, String text) {
    say(answered(to(CLIENT, what).send((request, out) -> out.send(pieces(text), one -> true))));
  }

  static void objects(String what, String text) {
    say(answered(to(CLIENT, what).send((request, out) -> out.sendObject(bytes(text)))));
  }

  static void file(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    say(
        answered(
            to(CLIENT, what)
                .send((HttpClientRequest request, NettyOutbound out) -> out.sendFile(file))));
    Files.delete(file);
  }

  static void knownFile(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    say(
        answered(
            to(CLIENT.headers(h -> h.set("Content-Length", text.length())), what)
                .send((HttpClientRequest request, NettyOutbound out) -> out.sendFile(file))));
    Files.delete(file);
  }

  static void form(String what, String text) {
    say(
        answered(
            to(CLIENT, what)
                .sendForm(
                    (request, form) -> {
                      for (String pair : text.split("&")) {
                        form.attr(pair.split("=")[0], pair.split("=")[1]);
                      }
                    })));
  }

  static void expecting(String what, String text) {
    say(
        answered(
            to(CLIENT.headers(h -> h.set("Expect", "100-continue")), what)
                .send(Mono.fromSupplier(() -> bytes(text)))));
  }

  static void twice(String what, String text) {
    text(what, text);
    text(what, text);
  }

  static void unpooled(String what, String text) {
    say(answered(to(HttpClient.newConnection(), what).send(Mono.fromSupplier(() -> bytes(text)))));
  }

  static void timeout(String what, String text) {
    say(
        answered(
            to(CLIENT.responseTimeout(Duration.ofMillis(50)), what)
                .send(Mono.fromSupplier(() -> bytes(text)))));
  }

  static void cancelled(String what, String text) throws InterruptedException {
    Disposable sent =
        answered(to(CLIENT, what).send(Mono.fromSupplier(() -> bytes(text)))).subscribe();
    Wire.awaitSilence();
    sent.dispose();
    System.out.println("saw that it was cancelled: " + sent.isDisposed());
  }

  /** Goes where it is sent on to. */
  static void sentOn(String what, String text) {
    HttpClient following = CLIENT.followRedirect(true);
    say(
        answered(
            text.isEmpty()
                ? to(following, what)
                : to(following, what).send(Mono.fromSupplier(() -> bytes(text)))));
  }

  /** Through a proxy that asks who wants something of it, and is told before. */
  static void proxied(String what, String text) {
    HttpClient client =
        CLIENT.proxy(
            proxy ->
                proxy
                    .type(ProxyProvider.Proxy.HTTP)
                    .address(HonestActs.proxy())
                    .username("user")
                    .password(user -> "pass"));
    say(answered(to(client, what).send(Mono.fromSupplier(() -> bytes(text)))));
  }

  /** Three at once through a pool of one connection. */
  static void pooled(String what, String text) {
    ConnectionProvider pool = ConnectionProvider.create("one", 1);
    HttpClient client = HttpClient.create(pool);
    System.out.println(
        Flux.range(0, 2)
            .flatMap(i -> to(client, what).send(Mono.fromSupplier(() -> bytes(text))).response())
            .map(answer -> "saw " + answer.status())
            .collectList()
            .block());
    pool.disposeLater().block();
  }

  // WebClient

  private static WebClient.RequestBodySpec web(String what) {
    String[] parts = what.split(" ");
    return WEB.method(org.springframework.http.HttpMethod.valueOf(parts[0])).uri(parts[1]);
  }

  private static Mono<String> exchanged(WebClient.RequestHeadersSpec<?> request) {
    return request.exchangeToMono(
        answer ->
            answer
                .bodyToMono(String.class)
                .defaultIfEmpty("")
                .map(text -> "saw " + answer.statusCode().value() + " " + text));
  }

  static void webNone(String what, String text) {
    say(exchanged(web(what)));
  }

  static void webText(String what, String text) {
    say(exchanged(web(what).contentType(MediaType.TEXT_PLAIN).bodyValue(text)));
  }

  static void webBytes(String what, String text) {
    say(exchanged(web(what).bodyValue(text.getBytes(StandardCharsets.UTF_8))));
  }

  static void webStream(String what, String text) {
    Flux<DataBuffer> body =
        Flux.fromArray(text.split(""))
            .map(
                one ->
                    DefaultDataBufferFactory.sharedInstance.wrap(
                        one.getBytes(StandardCharsets.UTF_8)));
    say(exchanged(web(what).body(BodyInserters.fromDataBuffers(body))));
  }

  static void webForm(String what, String text) {
    MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
    for (String pair : text.split("&")) {
      form.add(pair.split("=")[0], pair.split("=")[1]);
    }
    say(exchanged(web(what).body(BodyInserters.fromFormData(form))));
  }

  static void webFile(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    say(exchanged(web(what).bodyValue(new FileSystemResource(file))));
    Files.delete(file);
  }

  /** What retrieve makes of an answer that is an error. */
  static void webRetrieve(String what, String text) {
    say(web(what).bodyValue(text).retrieve().bodyToMono(String.class));
  }

  /** A filter that makes another request of it. */
  static void webFiltered(String what, String text) {
    WebClient filtering =
        WEB.mutate()
            .filter(
                ExchangeFilterFunction.ofRequestProcessor(
                    request ->
                        Mono.just(ClientRequest.from(request).header("X-Filtered", "yes").build())))
            .build();
    String[] parts = what.split(" ");
    say(
        exchanged(
            filtering
                .method(org.springframework.http.HttpMethod.valueOf(parts[0]))
                .uri(parts[1])
                .bodyValue(text)));
  }

  static void webRetried(String what, String text) {
    say(exchanged(web(what).bodyValue(text)).retry(1));
  }

  /** What was not released is found when memory is reclaimed, and said when more is asked for. */
  static void collected(String what, String text) {
    for (int i = 0; i < 2; i++) {
      System.gc();
      text(what, text);
    }
  }

  private HonestReactorWays() {}
}
