package com.example.acts.http;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/** Tools of an application that send requests, in ways that {@link Net#send} finds. */
public final class HttpActs {

  private static final Set<String> DROPPED = ConcurrentHashMap.newKeySet();
  private static final Wire OTHER =
      Wire.answering(
          request ->
              request.line().startsWith("CONNECT ") ? "HTTP/1.1 200 OK\r\n\r\n" : Wire.ok("done"));
  private static final Wire ELSEWHERE = Wire.open();
  private static final Wire WIRE = Wire.answering(HttpActs::answer);

  /** What happens between a request and the answer that sends it on. */
  static volatile Runnable beforeSendingOn = () -> {};

  /** Done by a thread that was there before any tool ran, and so carries none. */
  static final BlockingQueue<Runnable> FOR_A_STRANGER = new LinkedBlockingQueue<>();

  static {
    Thread stranger =
        new Thread(
            () -> {
              try {
                while (true) {
                  FOR_A_STRANGER.take().run();
                }
              } catch (InterruptedException never) {
                throw new IllegalStateException(never);
              }
            });
    stranger.setDaemon(true);
    stranger.start();
  }

  private static String answer(Wire.Request request) {
    if (request.path().startsWith("/on")) {
      beforeSendingOn.run();
      return Wire.status("307 On", "Location: " + OTHER.url("/there"));
    }
    if (request.path().startsWith("/found")) {
      return Wire.status("302 Found", "Location: " + OTHER.url("/there"));
    }
    if (request.path().startsWith("/challenge") && request.header("authorization") == null) {
      return Wire.status("401 Who", "WWW-Authenticate: Basic realm=\"here\"");
    }
    if (request.path().startsWith("/busy")) {
      return DROPPED.add(request.path()) ? Wire.status("503 Busy") : Wire.ok("done");
    }
    if (request.path().startsWith("/drop")) {
      return DROPPED.add(request.path()) ? Wire.DROP : Wire.ok("done");
    }
    if (request.body() == null) {
      if (request.path().startsWith("/continue")) {
        return "HTTP/1.1 100 Continue\r\n\r\n";
      }
      return Wire.status("417 No");
    }
    return Wire.ok("done");
  }

  /** B34: the server closes the connection instead of answering, the first time. */
  static void dropped(String[] way) throws Exception {
    Net.post(WIRE.url("/drop/" + way[0]), "good", way[0]);
  }

  /** B34: the server has no time, the first time. */
  static void busy(String[] way) throws Exception {
    Net.post(WIRE.url("/busy/" + way[0]), "good", way[0]);
  }

  private static final CountDownLatch RETURNED = new CountDownLatch(1);
  private static CompletableFuture<?> pending;

  /** Until the tool has returned. */
  static void awaitReturn() {
    try {
      RETURNED.await();
    } catch (InterruptedException ended) {
      throw new IllegalStateException(ended);
    }
  }

  static void pending(CompletableFuture<?> answer) {
    pending = answer;
  }

  /** The body of the request comes when the tool has long returned. */
  static void forgotten() throws Exception {
    Net.post(WIRE.url("/here"), "good", "JdkWays.forgotten");
    RETURNED.countDown();
    System.out.println("answered " + (pending.get() != null));
  }

  private static final CountDownLatch ENDED = new CountDownLatch(1);
  private static Future<?> late;

  static void awaitEnd() throws InterruptedException {
    ENDED.await();
  }

  static void late(Future<?> task) {
    late = task;
  }

  /** A request of the tool that never went out does not keep the tool's others in force. */
  static void afterAFailure() throws Throwable {
    Net.post(WIRE.url("/late"), "good", "JdkWays.failingThenLate");
    ENDED.countDown();
    try {
      late.get();
    } catch (ExecutionException failed) {
      throw failed.getCause();
    }
  }

