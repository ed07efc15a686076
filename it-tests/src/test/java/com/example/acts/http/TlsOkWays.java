package com.example.acts.http;

import java.io.IOException;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;

/** Ways to send with OkHttp over TLS, in the version that is agreed on. */
final class TlsOkWays {

  private static final OkHttpClient CLIENT =
      new OkHttpClient.Builder()
          .sslSocketFactory(
              TlsActs.TLS.getSocketFactory(),
              (X509TrustManager) TlsActs.TRUSTED.getTrustManagers()[0])
          .followRedirects(false)
          .build();
  private static final OkHttpClient HTTP1 =
      CLIENT.newBuilder().protocols(List.of(Protocol.HTTP_1_1)).build();

  private static Request.Builder to(String url) {
    return new Request.Builder().url(url);
  }

  private static RequestBody body(String text) {
    return RequestBody.create(null, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Of no length that is known. */
  private static RequestBody streamed(String text) {
    return new RequestBody() {
      @Override
      public MediaType contentType() {
        return null;
      }

      @Override
      public void writeTo(BufferedSink sink) throws IOException {
        for (String each : text.split("")) {
          sink.writeUtf8(each);
          sink.flush();
        }
      }
    };
  }

  private static String said(Response answer) throws IOException {
    String version = answer.protocol() == Protocol.HTTP_2 ? "HTTP/2.0" : "HTTP/1.1";
    return version + " " + answer.code() + " " + answer.body().string();
  }

  private static void send(OkHttpClient client, Request request) throws IOException {
    try (Response answer = client.newCall(request).execute()) {
      System.out.println(said(answer));
    }
  }

  private static CompletableFuture<String> begin(Request request) {
    CompletableFuture<String> answered = new CompletableFuture<>();
    CLIENT
        .newCall(request)
        .enqueue(
            new Callback() {
              @Override
              public void onFailure(Call call, IOException failed) {
                answered.completeExceptionally(failed);
              }

              @Override
              public void onResponse(Call call, Response answer) throws IOException {
                answered.complete(said(answer));
              }
            });
    return answered;
  }

  static void honest(String url, String text) throws IOException {
    send(CLIENT, to(url).post(body(text)).build());
  }

  static void async(String url, String text) throws Exception {
    try {
      System.out.println(begin(to(url).post(body(text)).build()).get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void stream(String url, String text) throws IOException {
    send(CLIENT, to(url).post(streamed(text)).build());
  }

  static void asking(String url, String text) throws IOException {
    send(CLIENT, to(url).build());
  }

  static void on11(String url, String text) throws IOException {
    send(HTTP1, to(url).post(streamed(text)).build());
  }

  static void on2(String url, String text) throws IOException {
    stream(url, text);
  }

  static void withHeader(String url, String text) throws IOException {
    send(CLIENT, to(url).header("X-Order", text).post(body(text)).build());
  }

  static void anotherHeader(String url, String text) throws IOException {
    send(CLIENT, to(url).header("X-Order", "EVIL").post(body(text)).build());
  }

  static void following(String url, String text) throws IOException {
    send(CLIENT.newBuilder().followRedirects(true).build(), to(url).post(body(text)).build());
  }

  static void anotherText(String url, String text) throws IOException {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherStream(String url, String text) throws IOException {
    stream(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws IOException {
    honest(url + "/evil", text);
  }

  static void anotherTextOn11(String url, String text) throws IOException {
    on11(url, "EVIL");
  }

  static void anotherTextOn2(String url, String text) throws IOException {
    on2(url, "EVIL");
  }

  /** B36: behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws IOException {
    OkHttpClient client =
        CLIENT
            .newBuilder()
            .addNetworkInterceptor(
                chain -> chain.proceed(chain.request().newBuilder().url(url + "/evil").build()))
            .build();
    send(client, to(url).post(body(text)).build());
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws IOException {
    honest(url, "x".repeat(1 << 19));
  }

  static void twice(String url, String text) throws IOException {
    honest(url, text);
    honest(url, text);
  }

  static void throughAProxy(String url, String text) throws IOException {
    send(
        HTTP1.newBuilder().proxy(new Proxy(Proxy.Type.HTTP, TlsActs.proxyAddress())).build(),
        to(url).post(body(text)).build());
  }

  /** Several at the same time on one connection: the refused ones leave the others alone. */
  static void amongOthers(String url, String text) throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (String each : List.of("EVIL", text, "EVIL")) {
      answers.add(begin(to(url).post(body(each)).build()));
    }
    Exception refused = null;
    for (CompletableFuture<String> answer : answers) {
      try {
        answer.get();
      } catch (ExecutionException failed) {
        refused = (Exception) failed.getCause();
      }
    }
    CLIENT.dispatcher().executorService().shutdown();
    if (refused != null) {
      throw refused;
    }
  }

  private TlsOkWays() {}
}
