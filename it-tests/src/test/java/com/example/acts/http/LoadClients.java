package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.eclipse.jetty.client.BytesRequestContent;
import reactor.core.publisher.Mono;

/** Small requests of each client, one after the other over one connection. */
public final class LoadClients {

  private static final byte[] BODY = "{\"amount\":1999}".getBytes(StandardCharsets.US_ASCII);

  /** One request. */
  public interface Asking {

    /**
     * @throws Exception also where the answer is another than it should be
     */
    void ask() throws Exception;
  }

  private static void require(int status) {
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
  }

  /**
   * @param name of the client
   * @param url of a server that takes a closing brace for the end of a request
   */
  public static Asking of(String name, String url) throws Exception {
    switch (name) {
      case "jdk":
        return jdk(url);
      case "url":
        return () -> url(url);
      case "okhttp":
        return okHttp(url);
      case "apache":
        return apache(url);
      case "apache-async":
        return apacheAsync(url);
      case "netty":
        return netty(url);
      case "jetty":
        return jetty(url);
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static Asking jdk(String url) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return () -> {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofByteArray(BODY)).build();
      require(client.send(request, BodyHandlers.ofByteArray()).statusCode());
    };
  }

  private static void url(String url) throws IOException {
    java.net.HttpURLConnection connection =
        (java.net.HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    try (OutputStream out = connection.getOutputStream()) {
      out.write(BODY);
    }
    require(connection.getResponseCode());
    try (InputStream in = connection.getInputStream()) {
      in.readAllBytes();
    }
  }

  private static Asking okHttp(String url) {
    OkHttpClient client = new OkHttpClient();
    MediaType json = MediaType.get("application/json");
    return () -> {
      Request request = new Request.Builder().url(url).post(RequestBody.create(json, BODY)).build();
      try (Response answer = client.newCall(request).execute()) {
        require(answer.code());
        answer.body().bytes();
      }
    };
  }

  private static Asking apache(String url) {
    CloseableHttpClient client = HttpClients.createDefault();
    return () -> {
      HttpPost post = new HttpPost(url);
      post.setEntity(new ByteArrayEntity(BODY, ContentType.APPLICATION_JSON));
      require(
          client.<Integer>execute(
              post,
              answer -> {
                EntityUtils.consume(answer.getEntity());
                return answer.getCode();
              }));
    };
  }

  private static Asking apacheAsync(String url) {
    CloseableHttpAsyncClient client = HttpAsyncClients.createDefault();
    client.start();
    return () -> {
      SimpleHttpRequest request =
          SimpleRequestBuilder.post(url).setBody(BODY, ContentType.APPLICATION_JSON).build();
      require(client.execute(request, null).get().getCode());
    };
  }

  private static Asking netty(String url) {
    reactor.netty.http.client.HttpClient client = reactor.netty.http.client.HttpClient.create();
    return () ->
        require(
            client
                .post()
                .uri(url)
                .send(Mono.fromSupplier(() -> io.netty.buffer.Unpooled.wrappedBuffer(BODY)))
                .responseSingle((answer, content) -> content.thenReturn(answer.status().code()))
                .block());
  }

  private static Asking jetty(String url) throws Exception {
    org.eclipse.jetty.client.HttpClient client = new org.eclipse.jetty.client.HttpClient();
    client.start();
    return () ->
        require(
            client
                .newRequest(URI.create(url))
                .method("POST")
                .body(new BytesRequestContent("application/json", BODY))
                .send()
                .getStatus());
  }

  private LoadClients() {}
}
