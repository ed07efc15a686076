package com.example.acts.http;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.entity.AsyncEntityProducers;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;

/** What applications do with Apache HttpClient 5 async, and what they see of it. */
final class HonestAsyncWays {

  private static final CloseableHttpAsyncClient CLIENT = AsyncWays.started(AsyncWays.single());

  private static AsyncRequestBuilder to(String what) {
    String[] parts = what.split(" ");
    return AsyncRequestBuilder.create(parts[0]).setUri(parts[1]);
  }

  private static void send(AsyncRequestProducer request) throws Exception {
    send(CLIENT, request);
  }

  private static void send(CloseableHttpAsyncClient client, AsyncRequestProducer request)
      throws Exception {
    try {
      said(client.execute(request, AsyncWays.answered(), null).get());
    } catch (ExecutionException failed) {
      failed(failed.getCause());
    }
  }

  private static void said(Message<HttpResponse, String> answer) {
    System.out.println("saw " + answer.getHead() + " " + answer.getBody());
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(line.toString().replaceAll("127.0.0.1:\\d+", "HERE"));
  }

  private static void send(String what, AsyncEntityProducer body) throws Exception {
    send(to(what).setEntity(body).build());
  }

  static void none(String what, String text) throws Exception {
    send(to(what).build());
  }

  static void empty(String what, String text) throws Exception {
    send(what, AsyncEntityProducers.create("", ContentType.TEXT_PLAIN));
  }

  static void text(String what, String text) throws Exception {
    send(what, AsyncEntityProducers.create(text, ContentType.TEXT_PLAIN));
  }

  static void async(String what, String text) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CLIENT.execute(
        to(what).setEntity(text, ContentType.TEXT_PLAIN).build(),
        AsyncWays.answered(),
        new FutureCallback<>() {
          @Override
          public void completed(Message<HttpResponse, String> answer) {
            said(answer);
            done.countDown();
          }

          @Override
          public void failed(Exception thrown) {
            HonestAsyncWays.failed(thrown);
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

  /** Of a length that it says, in two pieces. */
  static void known(String what, String text) throws Exception {
    send(
        what, new AsyncBodies.Pieces(text.length(), null, text.substring(0, 1), text.substring(1)));
  }

  /** In chunks, which its writes make. */
  static void pieces(String what, String text) throws Exception {
    send(what, new AsyncBodies.Pieces(-1, null, text.split("")));
  }

  /** In pieces that another thread gives. */
  static void waiting(String what, String text) throws Exception {
    send(what, new AsyncBodies.Waiting(() -> {}, text.split("")));
  }

  static void file(String what, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(what, AsyncEntityProducers.create(file.toFile(), ContentType.TEXT_PLAIN));
    Files.delete(file);
  }

  private static RequestConfig.Builder config() {
    return RequestConfig.custom();
  }

  private static void sendAs(RequestConfig config, String what, String text) throws Exception {
    try (CloseableHttpAsyncClient client =
        AsyncWays.started(AsyncWays.single().setDefaultRequestConfig(config))) {
      send(client, to(what).setEntity(text, ContentType.TEXT_PLAIN).build());
    }
  }

  static void expecting(String what, String text) throws Exception {
    sendAs(config().setExpectContinueEnabled(true).build(), what, text);
  }

  static void timeout(String what, String text) throws Exception {
    sendAs(config().setResponseTimeout(200, TimeUnit.MILLISECONDS).build(), what, text);
  }

  static void twice(String what, String text) throws Exception {
    text(what, text);
    text(what, text);
  }

  /** What becomes of the connection is the client's own, so it is one of its own. */
  static void cancelled(String what, String text) throws Exception {
    try (CloseableHttpAsyncClient client = AsyncWays.started(AsyncWays.single())) {
      Future<Message<HttpResponse, String>> answer =
          client.execute(
              to(what).setEntity(text, ContentType.TEXT_PLAIN).build(), AsyncWays.answered(), null);
      Wire.awaitSilence();
      System.out.println("cancelled " + answer.cancel(true) + " " + answer.isCancelled());
    }
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) throws Exception {
    BasicCredentialsProvider credentials = new BasicCredentialsProvider();
    credentials.setCredentials(
        new AuthScope(null, -1), new UsernamePasswordCredentials("user", "pass".toCharArray()));
    try (CloseableHttpAsyncClient client =
        AsyncWays.started(
            AsyncWays.single()
                .setProxy(new HttpHost("127.0.0.1", HonestActs.proxy().getPort()))
                .setDefaultCredentialsProvider(credentials))) {
      send(client, to(what).setEntity(text, ContentType.TEXT_PLAIN).build());
    }
  }

  private HonestAsyncWays() {}
}
