package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.Room;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands in for the body of one request: reads the application's own to its end before anything is
 * sent, and gives it to the client in the same steps. A {@code Request.Content} of the library's
 * loader.
 *
 * <p>Reading begins where the client asks for the length, which is on the thread that would read
 * it, just before it is sent, and outside any check.
 */
final class HeldContent implements InvocationHandler {

  private final JettyLibrary library;
  private final Object request;
  private final Object content;
  private final Draining draining;
  private final AtomicBoolean started = new AtomicBoolean();
  private final AtomicBoolean suspended = new AtomicBoolean();
  private Draining.Steps steps;

  /**
   * @param request whose body it is
   */
  HeldContent(JettyLibrary library, Object request, Object content, Room room) {
    this.library = library;
    this.request = request;
    this.content = content;
    this.draining =
        library.line().pulled()
            ? new PullingDrain(library.chunks(), content, room)
            : new PushedDrain(library.subscriptions(), content, room);
  }

  /** What the client gets in the place of the body. */
  Object proxy() {
    Class<?> type = library.contentType();
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
  }

  /** Behind what {@link #proxy} made; null for any other body. */
  static HeldContent of(Object content) {
    return content != null
            && Proxy.isProxyClass(content.getClass())
            && Proxy.getInvocationHandler(content) instanceof HeldContent held
        ? held
        : null;
  }

  /** The application's own. */
  Object content() {
    return content;
  }

  /** Whether it stands in for the body of that one. */
  boolean isOf(Object other) {
    return request == other;
  }

  Draining draining() {
    return draining;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "getLength":
        start();
        return GatedCall.plain(method, content, args);
      case "read":
        return read();
      case "demand":
        throw new IllegalStateException("all of this body is there");
      case "subscribe":
        return HeldSubscription.proxy(
            library.subscriptions(), draining, args[0], (Boolean) args[1]);
      case "equals":
        return self == args[0];
      case "hashCode":
        return System.identityHashCode(self);
      default: // its type, whether it can be sent again, that it failed
        return GatedCall.plain(method, content, args);
    }
  }

  private void start() throws Throwable {
    if (started.compareAndSet(false, true)) {
      try {
        draining.start();
      } catch (Throwable failed) {
        draining.end(failed);
      }
    }
  }

  private Object read() throws IOException {
    if (!draining.hasEnded()) {
      throw new IllegalStateException("a body that was not held");
    }
    if (draining.failure() != null) {
      return library.chunks().of(draining.failure());
    }
    if (steps == null) {
      steps = draining.steps();
    }
    Draining.Step step = steps.next();
    return library.chunks().of(step.buffer(), step.last());
  }

  /**
   * Has the sender leave the exchange alone until all of the body is there, and send it then.
   *
   * @return false when there is nothing to wait for
   */
  boolean suspend(Object sender, Object exchange) {
    if (!started.get() || draining.hasEnded()) {
      return false;
    }
    suspended.set(true);
    if (!library.suspend(sender)) {
      suspended.set(false);
      return false;
    }
    boolean waits =
        draining.whenEnded(
            () -> {
              if (resume(sender)) {
                library.send(sender, exchange);
              }
            });
    if (!waits) {
      resume(sender);
    }
    return waits;
  }

  /**
   * Makes the sender what it was before {@link #suspend}.
   *
   * @return false when it was not suspended
   */
  boolean resume(Object sender) {
    return suspended.compareAndSet(true, false) && library.resume(sender);
  }
}
