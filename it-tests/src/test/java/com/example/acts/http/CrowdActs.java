package com.example.acts.http;

import com.example.acts.Act;
import java.io.ByteArrayInputStream;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/**
 * Many requests at the same time, of which none is sent before all of their bodies were read: what
 * holds them has to hold all of them. Together they are more than the heap of this JVM.
 */
public final class CrowdActs {

  private static final int REQUESTS = 64;

  /** 768 KiB. */
  private static final String TEXT = "0123456789abcde ".repeat(3 << 14);

  private static final byte[] BYTES = TEXT.getBytes(StandardCharsets.ISO_8859_1);
  private static final int PIECE = 1 << 13;

  /** A body waits at its end for all others to come there, or to fail before. */
  private static final class Crowd {
    private final CountDownLatch gathered = new CountDownLatch(REQUESTS);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
  }

  private static volatile Crowd crowd = new Crowd();

  private static final ThreadFactory DAEMONS =
      work -> {
        Thread thread = new Thread(null, work, "crowd", 1 << 18);
        thread.setDaemon(true);
        return thread;
      };

  private static final ExecutorService THREADS = Executors.newCachedThreadPool(DAEMONS);

  /** One body, which counts once. */
  private static final class Body extends InputStream {
    private final InputStream bytes = new ByteArrayInputStream(BYTES);
    private final AtomicBoolean counted;

    Body(AtomicBoolean counted) {
      this.counted = counted;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = bytes.read(into, offset, Math.min(length, PIECE));
      if (read < 0) {
        gather(counted);
      }
      return read;
    }
  }

  private static void count(AtomicBoolean counted) {
    if (counted.compareAndSet(false, true)) {
      crowd.gathered.countDown();
    }
  }

  private static void gather(AtomicBoolean counted) {
    count(counted);
    try {
      crowd.gathered.await();
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
  }

  /** One request. */
  private interface Way {
    void send(String url, AtomicBoolean counted) throws Exception;
  }

  static void send(String[] way) throws Exception {
    crowd = new Crowd();
    try (ServerSocket server = new ServerSocket(0, REQUESTS, InetAddress.getLoopbackAddress())) {
      serve(server);
      crowd("http://127.0.0.1:" + server.getLocalPort() + "/here", TEXT, way[0]);
    }
  }

  /** The tool: may send {@code text} to {@code url}, as often as it likes. */
  static void crowd(String url, String text, String way) throws Exception {
    Way one = way(way);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      all.add(THREADS.submit(() -> send(url, one)));
    }
    for (Future<?> each : all) {
      each.get();
    }
    System.out.println("answered " + crowd.answered.get() + " refused " + crowd.refused.get());
  }

  private static Way way(String name) {
    switch (name) {
      case "jdk":
        return CrowdActs::jdk;
      case "url":
        return CrowdActs::url;
      case "okHttp":
        return CrowdActs::okHttp;
      case "apache":
        return CrowdActs::apache;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static Void send(String url, Way way) throws Exception {
    AtomicBoolean counted = new AtomicBoolean();
    try {
      way.send(url, counted);
      crowd.answered.incrementAndGet();
    } catch (Exception failed) {
      Throwable cause = failed;
      while (cause != null && !Act.isRefusal(cause)) {
        cause = cause.getCause();
      }
      if (cause == null) {
        throw failed;
      }
      crowd.refused.incrementAndGet();
    } finally {
      count(counted);
    }
    return null;
  }

  /** Answers each request that has come to its end with all of its bytes. */
  private static void serve(ServerSocket server) {
    DAEMONS
        .newThread(
            () -> {
              while (true) {
                try {
                  Socket socket = server.accept();
                  DAEMONS.newThread(() -> answer(socket)).start();
                } catch (IOException closed) {
                  return;
                }
              }
            })
        .start();
  }

  private static void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[1 << 12];
      String last = "";
      long spaces = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        String text = last + new String(buffer, 0, n, StandardCharsets.ISO_8859_1);
        for (int i = 0; i < n; i++) {
          spaces += buffer[i] == ' ' ? 1 : 0;
        }
        if (spaces >= BYTES.length / 16 && text.endsWith("\r\n0\r\n\r\n")) {
          out.write(
              "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                  .getBytes(StandardCharsets.ISO_8859_1));
          return;
        }
        last = text.substring(Math.max(0, text.length() - 7));
      }
    } catch (IOException gone) {
      return; // whoever asked sees it
    }
  }

  private static void requireAnswer(int status) {
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
  }

  private static final class Jdk {
    static final HttpClient CLIENT =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(THREADS).build();
  }

  private static void jdk(String url, AtomicBoolean counted) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .POST(BodyPublishers.ofInputStream(() -> new Body(counted)))
            .build();
    requireAnswer(Jdk.CLIENT.send(request, BodyHandlers.discarding()).statusCode());
  }

  private static void url(String url, AtomicBoolean counted) throws Exception {
    java.net.HttpURLConnection connection =
        (java.net.HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setChunkedStreamingMode(PIECE);
    try (OutputStream out = connection.getOutputStream()) {
      new Body(counted).transferTo(out);
    }
    requireAnswer(connection.getResponseCode());
  }

  private static final class Ok {
    static final OkHttpClient CLIENT = new OkHttpClient();
  }

  private static void okHttp(String url, AtomicBoolean counted) throws Exception {
    RequestBody body =
        new RequestBody() {
          @Override
          public MediaType contentType() {
            return null;
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            new Body(counted).transferTo(sink.outputStream());
          }
        };
    Request request = new Request.Builder().url(url).post(body).build();
    try (Response answer = Ok.CLIENT.newCall(request).execute()) {
      requireAnswer(answer.code());
    }
  }

  private static final class Apache {
    static final CloseableHttpClient CLIENT =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setMaxConnTotal(REQUESTS)
                    .setMaxConnPerRoute(REQUESTS)
                    .build())
            .build();
  }

  private static void apache(String url, AtomicBoolean counted) throws Exception {
    HttpPost post = new HttpPost(url);
    post.setEntity(new InputStreamEntity(new Body(counted), ContentType.TEXT_PLAIN));
    requireAnswer(
        Apache.CLIENT.<Integer>execute(
            post,
            answer -> {
              return answer.getCode();
            }));
  }

  private CrowdActs() {}
}
