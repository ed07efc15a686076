package com.example.acts.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.async.AsyncExecChainHandler;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.cookie.BasicClientCookie;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.util.TimeValue;

/**
 * Ways to send a request with Apache HttpClient 5 async, over HTTP/1.1 or what the server wants.
 */
final class AsyncWays {

  private static final CloseableHttpAsyncClient CLIENT =
      started(builder().disableRedirectHandling());
  private static final CloseableHttpAsyncClient FOLLOWING = started(builder());

  static HttpAsyncClientBuilder builder() {
    return HttpAsyncClients.custom().setConnectionManager(manager().build());
  }

  /** With one connection to each host: which of several is free again first is chance. */
  static HttpAsyncClientBuilder single() {
    return HttpAsyncClients.custom().setConnectionManager(manager().setMaxConnPerRoute(1).build());
  }

  private static PoolingAsyncClientConnectionManagerBuilder manager() {
    return PoolingAsyncClientConnectionManagerBuilder.create()
        .setTlsConfigResolver(
            host ->
                TlsConfig.custom()
                    .setVersionPolicy(
                        H2Wire.serves(host.getPort())
                            ? HttpVersionPolicy.FORCE_HTTP_2
                            : HttpVersionPolicy.NEGOTIATE)
                    .build());
  }

  static CloseableHttpAsyncClient started(HttpAsyncClientBuilder builder) {
    CloseableHttpAsyncClient client = builder.build();
    client.start();
    return client;
  }

  private static AsyncRequestBuilder to(String url) {
    return AsyncRequestBuilder.post(url);
  }

  private static AsyncRequestProducer text(String url, String text) {
    return to(url).setEntity(text, ContentType.TEXT_PLAIN).build();
  }

