package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * Reads the application's body once, as the client itself would: on the client's thread, one buffer
 * asked for after the other, outside any check. Completes on the client's thread too, or on its
 * executor when the publisher is on one of its own.
 */
final class Draining implements Flow.Subscriber<ByteBuffer> {

  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private final Room room;
  private final Executor executor;
  private final BooleanSupplier cancelled;
  private final Thread asking = Thread.currentThread();
  private volatile Flow.Subscription subscription;
  private volatile Asking innermost;
  private volatile HeldBytes held;
  private long declared = -1;
  private boolean cut;
  private volatile boolean ended;

  /** Who asks the publisher for more; a publisher may answer inside that very call. */
  private static final class Asking {
    private final Thread thread = Thread.currentThread();
    private boolean again; // of this thread alone
  }

  /**
   * @param cancelled whether the application gave the request up
   */
  Draining(Room room, Executor executor, BooleanSupplier cancelled) {
    this.room = room;
    this.executor = executor;
    this.cancelled = cancelled;
  }

  /** Reads all of it; completes with the publisher's own failure where it fails. */
  CompletableFuture<Void> read(HttpRequest.BodyPublisher publisher) {
    try {
      declared = publisher.contentLength();
      held = new HeldBytes(room, declared);
      if (declared == 0) {
        // The client asks a body of no length for nothing.
        end(null);
      } else {
        publisher.subscribe(this);
      }
    } catch (Throwable failed) {
      end(failed);
    }
    return drained;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription != null) {
      given.cancel();
      return;
    }
    subscription = given;
    if (ended) {
      given.cancel(); // given up before
    } else {
      ask(given);
    }
  }

  @Override
  public void onNext(ByteBuffer buffer) {
    if (ended) {
      return;
    }
    if (cancelled.getAsBoolean() || !keep(buffer)) {
      cut = true;
      subscription.cancel();
      end(null);
      return;
    }
    ask(subscription);
  }

  /**
   * Holds a buffer. An empty one is left out: it would be written as the chunk that ends the body,
   * with the rest behind it.
   *
   * @return false when it cannot be held
   */
  private boolean keep(ByteBuffer buffer) {
    try {
      held.write(buffer);
      return true;
    } catch (IOException | OutOfMemoryError tooMuch) {
      return false; // an error would leave through the publisher, and nobody would hear of an end
    }
  }

  /**
   * Asks for one more buffer. One that comes inside the question is asked on from there, not from
   * inside: a body of any number of buffers needs the stack of one.
   */
  private void ask(Flow.Subscription given) {
    Asking outer = innermost;
    if (outer != null && outer.thread == Thread.currentThread()) {
      outer.again = true;
      return;
    }
    Asking own = new Asking();
    innermost = own;
    do {
      own.again = false;
      given.request(1);
    } while (own.again && !ended);
    if (innermost == own) {
      innermost = null;
    }
  }

  @Override
  public void onError(Throwable failed) {
    end(failed);
  }

  @Override
  public void onComplete() {
    end(null);
  }

  private void end(Throwable failed) {
    if (ended) {
      return;
    }
    ended = true;
    if (Thread.currentThread() == asking) {
      complete(failed);
      return;
    }
    try {
      executor.execute(() -> complete(failed));
    } catch (RejectedExecutionException full) {
      complete(failed);
    }
  }

  private void complete(Throwable failed) {
    HeldBytes all = held;
    if (all != null) {
      all.close();
    }
    if (failed == null) {
      drained.complete(null);
    } else {
      release();
      drained.completeExceptionally(failed);
    }
  }

  /**
   * Nobody waits for the rest: the request was cancelled, or its time is over. The publisher is
   * told on the client's executor, for it may be called from inside a check.
   *
   * @param why what reading ends with
   */
  void giveUp(Throwable why) {
    if (ended) {
      return;
    }
    ended = true;
    try {
      executor.execute(() -> cancel(why));
    } catch (RejectedExecutionException full) {
      cancel(why);
    }
  }

  private void cancel(Throwable why) {
    Flow.Subscription given = subscription;
    try {
      if (given != null) {
        given.cancel();
      }
    } finally {
      complete(why);
    }
  }

  /** What is held of it; null where nothing is. */
  HeldBytes bytes() {
    return held;
  }

  private void release() {
    HeldBytes all = held;
    if (all != null) {
      all.release();
    }
  }

  /** Whether not all of it was read: it was too much, or the application gave the request up. */
  boolean isOver() {
    return cut || held == null || held.isOver();
  }

  /** Why. */
  String why() {
    String tooMuch = held == null ? null : held.why();
    return tooMuch == null ? "a body that was given up while it was read" : tooMuch;
  }

  /** Whether the publisher gave as many bytes as it said it would. */
  boolean isAsDeclared() {
    return declared < 0 || declared == held.length();
  }

  HeldBody held() {
    return new HeldBody(held, declared);
  }
}
