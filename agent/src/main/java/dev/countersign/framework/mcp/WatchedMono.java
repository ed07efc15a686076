package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.scope.Carry;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.function.Supplier;

/**
 * A publisher around a {@code Mono}: what it does it does in the scope of its call, on whichever
 * threads; whoever subscribed hears of the value in what he carried himself, for what he does next
 * is no part of the call.
 */
final class WatchedMono implements InvocationHandler {

  private final Monos monos;
  private final Object source;
  private final Supplier<? extends Watcher> watchers;

  /**
   * @param watchers gives each subscription its own, or all the same
   */
  WatchedMono(Monos monos, Object source, Supplier<? extends Watcher> watchers) {
    this.monos = monos;
    this.source = source;
    this.watchers = watchers;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (!method.getName().equals("subscribe") || args == null || args[0] == null) {
      return GatedCall.plain(method, source, args);
    }
    Watcher watcher;
    try {
      watcher = watchers.get();
    } catch (EffectRefusedException refused) {
      return GatedCall.plain(method, monos.error(refused), args);
    }
    Object watching = monos.subscriber(new Watching(monos, args[0], watcher, Carry.capture()));
    Object before = Carry.enter(watcher.carried());
    Object sent = watcher.subscribes();
    try {
      return GatedCall.plain(method, source, new Object[] {watching});
    } catch (Throwable thrown) {
      watcher.failed(thrown); // no signal will say so
      throw thrown;
    } finally {
      watcher.subscribed(sent);
      Carry.restore(before);
    }
  }

  /** Between the {@code Mono} and who subscribed to it. */
  private static final class Watching implements InvocationHandler {

    private final Monos monos;
    private final Object subscriber;
    private final Watcher watcher;
    private final Object outside;

    /** In place of a failure that came before anybody asked for a value. */
    private Object untold;

    private boolean asked;

    Watching(Monos monos, Object subscriber, Watcher watcher, Object outside) {
      this.monos = monos;
      this.subscriber = subscriber;
      this.watcher = watcher;
      this.outside = outside;
    }

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      switch (method.getName()) {
        case "onSubscribe":
          return outside(
              method, args[0] == null ? null : monos.subscription(new Asking(this, args[0])));
        case "onNext":
          return outside(method, watcher.ended(args[0]));
        case "onComplete":
          watcher.ended();
          return outside(method);
        case "onError":
          Object told = watcher.failed((Throwable) args[0]);
          return told == null ? outside(method, args) : tell(told);
        default:
          return GatedCall.plain(method, subscriber, args);
      }
    }

    private Object outside(Method method, Object... args) throws Throwable {
      Object before = Carry.enter(outside);
      try {
        return GatedCall.plain(method, subscriber, args);
      } finally {
        Carry.restore(before);
      }
    }

    private Object tell(Object told) throws Throwable {
      synchronized (this) {
        if (!asked) {
          untold = told;
          return null;
        }
      }
      return pass(told);
    }

    private Object pass(Object told) throws Throwable {
      outside(monos.onNext(), told);
      return outside(monos.onComplete());
    }

    void asked() throws Throwable {
      Object now;
      synchronized (this) {
        asked = true;
        now = untold;
        untold = null;
      }
      if (now != null) {
        pass(now);
      }
    }
  }

  /**
   * What the subscriber asks for goes on in the call. No subscription of the library's own is
   * passed on: two that know each other exchange values without telling anybody in between.
   */
  private record Asking(Watching watching, Object subscription) implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      boolean cancels = method.getName().equals("cancel");
      Object before = Carry.enter(watching.watcher.carried());
      try {
        Object result = GatedCall.plain(method, subscription, args);
        if (method.getName().equals("request")) {
          Carry.enter(watching.outside);
          watching.asked();
        }
        return result;
      } finally {
        Carry.restore(before);
        if (cancels) {
          watching.watcher.cancelled();
        }
      }
    }
  }
}
