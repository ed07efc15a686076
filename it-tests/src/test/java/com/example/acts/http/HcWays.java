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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.apache.http.HttpEntity;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpRequestInterceptor;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.entity.GzipCompressingEntity;
import org.apache.http.client.fluent.Request;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpEntityEnclosingRequestBase;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpPut;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.routing.RouteInfo;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.DefaultBHttpClientConnection;
import org.apache.http.impl.auth.BasicScheme;
import org.apache.http.impl.client.BasicAuthCache;
import org.apache.http.impl.client.BasicCookieStore;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.cookie.BasicClientCookie;
import org.apache.http.impl.execchain.ClientExecChain;
import org.apache.http.impl.io.AbstractMessageWriter;
import org.apache.http.io.SessionOutputBuffer;
import org.apache.http.message.BasicHeader;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.message.BasicLineFormatter;
import org.apache.http.protocol.HttpContext;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.protocol.HttpProcessorBuilder;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.protocol.RequestContent;
import org.apache.http.protocol.RequestTargetHost;
import org.apache.http.ssl.SSLContextBuilder;
import org.apache.http.util.EntityUtils;

/** Ways to send a request with Apache HttpClient 4. */
final class HcWays {

  private static final PoolingHttpClientConnectionManager POOL =
      new PoolingHttpClientConnectionManager();
  private static final CloseableHttpClient CLIENT =
      HttpClients.custom().setConnectionManager(POOL).disableRedirectHandling().build();

  private static CloseableHttpClient following() {
    return HttpClients.custom().setRedirectStrategy(new LaxRedirectStrategy()).build();
  }

  private static HttpEntity body(String text) {
    return new ByteArrayEntity(text.getBytes(StandardCharsets.UTF_8), ContentType.TEXT_PLAIN);
  }

  private static HttpPost post(String url, HttpEntity body) {
    HttpPost post = new HttpPost(url);
    post.setEntity(body);
    return post;
  }

  private static void send(HttpUriRequest request) throws IOException {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpClient client, HttpUriRequest request) throws IOException {
    try (CloseableHttpResponse answer = client.execute(request)) {
      said(answer);
    }
  }

  private static void said(HttpResponse answer) throws IOException {
    HttpEntity body = answer.getEntity();
    System.out.println(
        "status "
            + answer.getStatusLine().getStatusCode()
            + " "
            + (body == null ? "-" : EntityUtils.toString(body)));
  }

  static void honest(String url, String text) throws IOException {
    send(post(url, body(text)));
  }

  static void asking(String url, String text) throws IOException {
    send(new HttpGet(url));
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws IOException {
    HttpEntityEnclosingRequestBase delete =
        new HttpEntityEnclosingRequestBase() {
          @Override
          public String getMethod() {
            return "DELETE";
          }
        };
    delete.setURI(URI.create(url));
    delete.setEntity(body("EVIL"));
    send(delete);
  }

  static void handled(String url, String text) throws IOException {
    System.out.println(
        CLIENT.<String>execute(
            post(url, body(text)), answer -> EntityUtils.toString(answer.getEntity())));
  }

  static void minimal(String url, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createMinimal()) {
      send(client, post(url, body(text)));
    }
  }

  static void fluent(String url, String text) throws IOException {
    System.out.println(
        Request.Post(url).bodyString(text, ContentType.TEXT_PLAIN).execute().returnContent());
  }

  /** The API before 4.3. */
  @SuppressWarnings("deprecation")
  static void old(String url, String text) throws IOException {
    org.apache.http.impl.client.DefaultHttpClient client =
        new org.apache.http.impl.client.DefaultHttpClient();
    said(client.execute(post(url, body(text))));
  }

  static void chunkedOld(String url, String text) throws IOException {
    @SuppressWarnings("deprecation")
    org.apache.http.impl.client.DefaultHttpClient client =
        new org.apache.http.impl.client.DefaultHttpClient();
    said(client.execute(post(url, streamed(text))));
  }

