package com.example.acts.http;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;

/** Ways to send with Apache HttpClient 5 async over TLS, in the version that is agreed on. */
final class TlsAsyncWays {

  private static TlsStrategy tls() {
    return ClientTlsStrategyBuilder.create().setSslContext(TlsActs.TLS).build();
  }

  private static HttpAsyncClientBuilder speaking(HttpVersionPolicy version) {
    return HttpAsyncClients.custom()
        .setConnectionManager(
            PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(tls())
                .setDefaultTlsConfig(TlsConfig.custom().setVersionPolicy(version).build())
                .build());
  }

  private static final CloseableHttpAsyncClient CLIENT =
      AsyncWays.started(speaking(HttpVersionPolicy.NEGOTIATE).disableRedirectHandling());
  private static final CloseableHttpAsyncClient FOLLOWING =
      AsyncWays.started(speaking(HttpVersionPolicy.NEGOTIATE));
  private static final CloseableHttpAsyncClient HTTP1 =
      AsyncWays.started(speaking(HttpVersionPolicy.FORCE_HTTP_1).disableRedirectHandling());
  private static final CloseableHttpAsyncClient HTTP2 = started2();

  /** For HTTP/2 alone, whose connections are shared. */
  private static CloseableHttpAsyncClient started2() {
    CloseableHttpAsyncClient client = HttpAsyncClients.customHttp2().setTlsStrategy(tls()).build();
    client.start();
    return client;
  }

  private static AsyncRequestProducer text(String url, String text) {
    return AsyncRequestBuilder.post(url).setEntity(text, ContentType.TEXT_PLAIN).build();
  }

  private static AsyncRequestProducer stream(String text, AsyncRequestBuilder to) {
    return to.setEntity(new AsyncBodies.Pieces(-1, null, text.substring(0, 1), text.substring(1)))
        .build();
  }

  private static void said(Future<Message<HttpResponse, String>> answer) throws Exception {
    try {
      System.out.println(
          answer.get().getHead().getVersion()
              + " "
              + answer.get().getHead().getCode()
              + " "
              + answer.get().getBody());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static void send(CloseableHttpAsyncClient client, AsyncRequestProducer request)
      throws Exception {
    said(client.execute(request, AsyncWays.answered(), null));
  }

  static void honest(String url, String text) throws Exception {
    send(CLIENT, text(url, text));
  }

  static void async(String url, String text) throws Exception {
    CompletableFuture<Message<HttpResponse, String>> answer = new CompletableFuture<>();
    CLIENT.execute(text(url, text), AsyncWays.answered(), AsyncWays.into(answer));
    said(answer);
  }

  static void stream(String url, String text) throws Exception {
    send(CLIENT, stream(text, AsyncRequestBuilder.post(url)));
  }

  static void asking(String url, String text) throws Exception {
    send(CLIENT, AsyncRequestBuilder.get(url).build());
  }

  static void on11(String url, String text) throws Exception {
    send(HTTP1, stream(text, AsyncRequestBuilder.post(url)));
  }

  static void on2(String url, String text) throws Exception {
    send(HTTP2, stream(text, AsyncRequestBuilder.post(url)));
  }

  private static void withHeader(String url, String text, String value) throws Exception {
    send(
        CLIENT,
        AsyncRequestBuilder.post(url)
            .addHeader("X-Order", value)
            .setEntity(text, ContentType.TEXT_PLAIN)
            .build());
  }

  static void withHeader(String url, String text) throws Exception {
    withHeader(url, text, text);
  }

  static void anotherHeader(String url, String text) throws Exception {
    withHeader(url, text, "EVIL");
  }

  static void following(String url, String text) throws Exception {
    send(FOLLOWING, text(url, text));
  }

  static void anotherText(String url, String text) throws Exception {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherStream(String url, String text) throws Exception {
    stream(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws Exception {
    honest(url + "/evil", text);
  }

  static void anotherTextOn11(String url, String text) throws Exception {
    on11(url, "EVIL");
  }

  static void anotherTextOn2(String url, String text) throws Exception {
    on2(url, "EVIL");
  }

  /** B37: an interceptor, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws Exception {
    HttpRequestInterceptor evil =
        (request, entity, context) -> request.setPath(request.getPath() + "/evil");
    send(
        AsyncWays.started(speaking(HttpVersionPolicy.NEGOTIATE).addRequestInterceptorLast(evil)),
        text(url, text));
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws Exception {
    honest(url, "x".repeat(1 << 19));
  }

  static void twice(String url, String text) throws Exception {
    honest(url, text);
    honest(url, text);
  }

  static void throughAProxy(String url, String text) throws Exception {
    HttpHost proxy = new HttpHost("http", "127.0.0.1", TlsActs.proxyAddress().getPort());
    send(
        AsyncWays.started(speaking(HttpVersionPolicy.FORCE_HTTP_1).setProxy(proxy)),
        text(url, text));
  }

  /** Several at the same time on one connection: the refused ones leave the others alone. */
  static void amongOthers(String url, String text) throws Exception {
    List<Future<Message<HttpResponse, String>>> answers = new ArrayList<>();
    for (String each : List.of("EVIL", text, "EVIL")) {
      answers.add(HTTP2.execute(text(url, each), AsyncWays.answered(), null));
    }
    Exception refused = null;
    for (Future<Message<HttpResponse, String>> answer : answers) {
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

  private TlsAsyncWays() {}
}
