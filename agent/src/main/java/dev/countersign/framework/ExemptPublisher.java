package dev.countersign.framework;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import java.util.concurrent.Flow;

/**
 * A publisher that a model call returned: exempt while it is subscribed (spec 5.5). Its subscriber
 * is the application's and is called outside the frame.
 */
final class ExemptPublisher<T> implements Flow.Publisher<T> {

  private final Effects effects;
  private final Flow.Publisher<T> source;

  ExemptPublisher(Effects effects, Flow.Publisher<T> source) {
    this.effects = effects;
    this.source = source;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    // A null is the source's to reject, as it does.
    CallScope frame = subscriber == null ? null : effects.exemptions().enter(null);
    if (frame == null) {
      source.subscribe(subscriber); // null, or a frame around this one stands for it
      return;
    }
    boolean subscribed = false;
    try {
      source.subscribe(new Outside<>(effects, frame, subscriber));
      subscribed = true;
    } finally {
      effects.exemptions().leave(frame);
      if (!subscribed) {
        effects.exemptions().end(frame);
      }
    }
  }

  /** Calls the subscriber outside the frame, and what it asks for inside. */
  private static final class Outside<T> implements Flow.Subscriber<T> {

    private final Effects effects;
    private final CallScope frame;
    private final Flow.Subscriber<? super T> subscriber;

    Outside(Effects effects, CallScope frame, Flow.Subscriber<? super T> subscriber) {
      this.effects = effects;
      this.frame = frame;
      this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      outside(
          () ->
              subscriber.onSubscribe(
                  subscription == null ? null : new Asking(effects, frame, subscription)));
    }

    @Override
    public void onNext(T item) {
      outside(() -> subscriber.onNext(item));
    }

    @Override
    public void onError(Throwable failed) {
      effects.exemptions().end(frame);
      outside(() -> subscriber.onError(failed));
    }

    @Override
    public void onComplete() {
      effects.exemptions().end(frame);
      outside(subscriber::onComplete);
    }

    private void outside(Runnable call) {
      Object suspended = effects.exemptions().suspend();
      try {
        call.run();
      } finally {
        if (suspended != null) {
          Carry.restore(suspended);
        }
      }
    }
  }

  /** What the subscriber asks of the model goes on in the frame, on whichever thread it asks. */
  private record Asking(Effects effects, CallScope frame, Flow.Subscription subscription)
      implements Flow.Subscription {

    @Override
    public void request(long n) {
      Object carried = Carry.enter(frame);
      try {
        subscription.request(n);
      } finally {
        Carry.restore(carried);
      }
    }

    @Override
    public void cancel() {
      Object carried = Carry.enter(frame);
      try {
        subscription.cancel();
      } finally {
        Carry.restore(carried);
        effects.exemptions().end(frame);
      }
    }
  }
}
