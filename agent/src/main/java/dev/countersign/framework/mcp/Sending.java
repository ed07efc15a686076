package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.scope.CallScope;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A {@code tools/call} on its way to a server. Nothing is sent before what the library returns is
 * subscribed, and every subscription sends: each one is a use of the call.
 *
 * <p>The session commits, and the transport below it finds that it did; what reaches a transport
 * otherwise commits there. Holds nothing by which it is remembered: its parameters are whose they
 * were.
 */
final class Sending {

  private final SentCalls sent;
  private final CallScope scope;
  private final Map<?, ?> compared;

  /** Committed by the session, and not seen by a transport yet. */
  private final AtomicInteger expected = new AtomicInteger();

  /** Fails when a line of it was refused, which nobody waits for who could be told otherwise. */
  private final CompletableFuture<Object> stopped = new CompletableFuture<>();

  /**
   * @param compared the arguments among the parameters, as they are compared
   */
  Sending(SentCalls sent, CallScope scope, Map<?, ?> compared) {
    this.sent = sent;
    this.scope = scope;
    this.compared = compared;
  }

  CallScope scope() {
    return scope;
  }

  Map<?, ?> compared() {
    return compared;
  }

  CompletableFuture<Object> stopped() {
    return stopped;
  }

  void stop(EffectRefusedException refused) {
    stopped.completeExceptionally(refused);
  }

  /**
   * The session sends it.
   *
   * @param fired the parameters that are sent
   * @param answered completes when the answer is there
   * @throws EffectRefusedException when it must not
   */
  void bySession(Object fired, CompletableFuture<Object> answered) {
    sent.commit(this, sent.now(this, fired), answered);
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
   * @param id of the message
   * @param fired the parameters as they came there; what of them is sent is compared again, for
   *     between that and the subscription there was time
   * @param answered completes when it was sent
   * @return what the transport has to write
   * @throws EffectRefusedException when it must not
   */
  Expected byTransport(Object id, Object fired, CompletableFuture<Object> answered) {
    SentCalls.Arriving arriving = sent.arriving(this, fired);
    if (arriving == null) {
      throw new IllegalStateException("a message became a call of another tool before it was sent");
    }
    int before = expected.getAndUpdate(count -> count == 0 ? 0 : count - 1);
    if (before == 0 || !arriving.same()) {
      sent.commit(this, arriving.compared(), answered);
    }
    return new Expected(String.valueOf(id), this, arriving.compared(), arriving.values());
  }
}
