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
 * Where Reactor subscribes to the source of a pipeline, or to an operator that several share:
 * whichever thread the signals come on, what is done with them is done for who subscribed.
 *
 * <p>Who subscribes outside any call is left alone, but for what several share: there the signals
 * may come by the pipeline of a call that was first. What a call's own thread hands to a sink is
 * still the call's, whoever listens.
 */
final class Subscribing implements SiteHandler {

  private static final String SUBSCRIBER = "reactor.core.CoreSubscriber";
  private static final String PUBLISHER = "reactor.core.publisher.";

  /** Who shares what. */
  private enum Sharing {
    /** One subscriber. */
    NONE,
    /** A value that is made once, for whoever waits. */
    VALUE,
    /** Signals of one source that many hear of. */
    SIGNALS
  }

  private static final Set<String> VALUES =
      Set.of(
          PUBLISHER + "MonoCacheInvalidateIf",
          PUBLISHER + "MonoCacheInvalidateWhen",
          PUBLISHER + "MonoCacheTime");

  private static final Set<String> SIGNALS =
      Set.of(
          PUBLISHER + "FluxAutoConnect",
          PUBLISHER + "FluxAutoConnectFuseable",
          PUBLISHER + "FluxPublish",
          PUBLISHER + "FluxPublishMulticast",
          PUBLISHER + "FluxRefCount",
          PUBLISHER + "FluxRefCountGrace",
          PUBLISHER + "FluxReplay",
          PUBLISHER + "MonoPublishMulticast",
          PUBLISHER + "NextProcessor");

  private static final ClassValue<Sharing> SHARING =
      new ClassValue<>() {
        @Override
        protected Sharing computeValue(Class<?> type) {
          String name = type.getName();
          return VALUES.contains(name)
              ? Sharing.VALUE
              : SIGNALS.contains(name) || name.startsWith(PUBLISHER + "Sink")
                  ? Sharing.SIGNALS
                  : Sharing.NONE;
        }
      };

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

  private final boolean sharedOnly;

  /**
   * @param sharedOnly whether what is subscribed to is an operator, of which only the shared ones
   *     matter: the others hand on what they subscribe to their source
   */
  Subscribing(boolean sharedOnly) {
    this.sharedOnly = sharedOnly;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] == null || args[1] == null) {
      return null;
    }
    Object captured = Carry.capture();
    Sharing sharing = SHARING.get(args[0].getClass());
    InvocationHandler handler =
        Carry.carries(captured)
            ? sharedOnly && sharing == Sharing.NONE ? null : new Carrying(args[1], captured)
            : switch (sharing) {
              case NONE -> null;
              case VALUE -> new Carrying(args[1], captured);
              case SIGNALS -> new Outside(args[1]);
            };
    if (handler != null) {
      args[1] = OpenProxy.of(SUBSCRIBERS.get(self.getClass()), handler);
    }
    return null;
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
