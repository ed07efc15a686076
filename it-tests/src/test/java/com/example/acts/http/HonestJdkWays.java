package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** What applications do with {@code java.net.http.HttpClient}, and what they see of it. */
final class HonestJdkWays {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final HttpClient UPGRADING =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  private static HttpRequest.Builder to(String what, BodyPublisher body) {
    String[] parts = what.split(" ");
    return HttpRequest.newBuilder(URI.create(parts[1])).method(parts[0], body);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(HttpRequest.Builder request) throws Exception {
    send(CLIENT, request.build());
  }

  private static void send(HttpClient client, HttpRequest request) throws Exception {
    try {
      said(client.send(request, BodyHandlers.ofString()));
    } catch (Exception failed) {
      failed(failed);
    }
  }

  private static void said(HttpResponse<String> answer) {
    System.out.println(
        "saw "
            + answer.statusCode()
            + " "
            + answer.version()
            + " "
            + answer.body()
            + " of "
            + answer.request().method()
            + " "
            + answer.request().uri().getPath()
            + ", before it "
            + answer.previousResponse().isPresent());
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(line.toString().replaceAll("127.0.0.1:\\d+|\\(local port \\d+.*", "HERE"));
  }

  static void none(String what, String text) throws Exception {
    send(to(what, BodyPublishers.noBody()));
  }

  static void text(String what, String text) throws Exception {
    send(to(what, BodyPublishers.ofString(text)).header("X-A", "1").header("X-A", "2"));
  }

  static void upgrading(String what, String text) throws Exception {
    send(UPGRADING, to(what, BodyPublishers.ofString(text)).build());
  }

  static void expecting(String what, String text) throws Exception {
    send(to(what, BodyPublishers.ofString(text)).expectContinue(true));
  }

  static void arrays(String what, String text) throws Exception {
    List<byte[]> each = new ArrayList<>();
    for (byte one : bytes(text)) {
      each.add(new byte[] {one});
    }
    send(to(what, BodyPublishers.ofByteArrays(each)));
  }

  static void stream(String what, String text) throws Exception {
    send(to(what, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes(text)))));
  }

  static void file(String what, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, BodyPublishers.ofFile(file)));
    Files.delete(file);
  }

  /** A publisher on a thread of its own, without a length. */
  static void submitted(String what, String text) throws Exception {
    try (SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>()) {
      CompletableFuture<HttpResponse<String>> answer =
          CLIENT.sendAsync(
              to(what, BodyPublishers.fromPublisher(publisher)).build(), BodyHandlers.ofString());
      while (publisher.getNumberOfSubscribers() == 0) {
        Thread.onSpinWait();
      }
      for (byte one : bytes(text)) {
        publisher.submit(ByteBuffer.wrap(new byte[] {one}));
      }
      publisher.close();
      said(answer.get());
    }
  }

  /** What the publisher is asked for, and how often. */
  static void counted(String what, String text) throws Exception {
    BodyPublisher real = BodyPublishers.ofString(text);
    List<String> asked = java.util.Collections.synchronizedList(new ArrayList<>());
    send(
        to(
            what,
            new BodyPublisher() {
              @Override
              public long contentLength() {
                return real.contentLength();
              }

              @Override
              public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                asked.add("subscribed");
                real.subscribe(subscriber);
              }
            }));
    System.out.println("asked " + asked);
  }

  private static BodyPublisher broken(String text, long length, Throwable end) {
    return new BodyPublisher() {
      @Override
      public long contentLength() {
        return length;
      }

      @Override
      public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        subscriber.onSubscribe(
            new Flow.Subscription() {
              private boolean given;

              @Override
              public void request(long n) {
                if (!given) {
                  given = true;
                  subscriber.onNext(ByteBuffer.wrap(bytes(text)));
                  if (end == null) {
                    subscriber.onComplete();
                  } else {
                    subscriber.onError(end);
                  }
                }
              }

              @Override
              public void cancel() {}
            });
      }
    };
  }

  /** The publisher fails. */
  static void failing(String what, String text) throws Exception {
    send(to(what, broken(text, 9, new java.io.IOException("no more"))));
  }

  /** The publisher cannot even be subscribed to. */
  static void unsubscribable(String what, String text) throws Exception {
    send(
        to(
            what,
            new BodyPublisher() {
              @Override
              public long contentLength() {
                return 4;
              }

              @Override
              public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                throw new IllegalStateException("not now");
              }
            }));
  }

  /** Two at the same time, then one more on what they left. */
  static void twice(String what, String text) throws Exception {
    send(to(what, BodyPublishers.ofString(text)));
    send(to(what, BodyPublishers.ofString(text)));
  }

  static void timeout(String what, String text) throws Exception {
    send(to(what, BodyPublishers.ofString(text)).timeout(Duration.ofSeconds(1)));
  }

  /** Given up while the server thinks. */
  static void cancelled(String what, String text) throws Exception {
    CompletableFuture<HttpResponse<String>> answer =
        CLIENT.sendAsync(to(what, BodyPublishers.ofString(text)).build(), BodyHandlers.ofString());
    Wire.awaitSilence();
    System.out.println("cancelled " + answer.cancel(true));
    try {
      answer.get();
    } catch (CancellationException | ExecutionException ended) {
      // Either, also without us: the future is cancelled and its exchange is, at the same time.
      System.out.println(
          "gave up "
              + (ended instanceof CancellationException
                  || ended.getCause() instanceof CancellationException));
    }
  }

  /** Given up by an interrupt. */
  static void interrupted(String what, String text) throws Exception {
    Thread sender = Thread.currentThread();
    Thread waker =
        new Thread(
            () -> {
              Wire.awaitSilence();
              sender.interrupt();
            });
    waker.start();
    send(to(what, BodyPublishers.ofString(text)));
    waker.join();
  }

  /** What a stage of the future sees, and where. */
  static void async(String what, String text) throws Exception {
    async(CLIENT, what, text);
  }

  /** Goes where it is sent on to, while nobody waits. */
  static void sentOn(String what, String text) throws Exception {
    HttpClient.Builder following = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    async(following.followRedirects(HttpClient.Redirect.ALWAYS).build(), what, text);
  }

  private static void async(HttpClient client, String what, String text) throws Exception {
    BodyPublisher body = text.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(text);
    CountDownLatch done = new CountDownLatch(1);
    client
        .sendAsync(to(what, body).build(), BodyHandlers.ofString())
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                said(answer);
              } else {
                failed(thrown);
              }
              done.countDown();
            });
    done.await();
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) throws Exception {
    send(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(ProxySelector.of(HonestActs.proxy()))
            .authenticator(HonestActs.USER)
            .build(),
        to(what, BodyPublishers.ofString(text)).build());
  }

  private HonestJdkWays() {}
}