  /** Without a client: HttpCore in the application's own hands. */
  static void core(String url, String text) throws Exception {
    core(url, text, text);
  }

  private static void core(String url, String head, String body) throws Exception {
    URI uri = URI.create(url);
    HttpHost host = new HttpHost(uri.getHost(), uri.getPort());
    DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(8192);
    connection.bind(new Socket(uri.getHost(), uri.getPort()));
    BasicHttpEntityEnclosingRequest request = coreRequest(uri.getRawPath(), head);
    HttpCoreContext context = HttpCoreContext.create();
    context.setTargetHost(host);
    HttpRequestExecutor executor = new HttpRequestExecutor();
    executor.preProcess(
        request,
        HttpProcessorBuilder.create()
            .add(new RequestContent())
            .add(new RequestTargetHost())
            .build(),
        context);
    if (head.equals(body)) {
      said(executor.execute(request, connection, context));
    } else {
      connection.sendRequestHeader(request);
      request.setEntity(body(body));
      connection.sendRequestEntity(request);
      connection.flush();
      HttpResponse answer = connection.receiveResponseHeader();
      connection.receiveResponseEntity(answer);
      said(answer);
    }
    connection.close();
  }

  private static BasicHttpEntityEnclosingRequest coreRequest(String path, String text) {
    BasicHttpEntityEnclosingRequest request =
        new BasicHttpEntityEnclosingRequest("POST", path, HttpVersion.HTTP_1_1);
    request.setEntity(body(text));
    return request;
  }

  /** Another body behind the head. */
  static void coreWithAnotherBody(String url, String text) throws Exception {
    core(url, text, "EVIL");
  }

