package com.example.acts.http;

import java.io.IOException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Credentials;
import okhttp3.FormBody;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSink;

/** What applications do with OkHttp, and what they see of it. */
final class HonestOkWays {

  private static final MediaType TEXT = MediaType.parse("text/plain");
  private static final OkHttpClient CLIENT = new OkHttpClient();

  static {
    // Its threads keep the JVM for a minute; that is not what is tested.
    ((ThreadPoolExecutor) CLIENT.dispatcher().executorService())
        .setKeepAliveTime(1, TimeUnit.MILLISECONDS);
  }

  private interface Writing {
    void into(BufferedSink sink) throws IOException;
  }

  private static RequestBody written(long length, boolean oneShot, Writing writing) {
    return new RequestBody() {
      @Override
      public MediaType contentType() {
        return TEXT;
      }

      @Override
      public long contentLength() {
        return length;
      }

      @Override
      public boolean isOneShot() {
        return oneShot;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        System.out.println("written by " + (Thread.currentThread().getName().contains("OkHttp")));
        writing.into(sink);
      }
    };
  }

  private static RequestBody body(String text) {
    return RequestBody.create(TEXT, text.getBytes(StandardCharsets.UTF_8));
  }

  private static Request to(String what, RequestBody body) {
    String[] parts = what.split(" ");
    return new Request.Builder().url(parts[1]).method(parts[0], body).build();
  }

  private static void send(Request request) {
    send(CLIENT, request);
  }

  private static void send(OkHttpClient client, Request request) {
    try (Response answer = client.newCall(request).execute()) {
      said(answer);
    } catch (IOException failed) {
      failed(failed);
    }
  }

  private static void said(Response answer) throws IOException {
    System.out.println(
        "saw "
            + answer.code()
            + " "
            + answer.protocol()
            + " "
            + answer.body().string()
            + " of "
            + answer.request().method()
            + " "
            + answer.request().url().encodedPath()
            + ", before it "
            + (answer.priorResponse() != null));
  }

  private static void failed(Throwable thrown) {
    StringBuilder line = new StringBuilder("saw");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName()).append(": ").append(cause.getMessage());
    }
    System.out.println(line.toString().replaceAll("127.0.0.1:\\d+|\\(local port \\d+.*", "HERE"));
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

  static void async(String what, String text) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    CLIENT
        .newCall(to(what, body(text)))
        .enqueue(
            new Callback() {
              @Override
              public void onFailure(Call call, IOException thrown) {
                failed(thrown);
                done.countDown();
              }

              @Override
              public void onResponse(Call call, Response answer) throws IOException {
                said(answer);
                done.countDown();
              }
            });
    done.await();
  }

  /** Of a length that it says, in one piece. */
  static void known(String what, String text) {
    send(to(what, written(text.length(), false, sink -> sink.writeUtf8(text))));
  }

  /** In chunks, which its writes and flushes make. */
  static void pieces(String what, String text) {
    send(
        to(
            what,
            written(
                -1,
                false,
                sink -> {
                  sink.writeUtf8(text.substring(0, 1));
                  sink.emit();
                  sink.write(new Buffer().writeUtf8(text.substring(1, 3)), 2);
                  sink.flush();
                  sink.flush();
                  for (int i = 3; i < text.length(); i++) {
                    sink.writeByte(text.charAt(i));
                  }
                })));
  }

  static void oneShot(String what, String text) {
    send(to(what, written(-1, true, sink -> sink.writeUtf8(text))));
  }

  /** Closes what it is written into. */
  static void closing(String what, String text) {
    send(
        to(
            what,
            written(
                text.length(),
                false,
                sink -> {
                  sink.writeUtf8(text);
                  sink.close();
                })));
  }

  static void file(String what, String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, RequestBody.create(TEXT, file.toFile())));
    Files.delete(file);
  }

  /** {@code a=1&b=2} as the client codes it. */
  static void form(String what, String text) {
    FormBody.Builder form = new FormBody.Builder();
    for (String pair : text.split("&")) {
      form.add(pair.split("=")[0], pair.split("=")[1]);
    }
    send(to(what, form.build()));
  }

  static void expecting(String what, String text) {
    send(to(what, body(text)).newBuilder().header("Expect", "100-continue").build());
  }

  static void twice(String what, String text) {
    text(what, text);
    text(what, text);
  }

  /** Whether its socket or its watchdog notices first is chance. */
  static void timeout(String what, String text) throws IOException {
    OkHttpClient client = CLIENT.newBuilder().readTimeout(Duration.ofMillis(50)).build();
    try (Response answer = client.newCall(to(what, body(text))).execute()) {
      said(answer);
    } catch (SocketTimeoutException timedOut) {
      System.out.println("saw that it timed out");
    }
  }

  static void cancelled(String what, String text) throws Exception {
    Call call = CLIENT.newCall(to(what, body(text)));
    Thread cancelling =
        new Thread(
            () -> {
              Wire.awaitSilence();
              call.cancel();
            });
    cancelling.start();
    try (Response answer = call.execute()) {
      said(answer);
    } catch (IOException thrown) {
      System.out.println("saw that it was cancelled: " + call.isCanceled());
    }
    cancelling.join();
  }

  /** Through a proxy that asks who wants something of it; nobody tells it before it asks. */
  static void proxied(String what, String text) {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .proxy(new Proxy(Proxy.Type.HTTP, HonestActs.proxy()))
            .proxyAuthenticator(
                (route, answer) ->
                    answer.message().startsWith("Preemptive")
                        ? null
                        : answer
                            .request()
                            .newBuilder()
                            .header("Proxy-Authorization", Credentials.basic("user", "pass"))
                            .build())
            .build();
    send(client, to(what, body(text)));
  }

  private HonestOkWays() {}
}
