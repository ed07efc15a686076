package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.http.HttpEntity;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.auth.AuthScope;
import org.apache.http.auth.UsernamePasswordCredentials;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.concurrent.FutureCallback;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.FileEntity;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.BasicCredentialsProvider;
import org.apache.http.impl.client.LaxRedirectStrategy;
import org.apache.http.impl.nio.client.CloseableHttpAsyncClient;
import org.apache.http.util.EntityUtils;

/** What applications do with Apache HttpAsyncClient 4.1, and what they see of it. */
final class HonestAsync4Ways {

  private static final CloseableHttpAsyncClient CLIENT =
      Async4Ways.started(Async4Ways.builder().setMaxConnPerRoute(1));

  private static HttpUriRequest to(String what, HttpEntity body) {
    return to(what, body, RequestConfig.DEFAULT);
  }

  private static HttpUriRequest to(String what, HttpEntity body, RequestConfig config) {
    String[] parts = what.split(" ");
    return RequestBuilder.create(parts[0])
        .setUri(parts[1])
        .setEntity(body)
        .setConfig(config)
        .build();
  }

  private static void send(HttpUriRequest request) throws Exception {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpAsyncClient client, HttpUriRequest request)
      throws Exception {
    try {
      said(client.execute(request, null).get());
    } catch (ExecutionException failed) {
      failed(failed.getCause());
    }
  }

  private static void said(HttpResponse answer) throws Exception {
    String body = answer.getEntity() == null ? null : EntityUtils.toString(answer.getEntity());
    System.out.println("saw " + answer.getStatusLine() + " " + body);
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(
        line.toString().replaceAll("127.0.0.1:\\d+", "HERE").replaceAll(" on connection.*", ""));
  }

  private static HttpEntity text(String text) {
    return new StringEntity(text, ContentType.TEXT_PLAIN);
  }

  static void none(String what, String text) throws Exception {
    send(to(what, null));
  }

  static void empty(String what, String text) throws Exception {
    send(to(what, text("")));
  }

  static void text(String what, String text) throws Exception {
    send(to(what, text(text)));
  }

  static void async(String what, String text) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CLIENT.execute(
        to(what, text(text)),
        new FutureCallback<HttpResponse>() {
          @Override
          public void completed(HttpResponse answer) {
            System.out.println("saw " + answer.getStatusLine());
            done.countDown();
          }

          @Override
          public void failed(Exception thrown) {
            HonestAsync4Ways.failed(thrown);
            done.countDown();
          }

          @Override
          public void cancelled() {
            System.out.println("saw that it was cancelled");
            done.countDown();
          }
        });
    done.await();
  }

  /** Of no known length. */
  static void stream(String what, String text) throws Exception {
    send(
        to(
            what,
            new InputStreamEntity(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))));
  }

  static void file(String what, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, new FileEntity(file.toFile(), ContentType.TEXT_PLAIN)));
    Files.delete(file);
  }

  private static void produced(String what, String text, boolean waiting) throws Exception {
    Async4Ways.Produced request =
        new Async4Ways.Produced(what.split(" ")[1], () -> {}, -1, waiting, text.split(""));
    try {
      said(
          CLIENT
              .execute(request, new org.apache.http.nio.protocol.BasicAsyncResponseConsumer(), null)
              .get());
    } catch (ExecutionException failed) {
      failed(failed.getCause());
    }
  }

  /** In chunks, which its writes make. */
  static void pieces(String what, String text) throws Exception {
    produced(what, text, false);
  }

  /** In pieces that another thread gives. */
  static void waiting(String what, String text) throws Exception {
    produced(what, text, true);
  }

  static void expecting(String what, String text) throws Exception {
    send(to(what, text(text), RequestConfig.custom().setExpectContinueEnabled(true).build()));
  }

  static void timeout(String what, String text) throws Exception {
    send(to(what, text(text), RequestConfig.custom().setSocketTimeout(200).build()));
  }

  static void twice(String what, String text) throws Exception {
    text(what, text);
    text(what, text);
  }

  static void cancelled(String what, String text) throws Exception {
    Future<HttpResponse> answer = CLIENT.execute(to(what, text(text)), null);
    Wire.awaitSilence();
    System.out.println("cancelled " + answer.cancel(true) + " " + answer.isCancelled());
  }

  /** Goes where it is sent on to, whichever method it has. */
  static void sentOn(String what, String text) throws Exception {
    try (CloseableHttpAsyncClient client =
        Async4Ways.started(Async4Ways.builder().setRedirectStrategy(new LaxRedirectStrategy()))) {
      send(client, to(what, text(text)));
    }
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) throws Exception {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(AuthScope.ANY, new UsernamePasswordCredentials("user", "pass"));
    try (CloseableHttpAsyncClient client =
        Async4Ways.started(
            Async4Ways.builder()
                .setProxy(new HttpHost("127.0.0.1", HonestActs.proxy().getPort()))
                .setDefaultCredentialsProvider(credentials))) {
      send(client, to(what, text(text)));
    }
  }

  private HonestAsync4Ways() {}
}
