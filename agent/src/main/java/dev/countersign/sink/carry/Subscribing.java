package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Supertypes;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Set;

/**
 * Where Reactor subscribes to a publisher: whichever thread the signals come on, what is done with
 * them is done for who subscribed.
 *
 * <p>Who subscribes outside any call is left alone, but for what several share: there the signals
 * may come by the pipeline of a call, now or long after. What a call's own thread hands to a sink
 * is still the call's, whoever listens.
 */
final class Subscribing implements SiteHandler {

  /** Which subscriptions a site sees. */
  enum Kind {
    /** Any, where its pipeline ends: of a call's only. */
    ANY,
    /** To an operator that makes a value once, for whoever waits. */
    VALUE,
    /** To an operator whose signals many hear of. */
    SIGNALS,
    /** To a source whose signals many hear of: a call's are seen as {@link #ANY} as well. */
    SOURCE
  }

  private static final String SUBSCRIBER = "reactor.core.CoreSubscriber";
  private static final String PUBLISHER = "reactor.core.publisher.";

  private static final Set<String> PUBLISHERS = Set.of(PUBLISHER + "Flux", PUBLISHER + "Mono");

  /**
   * The interface of subscribers of a publisher's Reactor: that of the loader of its {@code Flux}
   * or {@code Mono}, for that of a class which extends one need not see it.
   */
  private static final ClassValue<Class<?>> SUBSCRIBERS =
      new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
          try {
            Class<?> woven = Supertypes.named(type, PUBLISHERS);
            return Class.forName(SUBSCRIBER, false, woven.getClassLoader());
          } catch (ClassNotFoundException unknownLine) {
            throw new IllegalStateException("this Reactor has no " + SUBSCRIBER, unknownLine);
          }
        }
      };

  /** What the calling thread carries because a signal came for it, and not by itself. */
  private static final ThreadLocal<Entered> ENTERED = new ThreadLocal<>();

  /**
   * @param captured what it carries now
   * @param previous what it carries by itself, for {@link Carry#restore}
   */
  private record Entered(Object captured, Object previous, Entered outer) {}

  private final Kind kind;

  Subscribing(Kind kind) {
    this.kind = kind;
  }

  /** The subscriber is the last argument: the only one, or behind the publisher that is called. */
  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    int last = args.length - 1;
    if (args[last] == null) {
      return null;
    }
    Object captured = Carry.capture();
    InvocationHandler handler =
        Carry.carries(captured) ? inCall(args[last], captured) : outside(args[last], captured);
    if (handler != null) {
      args[last] = OpenProxy.of(SUBSCRIBERS.get(self.getClass()), handler);
    }
    return null;
  }

  private InvocationHandler inCall(Object subscriber, Object captured) {
    return kind == Kind.SOURCE ? null : new Carrying(subscriber, captured);
  }

  private InvocationHandler outside(Object subscriber, Object captured) {
    return switch (kind) {
      case ANY -> null;
      case VALUE -> new Carrying(subscriber, captured);
      case SIGNALS, SOURCE -> new Outside(subscriber);
    };
  }

  private static boolean isSignal(Method method) {
    return method.getName().startsWith("on");
  }

  /** Is called in the scope that it subscribed in, or in none. */
  private record Carrying(Object subscriber, Object captured) implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      if (!isSignal(method)) {
        return GatedCall.plain(method, subscriber, args);
      }
      Entered outer = ENTERED.get();
      Object previous = Carry.enterBecause(captured);
      try {
        ENTERED.set(new Entered(captured, previous, outer));
        return GatedCall.plain(method, subscriber, args);
      } finally {
        Carry.restore(previous);
        ENTERED.set(outer);
      }
    }
  }

  /** Is called in what the thread carries by itself. */
  private record Outside(Object subscriber) implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      Entered entered = isSignal(method) ? ENTERED.get() : null;
      if (entered == null || Carry.capture() != entered.captured()) {
        return GatedCall.plain(method, subscriber, args);
      }
      try {
        Carry.restore(entered.previous());
        ENTERED.set(entered.outer());
        return GatedCall.plain(method, subscriber, args);
      } finally {
        Carry.enter(entered.captured());
        ENTERED.set(entered);
      }
    }
  }
}
