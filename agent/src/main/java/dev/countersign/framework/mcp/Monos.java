package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.weave.OpenProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Reactor of the application's, as far as a result of the library is made or watched with it. */
final class Monos {

  private static final ClassValue<Monos> BESIDE =
      new ClassValue<>() {
        @Override
        protected Monos computeValue(Class<?> type) {
          return new Monos(type.getClassLoader());
        }
      };

  private final Class<?> mono;
  private final Method just;
  private final Method error;
  private final Method fromDirect;
  private final Method timeout;
  private final Method onErrorReturn;
  private final Method defaultIfEmpty;
  private final Method flatMap;
  private final Method or;
  private final Method fromFuture;
  private final Method onNext;
  private final Method onComplete;
  private final Class<?> publisher;
  private final Class<?> subscriber;
  private final Class<?> subscription;

  private Monos(ClassLoader loader) {
    try {
      mono = Class.forName(Library.MONO, false, loader);
      publisher = Class.forName(Library.PUBLISHER, false, loader);
      subscriber = Class.forName(Library.SUBSCRIBER, false, loader);
      subscription = Class.forName(Library.SUBSCRIPTION, false, loader);
      just = mono.getMethod("just", Object.class);
      error = mono.getMethod("error", Throwable.class);
      onNext = subscriber.getMethod("onNext", Object.class);
      onComplete = subscriber.getMethod("onComplete");
      fromDirect = mono.getMethod("fromDirect", publisher);
      timeout = mono.getMethod("timeout", Duration.class);
      onErrorReturn = mono.getMethod("onErrorReturn", Object.class);
      defaultIfEmpty = mono.getMethod("defaultIfEmpty", Object.class);
      flatMap = mono.getMethod("flatMap", Function.class);
      or = mono.getMethod("or", mono);
      fromFuture = mono.getMethod("fromFuture", CompletableFuture.class, boolean.class);
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException("Reactor is not as it is known", unknown);
    }
  }

  /**
   * That which a class of the library uses.
   *
   * @param type the class
   */
  static Monos of(Class<?> type) {
    return BESIDE.get(type);
  }

  /** A {@code Mono} of that value. */
  Object just(Object value) {
    return Accessors.invoke(just, null, value);
  }

  /** A {@code Mono} that fails. */
  Object error(Throwable thrown) {
    return Accessors.invoke(error, null, thrown);
  }

  /**
   * A {@code Mono} of what comes of an answer, or of something else where none comes.
   *
   * @param answer a {@code Mono}
   * @param limit how long it is waited for, by nobody's thread
   * @param heard makes the {@code Mono} that goes on, of the answer
   * @param otherwise what it is where the answer fails, or is none
   */
  Object then(Object answer, Duration limit, UnaryOperator<Object> heard, Object otherwise) {
    Object unheard = new Object();
    Object sure =
        Accessors.invoke(
            defaultIfEmpty,
            Accessors.invoke(onErrorReturn, Accessors.invoke(timeout, answer, limit), unheard),
            unheard);
    Function<Object, Object> goesOn =
        value -> value == unheard ? just(otherwise) : heard.apply(value);
    return Accessors.invoke(flatMap, sure, goesOn);
  }

  /**
   * A {@code Mono} that does what the given one does unless it is stopped.
   *
   * @param stopped fails where it is
   */
  Object unlessStopped(Object source, CompletableFuture<Object> stopped) {
    return Accessors.invoke(or, source, Accessors.invoke(fromFuture, null, stopped, true));
  }

  boolean isMono(Object result) {
    return mono.isInstance(result);
  }

  /**
   * A {@code Mono} that does what the given one does, with somebody who watches it.
   *
   * @param watchers asked at each subscription, before anything of it happens; a refusal that it
   *     throws is how the subscription ends
   */
  Object watched(Object source, Supplier<? extends Watcher> watchers) {
    return Accessors.invoke(
        fromDirect, null, OpenProxy.of(publisher, new WatchedMono(this, source, watchers)));
  }

  Method onNext() {
    return onNext;
  }

  Method onComplete() {
    return onComplete;
  }

  Object subscriber(InvocationHandler handler) {
    return OpenProxy.of(subscriber, handler);
  }

  Object subscription(InvocationHandler handler) {
    return OpenProxy.of(subscription, handler);
  }
}
