package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.entity.GzipCompressingEntity;
import org.apache.hc.client5.http.entity.UrlEncodedFormEntity;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.client5.http.fluent.Request;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.impl.io.MonitoringResponseOutOfOrderStrategy;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.FileEntity;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** What applications do with Apache HttpClient 5, and what they see of it. */
final class HonestHc5Ways {

  private static final CloseableHttpClient CLIENT = HttpClients.createDefault();

  private interface Writing {
    void into(OutputStream out) throws IOException;
  }

  private static HttpEntity written(long length, boolean repeatable, Writing writing) {
    return new AbstractHttpEntity(ContentType.TEXT_PLAIN, null, length < 0) {
      @Override
      public boolean isRepeatable() {
        return repeatable;
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
        System.out.println("written by " + Thread.currentThread().getName());
        writing.into(out);
      }

      @Override
      public boolean isStreaming() {
        return !repeatable;
      }

      @Override
      public void close() {
        System.out.println("closed");
      }
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static HttpEntity body(String text) {
    return new ByteArrayEntity(bytes(text), ContentType.TEXT_PLAIN);
  }

  private static ClassicHttpRequest to(String what, HttpEntity body) {
    return request(what, body, null);
  }

  private static HttpUriRequestBase request(String what, HttpEntity body, RequestConfig config) {
    String[] parts = what.split(" ");
    HttpUriRequestBase request = new HttpUriRequestBase(parts[0], URI.create(parts[1]));
    request.setEntity(body);
    request.setConfig(config);
    return request;
  }

  private static void send(ClassicHttpRequest request) {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpClient client, ClassicHttpRequest request) {
    try {
      System.out.println(client.<String>execute(request, HonestHc5Ways::said));
    } catch (IOException failed) {
      failed(failed);
    }
  }

  private static String said(ClassicHttpResponse answer) throws IOException, ParseException {
    return "saw "
        + new StatusLine(answer)
        + " "
        + (answer.getEntity() == null ? "-" : EntityUtils.toString(answer.getEntity()));
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(line.toString().replaceAll("127.0.0.1:\\d+", "HERE"));
  }

  static void none(String what, String text) {
    send(to(what, null));
  }

  static void empty(String what, String text) {
    send(to(what, body("")));
  }

  static void text(String what, String text) {
    send(to(what, body(text)));
  }

  /** Of a length that it says. */
  static void known(String what, String text) {
    send(to(what, written(text.length(), true, out -> out.write(bytes(text)))));
  }

  /** In chunks, which its flushes make. */
  static void pieces(String what, String text) {
    send(
        to(
            what,
            written(
                -1,
                true,
                out -> {
                  out.write(bytes(text), 0, 1);
                  out.flush();
                  out.write(bytes(text), 1, 2);
                  out.flush();
                  out.flush();
                  for (int i = 3; i < text.length(); i++) {
                    out.write(text.charAt(i));
                  }
                })));
  }

  /** In chunks, which the client's own buffer makes. */
  static void large(String what, String text) {
    send(
        to(
            what,
            written(
                -1,
                true,
                out -> {
                  for (int i = 0; i < text.length(); i += 100) {
                    out.write(bytes(text), i, Math.min(100, text.length() - i));
                  }
                })));
  }

  static void oneShot(String what, String text) {
    send(
        to(
            what,
            new InputStreamEntity(new ByteArrayInputStream(bytes(text)), ContentType.TEXT_PLAIN)));
  }

  static void oneShotKnown(String what, String text) {
    send(
        to(
            what,
            new InputStreamEntity(
                new ByteArrayInputStream(bytes(text)), text.length(), ContentType.TEXT_PLAIN)));
  }

  /** Closes what it is written into. */
  static void closing(String what, String text) {
    send(
        to(
            what,
            written(
                -1,
                true,
                out -> {
                  out.write(bytes(text));
                  out.close();
                })));
  }

  /** Fails when it is to be written. */
  static void failing(String what, String text) {
    send(
        to(
            what,
            written(
                4,
                false,
                out -> {
                  throw new IOException("no body today");
                })));
  }

  /** Its second piece is written when the server has answered. */
  static void cutOff(String what, String text) throws IOException {
    inTwo(what, text, Wire::awaitEarlyAnswer);
  }

  static void inTwo(String what, String text) throws IOException {
    inTwo(what, text, () -> {});
  }

  /** Looking out for the answer while the body is sent. */
  private static void inTwo(String what, String text, Runnable between) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder()
                            .responseOutOfOrderStrategy(
                                new MonitoringResponseOutOfOrderStrategy(1, Long.MAX_VALUE))
                            .build())
                    .build())
            .build()) {
      send(
          client,
          to(
              what,
              written(
                  -1,
                  false,
                  out -> {
                    out.write(bytes(text), 0, 1);
                    out.flush();
                    between.run();
                    out.write(bytes(text), 1, text.length() - 2);
                    out.flush();
                    out.write(bytes(text), text.length() - 1, 1);
                    System.out.println("all of it written");
                  })));
    }
  }

  static void file(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, new FileEntity(file.toFile(), ContentType.TEXT_PLAIN)));
    Files.delete(file);
  }

  /** {@code a=1&b=2} as the client codes it. */
  static void form(String what, String text) {
    List<NameValuePair> pairs = new ArrayList<>();
    for (String pair : text.split("&")) {
      pairs.add(new BasicNameValuePair(pair.split("=")[0], pair.split("=")[1]));
    }
    send(to(what, new UrlEncodedFormEntity(pairs)));
  }

  static void string(String what, String text) {
    send(to(what, new StringEntity(text, ContentType.APPLICATION_JSON)));
  }

  static void gzipped(String what, String text) {
    send(to(what, new GzipCompressingEntity(body(text))));
  }

  /** Its boundary is the text's. */
  static void multipart(String what, String text) {
    send(
        to(
            what,
            MultipartEntityBuilder.create()
                .setMode(HttpMultipartMode.LEGACY)
                .setBoundary("b")
                .addTextBody("a", "1")
                .build()));
  }

  static void expecting(String what, String text) {
    send(request(what, body(text), RequestConfig.custom().setExpectContinueEnabled(true).build()));
  }

  static void twice(String what, String text) {
    text(what, text);
    text(what, text);
  }

  static void closingConnections(String what, String text) {
    ClassicHttpRequest request = to(what, body(text));
    request.addHeader("Connection", "close");
    send(request);
  }

  /** Two threads in turn on a pool of one connection. */
  static void pooled(String what, String text) throws Exception {
    CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create().setMaxConnTotal(1).build())
            .build();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> send(client, to(what, body(text))));
      thread.start();
      thread.join();
    }
  }

  static void retrying(String what, String text) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setRetryStrategy(
                new DefaultHttpRequestRetryStrategy(1, TimeValue.ofMilliseconds(1)) {
                  @Override
                  public boolean retryRequest(
                      HttpRequest request, IOException failed, int count, HttpContext context) {
                    return count == 1;
                  }
                })
            .build()) {
      send(client, to(what, body(text)));
    }
  }

  private static BasicCredentialsProvider credentials() {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("user", "pass".toCharArray()));
    return credentials;
  }

  static void authenticating(String what, String text) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom().setDefaultCredentialsProvider(credentials()).build()) {
      send(client, to(what, body(text)));
    }
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom()
            .setProxy(new HttpHost("127.0.0.1", HonestActs.proxy().getPort()))
            .setDefaultCredentialsProvider(credentials())
            .build()) {
      send(client, to(what, body(text)));
    }
  }

  /** The server apart from the request. */
  static void byTarget(String what, String text) throws IOException {
    String[] parts = what.split(" ");
    URI uri = URI.create(parts[1]);
    ClassicHttpRequest request =
        ClassicRequestBuilder.create(parts[0])
            .setPath(uri.getRawPath())
            .setEntity(body(text))
            .build();
    System.out.println(
        CLIENT.<String>execute(
            new HttpHost(uri.getHost(), uri.getPort()), request, HonestHc5Ways::said));
  }

  static void minimal(String what, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createMinimal()) {
      send(client, to(what, body(text)));
    }
  }

  static void fluent(String what, String text) throws IOException {
    System.out.println(
        Request.post(what.split(" ")[1])
            .bodyString(text, ContentType.TEXT_PLAIN)
            .execute()
            .<String>handleResponse(HonestHc5Ways::said));
  }

  /** HttpCore in the application's own hands; it looks at what its connection has counted. */
  static void counted(String what, String text) throws IOException, HttpException {
    URI uri = URI.create(what.split(" ")[1]);
    try (DefaultBHttpClientConnection connection =
        new DefaultBHttpClientConnection(Http1Config.DEFAULT)) {
      connection.bind(new Socket(uri.getHost(), uri.getPort()));
      BasicClassicHttpRequest request = new BasicClassicHttpRequest("POST", uri.getRawPath());
      request.setEntity(body(text));
      request.addHeader("Host", uri.getAuthority());
      request.addHeader("Content-Length", Integer.toString(text.length()));
      new HttpRequestExecutor().execute(request, connection, HttpCoreContext.create());
      System.out.println(
          "saw "
              + (connection.getEndpointDetails().getSentBytesCount()
                  - Integer.toString(uri.getPort()).length())
              + " bytes of "
              + connection.getEndpointDetails().getRequestCount()
              + " request sent");
    }
  }

  static void timeout(String what, String text) {
    send(
        request(
            what,
            body(text),
            RequestConfig.custom().setResponseTimeout(Timeout.ofMilliseconds(50)).build()));
  }

  static void cancelled(String what, String text) throws Exception {
    HttpUriRequestBase request = request(what, body(text), null);
    Thread cancelling =
        new Thread(
            () -> {
              Wire.awaitSilence();
              request.abort();
            });
    cancelling.start();
    try {
      System.out.println(CLIENT.<String>execute(request, HonestHc5Ways::said));
    } catch (IOException thrown) {
      System.out.println("saw that it was cancelled: " + request.isAborted());
    }
    cancelling.join();
  }

  private HonestHc5Ways() {}
}
