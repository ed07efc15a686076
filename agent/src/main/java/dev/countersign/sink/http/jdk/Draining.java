package dev.countersign.sink.http.jdk;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
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
  private final List<byte[]> parts = new ArrayList<>();
  private final int most;
  private final Executor executor;
  private final BooleanSupplier cancelled;
  private final Thread asking = Thread.currentThread();
  private volatile Flow.Subscription subscription;
  private volatile Asking innermost;
  private long length;
  private long declared = -1;
  private boolean over;
  private volatile boolean ended;

  /** Who asks the publisher for more; a publisher may answer inside that very call. */
  private static final class Asking {
    private final Thread thread = Thread.currentThread();
    private boolean again; // of this thread alone
  }

  /**
   * @param most bytes that are held; more is over bounds
   * @param cancelled whether the application gave the request up
   */
  Draining(int most, Executor executor, BooleanSupplier cancelled) {
    this.most = most;
    this.executor = executor;
    this.cancelled = cancelled;
  }

  /** Reads all of it; completes with the publisher's own failure where it fails. */
  CompletableFuture<Void> read(HttpRequest.BodyPublisher publisher) {
    try {
      declared = publisher.contentLength();
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
    ask(given);
  }

  @Override
  public void onNext(ByteBuffer buffer) {
    if (ended) {
      return;
    }
    if (cancelled.getAsBoolean() || length + buffer.remaining() > most) {
      over = true;
      subscription.cancel();
      end(null);
      return;
    }
    if (buffer.hasRemaining()) {
      // An empty one would be written as the chunk that ends the body, with the rest behind it.
      byte[] part = new byte[buffer.remaining()];
      buffer.get(part);
      parts.add(part);
      length += part.length;
    }
    ask(subscription);
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
    if (failed == null) {
      drained.complete(null);
    } else {
      drained.completeExceptionally(failed);
    }
  }

  /** Nobody waits for the rest. */
  void giveUp() {
    Flow.Subscription given = subscription;
    if (given != null && !ended) {
      ended = true;
      given.cancel();
    }
  }

  /** Whether not all of it was read: it was too much, or the application gave the request up. */
  boolean isOver() {
    return over;
  }

  /** Whether the publisher gave as many bytes as it said it would. */
  boolean isAsDeclared() {
    return declared < 0 || declared == length;
  }

  List<byte[]> parts() {
    return parts;
  }

  HeldBody held() {
    return new HeldBody(parts, declared);
  }
}
