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
import org.apache.http.HttpEntity;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.NameValuePair;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.entity.GzipCompressingEntity;
import org.apache.http.client.entity.UrlEncodedFormEntity;
import org.apache.http.client.fluent.Request;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.AbstractHttpEntity;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.DefaultBHttpClientConnection;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.DefaultHttpClient;
import org.apache.http.impl.client.DefaultHttpRequestRetryHandler;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.message.BasicNameValuePair;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.EntityUtils;

/** What applications do with Apache HttpClient 4, and what they see of it. */
final class HonestHcWays {

  private static final CloseableHttpClient CLIENT = HttpClients.createDefault();

  private interface Writing {
    void into(OutputStream out) throws IOException;
  }

  private static HttpEntity written(long length, boolean repeatable, Writing writing) {
    AbstractHttpEntity entity =
        new AbstractHttpEntity() {
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
        };
    entity.setChunked(length < 0);
    return entity;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static HttpEntity body(String text) {
    return new ByteArrayEntity(bytes(text), ContentType.TEXT_PLAIN);
  }

  private static HttpUriRequest to(String what, HttpEntity body) {
    return builder(what, body).build();
  }

  private static RequestBuilder builder(String what, HttpEntity body) {
    String[] parts = what.split(" ");
    return RequestBuilder.create(parts[0]).setUri(parts[1]).setEntity(body);
  }

  private static void send(HttpUriRequest request) {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpClient client, HttpUriRequest request) {
    try (CloseableHttpResponse answer = client.execute(request)) {
      said(answer);
    } catch (IOException failed) {
      failed(failed);
    }
  }

  private static void said(HttpResponse answer) throws IOException {
    System.out.println(
        "saw "
            + answer.getStatusLine()
            + " "
            + (answer.getEntity() == null ? "-" : EntityUtils.toString(answer.getEntity())));
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
    send(to(what, new InputStreamEntity(new ByteArrayInputStream(bytes(text)))));
  }

  static void oneShotKnown(String what, String text) {
    send(to(what, new InputStreamEntity(new ByteArrayInputStream(bytes(text)), text.length())));
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

  static void file(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, new FileEntity(file.toFile(), ContentType.TEXT_PLAIN)));
    Files.delete(file);
  }

  /** {@code a=1&b=2} as the client codes it. */
  static void form(String what, String text) throws IOException {
    List<NameValuePair> pairs = new ArrayList<>();
    for (String pair : text.split("&")) {
      pairs.add(new BasicNameValuePair(pair.split("=")[0], pair.split("=")[1]));
    }
    send(to(what, new UrlEncodedFormEntity(pairs)));
  }

  static void string(String what, String text) throws IOException {
    send(to(what, new StringEntity(text, ContentType.APPLICATION_JSON)));
  }

  static void gzipped(String what, String text) {
    send(to(what, new GzipCompressingEntity(body(text))));
  }

  static void expecting(String what, String text) {
    RequestConfig expecting = RequestConfig.custom().setExpectContinueEnabled(true).build();
    send(builder(what, body(text)).setConfig(expecting).build());
  }

  static void twice(String what, String text) {
    text(what, text);
    text(what, text);
  }

  static void closingConnections(String what, String text) {
    HttpUriRequest request = to(what, body(text));
    request.addHeader("Connection", "close");
    send(request);
  }

  /** Two threads in turn on a pool of one connection. */
  static void pooled(String what, String text) throws Exception {
    CloseableHttpClient client = HttpClients.custom().setMaxConnTotal(1).build();
    for (int i = 0; i < 2; i++) {
      Thread thread = new Thread(() -> send(client, to(what, body(text))));
      thread.start();
      thread.join();
    }
  }

  static void following(String what, String text) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom().setRedirectStrategy(new LaxRedirectStrategy()).build()) {
      send(client, to(what, body(text)));
    }
  }

  static void retrying(String what, String text) throws IOException {
    try (CloseableHttpClient client =
        HttpClients.custom().setRetryHandler(new DefaultHttpRequestRetryHandler(1, true)).build()) {
      send(client, to(what, body(text)));
    }
  }

  private static BasicCredentialsProvider credentials() {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "pass"));
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
    URI uri = URI.create(what.split(" ")[1]);
    RequestBuilder request = builder(what, body(text)).setUri(uri.getRawPath());
    try (CloseableHttpResponse answer =
        CLIENT.execute(new HttpHost(uri.getHost(), uri.getPort()), request.build())) {
      said(answer);
    }
  }

  static void minimal(String what, String text) throws IOException {
    try (CloseableHttpClient client = HttpClients.createMinimal()) {
      send(client, to(what, body(text)));
    }
  }

  static void fluent(String what, String text) throws IOException {
    String[] parts = what.split(" ");
    said(
        Request.Post(parts[1]).bodyString(text, ContentType.TEXT_PLAIN).execute().returnResponse());
  }

  @SuppressWarnings("deprecation")
  static void old(String what, String text) throws IOException {
    DefaultHttpClient client = new DefaultHttpClient();
    said(client.execute(to(what, body(text))));
    said(client.execute(to(what, written(-1, true, out -> out.write(bytes(text))))));
  }

  /** HttpCore in the application's own hands; it looks at what its connection has counted. */
  static void counted(String what, String text) throws IOException {
    URI uri = URI.create(what.split(" ")[1]);
    DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(8192);
    connection.bind(new Socket(uri.getHost(), uri.getPort()));
    BasicHttpEntityEnclosingRequest request =
        new BasicHttpEntityEnclosingRequest("POST", uri.getRawPath(), HttpVersion.HTTP_1_1);
    request.setEntity(new ByteArrayEntity(text.getBytes(StandardCharsets.UTF_8)));
    request.addHeader("Host", "127.0.0.1:" + uri.getPort());
    request.addHeader("Content-Length", Integer.toString(text.length()));
    try {
      new HttpRequestExecutor().execute(request, connection, HttpCoreContext.create());
    } catch (HttpException failed) {
      throw new IOException(failed);
    }
    System.out.println(
        "saw "
            + (connection.getMetrics().getSentBytesCount()
                - Integer.toString(uri.getPort()).length())
            + " bytes of "
            + connection.getMetrics().getRequestCount()
            + " request sent");
    connection.close();
  }

  static void timeout(String what, String text) throws IOException {
    RequestConfig quick = RequestConfig.custom().setSocketTimeout(50).build();
    send(builder(what, body(text)).setConfig(quick).build());
  }

  static void cancelled(String what, String text) throws Exception {
    HttpUriRequest request = to(what, body(text));
    Thread cancelling =
        new Thread(
            () -> {
              Wire.awaitSilence();
              request.abort();
            });
    cancelling.start();
    try (CloseableHttpResponse answer = CLIENT.execute(request)) {
      said(answer);
    } catch (IOException thrown) {
      System.out.println("saw that it was cancelled: " + request.isAborted());
    }
    cancelling.join();
  }

  private HonestHcWays() {}
}
