package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.SocketFactory;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;

/** Ways to send a request with OkHttp. */
final class OkWays {

  private static final MediaType TEXT = MediaType.parse("text/plain");
  private static final OkHttpClient CLIENT =
      new OkHttpClient.Builder().followRedirects(false).build();
  private static final OkHttpClient FOLLOWING = new OkHttpClient();

  static {
    endingSoon(CLIENT);
    endingSoon(FOLLOWING);
  }

  /** The threads of a dispatcher keep the JVM for a minute; that is not what is tested. */
  private static OkHttpClient endingSoon(OkHttpClient client) {
    ((ThreadPoolExecutor) client.dispatcher().executorService())
        .setKeepAliveTime(1, TimeUnit.MILLISECONDS);
    return client;
  }

  private static Request.Builder to(String url) {
    return new Request.Builder().url(url);
  }

  private static RequestBody body(String text) {
    return RequestBody.create(TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(Request request) throws IOException {
    send(CLIENT, request);
  }

  private static void send(OkHttpClient client, Request request) throws IOException {
    try (Response answer = client.newCall(request).execute()) {
      System.out.println("status " + answer.code() + " " + answer.body().string());
    }
  }

  static void honest(String url, String text) throws IOException {
    send(to(url).post(body(text)).build());
  }

  static void asking(String url, String text) throws IOException {
    send(to(url).build());
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws IOException {
    send(to(url).method("DELETE", body("EVIL")).build());
  }

  static void async(String url, String text) throws Exception {
    async(CLIENT, to(url).post(body(text)).build());
  }

  private static void async(OkHttpClient client, Request request) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    client.newCall(request).enqueue(into(answered));
    try {
      System.out.println(answered.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static Callback into(CompletableFuture<String> answered) {
    return new Callback() {
      @Override
      public void onFailure(Call call, IOException failed) {
        answered.completeExceptionally(failed);
      }

      @Override
      public void onResponse(Call call, Response response) throws IOException {
        answered.complete("status " + response.code() + " " + response.body().string());
      }
    };
  }

  private static final CompletableFuture<String> LATER = new CompletableFuture<>();

  /** Asked for by a tool that does not wait for it, and begun when the tool has returned. */
  static void forgotten(String url, String text) {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .addInterceptor(
                chain -> {
                  HttpActs.awaitReturn();
                  return chain.proceed(chain.request());
                })
            .build();
    client.newCall(to(url).post(body(text)).build()).enqueue(into(LATER));
    HttpActs.pending(LATER);
  }

  static void anotherText(String url, String text) throws IOException {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws IOException {
    send(to(url + "/evil").post(body(text)).build());
  }

  static void anotherMethod(String url, String text) throws IOException {
    send(to(url).put(body(text)).build());
  }

  static void aQueryMore(String url, String text) throws IOException {
    send(to(url + "?evil=1").post(body(text)).build());
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) throws IOException {
    Request request = to(url).header("X-Order", text).post(body(text)).build();
    OkDesk.approve(request);
    send(request);
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws IOException {
    OkDesk.approve(to(url).post(body(text)).build());
    send(to(url).post(body("EVIL")).build());
  }

  /** B30: a body that writes the judged text first and another one afterwards. */
  static void changingBody(String url, String text) throws IOException {
    send(to(url).post(changing(text, "EVIL")).build());
  }

  /** B30: another text first. */
  static void evilBody(String url, String text) throws IOException {
    send(to(url).post(changing("EVIL", text)).build());
  }

  private static RequestBody changing(String first, String later) {
    AtomicInteger written = new AtomicInteger();
    return new Own() {
      @Override
      public long contentLength() {
        return 4;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        sink.writeUtf8(written.getAndIncrement() == 0 ? first : later);
      }
    };
  }

  /** B31: the array is changed after the request was built. */
  static void mutatedArray(String url, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Request request = to(url).post(RequestBody.create(TEXT, bytes)).build();
    bytes[0] = 'X';
    send(request);
  }

  /** B32: a file. */
  static void file(String url, String text) throws IOException {
    File file = Files.writeString(Files.createTempFile("body", null), text).toFile();
    try {
      send(to(url).post(RequestBody.create(TEXT, file)).build());
    } finally {
      Files.delete(file.toPath());
    }
  }

  static void anotherFile(String url, String text) throws IOException {
    file(url, "EVIL");
  }

  /** B32: of no known length, so in chunks; flushed where the application likes. */
  static void stream(String url, String text) throws IOException {
    send(to(url).post(streamed(text)).build());
  }

  private static RequestBody streamed(String text) {
    return new Own() {
      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        System.out.println("written");
        sink.writeUtf8(text.substring(0, 1));
        sink.flush();
        sink.writeAll(
            Okio.source(
                new ByteArrayInputStream(text.substring(1).getBytes(StandardCharsets.UTF_8))));
      }
    };
  }

  static void anotherStream(String url, String text) throws IOException {
    stream(url, "EVIL");
  }

  /** B32: can be written once only. */
  static void oneShot(String url, String text) throws IOException {
    AtomicInteger written = new AtomicInteger();
    send(
        to(url)
            .post(
                new Own() {
                  @Override
                  public boolean isOneShot() {
                    return true;
                  }

                  @Override
                  public void writeTo(BufferedSink sink) throws IOException {
                    if (written.getAndIncrement() > 0) {
                      throw new IOException("written twice");
                    }
                    sink.writeUtf8(text);
                  }
                })
            .build());
  }

  /** Says it is shorter than it is: what is behind its end is the beginning of another request. */
  static void lyingLength(String url, String text) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    String more = text + "EVIL";
    send(
        to(url)
            .post(
                new Own() {
                  @Override
                  public long contentLength() {
                    return asked.getAndIncrement() == 0 ? text.length() : more.length();
                  }

                  @Override
                  public void writeTo(BufferedSink sink) throws IOException {
                    sink.writeUtf8(more);
                  }
                })
            .build());
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws IOException {
    send(FOLLOWING, to(url).post(body(text)).build());
  }

  static void followingAsync(String url, String text) throws Exception {
    async(FOLLOWING, to(url).post(body(text)).build());
  }

  /** B33: follows with a body that is another one the second time. */
  static void followingWithAnotherBody(String url, String text) throws IOException {
    send(FOLLOWING, to(url).post(changing(text, "EVIL")).build());
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws IOException {
    send(FOLLOWING, to(url).header("Cookie", "session=secret").post(body(text)).build());
  }

  private static MultipartBody.Builder form(String text) {
    return new MultipartBody.Builder()
        .setType(MultipartBody.FORM)
        .addFormDataPart("note", text)
        .addFormDataPart(
            "file",
            "a.bin",
            RequestBody.create(MediaType.parse("application/octet-stream"), new byte[] {1, 2}));
  }

  static void multipart(String url, String text) throws IOException {
    send(to(url).post(form(text).build()).build());
  }

  static void anotherPart(String url, String text) throws IOException {
    multipart(url, "EVIL");
  }

  static void aPartMore(String url, String text) throws IOException {
    send(to(url).post(form(text).addFormDataPart("note", "EVIL").build()).build());
  }

  static void anotherKindOfParts(String url, String text) throws IOException {
    send(to(url).post(form(text).setType(MultipartBody.MIXED).build()).build());
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws IOException {
    honest(url, text);
    honest(url, text);
  }

  private static OkHttpClient with(Interceptor network) {
    return CLIENT.newBuilder().addNetworkInterceptor(network).build();
  }

  /** B36: a network interceptor, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws IOException {
    send(
        with(
            chain ->
                chain.proceed(
                    chain
                        .request()
                        .newBuilder()
                        .url(chain.request().url().newBuilder().addPathSegment("evil").build())
                        .build())),
        to(url).post(body(text)).build());
  }

  static void rewrittenMethod(String url, String text) throws IOException {
    send(
        with(
            chain ->
                chain.proceed(
                    chain.request().newBuilder().method("PUT", chain.request().body()).build())),
        to(url).post(body(text)).build());
  }

  static void rewrittenBody(String url, String text) throws IOException {
    send(
        with(chain -> chain.proceed(chain.request().newBuilder().post(body("EVIL")).build())),
        to(url).post(body(text)).build());
  }

  static void rewrittenHost(String url, String text) throws IOException {
    send(
        with(
            chain ->
                chain.proceed(chain.request().newBuilder().header("Host", "evil.test").build())),
        to(url).post(body(text)).build());
  }

  /** Two ends of one body: what is behind the first one may be another request. */
  static void rewrittenFraming(String url, String text) throws IOException {
    send(
        with(
            chain ->
                chain.proceed(
                    chain.request().newBuilder().header("Transfer-Encoding", "chunked").build())),
        to(url).post(body(text)).build());
  }

  /** A network interceptor that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) throws IOException {
    send(
        with(chain -> chain.proceed(chain.request().newBuilder().header("X-Order", text).build())),
        to(url).post(body(text)).build());
  }

  /** B38: with the header that the tool declares. */
  static void withHeader(String url, String text) throws IOException {
    send(to(url).header("X-Order", text).post(body(text)).build());
  }

  static void anotherHeader(String url, String text) throws IOException {
    send(to(url).header("X-Order", "EVIL").post(body(text)).build());
  }

  /** B38: a cookie that the client adds by itself. */
  static void cookie(String url, String text) throws IOException {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .cookieJar(
                new okhttp3.CookieJar() {
                  @Override
                  public void saveFromResponse(okhttp3.HttpUrl at, List<okhttp3.Cookie> all) {}

                  @Override
                  public List<okhttp3.Cookie> loadForRequest(okhttp3.HttpUrl at) {
                    return List.of(
                        new okhttp3.Cookie.Builder()
                            .name("session")
                            .value("stolen")
                            .domain("127.0.0.1")
                            .build());
                  }
                })
            .build();
    send(client, to(url).header("X-Order", text).post(body(text)).build());
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws IOException {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .authenticator(
                (route, answer) ->
                    answer.request().header("Authorization") != null
                        ? null
                        : answer
                            .request()
                            .newBuilder()
                            .header("Authorization", Credentials.basic("user", "pass"))
                            .build())
            .build();
    send(client, to(url).post(body(text)).build());
  }

  static void order(String url, String amount) throws IOException {
    send(to(url).post(body("{ \"id\": \"r-17\",\n \"amount\": " + amount + "}")).build());
  }

  static void anotherOrder(String url, String amount) throws IOException {
    order(url, amount + "0");
  }

  /** A coding that an interceptor of the application puts around its body. */
  static void gzippedOrder(String url, String amount) throws IOException {
    String json = "{\"id\":1,\"amount\":" + amount + "}";
    Interceptor gzip =
        chain -> {
          RequestBody plain = chain.request().body();
          Request coded =
              chain
                  .request()
                  .newBuilder()
                  .header("Content-Encoding", "gzip")
                  .post(
                      new Own() {
                        @Override
                        public void writeTo(BufferedSink sink) throws IOException {
                          BufferedSink into = Okio.buffer(new GzipSink(sink));
                          plain.writeTo(into);
                          into.close();
                        }
                      })
                  .build();
          return chain.proceed(coded);
        };
    send(CLIENT.newBuilder().addInterceptor(gzip).build(), to(url).post(body(json)).build());
  }

  static void anotherGzippedOrder(String url, String amount) throws IOException {
    gzippedOrder(url, amount + "0");
  }

  /** B40: two parsers may read this differently. */
  static void userInformation(String url, String text) throws IOException {
    send(to(url.replace("://", "://evil@")).post(body(text)).build());
  }

  /** B44: the name of another host, at the address of this one. */
  static void anotherName(String url, String text) throws IOException {
    OkHttpClient client =
        CLIENT.newBuilder().dns(name -> List.of(InetAddress.getLoopbackAddress())).build();
    send(client, to(url.replace("127.0.0.1", "evil.test")).post(body(text)).build());
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws IOException {
    send(
        to(url)
            .post(
                new Own() {
                  @Override
                  public void writeTo(BufferedSink sink) throws IOException {
                    byte[] block = new byte[1 << 16];
                    for (int i = 0; i < 8; i++) {
                      sink.write(block);
                    }
                  }
                })
            .build());
  }

  static void largeAndKnown(String url, String text) throws IOException {
    send(to(url).post(RequestBody.create(TEXT, new byte[1 << 19])).build());
  }

  /** Through a proxy that this JVM was not started with: here, the server itself. */
  static void throughAProxy(String url, String text) throws IOException {
    InetSocketAddress at =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), okhttp3.HttpUrl.get(url).port());
    OkHttpClient client = CLIENT.newBuilder().proxy(new Proxy(Proxy.Type.HTTP, at)).build();
    send(client, to(url).post(body(text)).build());
  }

  /** What an interceptor does beside the request is no part of it. */
  static void whoseNetworkInterceptorStarts(String url, String text) throws Exception {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .addNetworkInterceptor(
                chain -> {
                  new ProcessBuilder("touch", "started").start();
                  return chain.proceed(chain.request());
                })
            .build();
    try {
      send(client, to(url).post(body("good")).build());
    } catch (IOException | RuntimeException thrown) {
      System.out.println(thrown.getClass().getName());
      throw thrown;
    }
  }

  /** No connection that was made before, and one address, so that one is made once. */
  private static OkHttpClient.Builder connectingOnce() {
    return CLIENT
        .newBuilder()
        .connectionPool(new ConnectionPool())
        .dns(host -> List.of(InetAddress.getByName("127.0.0.1")));
  }

  /** What is done while a connection is made is no part of the request. */
  static void whoseConnectListenerStarts(String url, String text) throws IOException {
    OkHttpClient client =
        connectingOnce()
            .eventListener(
                new EventListener() {
                  @Override
                  public void connectStart(Call call, InetSocketAddress to, Proxy through) {
                    try {
                      int ended = new ProcessBuilder("touch", "started").start().waitFor();
                      System.out.println("started " + ended);
                    } catch (IOException | InterruptedException failed) {
                      throw new IllegalStateException(failed);
                    }
                  }
                })
            .build();
    send(client, to(url).post(body(text)).build());
  }

  /** The same, by what makes its sockets. */
  static void whoseSocketFactorySends(String url, String text) throws IOException {
    OkHttpClient client =
        connectingOnce()
            .socketFactory(new AskingSockets(url.replace("localhost", "127.0.0.1")))
            .build();
    send(client, to(url).post(body(text)).build());
  }

  /** Sends a request before each socket that it makes. */
  private static final class AskingSockets extends SocketFactory {
    private final String url;

    AskingSockets(String url) {
      this.url = url;
    }

    @Override
    public Socket createSocket() throws IOException {
      UrlWays.honest(url, "EVIL");
      return new Socket();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException();
    }
  }

  /** Through a proxy that is asked for a tunnel, and says no. */
  static void throughATunnel(String url, String text) throws Exception {
    tunnelled(url, (client, request) -> send(client, request));
  }

  static void throughATunnelAsync(String url, String text) throws Exception {
    tunnelled(url, (client, request) -> async(client, request));
  }

  private interface Sent {
    void by(OkHttpClient client, Request request) throws Exception;
  }

  private static void tunnelled(String url, Sent sent) throws Exception {
    try (DecliningProxy proxy = new DecliningProxy()) {
      OkHttpClient client =
          CLIENT.newBuilder().proxy(new Proxy(Proxy.Type.HTTP, proxy.address())).build();
      sent.by(client, to(url.replace("http:", "https:")).post(body("good")).build());
    } catch (IOException declined) {
      if (!declined.getMessage().startsWith("Unexpected response code for CONNECT: 403")) {
        System.out.println(declined.getClass().getName());
        throw declined;
      }
      System.out.println("declined");
    }
  }

  /** After a refusal, the client, its connections and its dispatcher are as they were. */
  static void refusedThenHonest(String url, String text) throws Exception {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .dispatcher(new okhttp3.Dispatcher())
            .connectionPool(new okhttp3.ConnectionPool())
            .build();
    endingSoon(client).dispatcher().setMaxRequests(1);
    for (int i = 0; i < 3; i++) {
      try {
        async(client, to(url).post(body("EVIL")).build());
      } catch (IOException refused) {
        System.out.println(refused.getClass().getName());
      }
      try {
        send(client, to(url).post(body("EVIL")).build());
      } catch (IOException refused) {
        System.out.println(refused.getClass().getName());
      }
    }
    while (client.dispatcher().runningCallsCount() > 0) {
      // A call is among those that run a little longer than its callback.
      Thread.onSpinWait();
    }
    System.out.println(
        (client.connectionPool().connectionCount() - client.connectionPool().idleConnectionCount())
            + " connections in use");
    async(client, to(url).post(body(text)).build());
    System.out.println(client.connectionPool().connectionCount() + " connection");
  }

  /** What waits in the dispatcher runs under the scope of whoever asked for it. */
  static void queued(String url, String text) throws Exception {
    OkHttpClient client = CLIENT.newBuilder().dispatcher(new okhttp3.Dispatcher()).build();
    endingSoon(client).dispatcher().setMaxRequests(1);
    CountDownLatch first = new CountDownLatch(1);
    CompletableFuture<String> answered = new CompletableFuture<>();
    CompletableFuture<String> foreign = new CompletableFuture<>();
    OkHttpClient waiting =
        client
            .newBuilder()
            .addInterceptor(
                chain -> {
                  try {
                    first.await();
                  } catch (InterruptedException never) {
                    throw new IOException(never);
                  }
                  return chain.proceed(chain.request());
                })
            .build();
    CountDownLatch asked = new CountDownLatch(1);
    // It holds the dispatcher's one place, so that the tool's own call waits for it.
    HttpActs.FOR_A_STRANGER.add(
        () -> {
          waiting.newCall(to(Wire.open().url("/stranger")).build()).enqueue(into(foreign));
          asked.countDown();
        });
    asked.await();
    client.newCall(to(url).post(body(text)).build()).enqueue(into(answered));
    first.countDown();
    foreign.get();
    System.out.println(answered.get());
  }

  private abstract static class Own extends RequestBody {
    @Override
    public MediaType contentType() {
      return TEXT;
    }
  }

  private OkWays() {}
}