  private static void send(AsyncRequestProducer request) throws Exception {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpAsyncClient client, AsyncRequestProducer request)
      throws Exception {
    Future<Message<HttpResponse, String>> answer = client.execute(request, answered(), null);
    try {
      said(answer.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static BasicResponseConsumer<String> answered() {
    return new BasicResponseConsumer<>(new StringAsyncEntityConsumer());
  }

  private static void said(Message<HttpResponse, String> answer) {
    String body = answer.getBody() == null ? "" : answer.getBody();
    System.out.println("status " + answer.getHead().getCode() + " " + body);
  }

  static void honest(String url, String text) throws Exception {
    send(text(url, text));
  }

  static void asking(String url, String text) throws Exception {
    send(AsyncRequestBuilder.get(url).build());
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws Exception {
    send(AsyncRequestBuilder.delete(url).setEntity("EVIL").build());
  }

  /** What a callback sees. */
  static void async(String url, String text) throws Exception {
    CompletableFuture<Message<HttpResponse, String>> answer = new CompletableFuture<>();
    CLIENT.execute(text(url, text), answered(), into(answer));
    try {
      said(answer.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static <T> FutureCallback<T> into(CompletableFuture<T> answer) {
    return new FutureCallback<>() {
      @Override
      public void completed(T result) {
        answer.complete(result);
      }

      @Override
      public void failed(Exception thrown) {
        answer.completeExceptionally(thrown);
      }

      @Override
      public void cancelled() {
        answer.cancel(true);
      }
    };
  }

  /** Asked for by a tool that does not wait for it, and whose body comes when it has returned. */
  static void forgotten(String url, String text) {
    CompletableFuture<Message<HttpResponse, String>> answer = new CompletableFuture<>();
    CLIENT.execute(
        to(url).setEntity(new AsyncBodies.Waiting(HttpActs::awaitReturn, text)).build(),
        answered(),
        into(answer));
    HttpActs.pending(answer);
  }

  static void anotherText(String url, String text) throws Exception {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws Exception {
    honest(url + "/evil", text);
  }

  static void anotherMethod(String url, String text) throws Exception {
    send(AsyncRequestBuilder.put(url).setEntity(text, ContentType.TEXT_PLAIN).build());
  }

  static void aQueryMore(String url, String text) throws Exception {
    honest(url + "?evil=1", text);
  }

  /** B30: a body that writes the judged text first and another one afterwards. */
  static void changingBody(String url, String text) throws Exception {
    send(to(url).setEntity(AsyncBodies.changing(text, "EVIL")).build());
  }

  static void evilBody(String url, String text) throws Exception {
    send(to(url).setEntity(AsyncBodies.changing("EVIL", text)).build());
  }

  /** B31: the array is changed after the request was built. */
  static void mutatedArray(String url, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    AsyncRequestProducer request =
        to(url).setEntity(AsyncEntityProducers.create(bytes, ContentType.TEXT_PLAIN)).build();
    bytes[0] = 'X';
    send(request);
  }

  /** B32: a file. */
  static void file(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    try {
      send(
          to(url)
              .setEntity(AsyncEntityProducers.create(file.toFile(), ContentType.TEXT_PLAIN))
              .build());
    } finally {
      Files.delete(file);
    }
  }

  static void anotherFile(String url, String text) throws Exception {
    file(url, "EVIL");
  }

  /** B32: of no known length, one piece after the other. */
  static void stream(String url, String text) throws Exception {
    send(to(url).setEntity(streamed(text)).build());
  }

  private static AsyncEntityProducer streamed(String text) {
    return new AsyncBodies.Pieces(-1, null, text.substring(0, 1), text.substring(1));
  }

  static void anotherStream(String url, String text) throws Exception {
    stream(url, "EVIL");
  }

  /** B32: another thread gives the pieces. */
  static void waiting(String url, String text) throws Exception {
    send(
        to(url)
            .setEntity(new AsyncBodies.Waiting(() -> {}, text.substring(0, 1), text.substring(1)))
            .build());
  }

  static void anotherWaiting(String url, String text) throws Exception {
    waiting(url, "EVIL");
  }

  /** Fields behind the body, where a credential may stand as well. */
  static void trailer(String url, String text) throws Exception {
    List<Header> trailers = List.of(new BasicHeader("Authorization", "Bearer stolen"));
    send(
        to(url)
            .addHeader("X-Order", text)
            .setEntity(new AsyncBodies.Pieces(-1, trailers, text))
            .build());
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws Exception {
    send(FOLLOWING, text(url, text));
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws Exception {
    send(
        FOLLOWING,
        to(url)
            .addHeader("Cookie", "session=secret")
            .setEntity(text, ContentType.TEXT_PLAIN)
            .build());
  }

  private static SimpleHttpRequest simple(String url, String text) {
    SimpleHttpRequest request = SimpleHttpRequest.create("POST", url);
    request.setBody(text, ContentType.TEXT_PLAIN);
    return request;
  }

  private static void send(SimpleHttpRequest request) throws Exception {
    send(CLIENT, SimpleRequestProducer.create(request));
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) throws Exception {
    SimpleHttpRequest request = simple(url, text);
    request.addHeader("X-Order", text);
    AsyncDesk.approve(request);
    send(request);
  }

  static void approvedBytes(String url, String text) throws Exception {
    SimpleHttpRequest request = SimpleHttpRequest.create("PUT", url);
    request.setBody(text.getBytes(StandardCharsets.UTF_8), null);
    AsyncDesk.approve(request);
    send(request);
  }

  /** Longer than what is kept as bytes from the start. */
  static void approvedLong(String url, String text) throws Exception {
    SimpleHttpRequest request = simple(url, text.repeat(1000));
    AsyncDesk.approve(request);
    send(request);
  }

  static void approvedAsking(String url, String text) throws Exception {
    SimpleHttpRequest request = SimpleHttpRequest.create("GET", url);
    AsyncDesk.approve(request);
    send(request);
  }

  private static AsyncRequestProducer produced(String url, String text) {
    return to(url).addHeader("X-Order", "1").setEntity(text, ContentType.TEXT_PLAIN).build();
  }

  static void approvedProducer(String url, String text) throws Exception {
    AsyncRequestProducer request = produced(url, text);
    ProducerDesk.approve(request);
    send(request);
  }

  static void approvedSimpleProducer(String url, String text) throws Exception {
    AsyncRequestProducer request = SimpleRequestProducer.create(simple(url, text));
    ProducerDesk.approve(request);
    send(request);
  }

  static void approvedProducerAsking(String url, String text) throws Exception {
    AsyncRequestProducer request = AsyncRequestBuilder.get(url).build();
    ProducerDesk.approve(request);
    send(request);
  }

  static void anotherThanApprovedProducer(String url, String text) throws Exception {
    ProducerDesk.approve(produced(url, text));
    send(produced(url, "EVIL"));
  }

  /** Its body is written by code of the application. */
  static void approvedCode(String url, String text) throws Exception {
    AsyncRequestProducer request = to(url).setEntity(AsyncBodies.changing(text, text)).build();
    ProducerDesk.approve(request);
    send(request);
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws Exception {
    AsyncDesk.approve(simple(url, text));
    send(simple(url, "EVIL"));
  }

  static void followingWithAnotherBody(String url, String text) throws Exception {
    send(FOLLOWING, to(url).setEntity(AsyncBodies.changing(text, "EVIL")).build());
  }

  /** B34: the library itself repeats what the server has no time for. */
  static void retrying(String url, String text) throws Exception {
    send(
        started(
            builder()
                .setRetryStrategy(
                    new DefaultHttpRequestRetryStrategy(1, TimeValue.ZERO_MILLISECONDS))),
        text(url, text));
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws Exception {
    honest(url, text);
    honest(url, text);
  }

  private static CloseableHttpAsyncClient with(AsyncExecChainHandler last) {
    return started(builder().addExecInterceptorLast("last", last));
  }

  private static CloseableHttpAsyncClient with(HttpRequestInterceptor last) {
    return started(builder().addRequestInterceptorLast(last));
  }

  /** B37: the last of the interceptors. */
  static void rewrittenPath(String url, String text) throws Exception {
    send(
        with((HttpRequestInterceptor) (request, entity, context) -> request.setPath("/evil")),
        text(url, text));
  }

  static void rewrittenBody(String url, String text) throws Exception {
    AsyncExecChainHandler swapping =
        (request, body, scope, chain, callback) ->
            chain.proceed(
                request,
                AsyncEntityProducers.create("EVIL", ContentType.TEXT_PLAIN),
                scope,
                callback);
    send(with(swapping), text(url, text));
  }

  static void rewrittenHost(String url, String text) throws Exception {
    send(
        with(
            (HttpRequestInterceptor)
                (request, entity, context) -> request.setHeader("Host", "evil.test")),
        text(url, text));
  }

  /** B29: a request that answers differently every time it is asked. */
  static void evilRequest(String url, String text) throws Exception {
    AsyncExecChainHandler replacing =
        (request, body, scope, chain, callback) ->
            chain.proceed(answeringDifferently(request), body, scope, callback);
    send(with(replacing), text(url, text));
  }

  private static HttpRequest answeringDifferently(HttpRequest honest) {
    AtomicInteger asked = new AtomicInteger();
    return (HttpRequest)
        Proxy.newProxyInstance(
            HttpRequest.class.getClassLoader(),
            new Class<?>[] {HttpRequest.class},
            (self, method, args) -> {
              if (method.getName().equals("getRequestUri")) {
                return asked.getAndIncrement() == 0 ? honest.getRequestUri() + "/evil" : "/evil";
              }
              return method.invoke(honest, args);
            });
  }

  /** B29: a header that says its value only once. */
  static void changingHeader(String url, String text) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    BasicHeader changing =
        new BasicHeader("X-Order", text) {
          @Override
          public String getValue() {
            return asked.getAndIncrement() == 0 ? "EVIL" : super.getValue();
          }
        };
    send(
        with((HttpRequestInterceptor) (request, entity, context) -> request.addHeader(changing)),
        text(url, text));
  }

  /** An interceptor that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) throws Exception {
    send(
        with(
            (HttpRequestInterceptor)
                (request, entity, context) -> request.addHeader("X-Order", text)),
        text(url, text));
  }

  /** B38: with the header that the tool declares. */
  static void withHeader(String url, String text) throws Exception {
    send(to(url).addHeader("X-Order", text).setEntity(text, ContentType.TEXT_PLAIN).build());
  }

  static void anotherHeader(String url, String text) throws Exception {
    send(to(url).addHeader("X-Order", "EVIL").setEntity(text, ContentType.TEXT_PLAIN).build());
  }

  /** B38: a cookie that the client adds by itself. */
  static void cookie(String url, String text) throws Exception {
    BasicCookieStore cookies = new BasicCookieStore();
    BasicClientCookie session = new BasicClientCookie("session", "stolen");
    session.setDomain("127.0.0.1");
    session.setPath("/");
    cookies.addCookie(session);
    send(
        started(builder().setDefaultCookieStore(cookies)),
        to(url).addHeader("X-Order", text).setEntity(text, ContentType.TEXT_PLAIN).build());
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws Exception {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("user", "pass".toCharArray()));
    send(started(builder().setDefaultCredentialsProvider(credentials)), text(url, text));
  }

  static void order(String url, String amount) throws Exception {
    honest(url, "{ \"id\": \"r-17\",\n \"amount\": " + amount + "}");
  }

  static void anotherOrder(String url, String amount) throws Exception {
    order(url, amount + "0");
  }

  /** With a content coding. */
  static void gzippedOrder(String url, String amount) throws Exception {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
      gzip.write(("{\"id\":1,\"amount\":" + amount + "}").getBytes(StandardCharsets.UTF_8));
    }
    send(
        to(url)
            .addHeader("Content-Encoding", "gzip")
            .setEntity(
                AsyncEntityProducers.create(coded.toByteArray(), ContentType.APPLICATION_JSON))
            .build());
  }

  static void anotherGzippedOrder(String url, String amount) throws Exception {
    gzippedOrder(url, amount + "0");
  }

  /** B44: the name of another host, at the address of this one. */
  static void anotherName(String url, String text) throws Exception {
    PoolingAsyncClientConnectionManager resolving =
        manager()
            .setDnsResolver(
                new SystemDefaultDnsResolver() {
                  @Override
                  public InetAddress[] resolve(String host) {
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                  }
                })
            .build();
    send(
        started(HttpAsyncClients.custom().setConnectionManager(resolving)),
        text(url.replace("127.0.0.1", "evil.test"), text));
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws Exception {
    String[] pieces = new String[8];
    java.util.Arrays.fill(pieces, "x".repeat(1 << 16));
    send(to(url).setEntity(new AsyncBodies.Pieces(-1, null, pieces)).build());
  }

  static void largeAndKnown(String url, String text) throws Exception {
    honest(url, "x".repeat(1 << 19));
  }

  /** Through a proxy that this JVM was not started with. */
  static void throughAProxy(String url, String text) throws Exception {
    HttpHost proxy = new HttpHost("http", "127.0.0.1", HttpActs.proxy().getPort());
    send(started(builder().setProxy(proxy)), text(url, text));
  }

  /** After a refusal, the client and its connections are as they were. */
  static void refusedThenHonest(String url, String text) throws Exception {
    PoolingAsyncClientConnectionManager connections =
        manager().setMaxConnTotal(1).setMaxConnPerRoute(1).build();
    CloseableHttpAsyncClient client =
        started(HttpAsyncClients.custom().setConnectionManager(connections));
    for (int i = 0; i < 3; i++) {
      for (String[] pieces : new String[][] {{"EVIL"}, {"EV", "IL"}}) {
        try {
          send(
              client,
              to(url)
                  .setEntity(
                      i == 0
                          ? new AsyncBodies.Pieces(-1, null, pieces)
                          : new AsyncBodies.Waiting(() -> {}, pieces))
                  .build());
        } catch (Exception refused) {
          System.out.println(refused.getClass().getName());
        }
      }
    }
    send(client, text(url, text));
    while (connections.getTotalStats().getLeased() > 0) {
      // It is given back a little after its answer.
      Thread.onSpinWait();
    }
    System.out.println("no connection in use");
  }

  /** What is called back runs under the tool that asked. */
  static void evilCallback(String url, String text) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    CLIENT.execute(
        text(url, text),
        answered(),
        new FutureCallback<>() {
          @Override
          public void completed(Message<HttpResponse, String> result) {
            try {
              UrlWays.honest(url + "/evil", text);
              done.complete(null);
            } catch (IOException | RuntimeException thrown) {
              done.completeExceptionally(thrown);
            }
          }

          @Override
          public void failed(Exception thrown) {
            done.completeExceptionally(thrown);
          }

          @Override
          public void cancelled() {
            done.cancel(true);
          }
        });
    try {
      done.get();
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private AsyncWays() {}
}
