package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

/**
 * How many small requests a client makes in a second, one after the other over one connection, to a
 * server in the same JVM. Arguments: milliseconds to warm up and to measure, how often to measure,
 * then names of clients. Prints {@code CLIENT REQUESTS_PER_SECOND}, the median, for each.
 */
public final class LoadMain {

  private static final byte[] BODY = "{\"amount\":1999}".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);

  /** One request. */
  private interface Asking {
    void ask() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      serve(server);
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/here";
      for (int i = 3; i < arguments.length; i++) {
        Asking asking = client(arguments[i], url);
        run(asking, Long.parseLong(arguments[0]));
        double[] rates = new double[Integer.parseInt(arguments[2])];
        for (int round = 0; round < rates.length; round++) {
          rates[round] = run(asking, Long.parseLong(arguments[1]));
        }
        Arrays.sort(rates);
        System.out.println(arguments[i] + " " + (long) rates[rates.length / 2]);
      }
    }
    System.exit(0); // some clients have threads of their own
  }

  private static double run(Asking asking, long millis) throws Exception {
    long begin = System.nanoTime();
    long end = begin + millis * 1_000_000;
    long count = 0;
    while (System.nanoTime() < end) {
      asking.ask();
      count++;
    }
    return count * 1e9 / (System.nanoTime() - begin);
  }

  private static void serve(ServerSocket server) {
    Thread accepting =
        new Thread(
            () -> {
              while (true) {
                try {
                  Socket socket = server.accept();
                  socket.setTcpNoDelay(true);
                  Thread answering = new Thread(() -> answer(socket));
                  answering.setDaemon(true);
                  answering.start();
                } catch (IOException closed) {
                  return;
                }
              }
            });
    accepting.setDaemon(true);
    accepting.start();
  }

  /** Each request has the same body, which ends with the only closing brace. */
  private static void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[1 << 12];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (n > 0 && buffer[n - 1] == '}') {
          out.write(ANSWER);
        }
      }
    } catch (IOException gone) {
      return; // whoever asked sees it
    }
  }

  private static void require(int status) {
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
  }

  private static Asking client(String name, String url) throws Exception {
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

  private LoadMain() {}
}
