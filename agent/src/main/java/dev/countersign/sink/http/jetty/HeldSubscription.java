package dev.countersign.sink.http.jetty;

import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives a held body to the sender of Jetty 10 or 11, one step each time that it asks. A {@code
 * Request.Content.Subscription} of the library's loader.
 */
final class HeldSubscription implements InvocationHandler {

  private final Subscriptions subscriptions;
  private final Draining draining;
  private final Object sender;
  private final AtomicInteger asked = new AtomicInteger();
  private boolean begun;
  private Draining.Steps steps;
  private volatile Throwable failed;

  private HeldSubscription(
      Subscriptions subscriptions, Draining draining, Object sender, boolean initial) {
    this.subscriptions = subscriptions;
    this.draining = draining;
    this.sender = sender;
    this.begun = initial;
  }

  /**
   * @param initial false where the head is to be sent alone
   */
  static Object proxy(
      Subscriptions subscriptions, Draining draining, Object sender, boolean initial) {
    Class<?> type = subscriptions.subscription();
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        new HeldSubscription(subscriptions, draining, sender, initial));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "demand":
        demand();
        return null;
      case "fail":
        failed = (Throwable) args[0];
        draining.giveUp(failed);
        return null;
      default:
        return GatedCall.plain(method, this, args);
    }
  }

  /** The sender asks for more inside the very call that gives it something. */
  private void demand() throws Throwable {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    do {
      Throwable reason = failed;
      try {
        if (reason == null) {
          give();
          continue;
        }
      } catch (Throwable refused) {
        failed = refused;
        reason = refused;
      }
      subscriptions.giveFailure(sender, reason);
    } while (asked.decrementAndGet() > 0);
  }

  private void give() throws Throwable {
    if (!draining.hasEnded()) {
      throw new IllegalStateException("a body that was not held");
    }
    if (draining.failure() != null) {
      throw draining.failure();
    }
    if (!begun) {
      begun = true;
      subscriptions.give(sender, ByteBuffer.allocate(0), false);
    } else {
      if (steps == null) {
        steps = draining.steps();
      }
      Draining.Step step = steps.next();
      subscriptions.give(sender, step.buffer(), step.last());
    }
  }
}
