package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.RouteInfo;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpDelete;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpPut;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.entity.GzipCompressingEntity;
import org.apache.hc.client5.http.fluent.Request;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.auth.BasicAuthCache;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.cookie.BasicClientCookie;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.socket.ConnectionSocketFactory;
import org.apache.hc.client5.http.socket.PlainConnectionSocketFactory;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.SSLConnectionSocketFactory;
import org.apache.hc.core5.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpEntityContainer;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.impl.io.AbstractMessageWriter;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineFormatter;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.ssl.SSLContextBuilder;
import org.apache.hc.core5.util.CharArrayBuffer;
import org.apache.hc.core5.util.TimeValue;

/** Ways to send a request with Apache HttpClient 5. */
final class Hc5Ways {

  private static final PoolingHttpClientConnectionManager POOL =
      new PoolingHttpClientConnectionManager();
  private static final CloseableHttpClient CLIENT =
      HttpClients.custom().setConnectionManager(POOL).disableRedirectHandling().build();

  private static HttpEntity body(String text) {
    return new ByteArrayEntity(text.getBytes(StandardCharsets.UTF_8), ContentType.TEXT_PLAIN);
  }

  private static HttpPost post(String url, HttpEntity body) {
    HttpPost post = new HttpPost(url);
    post.setEntity(body);
    return post;
  }

  private static void send(ClassicHttpRequest request) throws IOException {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpClient client, ClassicHttpRequest request)
      throws IOException {
    System.out.println(client.<String>execute(request, Hc5Ways::said));
  }

  private static String said(ClassicHttpResponse answer) throws IOException, ParseException {
    HttpEntity body = answer.getEntity();
    return "status " + answer.getCode() + " " + (body == null ? "-" : EntityUtils.toString(body));
  }

  static void honest(String url, String text) throws IOException {
    send(post(url, body(text)));
  }

  static void asking(String url, String text) throws IOException {
    send(new HttpGet(url));
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws IOException {
    HttpDelete delete = new HttpDelete(url);
    delete.setEntity(body("EVIL"));
    send(delete);
  }

  /** The answer without a handler. */
  @SuppressWarnings("deprecation")
  static void handled(String url, String text) throws Exception {
    try (ClassicHttpResponse answer = CLIENT.execute(post(url, body(text)))) {
      System.out.println(said(answer));
    }
  }

  static void minimal(String url, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createMinimal()) {
      send(client, post(url, body(text)));
    }
  }

  static void fluent(String url, String text) throws IOException {
    System.out.println(
        Request.post(url)
            .bodyString(text, ContentType.TEXT_PLAIN)
            .execute()
            .handleResponse(Hc5Ways::said));
  }

  /** Without a client: HttpCore in the application's own hands. */
  static void core(String url, String text) throws Exception {
    core(url, text, text);
  }

  private static void core(String url, String head, String body) throws Exception {
    URI uri = URI.create(url);
    try (DefaultBHttpClientConnection connection =
        new DefaultBHttpClientConnection(Http1Config.DEFAULT)) {
      connection.bind(new Socket(uri.getHost(), uri.getPort()));
      BasicClassicHttpRequest request = coreRequest(uri);
      request.addHeader("Content-Length", Integer.toString(head.length()));
      request.setEntity(body(head));
      if (head.equals(body)) {
        ClassicHttpResponse answer =
            new HttpRequestExecutor().execute(request, connection, HttpCoreContext.create());
        System.out.println(said(answer));
      } else {
        connection.sendRequestHeader(request);
        request.setEntity(body(body));
        answered(connection, request);
      }
    }
  }

  private static BasicClassicHttpRequest coreRequest(URI uri) {
    BasicClassicHttpRequest request = new BasicClassicHttpRequest("POST", uri.getRawPath());
    request.addHeader("Host", uri.getAuthority());
    return request;
  }

  private static void answered(DefaultBHttpClientConnection connection, ClassicHttpRequest request)
      throws Exception {
    connection.sendRequestEntity(request);
    connection.flush();
    ClassicHttpResponse answer = connection.receiveResponseHeader();
    connection.receiveResponseEntity(answer);
    System.out.println(said(answer));
  }

  /** Another body behind the head. */
  static void coreWithAnotherBody(String url, String text) throws Exception {
    core(url, text, "EVIL");
  }

