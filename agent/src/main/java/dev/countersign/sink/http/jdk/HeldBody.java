package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.HeldBytes;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * The bytes of a body that were judged, given out as often as they are asked for: in the same
 * buffers and under the same length as the application's own publisher gave them, so that chunks
 * and lengths on the wire stay what they are. Nothing of it can be changed from outside.
 */
final class HeldBody implements HttpRequest.BodyPublisher {

  private final HeldBytes held;
  private final long length;

  /**
   * @param length as the application's publisher says it; negative = unknown, sent in chunks
   */
  HeldBody(HeldBytes held, long length) {
    this.held = held;
    this.length = length;
  }

  /** The bytes that are given out. */
  HeldBytes held() {
    return held;
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
    private HeldBytes.Reader reader;
    private long demand;
    private boolean giving;
    private boolean done;
    private Throwable wrong;

    Giving(Flow.Subscriber<? super ByteBuffer> subscriber) {
      this.subscriber = subscriber;
      try {
        reader = held.read();
      } catch (IOException gone) {
        wrong = gone;
      }
    }

    /** The next buffer; null where there is none, or it is not what was judged. */
    private ByteBuffer next() {
      try {
        return wrong == null && reader.next() ? reader.buffer() : null;
      } catch (IOException changed) {
        wrong = changed;
        return null;
      }
    }

    private void end() {
      done = true;
      if (reader != null) {
        reader.close();
      }
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
          boolean ended = wrong != null || !reader.hasNext();
          if (done || demand == 0 && !ended) {
            giving = false;
            return;
          }
          buffer = next();
          failed = wrong;
          if (buffer == null) {
            end();
          } else {
            demand--;
          }
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
      end();
    }
  }
}
