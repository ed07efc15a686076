package dev.countersign.sink.http.netty;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import java.util.concurrent.atomic.AtomicReference;

/** One subscription of Reactor Netty's client with all its wire attempts. */
final class Subscription {

  /** An attempt that was made. */
  record Last(Firing firing, String method, String url) {

    /**
     * An authentication round repeats a request; a redirect changes where it goes or what it asks.
     */
    boolean isRepeatedBy(String otherMethod, String otherUrl) {
      return method.equals(otherMethod) && url.equals(otherUrl);
    }
  }

  private final Object captured;
  private final AtomicReference<CallScope> begunIn;
  private volatile Last last;

  /**
   * @param captured what the subscribing thread carried
   * @param begunIn the scope that stays open until the first attempt is judged; null for none
   */
  Subscription(Object captured, CallScope begunIn) {
    this.captured = captured;
    this.begunIn = new AtomicReference<>(begunIn);
  }

  Object captured() {
    return captured;
  }

  /** The scope that was kept open and is no longer needed; null when it was told before. */
  CallScope settle() {
    return begunIn.getAndSet(null);
  }

  /** Null before the first attempt. */
  Last last() {
    return last;
  }

  void last(Last attempt) {
    last = attempt;
  }
}
