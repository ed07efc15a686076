package com.example.acts.http;

import com.example.acts.Act;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;

/**
 * Many requests at the same time, of which none is sent before all of their bodies were read: what
 * holds them has to hold all of them.
 */
public final class CrowdActs {

  static final int REQUESTS = 1000;

  /** 32 KiB. */
  private static final String TEXT = "0123456789abcde ".repeat(1 << 11);

  static final byte[] BYTES = TEXT.getBytes(StandardCharsets.ISO_8859_1);
  static final int PIECE = 1 << 13;

  /** Of connections: unasked, this client takes 128 KiB for each, and that is no part of this. */
  static final Http1Config SMALL = Http1Config.custom().setBufferSize(PIECE).build();

  /** Of which there is memory for 512 at a time. */
  private static final int MANY = 560;

  /** What an application still has of requests that were not sent. */
  private static final List<Object> KEPT = new ArrayList<>();

  static final ThreadFactory DAEMONS =
      work -> {
        Thread thread = new Thread(null, work, "crowd", 1 << 18);
        thread.setDaemon(true);
        return thread;
      };

  /** One for each request of a client that waits for it. */
  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0, 2 * REQUESTS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), DAEMONS);

  /** Bodies wait at their ends for all others to come there, or to fail before. */
  static final class Crowd {
    private final AtomicInteger left;
    private final CompletableFuture<Void> gathered = new CompletableFuture<>();

    Crowd(int requests) {
      left = new AtomicInteger(requests);
    }

    /** Of one request. */
    One one() {
      return new One(this);
    }
  }

  /** One request, which counts once. */
  static final class One {
    private final Crowd crowd;
    private final AtomicBoolean counted = new AtomicBoolean();

    private One(Crowd crowd) {
      this.crowd = crowd;
    }

    /** Its body came to its end, or never will. */
    void count() {
      if (counted.compareAndSet(false, true) && crowd.left.decrementAndGet() == 0) {
        crowd.gathered.completeAsync(() -> null, THREADS);
      }
    }

    /** Runs this once all are there. */
    void whenGathered(Runnable then) {
      count();
      crowd.gathered.thenRun(then);
    }

    private void gather() {
      count();
      crowd.gathered.join();
    }
  }

  /** One body, for clients that wait for it. */
  private static final class Body extends InputStream {
    private final InputStream bytes = new ByteArrayInputStream(BYTES);
    private final One one;

    Body(One one) {
      this.one = one;
    }

    @Override
    public int read() throws IOException {
      byte[] next = new byte[1];
      return read(next, 0, 1) < 0 ? -1 : next[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = bytes.read(into, offset, Math.min(length, PIECE));
      if (read < 0) {
        one.gather();
      }
      return read;
    }
  }

  /** A client, which is done with when all have their answers. */
  interface Way extends AutoCloseable {

    /** Sends one, and says what became of it: a status. */
    CompletableFuture<Integer> send(String url, One one) throws Exception;

    @Override
    default void close() throws Exception {}
  }

  /** One that waits. */
  private abstract static class Waiting implements Way {

    abstract int status(String url, One one) throws Exception;

    @Override
    public final CompletableFuture<Integer> send(String url, One one) {
      CompletableFuture<Integer> answered = new CompletableFuture<>();
      THREADS.execute(
          () -> {
            try {
              answered.complete(status(url, one));
            } catch (Throwable failed) {
              answered.completeExceptionally(failed);
            }
          });
      return answered;
    }
  }

  static void send(String[] way) throws Exception {
    try (CrowdServer server = new CrowdServer(BYTES.length / 16)) {
      crowd(server.url("/here"), TEXT, way[0]);
    }
  }

  /** The tool: may send {@code text} to {@code url}, as often as it likes. */
  static void crowd(String url, String text, String way) throws Exception {
    Crowd crowd = new Crowd(REQUESTS);
    List<CompletableFuture<Integer>> all = new ArrayList<>();
    try (Way one = way(way)) {
      for (int i = 0; i < REQUESTS; i++) {
        One each = crowd.one();
        CompletableFuture<Integer> answer = one.send(url, each);
        answer.whenComplete((status, failed) -> each.count());
        all.add(answer);
      }
      tell(all);
    }
  }

  private static void tell(List<CompletableFuture<Integer>> all) throws Exception {
    int answered = 0;
    int refused = 0;
    for (CompletableFuture<Integer> each : all) {
      if (isAnswered(each)) {
        answered++;
      } else {
        refused++;
      }
    }
    System.out.println("answered " + answered + " refused " + refused);
  }

  private static boolean isAnswered(CompletableFuture<Integer> answer) throws Exception {
    try {
      requireAnswer(answer.get());
      return true;
    } catch (ExecutionException failed) {
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (Act.isRefusal(cause)) {
          return false;
        }
      }
      throw failed;
    }
  }

  private static void requireAnswer(int status) {
    if (status != 200) {
      throw new IllegalStateException("status " + status);
    }
  }

  private static Way way(String name) {
    switch (name) {
      case "jdk":
        return new CrowdWays.Jdk();
      case "url":
        return new Url();
      case "okHttp":
        return new Ok();
      case "apache4":
        return new Apache4();
      case "apache5":
        return new Apache5();
      case "async4":
        return new CrowdWays.Async4();
      case "async5":
        return new CrowdWays.Async5();
      case "reactor":
        return new CrowdWays.Reactor();
      case "jetty":
        return new CrowdWays.Jetty();
      default:
        throw new IllegalArgumentException(name);
    }
  }

  private static final class Url extends Waiting {

    @Override
    int status(String url, One one) throws Exception {
      HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
      connection.setDoOutput(true);
      connection.setChunkedStreamingMode(PIECE);
      try (OutputStream out = connection.getOutputStream()) {
        new Body(one).transferTo(out);
      }
      return connection.getResponseCode();
    }
  }

  private static final class Ok extends Waiting {

    private final OkHttpClient client =
        new OkHttpClient.Builder()
            .connectTimeout(1, TimeUnit.MINUTES)
            .readTimeout(1, TimeUnit.MINUTES)
            .build();

    @Override
    int status(String url, One one) throws Exception {
      RequestBody body =
          new RequestBody() {
            @Override
            public MediaType contentType() {
              return null;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
              InputStream in = new Body(one);
              byte[] piece = new byte[PIECE];
              for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                sink.write(piece, 0, n);
              }
            }
          };
      Request request = new Request.Builder().url(url).post(body).build();
      try (Response answer = client.newCall(request).execute()) {
        return answer.code();
      }
    }

    @Override
    public void close() {
      client.connectionPool().evictAll();
    }
  }

  private static final class Apache4 extends Waiting {

    private final org.apache.http.impl.client.CloseableHttpClient client =
        org.apache.http.impl.client.HttpClients.custom()
            .setMaxConnPerRoute(REQUESTS)
            .setMaxConnTotal(REQUESTS)
            .build();

    @Override
    int status(String url, One one) throws Exception {
      org.apache.http.client.methods.HttpPost post =
          new org.apache.http.client.methods.HttpPost(url);
      post.setEntity(new org.apache.http.entity.InputStreamEntity(new Body(one), -1));
      try (org.apache.http.client.methods.CloseableHttpResponse answer = client.execute(post)) {
        return answer.getStatusLine().getStatusCode();
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  private static final class Apache5 extends Waiting {

    private final CloseableHttpClient client =
        HttpClients.custom()
            .setConnectionManager(
                PoolingHttpClientConnectionManagerBuilder.create()
                    .setConnectionFactory(
                        ManagedHttpClientConnectionFactory.builder().http1Config(SMALL).build())
                    .setMaxConnTotal(REQUESTS)
                    .setMaxConnPerRoute(REQUESTS)
                    .build())
            .build();

    @Override
    int status(String url, One one) throws Exception {
      HttpPost post = new HttpPost(url);
      post.setEntity(new InputStreamEntity(new Body(one), ContentType.TEXT_PLAIN));
      return client.<Integer>execute(
          post,
          answer -> {
            return answer.getCode();
          });
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  // What is not sent

  /**
   * Of requests that are not sent, whose bodies were read, nothing may be held any more, though the
   * application still holds all that it has of them.
   */
  static void back(String[] way) throws Exception {
    try (CrowdServer server = new CrowdServer(BYTES.length / 16)) {
      String url = server.url("/here");
      for (int i = 0; i < MANY; i++) {
        try {
          lost(url, TEXT, way[0]);
        } catch (Exception refused) {
          requireDiffering(refused);
        }
      }
      sent(url, TEXT, way[0]);
    }
    System.out.println(KEPT.size() + " before");
    for (Object one : KEPT) {
      if (one instanceof Closeable answer) {
        answer.close();
      }
    }
    KEPT.clear();
  }

  private static void requireDiffering(Exception refused) throws Exception {
    if (!Act.isRefusal(refused) || !refused.getMessage().contains("NIKA-SEC-011")) {
      throw refused;
    }
  }

  /** The tool: may send {@code text} to {@code url}. */
  static void lost(String url, String text, String way) throws Exception {
    if (way.equals("refusedOfJetty")) {
      CrowdWays.refuseJetty(url, KEPT);
    } else {
      KEPT.add(declinedToApache(url));
    }
  }

  /** The tool: may send {@code text} to {@code url}. */
  static void sent(String url, String text, String way) throws Exception {
    One one = new Crowd(1).one();
    try (Way client = way.equals("refusedOfJetty") ? new CrowdWays.Jetty() : new Apache5()) {
      requireAnswer(client.send(url, one).get());
    }
  }

  private static final class Declining {
    static final org.apache.http.impl.client.CloseableHttpClient CLIENT =
        org.apache.http.impl.client.HttpClients.custom()
            .setMaxConnPerRoute(MANY)
            .setMaxConnTotal(MANY)
            .build();
  }

  /** Whose head the server is content with; the answer is read by nobody, so it stays. */
  private static Object declinedToApache(String url) throws Exception {
    org.apache.http.client.methods.HttpPost post = new org.apache.http.client.methods.HttpPost(url);
    post.setConfig(
        org.apache.http.client.config.RequestConfig.custom()
            .setExpectContinueEnabled(true)
            .build());
    post.setEntity(
        new org.apache.http.entity.InputStreamEntity(new ByteArrayInputStream(BYTES), -1));
    org.apache.http.client.methods.CloseableHttpResponse answer = Declining.CLIENT.execute(post);
    if (answer.getStatusLine().getStatusCode() != 417) {
      throw new IllegalStateException(answer.toString());
    }
    return answer;
  }

  private CrowdActs() {}
}
