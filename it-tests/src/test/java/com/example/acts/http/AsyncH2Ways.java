package com.example.acts.http;

import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;

/** Ways to send requests on one connection of HTTP/2, with the client that is for that alone. */
final class AsyncH2Ways {

  private static final CloseableHttpAsyncClient CLIENT = HttpAsyncClients.customHttp2().build();

  static {
    CLIENT.start();
  }

  private static Future<Message<HttpResponse, String>> begin(AsyncRequestProducer request) {
    return CLIENT.execute(request, AsyncWays.answered(), null);
  }

  private static AsyncRequestProducer text(String url, String text) {
    return AsyncRequestBuilder.post(url).setEntity(text, ContentType.TEXT_PLAIN).build();
  }

  private static void said(Future<Message<HttpResponse, String>> answer) throws Exception {
    try {
      System.out.println(
          "status " + answer.get().getHead().getCode() + " " + answer.get().getBody());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void honest(String url, String text) throws Exception {
    said(begin(text(url, text)));
  }

  static void anotherText(String url, String text) throws Exception {
    honest(url, "EVIL");
  }

  private static AsyncRequestProducer waiting(String url, String text, CountDownLatch until) {
    Runnable before =
        () -> {
          try {
            until.await();
          } catch (InterruptedException ended) {
            throw new IllegalStateException(ended);
          }
        };
    return AsyncRequestBuilder.post(url)
        .setEntity(new AsyncBodies.Waiting(before, text.substring(0, 1), text.substring(1)))
        .build();
  }

  private static String there(String url) {
    return URI.create(url).resolve("/there").toString();
  }

  /** One whose body takes time is overtaken on its connection by another one. */
  static void overtaken(String url, String text) throws Exception {
    CountDownLatch answered = new CountDownLatch(1);
    Future<Message<HttpResponse, String>> slow = begin(waiting(url, text, answered));
    said(begin(text(there(url), text)));
    answered.countDown();
    said(slow);
  }

  /** One whose body takes time has others beside it that are not as declared, then goes on. */
  static void besideEvil(String url, String text) throws Exception {
    CountDownLatch refused = new CountDownLatch(1);
    Future<Message<HttpResponse, String>> slow = begin(waiting(url, text, refused));
    for (int i = 0; i < 3; i++) {
      try {
        said(
            begin(
                i == 0
                    ? waiting(there(url), "EVIL", new CountDownLatch(0))
                    : text(there(url), "EVIL")));
      } catch (Exception thrown) {
        System.out.println(thrown.getClass().getName());
      }
    }
    refused.countDown();
    said(slow);
    said(begin(text(there(url), text)));
  }

  private AsyncH2Ways() {}
}