  /** A head that announces a body which is not there yet. */
  static void coreWithALateBody(String url, String text) throws Exception {
    URI uri = URI.create(url);
    try (DefaultBHttpClientConnection connection =
        new DefaultBHttpClientConnection(Http1Config.DEFAULT)) {
      connection.bind(new Socket(uri.getHost(), uri.getPort()));
      BasicClassicHttpRequest request = coreRequest(uri);
      request.addHeader("Content-Length", "4");
      connection.sendRequestHeader(request);
      request.setEntity(body("EVIL"));
      answered(connection, request);
    }
  }

  /** Over TLS, whoever answers. */
  @SuppressWarnings("deprecation")
  static void trusting(String url, String text) throws Exception {
    SSLContext all = SSLContextBuilder.create().loadTrustMaterial((chain, type) -> true).build();
    try (CloseableHttpClient client =
        with(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setSSLSocketFactory(
                    new SSLConnectionSocketFactory(all, NoopHostnameVerifier.INSTANCE))
                .build())) {
      send(client, post(url, body(text)));
    }
  }

  static void anotherTextTrusting(String url, String text) throws Exception {
    trusting(url, "EVIL");
  }

  /** As the JVM was started: with its proxy. */
  static void system(String url, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createSystem()) {
      send(client, post(url, body(text)));
    }
  }

  static void anotherTextSystem(String url, String text) throws IOException {
    system(url, "EVIL");
  }

  static void anotherText(String url, String text) throws IOException {
    honest(url, "EVIL");
  }

  static void anotherTextHandled(String url, String text) throws Exception {
    handled(url, "EVIL");
  }

  static void anotherTextMinimal(String url, String text) throws IOException {
    minimal(url, "EVIL");
  }

  static void anotherTextFluent(String url, String text) throws IOException {
    fluent(url, "EVIL");
  }

  static void anotherTextCore(String url, String text) throws Exception {
    core(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws IOException {
    send(post(url + "/evil", body(text)));
  }

  static void anotherMethod(String url, String text) throws IOException {
    HttpPut put = new HttpPut(url);
    put.setEntity(body(text));
    send(put);
  }

  static void aQueryMore(String url, String text) throws IOException {
    send(post(url + "?evil=1", body(text)));
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) throws IOException {
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", text);
    Hc5Desk.approve(request);
    send(request);
  }

  static void approvedText(String url, String text) throws IOException {
    HttpPost request = post(url, new StringEntity(text));
    Hc5Desk.approve(request);
    send(request);
  }

  private static Request fluentRequest(String url, String text) {
    return Request.post(url).addHeader("X-Order", "1").bodyString(text, ContentType.TEXT_PLAIN);
  }

  static void approvedFluent(String url, String text) throws IOException {
    Request request = fluentRequest(url, text);
    Fluent5Desk.approve(request);
    System.out.println(request.execute().handleResponse(Hc5Ways::said));
  }

  static void approvedFluentAsking(String url, String text) throws IOException {
    Request request = Request.get(url);
    Fluent5Desk.approve(request);
    System.out.println(request.execute().handleResponse(Hc5Ways::said));
  }

  static void anotherThanApprovedFluent(String url, String text) throws IOException {
    Fluent5Desk.approve(fluentRequest(url, text));
    System.out.println(fluentRequest(url, "EVIL").execute().handleResponse(Hc5Ways::said));
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws IOException {
    Hc5Desk.approve(post(url, body(text)));
    send(post(url, body("EVIL")));
  }

  /** B29: a request that is another one when it is asked again. */
  static void lyingRequest(String url, String text) throws Exception {
    URI uri = URI.create(url);
    AtomicInteger asked = new AtomicInteger();
    BasicClassicHttpRequest request =
        new BasicClassicHttpRequest("POST", uri.getRawPath()) {
          @Override
          public String getRequestUri() {
            return asked.getAndIncrement() == 0 ? "/evil" : uri.getRawPath();
          }
        };
    request.addHeader("Host", uri.getAuthority());
    request.addHeader("Content-Length", Integer.toString(text.length()));
    request.setEntity(body(text));
    try (DefaultBHttpClientConnection connection =
        new DefaultBHttpClientConnection(Http1Config.DEFAULT)) {
      connection.bind(new Socket(uri.getHost(), uri.getPort()));
      System.out.println(
          said(new HttpRequestExecutor().execute(request, connection, HttpCoreContext.create())));
    }
  }

  /** B29: what is written is what is judged, whatever it says to whom. */
  static void lyingHeader(String url, String text) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpPost request = post(url, body(text));
    request.addHeader(
        new BasicHeader("X-Order", text) {
          @Override
          public String getValue() {
            return asked.getAndIncrement() == 0 ? text : "EVIL";
          }
        });
    send(request);
  }

  /** B30: a body that writes the judged text first and another one afterwards. */
  static void changingBody(String url, String text) throws IOException {
    send(post(url, changing(text, "EVIL")));
  }

  /** B30: another text first. */
  static void evilBody(String url, String text) throws IOException {
    send(post(url, changing("EVIL", text)));
  }

  private static HttpEntity changing(String first, String later) {
    AtomicInteger written = new AtomicInteger();
    return new Own(
        4,
        out ->
            out.write(
                (written.getAndIncrement() == 0 ? first : later).getBytes(StandardCharsets.UTF_8)));
  }

  /** B31: the array is changed after the request was built. */
  static void mutatedArray(String url, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    HttpPost request = post(url, new ByteArrayEntity(bytes, ContentType.TEXT_PLAIN));
    bytes[0] = 'X';
    send(request);
  }

  /** B32: a file. */
  static void file(String url, String text) throws IOException {
    File file = Files.writeString(Files.createTempFile("body", null), text).toFile();
    try {
      send(post(url, new FileEntity(file, ContentType.TEXT_PLAIN)));
    } finally {
      Files.delete(file.toPath());
    }
  }

  static void anotherFile(String url, String text) throws IOException {
    file(url, "EVIL");
  }

  /** B32: of no known length, so in chunks; flushed where the application likes. */
  static void stream(String url, String text) throws IOException {
    send(post(url, streamed(text)));
  }

  private static HttpEntity streamed(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Own(
        -1,
        out -> {
          System.out.println("written");
          out.write(bytes[0]);
          out.flush();
          out.write(bytes, 1, bytes.length - 1);
        });
  }

  static void anotherStream(String url, String text) throws IOException {
    stream(url, "EVIL");
  }

  /** B32: can be written once only. */
  static void oneShot(String url, String text) throws IOException {
    InputStream content =
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
          @Override
          public void close() {
            System.out.println("closed");
          }
        };
    send(post(url, new InputStreamEntity(content, ContentType.TEXT_PLAIN)));
  }

  /** Writes more than it says: the client cuts it off where it said that it ends. */
  static void moreThanSaid(String url, String text) throws IOException {
    byte[] more = (text + "EVIL").getBytes(StandardCharsets.UTF_8);
    send(post(url, new Own(text.length(), out -> out.write(more))));
  }

  /** Headers behind the last chunk. */
  static void trailers(String url, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    send(
        post(
            url,
            new Own(-1, out -> out.write(bytes)) {
              @Override
              public Supplier<List<? extends Header>> getTrailers() {
                return () -> List.of(new BasicHeader("X-Evil", "1"));
              }
            }));
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      send(client, post(url, body(text)));
    }
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws IOException {
    HttpPost request = post(url, body(text));
    request.addHeader("Cookie", "session=secret");
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      send(client, request);
    }
  }

  /** B33: follows with a body that is another one the second time. */
  static void followingWithAnotherBody(String url, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      send(client, post(url, changing(text, "EVIL")));
    }
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws IOException {
    honest(url, text);
    honest(url, text);
  }

  private static CloseableHttpClient with(HttpRequestInterceptor last) {
    return HttpClients.custom().addRequestInterceptorLast(last).build();
  }

  /** B37: an interceptor, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws IOException {
    send(with((request, entity, context) -> request.setPath("/here/evil")), post(url, body(text)));
  }

  static void rewrittenBody(String url, String text) throws IOException {
    send(
        with((request, entity, context) -> ((HttpEntityContainer) request).setEntity(body("EVIL"))),
        post(url, body(text)));
  }

  static void rewrittenHost(String url, String text) throws IOException {
    send(
        with((request, entity, context) -> request.setHeader("Host", "evil.test")),
        post(url, body(text)));
  }

  /** Two ends of one body: what is behind the first one may be another request. */
  static void rewrittenFraming(String url, String text) throws IOException {
    send(
        with((request, entity, context) -> request.setHeader("Transfer-Encoding", "chunked")),
        post(url, body(text)));
  }

  /** B37: in the chain of handlers, the body and the path. */
  static void rewrittenInTheChain(String url, String text) throws IOException {
    send(
        HttpClients.custom()
            .addExecInterceptorLast(
                "own",
                (request, scope, chain) -> {
                  request.setPath("/evil");
                  request.setEntity(body("EVIL"));
                  return chain.proceed(request, scope);
                })
            .build(),
        post(url, body(text)));
  }

  private static CloseableHttpClient with(PoolingHttpClientConnectionManager pool) {
    return HttpClients.custom().setConnectionManager(pool).build();
  }

  /** B37: what writes heads is the application's own. */
  static void rewrittenByTheWriter(String url, String text) throws IOException {
    send(
        with(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(
                    new ManagedHttpClientConnectionFactory(null, null, OwnWriter::new, null))
                .build()),
        post(url, body(text)));
  }

  private static final class OwnWriter extends AbstractMessageWriter<ClassicHttpRequest> {

    OwnWriter() {
      super(BasicLineFormatter.INSTANCE);
    }

    @Override
    protected void writeHeadLine(ClassicHttpRequest request, CharArrayBuffer line) {
      line.clear();
      line.append(request.getMethod() + " /evil HTTP/1.1");
    }
  }

  /** An interceptor that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) throws IOException {
    send(
        with((request, entity, context) -> request.addHeader("X-Order", text)),
        post(url, body(text)));
  }

  /** B38: with the header that the tool declares. */
  static void withHeader(String url, String text) throws IOException {
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", text);
    send(request);
  }

  static void anotherHeader(String url, String text) throws IOException {
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", "EVIL");
    send(request);
  }

  /** B38: a cookie that the client adds by itself. */
  static void cookie(String url, String text) throws IOException {
    BasicCookieStore cookies = new BasicCookieStore();
    BasicClientCookie cookie = new BasicClientCookie("session", "stolen");
    cookie.setDomain("127.0.0.1");
    cookie.setPath("/");
    cookies.addCookie(cookie);
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", text);
    send(HttpClients.custom().setDefaultCookieStore(cookies).build(), request);
  }

  private static final UsernamePasswordCredentials USER =
      new UsernamePasswordCredentials("user", "pass".toCharArray());

  /** B38: credentials that are sent before anybody asks for them. */
  static void preemptive(String url, String text) throws Exception {
    URI uri = URI.create(url);
    BasicScheme scheme = new BasicScheme();
    scheme.initPreemptive(USER);
    BasicAuthCache cache = new BasicAuthCache();
    cache.put(new HttpHost("http", uri.getHost(), uri.getPort()), scheme);
    HttpClientContext context = HttpClientContext.create();
    context.setAuthCache(cache);
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", text);
    System.out.println(CLIENT.<String>execute(request, context, Hc5Ways::said));
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws IOException {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(new AuthScope(null, -1), USER);
    send(
        HttpClients.custom().setDefaultCredentialsProvider(credentials).build(),
        post(url, body(text)));
  }

  private static final CloseableHttpClient RETRYING =
      HttpClients.custom()
          .setConnectionManager(POOL)
          .setRetryStrategy(
              new DefaultHttpRequestRetryStrategy(1, TimeValue.ofMilliseconds(1)) {
                @Override
                public boolean retryRequest(
                    org.apache.hc.core5.http.HttpRequest request,
                    IOException failed,
                    int count,
                    HttpContext context) {
                  return count == 1;
                }
              })
          .build();

  /** B34: sends it again when the connection breaks. */
  static void retrying(String url, String text) throws IOException {
    send(RETRYING, post(url, body(text)));
  }

  static void order(String url, String amount) throws IOException {
    send(post(url, body("{ \"id\": \"r-17\",\n \"amount\": " + amount + "}")));
  }

  static void anotherOrder(String url, String amount) throws IOException {
    order(url, amount + "0");
  }

  static void gzippedOrder(String url, String amount) throws IOException {
    send(post(url, new GzipCompressingEntity(body("{\"id\":1,\"amount\":" + amount + "}"))));
  }

  static void anotherGzippedOrder(String url, String amount) throws IOException {
    gzippedOrder(url, amount + "0");
  }

  /** B44: the name of another host, at the address of this one. */
  static void anotherName(String url, String text) throws IOException {
    DnsResolver resolver =
        new DnsResolver() {
          @Override
          public InetAddress[] resolve(String host) {
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
          }

          @Override
          public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return host;
          }
        };
    send(
        with(PoolingHttpClientConnectionManagerBuilder.create().setDnsResolver(resolver).build()),
        post(url.replace("127.0.0.1", "evil.test"), body(text)));
  }

  /** B44: a socket that goes elsewhere. */
  @SuppressWarnings("deprecation")
  static void anotherSocket(String url, String text) throws IOException {
    ConnectionSocketFactory factory =
        new PlainConnectionSocketFactory() {
          @Override
          public Socket createSocket(HttpContext context) {
            return new Socket() {
              @Override
              public void connect(java.net.SocketAddress ignored, int timeout) throws IOException {
                super.connect(HttpActs.proxy(), timeout);
              }
            };
          }

          @Override
          public Socket connectSocket(
              TimeValue timeout,
              Socket socket,
              HttpHost host,
              InetSocketAddress remote,
              InetSocketAddress local,
              HttpContext context)
              throws IOException {
            socket.connect(HttpActs.proxy());
            return socket;
          }
        };
    send(
        with(
            new PoolingHttpClientConnectionManager(
                RegistryBuilder.<ConnectionSocketFactory>create()
                    .register("http", factory)
                    .build())),
        post(url, body(text)));
  }

  /** Through a SOCKS proxy that this JVM was not started with. */
  static void throughSocks(String url, String text) throws IOException {
    try (Socks socks = new Socks()) {
      send(
          with(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setDefaultSocketConfig(
                      SocketConfig.custom().setSocksProxyAddress(socks.proxy().address()).build())
                  .build()),
          post(url, body(text)));
    }
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws IOException {
    send(
        post(
            url,
            new Own(
                -1,
                out -> {
                  byte[] block = new byte[1 << 16];
                  for (int i = 0; i < 8; i++) {
                    out.write(block);
                  }
                })));
  }

  static void largeAndKnown(String url, String text) throws IOException {
    send(post(url, new ByteArrayEntity(new byte[1 << 19], ContentType.TEXT_PLAIN)));
  }

  /** Through a proxy that this JVM was not started with. */
  static void throughAProxy(String url, String text) throws IOException {
    send(HttpClients.custom().setProxy(proxy()).build(), post(url, body(text)));
  }

  private static HttpHost proxy() {
    return new HttpHost(HttpActs.proxy().getAddress().getHostAddress(), HttpActs.proxy().getPort());
  }

  /** Through another server, which is asked to connect to this one. */
  static void throughATunnel(String url, String text) throws IOException {
    send(
        HttpClients.custom()
            .setRoutePlanner(
                (host, context) ->
                    new HttpRoute(
                        host,
                        null,
                        new HttpHost[] {proxy()},
                        false,
                        RouteInfo.TunnelType.TUNNELLED,
                        RouteInfo.LayerType.PLAIN))
            .build(),
        post(url, body(text)));
  }

  /** After a refusal, the client and its pool of one connection are as they were. */
  static void refusedThenHonest(String url, String text) throws IOException {
    PoolingHttpClientConnectionManager pool =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnTotal(1)
            .setMaxConnPerRoute(1)
            .build();
    CloseableHttpClient client = with(pool);
    for (int i = 0; i < 3; i++) {
      for (HttpEntity evil : List.of(body("EVIL"), streamed("EVIL"))) {
        try {
          send(client, post(url, evil));
        } catch (IOException refused) {
          System.out.println(refused.getClass().getName());
        }
      }
    }
    System.out.println(pool.getTotalStats().getLeased() + " connections in use");
    send(client, post(url, body(text)));
    System.out.println(pool.getTotalStats().getAvailable() + " connection");
  }

  private interface Writing {
    void into(OutputStream out) throws IOException;
  }

  /** A body of the application's own. */
  private static class Own extends AbstractHttpEntity {

    private final long length;
    private final Writing writing;

    Own(long length, Writing writing) {
      super(ContentType.TEXT_PLAIN, null, length < 0);
      this.length = length;
      this.writing = writing;
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public long getContentLength() {
      return length;
    }

    @Override
    public InputStream getContent() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
      writing.into(out);
    }

    @Override
    public boolean isStreaming() {
      return false;
    }

    @Override
    public void close() {
      // There is nothing to close.
    }
  }

  private Hc5Ways() {}
}
