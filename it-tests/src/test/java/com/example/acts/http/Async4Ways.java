package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.Header;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.RequestLine;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.methods.HttpDelete;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCookieStore;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.cookie.BasicClientCookie;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.impl.nio.client.CloseableHttpPipeliningClient;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.client.HttpAsyncClients;
import org.apache.http.impl.nio.conn.PoolingNHttpClientConnectionManager;
import org.apache.http.impl.nio.reactor.DefaultConnectingIOReactor;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.message.BasicHttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.entity.EntityAsyncContentProducer;
import org.apache.http.nio.protocol.BasicAsyncRequestProducer;
import org.apache.http.nio.protocol.BasicAsyncResponseConsumer;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;
import org.apache.http.util.EntityUtils;

/** Ways to send a request with Apache HttpAsyncClient 4.1. */
final class Async4Ways {

  private static final ThreadFactory DAEMONS =
      work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
      };

  private static final CloseableHttpAsyncClient CLIENT =
      started(builder().setRedirectStrategy(new Staying()));
  private static final CloseableHttpAsyncClient FOLLOWING =
      started(builder().setRedirectStrategy(new Following()));

  /** Follows nothing. */
  private static final class Staying extends LaxRedirectStrategy {
    @Override
    public boolean isRedirected(HttpRequest request, HttpResponse answer, HttpContext context) {
      return false;
    }
  }

  /** Follows with the body as well, and with what it is asked with. */
  private static final class Following extends LaxRedirectStrategy {
    @Override
    public HttpUriRequest getRedirect(HttpRequest request, HttpResponse answer, HttpContext context)
        throws org.apache.http.ProtocolException {
      URI to = getLocationURI(request, answer, context);
      if (answer.getStatusLine().getStatusCode() == 302) {
        return new HttpGet(to);
      }
      HttpPost post = new HttpPost(to);
      post.setEntity(((HttpEntityEnclosingRequest) request).getEntity());
      for (Header cookie : request.getHeaders("Cookie")) {
        post.addHeader(cookie);
      }
      return post;
    }
  }

  static HttpAsyncClientBuilder builder() {
    return HttpAsyncClients.custom().setThreadFactory(DAEMONS);
  }

  static CloseableHttpAsyncClient started(HttpAsyncClientBuilder builder) {
    CloseableHttpAsyncClient client = builder.build();
    client.start();
    return client;
  }

  private static HttpPost post(String url, String text) {
    HttpPost post = new HttpPost(url);
    post.setEntity(new StringEntity(text, ContentType.TEXT_PLAIN));
    return post;
  }

  private static void send(HttpUriRequest request) throws Exception {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpAsyncClient client, HttpUriRequest request)
      throws Exception {
    said(client.execute(request, null));
  }

  private static void send(CloseableHttpAsyncClient client, HttpAsyncRequestProducer request)
      throws Exception {
    said(client.execute(request, new BasicAsyncResponseConsumer(), null));
  }

  private static void said(Future<HttpResponse> answer) throws Exception {
    try {
      said(answer.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static void said(HttpResponse answer) throws IOException {
    System.out.println(
        "status "
            + answer.getStatusLine().getStatusCode()
            + " "
            + (answer.getEntity() == null ? "" : EntityUtils.toString(answer.getEntity())));
  }

  static void honest(String url, String text) throws Exception {
    send(post(url, text));
  }

  static void asking(String url, String text) throws Exception {
    send(new HttpGet(url));
  }

  private static final class DeleteWithBody extends HttpEntityEnclosingRequestBase {
    DeleteWithBody(String url) {
      setURI(URI.create(url));
    }

    @Override
    public String getMethod() {
      return HttpDelete.METHOD_NAME;
    }
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws Exception {
    DeleteWithBody delete = new DeleteWithBody(url);
    delete.setEntity(new StringEntity("EVIL"));
    send(delete);
  }

  static void async(String url, String text) throws Exception {
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    CLIENT.execute(post(url, text), into(answer));
    try {
      said(answer.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static <T> FutureCallback<T> into(CompletableFuture<T> answer) {
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
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    CLIENT.execute(
        new Produced(url, HttpActs::awaitReturn, -1, true, text),
        new BasicAsyncResponseConsumer(),
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
    HttpPut put = new HttpPut(url);
    put.setEntity(new StringEntity(text));
    send(put);
  }

  static void aQueryMore(String url, String text) throws Exception {
    honest(url + "?evil=1", text);
  }

  /** A producer of the application, which writes in pieces, perhaps given by another thread. */
  static final class Produced implements HttpAsyncRequestProducer {

    private final String url;
    private final Runnable before;
    private final long length;
    private final Deque<String> pieces;
    private final boolean waiting;
    private ByteBuffer current;
    private boolean started;
    private boolean over;

    Produced(String url, Runnable before, long length, boolean waiting, String... pieces) {
      this.url = url;
      this.before = before;
      this.length = length;
      this.waiting = waiting;
      this.pieces = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    public HttpHost getTarget() {
      URI to = URI.create(url);
      return new HttpHost(to.getHost(), to.getPort(), to.getScheme());
    }

    @Override
    public HttpRequest generateRequest() {
      HttpPost post = new HttpPost(url);
      post.setEntity(new InputStreamEntity(new ByteArrayInputStream(new byte[0]), length));
      return post;
    }

    @Override
    public synchronized void produceContent(ContentEncoder encoder, IOControl control)
        throws IOException {
      if (waiting && !started) {
        started = true;
        control.suspendOutput();
        Thread other =
            new Thread(
                () -> {
                  before.run();
                  give(control);
                });
        other.setDaemon(true);
        other.start();
        return;
      }
      if (!waiting && current == null && !pieces.isEmpty()) {
        current = bytes(pieces.poll());
      }
      if (current != null) {
        encoder.write(current);
        if (current.hasRemaining()) {
          return;
        }
        current = null;
        notifyAll();
        if (waiting) {
          control.suspendOutput();
          return;
        }
      }
      if (waiting ? over : pieces.isEmpty()) {
        encoder.complete();
      }
    }

    private synchronized void give(IOControl control) {
      try {
        while (!pieces.isEmpty()) {
          current = bytes(pieces.poll());
          control.requestOutput();
          while (current != null) {
            wait();
          }
        }
      } catch (InterruptedException ended) {
        throw new IllegalStateException(ended);
      }
      over = true;
      control.requestOutput();
    }

    private static ByteBuffer bytes(String text) {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void requestCompleted(HttpContext context) {}

    @Override
    public void failed(Exception thrown) {}

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void resetRequest() {}

    @Override
    public void close() {}
  }

  /** B30: an entity that gives the judged text first and another one afterwards. */
  private static HttpPost changing(String url, String first, String later) {
    AtomicInteger given = new AtomicInteger();
    HttpPost post = new HttpPost(url);
    post.setEntity(
        new StringEntity(first, StandardCharsets.UTF_8) {
          @Override
          public java.io.InputStream getContent() {
            String text = given.getAndIncrement() == 0 ? first : later;
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
          }
        });
    return post;
  }

  static void changingBody(String url, String text) throws Exception {
    send(changing(url, text, "EVIL"));
  }

  static void evilBody(String url, String text) throws Exception {
    send(changing(url, "EVIL", text));
  }

  /** B31: the array is changed after the request was built. */
  static void mutatedArray(String url, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    HttpPost post = new HttpPost(url);
    post.setEntity(new ByteArrayEntity(bytes));
    bytes[0] = 'X';
    send(post);
  }

  /** B32: a file. */
  static void file(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    try {
      HttpPost post = new HttpPost(url);
      post.setEntity(new FileEntity(file.toFile(), ContentType.TEXT_PLAIN));
      send(post);
    } finally {
      Files.delete(file);
    }
  }

  /** B32: a file that is sent without a copy of it. */
  static void zeroCopy(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    try {
      send(CLIENT, HttpAsyncMethods.createZeroCopyPost(url, file.toFile(), ContentType.TEXT_PLAIN));
    } finally {
      Files.delete(file);
    }
  }

  static void anotherFile(String url, String text) throws Exception {
    file(url, "EVIL");
  }

  static void anotherZeroCopy(String url, String text) throws Exception {
    zeroCopy(url, "EVIL");
  }

  /** B32: of no known length, one piece after the other. */
  static void stream(String url, String text) throws Exception {
    send(CLIENT, new Produced(url, null, -1, false, text.substring(0, 1), text.substring(1)));
  }

  static void anotherStream(String url, String text) throws Exception {
    stream(url, "EVIL");
  }

  /** B32: another thread gives the pieces. */
  static void waiting(String url, String text) throws Exception {
    send(CLIENT, new Produced(url, () -> {}, -1, true, text.substring(0, 1), text.substring(1)));
  }

  static void anotherWaiting(String url, String text) throws Exception {
    waiting(url, "EVIL");
  }

  /** Says it is shorter than it is; the library sends no more than that. */
  static void longerThanItSays(String url, String text) throws Exception {
    send(CLIENT, new Produced(url, null, text.length(), false, text + "EVIL"));
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws Exception {
    send(FOLLOWING, post(url, text));
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws Exception {
    HttpPost request = post(url, text);
    request.addHeader("Cookie", "session=secret");
    send(FOLLOWING, request);
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) throws Exception {
    HttpPost request = post(url, text);
    request.addHeader("X-Order", text);
    HcDesk.approve(request);
    send(request);
  }

  static void approvedProducer(String url, String text) throws Exception {
    HttpAsyncRequestProducer request =
        HttpAsyncMethods.createPost(url, text, ContentType.TEXT_PLAIN);
    Async4Desk.approve(request);
    send(CLIENT, request);
  }

  static void approvedRequestProducer(String url, String text) throws Exception {
    HttpAsyncRequestProducer request = HttpAsyncMethods.create(post(url, text));
    Async4Desk.approve(request);
    send(CLIENT, request);
  }

  static void anotherThanApprovedProducer(String url, String text) throws Exception {
    Async4Desk.approve(HttpAsyncMethods.createPost(url, text, ContentType.TEXT_PLAIN));
    send(CLIENT, HttpAsyncMethods.createPost(url, "EVIL", ContentType.TEXT_PLAIN));
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws Exception {
    HcDesk.approve(post(url, text));
    send(post(url, "EVIL"));
  }

  static void followingWithAnotherBody(String url, String text) throws Exception {
    send(FOLLOWING, changing(url, text, "EVIL"));
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws Exception {
    honest(url, text);
    honest(url, text);
  }

  private static CloseableHttpAsyncClient with(HttpRequestInterceptor last) {
    return started(builder().addInterceptorLast(last));
  }

  /** B37: the last of the interceptors. */
  static void rewrittenPath(String url, String text) throws Exception {
    send(
        with(
            (request, context) ->
                ((org.apache.http.client.methods.HttpRequestWrapper) request)
                    .setURI(URI.create("/evil"))),
        post(url, text));
  }

  static void rewrittenHost(String url, String text) throws Exception {
    send(with((request, context) -> request.setHeader("Host", "evil.test")), post(url, text));
  }

  /** Two ends of one body: what is behind the first one may be another request. */
  static void rewrittenFraming(String url, String text) throws Exception {
    send(with((request, context) -> request.addHeader("Content-Length", "0")), post(url, text));
  }

  /** B29: a request that answers differently every time it is asked. */
  static void evilRequest(String url, String text) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    URI to = URI.create(url);
    send(
        CLIENT,
        new BasicAsyncRequestProducer(
            new HttpHost(to.getHost(), to.getPort()),
            new BasicHttpRequest("GET", to.getPath()) {
              @Override
              public RequestLine getRequestLine() {
                return asked.getAndIncrement() == 0
                    ? super.getRequestLine()
                    : new BasicHttpRequest("GET", "/evil").getRequestLine();
              }
            }));
  }

  /** B29: a header that says its value only once. */
  static void changingHeader(String url, String text) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Header changing =
        new org.apache.http.message.BasicHeader("X-Order", text) {
          @Override
          public String getValue() {
            return asked.getAndIncrement() == 0 ? "EVIL" : super.getValue();
          }
        };
    send(with((request, context) -> request.addHeader(changing)), post(url, text));
  }

  static void completedOnTheWay(String url, String text) throws Exception {
    send(with((request, context) -> request.addHeader("X-Order", text)), post(url, text));
  }

  /** B38: with the header that the tool declares. */
  static void withHeader(String url, String text) throws Exception {
    HttpPost post = post(url, text);
    post.addHeader("X-Order", text);
    send(post);
  }

  static void anotherHeader(String url, String text) throws Exception {
    HttpPost post = post(url, text);
    post.addHeader("X-Order", "EVIL");
    send(post);
  }

  /** B38: a cookie that the client adds by itself. */
  static void cookie(String url, String text) throws Exception {
    BasicCookieStore cookies = new BasicCookieStore();
    BasicClientCookie session = new BasicClientCookie("session", "stolen");
    session.setDomain("127.0.0.1");
    session.setPath("/");
    cookies.addCookie(session);
    HttpPost post = post(url, text);
    post.addHeader("X-Order", text);
    send(started(builder().setDefaultCookieStore(cookies)), post);
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws Exception {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "pass"));
    send(started(builder().setDefaultCredentialsProvider(credentials)), post(url, text));
  }

  static void order(String url, String amount) throws Exception {
    honest(url, "{ \"id\": \"r-17\",\n \"amount\": " + amount + "}");
  }

  static void anotherOrder(String url, String amount) throws Exception {
    order(url, amount + "0");
  }

  private static PoolingNHttpClientConnectionManager connections(
      org.apache.http.conn.DnsResolver resolver) throws Exception {
    return new PoolingNHttpClientConnectionManager(
        new DefaultConnectingIOReactor(IOReactorConfig.DEFAULT, DAEMONS),
        null,
        org.apache.http.config.RegistryBuilder
            .<org.apache.http.nio.conn.SchemeIOSessionStrategy>create()
            .register("http", org.apache.http.nio.conn.NoopIOSessionStrategy.INSTANCE)
            .build(),
        resolver);
  }

  /** B44: the name of another host, at the address of this one. */
  static void anotherName(String url, String text) throws Exception {
    send(
        started(
            builder()
                .setConnectionManager(
                    connections(host -> new InetAddress[] {InetAddress.getLoopbackAddress()}))),
        post(url.replace("127.0.0.1", "evil.test"), text));
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws Exception {
    String[] pieces = new String[8];
    java.util.Arrays.fill(pieces, "x".repeat(1 << 16));
    send(CLIENT, new Produced(url, null, -1, false, pieces));
  }

  static void largeAndKnown(String url, String text) throws Exception {
    honest(url, "x".repeat(1 << 19));
  }

  /** Through a proxy that this JVM was not started with. */
  static void throughAProxy(String url, String text) throws Exception {
    HttpHost proxy = new HttpHost("127.0.0.1", HttpActs.proxy().getPort());
    send(started(builder().setProxy(proxy)), post(url, text));
  }

  /** To a server behind a proxy, which is asked for a tunnel there first. */
  static void throughATunnel(String url, String text) throws Exception {
    try (DecliningProxy proxy = new DecliningProxy()) {
      HttpHost through = new HttpHost("127.0.0.1", proxy.address().getPort());
      send(started(builder().setProxy(through)), post(url.replace("http:", "https:"), text));
    }
  }

  /** A client that does nothing by itself. */
  static void minimal(String url, String text) throws Exception {
    CloseableHttpAsyncClient client =
        HttpAsyncClients.createMinimal(
            connections(org.apache.http.impl.conn.SystemDefaultDnsResolver.INSTANCE));
    CountDownLatch started = new CountDownLatch(1);
    Thread starting =
        new Thread(
            () -> {
              client.start();
              started.countDown();
            });
    starting.setDaemon(true);
    starting.start();
    started.await();
    CompletableFuture<HttpResponse> answer = new CompletableFuture<>();
    HttpPost post = post(url, text);
    URI to = post.getURI();
    HttpAsyncRequestProducer told =
        new BasicAsyncRequestProducer(
            new HttpHost(to.getHost(), to.getPort()),
            post,
            new EntityAsyncContentProducer(post.getEntity())) {
          @Override
          public void failed(Exception thrown) {
            answer.completeExceptionally(thrown); // the client's own future never hears of it
          }
        };
    client.execute(told, new BasicAsyncResponseConsumer(), into(answer));
    try (client) { // its threads would keep the JVM
      said(answer.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void anotherMinimal(String url, String text) throws Exception {
    minimal(url, "EVIL");
  }

  /** Several on one connection, one after the other without waiting for answers. */
  static void pipelined(String url, String text) throws Exception {
    URI to = URI.create(url);
    try (CloseableHttpPipeliningClient client = pipelining()) {
      List<HttpRequest> requests = List.of(new HttpGet(to.getPath()));
      said(client.execute(new HttpHost(to.getHost(), to.getPort()), requests, null).get().get(0));
    }
  }

  private static CloseableHttpPipeliningClient pipelining() throws InterruptedException {
    CloseableHttpPipeliningClient client = HttpAsyncClients.createPipelining();
    CountDownLatch started = new CountDownLatch(1);
    Thread starting =
        new Thread(
            () -> {
              client.start();
              started.countDown();
            });
    starting.setDaemon(true);
    starting.start();
    started.await();
    return client;
  }

  static void anotherPipelined(String url, String text) throws Exception {
    try {
      pipelined(url + "/evil", text);
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  /** After a refusal, the client and its connections are as they were. */
  static void refusedThenHonest(String url, String text) throws Exception {
    CloseableHttpAsyncClient client = started(builder().setMaxConnPerRoute(1).setMaxConnTotal(1));
    for (int i = 0; i < 3; i++) {
      for (String[] pieces : new String[][] {{"EVIL"}, {"EV", "IL"}}) {
        try {
          send(client, new Produced(url, () -> {}, -1, i > 0, pieces));
        } catch (Exception refused) {
          System.out.println(refused.getClass().getName());
        }
      }
    }
    send(client, post(url, text));
    send(client, new HttpGet(url + "/on/the/one/connection"));
  }

  /** What is called back runs under the tool that asked. */
  static void evilCallback(String url, String text) throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    CLIENT.execute(
        post(url, text),
        new FutureCallback<HttpResponse>() {
          @Override
          public void completed(HttpResponse result) {
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

  private Async4Ways() {}
}