  /** The same of any client. */
  static void forgotten(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), "good", way[0]);
    RETURNED.countDown();
    System.out.println("answered " + (pending.get() != null));
  }

  /** The server wants to know who asks, and the client tells it by itself. */
  static void challenged(String[] way) throws Exception {
    Net.post(WIRE.url("/challenge"), "good", way[0]);
  }

  /** Where a proxy listens. */
  static InetSocketAddress proxy() {
    return new InetSocketAddress("127.0.0.1", OTHER.port());
  }

  /** F25: the same on a connection that an earlier request has left open. */
  static void keptThenDropped(String[] way) throws Exception {
    String client = way[0].substring(0, way[0].indexOf('.'));
    Net.get(WIRE.url("/here"), client + ".asking");
    Net.post(WIRE.url("/drop/kept/" + way[0]), "good", way[0]);
  }

  /** The tool {@code post}, whose body sends in that way. */
  static void post(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), "good", way[0]);
  }

  /** The same of a text that is larger than what is held in memory. */
  static void large(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), SpoolWays.LARGE, way[0]);
    SpoolWays.awaitNoFile();
  }

  /** And of one that is larger than what is held in a file. */
  static void huge(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), SpoolWays.LARGE.repeat(4), way[0]);
  }

  /** One that is larger than the disk has room for. */
  static void larger(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), SpoolWays.LARGE.repeat(20), way[0]);
    SpoolWays.awaitNoFile();
  }

  /** Somebody has taken away where files of bodies are made. */
  static void homeless(String[] way) throws Exception {
    Path home = Path.of("own");
    if (Files.exists(home)) {
      Files.move(home, Path.of("away"));
    }
    try {
      Net.post(WIRE.url("/here"), SpoolWays.LARGE, way[0]);
    } finally {
      if (Files.exists(Path.of("away"))) {
        Files.move(Path.of("away"), home);
      }
    }
  }

  /** The same over TLS. */
  static void secure(String[] way) throws Exception {
    Net.post(Secure.WIRE.url("/here"), "good", way[0]);
  }

  private static final class Secure {
    static final Wire WIRE = Wire.secure(HttpActs::answer, false);
  }

  /** The same of a server that only a proxy reaches, which this JVM was started with. */
  static void proxied(String[] way) throws Exception {
    Started.PROXY.settle();
    Net.post("http://server.test/here", "good", way[0]);
  }

  private static final class Started {
    static final Wire PROXY = Wire.at(Integer.getInteger("http.proxyPort"), HttpActs::answer);
  }

  /** To a server that wants a body which waits for its word. */
  static void continued(String[] way) throws Exception {
    Net.post(WIRE.url("/continue"), "good", way[0]);
  }

  static void get(String[] way) throws Exception {
    Net.get(WIRE.url("/here"), way[0]);
  }

  static void strict(String[] way) throws Exception {
    Net.strict(WIRE.url("/here"), "good", way[0]);
  }

  static void order(String[] way) throws Exception {
    Net.order(WIRE.url("/here"), 5, way[0]);
  }

  static void upload(String[] way) throws Exception {
    Net.upload(WIRE.url("/here"), "good", way[0]);
  }

  static void sentOn(String[] way) throws Exception {
    Net.post(WIRE.url("/on"), "good", way[0]);
  }

  /** B33: to ask for another place. */
  static void foundElsewhere(String[] way) throws Exception {
    Net.post(WIRE.url("/found"), "good", way[0]);
  }

  static void followed(String[] way) throws Exception {
    Net.follow(WIRE.url("/on"), "good", OTHER.url("/there"), way[0]);
  }

  /** The same over HTTP/2. */
  static void post2(String[] way) throws Exception {
    Net.post(H2Desk.url("/here"), "good", way[0]);
  }

  static void get2(String[] way) throws Exception {
    Net.get(H2Desk.url("/here"), way[0]);
  }

  static void strict2(String[] way) throws Exception {
    Net.strict(H2Desk.url("/here"), "good", way[0]);
  }

  static void order2(String[] way) throws Exception {
    Net.order(H2Desk.url("/here"), 5, way[0]);
  }

  static void sentOn2(String[] way) throws Exception {
    Net.post(H2Desk.url("/on"), "good", way[0]);
  }

  static void followed2(String[] way) throws Exception {
    Net.follow(H2Desk.url("/on"), "good", H2Desk.url("/there"), way[0]);
  }

  /** Two requests at the same time. */
  static void both2(String[] way) throws Exception {
    Net.follow(H2Desk.url("/here"), "good", H2Desk.url("/there"), way[0]);
  }

  static void idle2(String[] way) throws Exception {
    Net.idle(H2Desk.url("/here"), way[0]);
  }

  static void elsewhere2(String[] way) throws Exception {
    Net.send(H2Desk.elsewhere("/elsewhere"), "good", way[0]);
  }

  static void idle(String[] way) throws Exception {
    Net.idle(WIRE.url("/here"), way[0]);
  }

  static void elsewhere(String[] way) throws Exception {
    Net.send(ELSEWHERE.url("/elsewhere"), "good", way[0]);
  }

  /** Outside any tool, to a host that tools have asked before: their context may just be lost. */
  static void elsewhereNamed(String[] way) throws Exception {
    Net.send(WIRE.url("/elsewhere"), "good", way[0]);
  }

  /** Behind a request outside any tool, to a server that none names. */
  static void lent(String[] way) throws Exception {
    ReactorWays.lend();
    post(way);
  }

  /** As {@link #post}, of a server that speaks HTTP/2. */
  static void http2(String[] way) throws Exception {
    Net.post(ReactorServer.url("/here"), "good", way[0]);
  }

  private HttpActs() {}
}
