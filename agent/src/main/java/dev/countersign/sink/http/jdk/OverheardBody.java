package dev.countersign.sink.http.jdk;

import dev.countersign.effect.Overheard;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The application's own body, of which the first subscriber's bytes are copied as they pass: in the
 * same buffers, when they are asked for, on the publisher's own thread. Later subscribers, those of
 * a repeated request, get it as it is.
 */
final class OverheardBody implements HttpRequest.BodyPublisher {

  private final HttpRequest.BodyPublisher own;
  private final Overheard copy;
  private final AtomicBoolean first = new AtomicBoolean(true);

  /**
   * One, as what it is to the client: who makes it is linked at every start, where the type's
   * module may be missing, and must not be looked into for whether the one is the other.
   */
  static HttpRequest.BodyPublisher of(HttpRequest.BodyPublisher own, Overheard copy) {
    return new OverheardBody(own, copy);
  }

  private OverheardBody(HttpRequest.BodyPublisher own, Overheard copy) {
    this.own = own;
    this.copy = copy;
  }

  @Override
  public long contentLength() {
    return own.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    own.subscribe(first.getAndSet(false) ? new Listening(subscriber, copy) : subscriber);
  }

  private record Listening(Flow.Subscriber<? super ByteBuffer> subscriber, Overheard copy)
      implements Flow.Subscriber<ByteBuffer> {

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
      if (buffer != null) {
        copy.passes(buffer);
      }
      subscriber.onNext(buffer);
    }

    @Override
    public void onError(Throwable failed) {
      copy.ends(false);
      subscriber.onError(failed);
    }

    @Override
    public void onComplete() {
      copy.ends(true);
      subscriber.onComplete();
    }
  }
}
