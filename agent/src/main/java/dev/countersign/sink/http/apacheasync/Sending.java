package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import java.util.concurrent.atomic.AtomicReference;

/** One request of the application with all its wire attempts. */
final class Sending {

  private final Object captured;
  private final AtomicReference<CallScope> begunIn = new AtomicReference<>();
  private volatile Last last;
  private volatile boolean unsent;

  /**
   * The attempt that was made last.
   *
   * @param url as it was requested
   */
  private record Last(Firing firing, String method, String url) {}

  /**
   * @param captured what the thread carried that asked for it
   * @param begunIn the scope that stays open until the request is over; null for none
   */
  Sending(Object captured, CallScope begunIn) {
    this.captured = captured;
    this.begunIn.set(begunIn);
  }

  Object captured() {
    return captured;
  }

  /** The scope that was kept open; null when it was told before. */
  CallScope settle() {
    return begunIn.getAndSet(null);
  }

  /**
   * The attempt that an answer turned into another one; null for the first, and for one that
   * repeats it: an authentication round, a retry.
   */
  Firing sentOnFrom(String method, String url) {
    Last before = last;
    return before == null || before.method.equals(method) && before.url.equals(url)
        ? null
        : before.firing;
  }

  /** The attempt that was made last; null before the first one. */
  Firing last() {
    Last made = last;
    return made == null ? null : made.firing;
  }

  void attempted(Firing firing, String method, String url) {
    last = new Last(firing, method, url);
  }

  /** It was refused, and its connection is as it was before. */
  void refusedUnsent() {
    unsent = true;
  }

  boolean isRefusedUnsent() {
    return unsent;
  }
}
