package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.ToolHolder;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call that a server resolved, until the {@code Mono} that carries it out ended. Thread-safe:
 * handlers run on other threads than the one that resolved it.
 */
final class ServedCall implements Watcher, ToolHolder {

  private final Effects effects;
  private final Class<?> library;
  private final boolean told;
  private final Object handler;
  private final AtomicBoolean over = new AtomicBoolean();
  private final CompletableFuture<Object> body = new CompletableFuture<>();

  private final AtomicBoolean handed = new AtomicBoolean();

  /** Null until it is resolved. */
  private volatile CallScope scope;

  /**
   * @param library a class of it
   * @param told whether its result goes to the model: a refusal is one, then
   * @param handler what it is handed to
   */
  ServedCall(Effects effects, Class<?> library, boolean told, Object handler) {
    this.effects = effects;
    this.library = library;
    this.told = told;
    this.handler = handler;
  }

  @Override
  public Object toolObject() {
    return handler;
  }

  void scope(CallScope resolved) {
    scope = resolved;
  }

  CallScope scope() {
    return scope;
  }

  /**
   * A handler is about to carry it out.
   *
   * @return whether it is the first one; further ones are what that one hands it on to, on
   *     whichever threads, or what tries again after a refusal
   */
  boolean hand() {
    return handed.compareAndSet(false, true);
  }

  /** Completes when the {@code Mono} of an asynchronous handler does. */
  CompletableFuture<Object> body() {
    return body;
  }

  @Override
  public Object carried() {
    return scope;
  }

  @Override
  public Object ended(Object value) {
    // What a handler hid, the model is told all the same.
    EffectRefusedException hidden = effects.bodies().swallowedIn(scope);
    over(null, false);
    return hidden == null ? value : ToldResult.of(library, hidden);
  }

  @Override
  public void ended() {
    over(null, false);
  }

  @Override
  public Object failed(Throwable thrown) {
    EffectRefusedException refused =
        thrown instanceof EffectRefusedException itself
            ? itself
            : effects.bodies().swallowedIn(scope);
    over(thrown, false);
    return refused == null || !told ? null : ToldResult.of(library, refused);
  }

  @Override
  public void cancelled() {
    over(null, true);
  }

  /** Nothing of the call goes on; of several ends the first counts. */
  void over(Throwable thrown, boolean abandoned) {
    CallScope resolved = scope;
    if (resolved == null || !over.compareAndSet(false, true)) {
      return;
    }
    if (abandoned) {
      body.cancel(false);
    } else if (thrown != null) {
      body.completeExceptionally(thrown);
    } else {
      body.complete(null);
    }
    Object before = Carry.enter(resolved);
    try {
      effects.end(resolved, thrown);
    } catch (RuntimeException unwritten) {
      effects.outcomeLost(unwritten); // the answer is not ours to lose
    } finally {
      Carry.restore(before);
    }
  }
}
