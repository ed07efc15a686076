package dev.countersign.framework;

import dev.countersign.scope.Effects;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import dev.countersign.weave.Supertypes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.Flow;

/**
 * A {@code Flux} or {@code Mono} of Reactor that a model call returned: exempt as {@link
 * ExemptPublisher} is. Reactor's types are the application's, so what stands between is made for
 * the loader that they come from.
 */
final class ReactorPublisher {

  private static final String FLUX = "reactor.core.publisher.Flux";
  private static final String MONO = "reactor.core.publisher.Mono";
  private static final Set<String> BOTH = Set.of(FLUX, MONO);

  /** What is needed of one loaded Reactor, by its {@code Flux} or its {@code Mono}. */
  private static final ClassValue<Reactor> LOADED =
      new ClassValue<>() {
        @Override
        protected Reactor computeValue(Class<?> type) {
          return new Reactor(type);
        }
      };

  /**
   * @param result what a method returned
   * @return the same where it is no publisher of Reactor
   */
  static Object exempt(Effects effects, Object result) {
    Class<?> type = result == null ? null : Supertypes.named(result.getClass(), BOTH);
    return type == null ? result : LOADED.get(type).exempt(effects, result);
  }

  private static final class Reactor {

    private final Class<?> publisher;
    private final Class<?> subscriber;
    private final Class<?> subscription;
    private final Method from;
    private final Method subscribe;
    private final Method onSubscribe;
    private final Method onNext;
    private final Method onError;
    private final Method onComplete;
    private final Method request;
    private final Method cancel;

    Reactor(Class<?> type) {
      try {
        ClassLoader loader = type.getClassLoader();
        publisher = Class.forName("org.reactivestreams.Publisher", false, loader);
        // What Reactor's own operators subscribe with; it also carries their context upwards.
        subscriber = Class.forName("reactor.core.CoreSubscriber", false, loader);
        subscription = Class.forName("org.reactivestreams.Subscription", false, loader);
        Class<?> plain = Class.forName("org.reactivestreams.Subscriber", false, loader);
        // Of a Mono, from() would cancel behind the first value.
        from = type.getMethod(type.getName().equals(MONO) ? "fromDirect" : "from", publisher);
        subscribe = publisher.getMethod("subscribe", plain);
        onSubscribe = plain.getMethod("onSubscribe", subscription);
        onNext = plain.getMethod("onNext", Object.class);
        onError = plain.getMethod("onError", Throwable.class);
        onComplete = plain.getMethod("onComplete");
        request = subscription.getMethod("request", long.class);
        cancel = subscription.getMethod("cancel");
      } catch (ReflectiveOperationException unknownLine) {
        throw new IllegalStateException(
            "this Reactor is not known, 3.4 to 3.8 are: " + unknownLine, unknownLine);
      }
    }

    Object exempt(Effects effects, Object source) {
      InvocationHandler between =
          (self, method, arguments) -> {
            if (!method.equals(subscribe)) {
              return GatedCall.plain(method, source, arguments);
            }
            Object whole = arguments[0];
            Flow.Publisher<Object> upstream =
                inner -> call(subscribe, source, toReactor(inner, whole));
            new ExemptPublisher<>(effects, upstream)
                .subscribe(whole == null ? null : toFlow(whole));
            return null;
          };
      return call(from, null, OpenProxy.of(publisher, between));
    }

    /**
     * @param whole Reactor's own subscriber, which answers what the other one cannot: its context
     */
    private Object toReactor(Flow.Subscriber<? super Object> inner, Object whole) {
      return inner == null
          ? null
          : OpenProxy.of(
              subscriber,
              (self, method, arguments) -> {
                switch (method.getName()) {
                  case "onSubscribe" -> inner.onSubscribe(toFlowSubscription(arguments[0]));
                  case "onNext" -> inner.onNext(arguments[0]);
                  case "onError" -> inner.onError((Throwable) arguments[0]);
                  case "onComplete" -> inner.onComplete();
                  default -> {
                    return GatedCall.plain(method, whole, arguments);
                  }
                }
                return null;
              });
    }

    private Flow.Subscriber<Object> toFlow(Object whole) {
      return new Flow.Subscriber<>() {
        @Override
        public void onSubscribe(Flow.Subscription given) {
          call(onSubscribe, whole, given == null ? null : toReactor(given));
        }

        @Override
        public void onNext(Object item) {
          call(onNext, whole, item);
        }

        @Override
        public void onError(Throwable failed) {
          call(onError, whole, failed);
        }

        @Override
        public void onComplete() {
          call(onComplete, whole);
        }
      };
    }

    private Object toReactor(Flow.Subscription given) {
      return OpenProxy.of(
          subscription,
          (self, method, arguments) -> {
            switch (method.getName()) {
              case "request" -> given.request((Long) arguments[0]);
              case "cancel" -> given.cancel();
              default -> {
                return GatedCall.plain(method, given, arguments);
              }
            }
            return null;
          });
    }

    private Flow.Subscription toFlowSubscription(Object given) {
      return given == null
          ? null
          : new Flow.Subscription() {
            @Override
            public void request(long n) {
              call(request, given, n);
            }

            @Override
            public void cancel() {
              call(ReactorPublisher.Reactor.this.cancel, given);
            }
          };
    }
  }

  /** What is thrown arrives as itself, whether it was declared or not. */
  private static Object call(Method method, Object target, Object... arguments) {
    try {
      return GatedCall.plain(method, target, arguments);
    } catch (Throwable thrown) {
      throw ReactorPublisher.<RuntimeException>asItself(thrown);
    }
  }

  @SuppressWarnings("unchecked") // erased: whatever it is, it is thrown
  private static <T extends Throwable> T asItself(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private ReactorPublisher() {}
}
