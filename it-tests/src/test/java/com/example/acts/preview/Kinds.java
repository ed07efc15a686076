package com.example.acts.preview;

import com.example.acts.process.NativeActs;
import com.sun.net.httpserver.HttpServer;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/**
 * What previews do that they must not, and what they return. What has an effect leaves the file
 * {@code fired}; whoever calls it elsewhere sees that it has.
 */
final class Kinds {

  private static final String FIRED = "fired";

  /** Threads that were there before any preview. */
  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Kinds::daemon);

  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(Kinds::daemon);

  /** Somebody waits for it since before any preview. */
  private static CompletableFuture<Object> done;

  private static CompletableFuture<Object> afterwards;

  /** A preview submits its first task. */
  static volatile ExecutorService grown;

  /** What a preview does that makes somebody's pool grow. */
  static volatile Callable<Object> growing;

  static final Object LOCK = new Object();

  /** The thread of {@code late} goes on when this is 0. */
  static final CountDownLatch LATER = new CountDownLatch(1);

  /** The thread that a preview left behind. */
  static volatile Thread left;

  /** What a record has to say. */
  public record Answer(List<One> changes) {}

  /** One change of it. */
  public record One(String action, String target, String summary, Object before, Object after) {}

  /** How often the task ran that a preview and somebody else submit. */
  static final AtomicInteger RUNS = new AtomicInteger();

  private static final Runnable SHARED = Kinds::touchOnceAndLate;

  /** The whole application waits for it. */
  static Promise<Object> promise = promised();

  static Promise<Object> promised() {
    return new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
  }

  /** Its first run leaves one file, the others another. */
  private static void touchOnceAndLate() {
    try {
      touchNamed(RUNS.incrementAndGet() == 1 ? FIRED : "late");
    } catch (SecurityException refused) {
      System.out.println("refused in a pool");
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Queues it behind what {@code meanwhile} happens with it, and waits for all of it. */
  static void share(Callable<Object> meanwhile) throws Exception {
    CountDownLatch begin = new CountDownLatch(1);
    Future<Object> waiting =
        POOL.submit(
            () -> {
              begin.await();
              return null;
            });
    try {
      meanwhile.call();
    } finally {
      begin.countDown();
    }
    waiting.get();
    POOL.submit(() -> 0).get();
  }

  static Object submitShared() {
    POOL.execute(SHARED);
    return null;
  }

  /** The application thinks better of it before it has run. */
  static void takeOutShared() {
    if (!POOL.remove(SHARED)) {
      throw new IllegalStateException("it was not there");
    }
  }

  /** Somebody of the application waits for the promise too. */
  static void listen() {
    promise.addListener(heard -> touch());
  }

  /** Called in no preview, and once a call has been made. */
  static void begin() throws Exception {
    POOL.submit(() -> 0).get();
    TIMER.submit(() -> 0).get();
    done = new CompletableFuture<>();
    afterwards = done.thenApply(value -> quietly(Kinds::touch));
  }

  static void touchIn(Executor pool) throws Exception {
    FutureTask<Object> task = new FutureTask<>(Kinds::touch);
    pool.execute(task);
    task.get();
  }

  static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }

  static Map<String, Object> changes(Map<String, Object> inputs) {
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("action", "refund");
    change.put("target", "orders." + inputs.get("id"));
    change.put("summary", "Pays order " + inputs.get("id") + " back");
    change.put("x-ticket", Map.of("n", 1));
    return Map.of("changes", List.of(change));
  }

  static Object perform(String kind, Map<String, Object> inputs) throws Throwable {
    switch (kind) {
      case "exec":
        return touch();
      case "onAThread":
        return onAThread();
      case "inAPool":
        return unwrapped(() -> POOL.submit(Kinds::touch).get());
      case "inTheCommonPool":
        return unwrapped(() -> ForkJoinPool.commonPool().submit(Kinds::touch).get());
      case "byATimer":
        return unwrapped(() -> TIMER.schedule(Kinds::touch, 1, TimeUnit.MILLISECONDS).get());
      case "byAFuture":
        return unwrapped(() -> CompletableFuture.supplyAsync(() -> quietly(Kinds::touch)).get());
      case "byWhoWaits":
        done.complete("now");
        return unwrapped(afterwards::get);
      case "newPool":
        grown = Executors.newSingleThreadExecutor(Kinds::daemon);
        grown.submit(() -> 0).get();
        return changes(inputs);
      case "grows":
        growing.call();
        return changes(inputs);
      case "hidden":
        return hidden(inputs);
      case "connection":
        return connection();
      case "client":
        return client();
      case "socket":
        return socket();
      case "load":
        System.load(Path.of(System.getProperty("java.home"), "lib", "libprefs.so").toString());
        return fired();
      case "downcall":
        NativeActs.downcall();
        return null;
      case "opens", "nio", "epoll", "reactor":
        return Connections.opened(kind) ? fired() : null;
      case "exit":
        System.exit(7);
        return fired();
      case "halt":
        Runtime.getRuntime().halt(7);
        return fired();
      case "shutdownHook":
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {}));
        return fired();
      case "sharing":
        POOL.execute(SHARED);
        return changes(inputs);
      case "listens":
        promise.addListener(heard -> {});
        return changes(inputs);
      case "hears":
        promise.addListener(heard -> touch());
        return changes(inputs);
      case "logs":
        // Lost for good where its class cannot be initialised.
        Logger.getLogger("com.example").fine("previewed");
        return changes(inputs);
      case "tool":
        new Plain().pay("7");
        return fired();
      case "late":
        left = daemon(() -> quietly(Kinds::waitAndTouch));
        left.start();
        return changes(inputs);
      case "lock":
        left = Thread.currentThread();
        synchronized (LOCK) {
          return touch();
        }
      default:
        return answer(kind, inputs);
    }
  }

  private static Object answer(String kind, Map<String, Object> inputs) throws Throwable {
    switch (kind) {
      case "map":
        return changes(inputs);
      case "record":
        return new Answer(
            List.of(new One("refund", "orders.7", "Pays back", null, Map.of("paid", true))));
      case "text":
        return "{\"changes\": [{\"action\": \"refund\", \"target\": \"orders.7\","
            + " \"summary\": \"Pays back\", \"x-n\": 1.0}]}";
      case "none":
        return Map.of("changes", List.of());
      case "null":
        return null;
      case "throws":
        throw new IllegalStateException("password hunter2");
      case "overflows":
        return perform(kind, inputs);
      case "outOfMemory":
        throw new OutOfMemoryError("pretended");
      case "cycle":
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("before", change);
        return Map.of("changes", List.of(change));
      case "hugeText":
        return "x".repeat(100 << 20);
      case "manyChanges":
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
          many.add(Map.of("action", "a", "target", "t", "summary", "s" + i));
        }
        return Map.of("changes", many);
      case "wrongType":
        return 42;
      case "wrongMember":
        return Map.of("changes", List.of(Map.of("action", 7, "target", "t", "summary", "s")));
      case "notExtended":
        return Map.of(
            "changes",
            List.of(Map.of("action", "a", "target", "t", "summary", "s", "risk", "none")));
      default:
        throw new IllegalArgumentException(kind);
    }
  }

  private static Object touch() throws IOException, InterruptedException {
    return touchNamed(FIRED);
  }

  private static Object touchNamed(String name) throws IOException, InterruptedException {
    return new ProcessBuilder("touch", name).start().waitFor();
  }

  private static Object fired() throws IOException {
    return Files.writeString(Path.of(FIRED), "");
  }

  private static Object waitAndTouch() throws Exception {
    LATER.await();
    return touch();
  }

  private static Object quietly(Callable<Object> task) {
    try {
      return task.call();
    } catch (Exception wrong) {
      throw new IllegalStateException(wrong);
    }
  }

  private static Object unwrapped(Callable<Object> task) throws Throwable {
    try {
      return task.call();
    } catch (ExecutionException failed) {
      throw failed.getCause();
    }
  }

  private static Object onAThread() throws Throwable {
    FutureTask<Object> task = new FutureTask<>(Kinds::touch);
    daemon(task).start();
    return unwrapped(task::get);
  }

  private static Object hidden(Map<String, Object> inputs) throws Exception {
    try {
      touch();
    } catch (SecurityException swallowed) {
      return changes(inputs);
    }
    return changes(inputs);
  }

  private static Object connection() throws IOException {
    HttpServer server = server();
    try {
      URL url = new URL("http", "127.0.0.1", server.getAddress().getPort(), "/");
      return ((HttpURLConnection) url.openConnection()).getResponseCode();
    } finally {
      server.stop(0);
    }
  }

  private static Object client() throws Exception {
    HttpServer server = server();
    try {
      URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      return HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
          .statusCode();
    } finally {
      server.stop(0);
    }
  }

  /** Leaves the file for each request. */
  private static HttpServer server() throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(any, 0);
    server.createContext(
        "/",
        exchange -> {
          fired();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static Object socket() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      return fired();
    }
  }

  private Kinds() {}
}
