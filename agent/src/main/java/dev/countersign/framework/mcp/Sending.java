package dev.countersign.framework.mcp;

import dev.countersign.scope.CallScope;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A {@code tools/call} on its way to a server. Nothing is sent before what the library returns is
 * subscribed, and every subscription sends: each one is a use of the call.
 *
 * <p>The session commits, and the transport below it finds that it did; what reaches a transport
 * otherwise commits there.
 */
final class Sending {

  private final SentCalls sent;
  private final CallScope scope;
  private final Object fired;
  private final Map<?, ?> compared;

  /** Committed by the session, and not seen by a transport yet. */
  private final AtomicInteger expected = new AtomicInteger();

  /**
   * @param fired the parameters that are sent; null for none
   * @param compared the arguments among them, as they are compared
   */
  Sending(SentCalls sent, CallScope scope, Object fired, Map<?, ?> compared) {
    this.sent = sent;
    this.scope = scope;
    this.fired = fired;
    this.compared = compared;
  }

  CallScope scope() {
    return scope;
  }

  Object fired() {
    return fired;
  }

  Map<?, ?> compared() {
    return compared;
  }

  /**
   * The session sends it.
   *
   * @param answered completes when the answer is there
   * @throws dev.countersign.EffectRefusedException when it must not
   */
  void bySession(CompletableFuture<Object> answered) {
    sent.commit(this, sent.now(this), answered);
    expected.incrementAndGet();
  }

  /**
   * The calling thread begins or ends to send it by its session.
   *
   * @param before what it sent before; null at the beginning
   */
  Sending sends(boolean begins, Sending before) {
    return sent.sends(begins ? this : before);
  }

  /**
   * A transport sends it.
   *
   * @param came as it came there; what of it is sent is compared again, for between that and the
   *     subscription there was time
   * @param answered completes when it was sent
   * @throws dev.countersign.EffectRefusedException when it must not
   */
  void byTransport(SentCalls.Arriving came, CompletableFuture<Object> answered) {
    SentCalls.Arriving arriving = sent.arriving(this, came.fired());
    if (arriving == null) {
      throw new IllegalStateException("a message became a call of another tool before it was sent");
    }
    int before = expected.getAndUpdate(count -> count == 0 ? 0 : count - 1);
    if (before == 0 || !arriving.same()) {
      sent.commit(this, arriving.compared(), answered);
    }
  }
}