  /** A head that announces a body which is not there yet. */
  static void coreWithALateBody(String url, String text) throws Exception {
    URI uri = URI.create(url);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(8192);
      connection.bind(socket);
      BasicHttpEntityEnclosingRequest request = coreRequest(uri.getRawPath(), text);
      request.setEntity(null);
      request.addHeader("Host", uri.getAuthority());
      request.addHeader("Content-Length", "4");
      connection.sendRequestHeader(request);
      request.setEntity(body("EVIL"));
      connection.sendRequestEntity(request);
      connection.flush();
      said(connection.receiveResponseHeader());
    }
  }

  /** Over TLS, whoever answers. */
  static void trusting(String url, String text) throws Exception {
    SSLContext all = SSLContextBuilder.create().loadTrustMaterial((chain, type) -> true).build();
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setSSLContext(all)
            .setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE)
            .build()) {
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

  static void anotherTextHandled(String url, String text) throws IOException {
    handled(url, "EVIL");
  }

  static void anotherTextMinimal(String url, String text) throws IOException {
    minimal(url, "EVIL");
  }

  static void anotherTextFluent(String url, String text) throws IOException {
    fluent(url, "EVIL");
  }

  static void anotherTextOld(String url, String text) throws IOException {
    old(url, "EVIL");
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
    HcDesk.approve(request);
    send(request);
  }

  static void approvedText(String url, String text) throws IOException {
    HttpPost request = post(url, new StringEntity(text));
    HcDesk.approve(request);
    send(request);
  }

  private static Request fluentRequest(String url, String text) {
    return Request.Post(url).addHeader("X-Order", "1").bodyString(text, ContentType.TEXT_PLAIN);
  }

  static void approvedFluent(String url, String text) throws IOException {
    Request request = fluentRequest(url, text);
    FluentDesk.approve(request);
    System.out.println(request.execute().returnContent());
  }

  static void approvedFluentAsking(String url, String text) throws IOException {
    Request request = Request.Get(url);
    FluentDesk.approve(request);
    System.out.println(request.execute().returnContent());
  }

  static void anotherThanApprovedFluent(String url, String text) throws IOException {
    FluentDesk.approve(fluentRequest(url, text));
    System.out.println(fluentRequest(url, "EVIL").execute().returnContent());
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws IOException {
    HcDesk.approve(post(url, body(text)));
    send(post(url, body("EVIL")));
  }

  /** B29: a request that is another one when it is asked again. */
  static void lyingRequest(String url, String text) throws IOException {
    AtomicInteger asked = new AtomicInteger();
    HttpPost request =
        new HttpPost(url) {
          @Override
          public URI getURI() {
            return URI.create(asked.getAndIncrement() == 0 ? url : url + "/evil");
          }
        };
    request.setEntity(body(text));
    send(request);
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
    HttpPost request = post(url, new ByteArrayEntity(bytes));
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
    send(post(url, new InputStreamEntity(content)));
  }

  /** Writes more than it says: the client cuts it off where it said that it ends. */
  static void moreThanSaid(String url, String text) throws IOException {
    byte[] more = (text + "EVIL").getBytes(StandardCharsets.UTF_8);
    send(post(url, new Own(text.length(), out -> out.write(more))));
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws IOException {
    try (CloseableHttpClient client = following()) {
      send(client, post(url, body(text)));
    }
  }

  static void followingOld(String url, String text) throws IOException {
    @SuppressWarnings("deprecation")
    org.apache.http.impl.client.DefaultHttpClient client =
        new org.apache.http.impl.client.DefaultHttpClient();
    client.setRedirectStrategy(new LaxRedirectStrategy());
    said(client.execute(post(url, body(text))));
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws IOException {
    HttpPost request = post(url, body(text));
    request.addHeader("Cookie", "session=secret");
    try (CloseableHttpClient client = following()) {
      send(client, request);
    }
  }

  /** B33: follows with a body that is another one the second time. */
  static void followingWithAnotherBody(String url, String text) throws IOException {
    try (CloseableHttpClient client = following()) {
      send(client, post(url, changing(text, "EVIL")));
    }
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws IOException {
    honest(url, text);
    honest(url, text);
  }

  private static CloseableHttpClient with(HttpRequestInterceptor last) {
    return HttpClients.custom().addInterceptorLast(last).build();
  }

  /** B37: an interceptor, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws IOException {
    send(
        with((request, context) -> ((HttpRequestWrapper) request).setURI(URI.create("/here/evil"))),
        post(url, body(text)));
  }

  static void rewrittenBody(String url, String text) throws IOException {
    send(
        with((request, context) -> ((HttpEntityEnclosingRequest) request).setEntity(body("EVIL"))),
        post(url, body(text)));
  }

  static void rewrittenHost(String url, String text) throws IOException {
    send(with((request, context) -> request.setHeader("Host", "evil.test")), post(url, body(text)));
  }

  /** Two ends of one body: what is behind the first one may be another request. */
  static void rewrittenFraming(String url, String text) throws IOException {
    send(
        with((request, context) -> request.setHeader("Transfer-Encoding", "chunked")),
        post(url, body(text)));
  }

  /** B37: in the chain of executors, the body and the path. */
  static void rewrittenInTheChain(String url, String text) throws IOException {
    HttpClientBuilder builder =
        new HttpClientBuilder() {
          @Override
          protected ClientExecChain decorateMainExec(ClientExecChain main) {
            return (route, request, context, aware) -> {
              request.setURI(URI.create("/evil"));
              ((HttpEntityEnclosingRequest) request).setEntity(body("EVIL"));
              return main.execute(route, request, context, aware);
            };
          }
        };
    send(builder.build(), post(url, body(text)));
  }

  /** B37: what writes heads is the application's own. */
  static void rewrittenByTheWriter(String url, String text) throws IOException {
    PoolingHttpClientConnectionManager pool =
        new PoolingHttpClientConnectionManager(
            new ManagedHttpClientConnectionFactory(OwnWriter::new, null));
    send(HttpClients.custom().setConnectionManager(pool).build(), post(url, body(text)));
  }

  private static final class OwnWriter extends AbstractMessageWriter<HttpRequest> {

    OwnWriter(SessionOutputBuffer buffer) {
      super(buffer, BasicLineFormatter.INSTANCE);
    }

    @Override
    protected void writeHeadLine(HttpRequest request) throws IOException {
      sessionBuffer.writeLine(request.getRequestLine().getMethod() + " /evil HTTP/1.1");
    }
  }

  /** An interceptor that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) throws IOException {
    send(with((request, context) -> request.addHeader("X-Order", text)), post(url, body(text)));
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

  private static BasicCredentialsProvider credentials() {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "pass"));
    return credentials;
  }

  /** B38: credentials that are sent before anybody asks for them. */
  static void preemptive(String url, String text) throws IOException {
    URI uri = URI.create(url);
    BasicAuthCache cache = new BasicAuthCache();
    cache.put(new HttpHost(uri.getHost(), uri.getPort(), "http"), new BasicScheme());
    HttpClientContext context = HttpClientContext.create();
    context.setAuthCache(cache);
    context.setCredentialsProvider(credentials());
    HttpPost request = post(url, body(text));
    request.addHeader("X-Order", text);
    try (CloseableHttpResponse answer = CLIENT.execute(request, context)) {
      said(answer);
    }
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws IOException {
    send(
        HttpClients.custom().setDefaultCredentialsProvider(credentials()).build(),
        post(url, body(text)));
  }

  private static final CloseableHttpClient RETRYING =
      HttpClients.custom()
          .setConnectionManager(POOL)
          .setRetryHandler(new DefaultHttpRequestRetryHandler(1, true))
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
    send(
        HttpClients.custom()
            .setDnsResolver(name -> new InetAddress[] {InetAddress.getLoopbackAddress()})
            .build(),
        post(url.replace("127.0.0.1", "evil.test"), body(text)));
  }

  /** B44: a socket that goes elsewhere. */
  static void anotherSocket(String url, String text) throws IOException {
    send(
        over(
            new PlainConnectionSocketFactory() {
              @Override
              public Socket connectSocket(
                  int timeout,
                  Socket socket,
                  HttpHost host,
                  InetSocketAddress remote,
                  InetSocketAddress local,
                  HttpContext context)
                  throws IOException {
                socket.connect(HttpActs.proxy());
                return socket;
              }
            }),
        post(url, body(text)));
  }

  private static CloseableHttpClient over(ConnectionSocketFactory factory) {
    return HttpClients.custom()
        .setConnectionManager(
            new PoolingHttpClientConnectionManager(
                RegistryBuilder.<ConnectionSocketFactory>create()
                    .register("http", factory)
                    .build()))
        .build();
  }

  /** Through a SOCKS proxy that this JVM was not started with. */
  static void throughSocks(String url, String text) throws IOException {
    try (Socks socks = new Socks()) {
      send(
          over(
              new PlainConnectionSocketFactory() {
                @Override
                public Socket createSocket(HttpContext context) {
                  return new Socket(socks.proxy());
                }
              }),
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
    send(post(url, new ByteArrayEntity(new byte[1 << 19])));
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
                (host, request, context) ->
                    new HttpRoute(
                        host,
                        null,
                        proxy(),
                        false,
                        RouteInfo.TunnelType.TUNNELLED,
                        RouteInfo.LayerType.PLAIN))
            .build(),
        post(url, body(text)));
  }

  /** After a refusal, the client and its pool of one connection are as they were. */
  static void refusedThenHonest(String url, String text) throws IOException {
    PoolingHttpClientConnectionManager pool = new PoolingHttpClientConnectionManager();
    pool.setMaxTotal(1);
    pool.setDefaultMaxPerRoute(1);
    CloseableHttpClient client = HttpClients.custom().setConnectionManager(pool).build();
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
  private static final class Own extends AbstractHttpEntity {

    private final long length;
    private final Writing writing;

    Own(long length, Writing writing) {
      this.length = length;
      this.writing = writing;
      setChunked(length < 0);
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
  }

  private HcWays() {}
}
