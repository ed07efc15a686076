package dev.countersign.sink.http.jdk;

import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;

/**
 * The bytes of a body that were judged, given out as often as they are asked for: in the same
 * buffers and under the same length as the application's own publisher gave them, so that chunks
 * and lengths on the wire stay what they are. Nothing of it can be changed from outside.
 */
final class HeldBody implements HttpRequest.BodyPublisher {

  private final List<byte[]> parts;
  private final long length;

  /**
   * @param length as the application's publisher says it; negative = unknown, sent in chunks
   */
  HeldBody(List<byte[]> parts, long length) {
    this.parts = List.copyOf(parts); // a publisher that goes on after its end adds nothing
    this.length = length;
  }

  /** The bytes that are given out; neither list nor arrays are to be changed. */
  List<byte[]> parts() {
    return parts;
  }

  @Override
  public long contentLength() {
    return length;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    subscriber.onSubscribe(new Giving(subscriber));
  }

  /** Gives one subscriber what it asks for, on the thread that asks; calls do not nest. */
  private final class Giving implements Flow.Subscription {

    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private int next;
    private long demand;
    private boolean giving;
    private boolean done;
    private Throwable wrong;

    Giving(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
    }

    @Override
    public void request(long n) {
      synchronized (this) {
        if (n <= 0) {
          wrong = new IllegalArgumentException("non-positive subscription request");
        }
        demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
        if (giving) {
          return;
        }
        giving = true;
      }
      give();
    }

    private void give() {
      while (true) {
        ByteBuffer buffer;
        Throwable failed;
        synchronized (this) {
          boolean ended = next == parts.size() || wrong != null;
          if (done || demand == 0 && !ended) {
            giving = false;
            return;
          }
          failed = wrong;
          done = ended;
          buffer = ended ? null : ByteBuffer.wrap(parts.get(next++)).asReadOnlyBuffer();
          demand -= ended ? 0 : 1;
        }
        if (failed != null) {
          subscriber.onError(failed);
        } else if (buffer == null) {
          subscriber.onComplete();
        } else {
          subscriber.onNext(buffer);
        }
      }
    }

    @Override
    public synchronized void cancel() {
      done = true;
    }
  }
}
