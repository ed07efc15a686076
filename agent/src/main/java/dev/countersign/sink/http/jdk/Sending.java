package dev.countersign.sink.http.jdk;

import dev.countersign.effect.SendBody;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Sends;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** One request of the application with all its wire attempts. */
final class Sending {

  private final Object captured;
  private final Sends sends;
  private volatile HttpRequest.BodyPublisher source;
  private volatile SendBody body;
  private volatile boolean held;
  private volatile String over;

  /** Its reader refers to the request, and whoever provides the body to its reader. */
  private volatile WeakReference<Draining> reading;

  /**
   * The same for as long as the client's timer runs, which has to find it though its publisher has
   * forgotten it.
   */
  private volatile Draining timed;

  private volatile HeldBytes bytes;
  private volatile boolean asDeclared = true;
  private volatile Firing last;
  private final AtomicReference<CallScope> begunIn = new AtomicReference<>();

  /**
   * @param captured what the calling thread carried
   * @param source where the body comes from; null where there is none
   * @param body what is known of it before it is read
   */
  Sending(Object captured, Sends sends, HttpRequest.BodyPublisher source, SendBody body) {
    this.captured = captured;
    this.sends = sends;
    this.source = source;
    this.body = body;
  }

  /**
   * Reads the body and puts the bytes in the place of where they came from; on the client's thread,
   * outside any check.
   */
  CompletableFuture<Void> drain(JdkClientAccess access, Object multi, HttpRequest copy) {
    // What is known of a request must not keep it: it is known for as long as the client has it.
    WeakReference<Object> known = new WeakReference<>(multi);
    Draining draining =
        new Draining(sends.room(), access.executor(multi), () -> isCancelled(access, known.get()));
    reading = new WeakReference<>(draining);
    CompletableFuture<Void> drained = draining.read(access.publisher(copy));
    bytes = draining.bytes();
    if (access.isCancelled(multi)) {
      giveUp(null); // before there was anything to give up
    }
    if (!drained.isDone() && copy.timeout().isPresent()) {
      // The request's own time limit holds while its body is read, as it does without us.
      timed = draining;
      Object timer = access.startTimer(multi);
      drained.whenComplete((unused, failed) -> stopTimer(access, multi, timer));
    }
    return drained.thenRun(
        () -> {
          over = draining.isOver() ? draining.why() : null;
          if (over == null) {
            asDeclared = draining.isAsDeclared();
            HeldBody held = draining.held();
            body = held.held().body(copy.headers().allValues("content-encoding"));
            access.publisher(copy, held);
            source = held;
          }
        });
  }

  private void stopTimer(JdkClientAccess access, Object multi, Object timer) {
    timed = null;
    access.stopTimer(multi, timer);
  }

  private static boolean isCancelled(JdkClientAccess access, Object multi) {
    return multi == null || access.isCancelled(multi);
  }

  /**
   * The client gave the request up; of interest while its body is read.
   *
   * @param why as the client says it; null where the application cancels
   */
  void giveUp(IOException why) {
    WeakReference<Draining> known = reading;
    Draining draining = timed;
    if (draining == null && known != null) {
      draining = known.get();
    }
    if (draining != null) {
      draining.giveUp(why == null ? new IOException("Request cancelled") : said(why));
    }
  }

  /**
   * The client takes a request whose body is read before for one that does not connect. Not in the
   * hook, which a JVM without the client's module makes as well.
   */
  private static IOException said(IOException why) {
    return why instanceof HttpTimeoutException
        ? new HttpTimeoutException("request timed out")
        : why;
  }

  /** No attempt will be made any more; one that is still being written keeps the body itself. */
  void finish() {
    HeldBytes read = bytes;
    if (read != null) {
      read.release();
    }
    if (isCopied()) {
      body.overheard().ends(false); // whatever of it did not pass until now does not
    }
  }

  /** Its body will be read, and has to be let go. */
  void hold() {
    held = true;
  }

  boolean isHeld() {
    return held;
  }

  /** Whether its body is copied while it is sent, which somebody waits for. */
  boolean isCopied() {
    return body.overheard() != null;
  }

  /** The scope that stays open until the first attempt is judged, or there will be none. */
  void begunIn(CallScope scope) {
    begunIn.set(scope);
  }

  boolean hasBegun() {
    return begunIn.get() != null;
  }

  /** The scope that was kept open and is no longer needed; null when it was told before. */
  CallScope settle() {
    return begunIn.getAndSet(null);
  }

  Object captured() {
    return captured;
  }

  /** The body of an attempt, which is the one that was read, or none. */
  SendBody bodyOf(HttpRequest.BodyPublisher publisher) {
    if (publisher == null) {
      return SendBody.NONE;
    }
    if (publisher == source) {
      return body;
    }
    return sends.enforcing() ? SendBody.UNREAD : SendBody.ON_TRUST;
  }

  /** Why the body is not held as a whole, so that nothing of it can be sent; null when it is. */
  String over() {
    return over;
  }

  /** What cannot equal any preview: a body of another length than its publisher says. */
  List<String> divergent() {
    return asDeclared ? List.of() : List.of("/intent/body/length");
  }

  Firing last() {
    return last;
  }

  void last(Firing firing) {
    last = firing;
  }
}
