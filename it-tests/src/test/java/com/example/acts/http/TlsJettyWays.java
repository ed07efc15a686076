package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Ways to send with Jetty's client over TLS and on HTTP/2. Compiled with Jetty 12, as {@link
 * JettyWays}.
 */
final class TlsJettyWays {

  private static ClientConnector connector() {
    return secured(new ClientConnector());
  }

  private static ClientConnector secured(ClientConnector connector) {
    SslContextFactory.Client tls = new SslContextFactory.Client();
    tls.setSslContext(TlsActs.TLS);
    connector.setSslContextFactory(tls);
    return connector;
  }

  /** Connects to another server than it is asked for. */
  private static final class Astray extends ClientConnector {
    @Override
    public void connect(SocketAddress address, Map<String, Object> context) {
      super.connect(TlsActs.otherAddress(), context);
    }
  }

  private static HttpClient started(HttpClientTransport transport) {
    return JettyClients.started(new HttpClient(transport));
  }

  /** What it and the server agree on. */
  private static HttpClientTransport agreed() {
    ClientConnector connector = connector();
    return new HttpClientTransportDynamic(
        connector,
        new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector)),
        HttpClientConnectionFactory.HTTP11);
  }

  private static HttpClientTransport http1() {
    return new HttpClientTransportDynamic(connector(), HttpClientConnectionFactory.HTTP11);
  }

  private static final HttpClient CLIENT = started(agreed());
  private static final HttpClient HTTP1 = started(http1());
  private static final HttpClient HTTP2 =
      started(new HttpClientTransportOverHTTP2(new HTTP2Client(connector())));

  private static Request to(HttpClient client, String url) {
    return client.newRequest(URI.create(url)).method("POST").followRedirects(false);
  }

  private static Request.Content body(String text) {
    return new StringRequestContent("text/plain", text);
  }

  private static Request.Content stream(String text) {
    InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return new InputStreamRequestContent("text/plain", in, 3);
  }

  private static void send(Request request) throws Exception {
    ContentResponse answer = request.send();
    System.out.println(
        answer.getVersion() + " " + answer.getStatus() + " " + answer.getContentAsString());
  }

  private static CompletableFuture<String> begin(Request request) {
    CompletableFuture<String> answered = new CompletableFuture<>();
    request.send(
        result -> {
          if (result.isFailed()) {
            answered.completeExceptionally(result.getFailure());
          } else {
            answered.complete(
                result.getResponse().getVersion() + " " + result.getResponse().getStatus());
          }
        });
    return answered;
  }

  static void honest(String url, String text) throws Exception {
    send(to(CLIENT, url).body(body(text)));
  }

  static void async(String url, String text) throws Exception {
    try {
      System.out.println(begin(to(CLIENT, url).body(body(text))).get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void stream(String url, String text) throws Exception {
    send(to(CLIENT, url).body(stream(text)));
  }

  static void asking(String url, String text) throws Exception {
    send(to(CLIENT, url).method("GET"));
  }

  static void on11(String url, String text) throws Exception {
    send(to(HTTP1, url).body(stream(text)));
  }

  static void on2(String url, String text) throws Exception {
    send(to(HTTP2, url).body(stream(text)));
  }

  static void withHeader(String url, String text) throws Exception {
    send(to(CLIENT, url).headers(all -> all.put("X-Order", text)).body(body(text)));
  }

  static void anotherHeader(String url, String text) throws Exception {
    withHeader(url, text, "EVIL");
  }

  private static void withHeader(String url, String text, String value) throws Exception {
    send(to(CLIENT, url).headers(all -> all.put("X-Order", value)).body(body(text)));
  }

  static void following(String url, String text) throws Exception {
    send(to(CLIENT, url).followRedirects(true).body(body(text)));
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

  /** B36: a listener, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws Exception {
    send(
        to(CLIENT, url)
            .body(body(text))
            .onRequestBegin(request -> request.path(request.getPath() + "/evil")));
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws Exception {
    send(to(CLIENT, url).body(new BytesRequestContent("text/plain", new byte[1 << 19])));
  }

  static void twice(String url, String text) throws Exception {
    honest(url, text);
    honest(url, text);
  }

  static void throughAProxy(String url, String text) throws Exception {
    HttpClient client = started(http1());
    client
        .getProxyConfiguration()
        .addProxy(new HttpProxy("127.0.0.1", TlsActs.proxyAddress().getPort()));
    send(to(client, url).body(body(text)));
  }

  /** Several at the same time on one connection: the refused ones leave the others alone. */
  static void amongOthers(String url, String text) throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (String each : List.of("EVIL", text, "EVIL")) {
      answers.add(begin(to(CLIENT, url).body(body(each))));
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

  /** B44: on HTTP/1.1, to another server. */
  static void astray(String url, String text) throws Exception {
    HttpClient client =
        started(
            new HttpClientTransportDynamic(
                secured(new Astray()), HttpClientConnectionFactory.HTTP11));
    send(to(client, url).body(body(text)));
  }

  /** B44: on HTTP/2, to another server. */
  static void astrayOn2(String url, String text) throws Exception {
    HttpClient client =
        started(new HttpClientTransportOverHTTP2(new HTTP2Client(secured(new Astray()))));
    send(to(client, url).body(body(text)));
  }

  /** B43: the client of HTTP/2 beneath that one, whose frames nobody judges. */
  static void beneath(String url, String text) throws Exception {
    HTTP2Client client = new HTTP2Client(connector());
    client.start();
    Session session =
        client
            .connect(
                new InetSocketAddress("127.0.0.1", URI.create(url).getPort()),
                new Session.Listener() {})
            .get();
    System.out.println("connected " + !session.isClosed());
    client.stop();
  }

  private TlsJettyWays() {}
}
