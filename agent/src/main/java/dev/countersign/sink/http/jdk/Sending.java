package dev.countersign.sink.http.jdk;

import dev.countersign.effect.SendBody;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.Sends;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** One request of the application with all its wire attempts. */
final class Sending {

  private final Object captured;
  private final Sends sends;
  private volatile HttpRequest.BodyPublisher source;
  private volatile SendBody body;
  private volatile boolean over;
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
    Draining draining =
        new Draining(sends.maxBody(), access.executor(multi), () -> access.isCancelled(multi));
    CompletableFuture<Void> drained = draining.read(access.publisher(copy));
    CompletableFuture<Void> bounded = bounded(drained, copy);
    bounded.whenComplete(
        (unused, failed) -> {
          if (failed != null) {
            draining.giveUp();
          }
        });
    return bounded.thenRun(
        () -> {
          over = draining.isOver();
          asDeclared = draining.isAsDeclared();
          if (!over) {
            HeldBody held = draining.held();
            body =
                SendBody.of(
                    held.parts(), copy.headers().allValues("content-encoding"), sends.maxBody());
            access.publisher(copy, held);
            source = held;
          }
        });
  }

  /** The request's own time limit holds while its body is read, as it does without us. */
  private static CompletableFuture<Void> bounded(
      CompletableFuture<Void> drained, HttpRequest copy) {
    if (drained.isDone() || copy.timeout().isEmpty()) {
      return drained;
    }
    return drained
        .orTimeout(copy.timeout().get().toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(
            failed -> {
              if (failed instanceof TimeoutException) {
                throw new CompletionException(new HttpTimeoutException("request timed out"));
              }
              throw failed instanceof CompletionException wrapped
                  ? wrapped
                  : new CompletionException(failed);
            });
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

  /** Whether the body is more than is held; nothing of it can be sent any more. */
  boolean isOver() {
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
