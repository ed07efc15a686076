package dev.countersign.sink.http.netty;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * For whom a channel works: Reactor's pools hand connections from one subscription to another, and
 * its signals come on the event loop, which carries nothing by itself.
 */
final class Subscriptions {

  /** Stands for "carried nothing before" where a token is due. */
  private static final Object NOTHING = new Object();

  private final Effects effects;
  private final WeakIdentityMap<Subscription> byHandler = new WeakIdentityMap<>(this::settle);
  private final WeakIdentityMap<Subscription> bySink = new WeakIdentityMap<>();
  private final WeakIdentityMap<Asked> byChannel = new WeakIdentityMap<>();

  /** By channel, what the thread carried that had it opened. */
  private final WeakIdentityMap<Object> openedFor = new WeakIdentityMap<>();

  private volatile boolean begun;

  Subscriptions(Effects effects) {
    this.effects = effects;
  }

  /**
   * What is being written on a channel; null where Reactor's client does not write on it. A tool
   * that writes by itself on a connection which Reactor's client has outside any does so as a tool.
   */
  Asked asked(Object channel) {
    Asked asked = byChannel.get(channel);
    return asked == null
            || Carry.carries(asked.subscription().captured())
            || !Carry.carries(Carry.capture())
        ? asked
        : null;
  }

  /** Whether no channel works, or was opened, for anybody who carried something. */
  boolean isEmpty() {
    return byChannel.isEmpty() && openedFor.isEmpty();
  }

  /** What the thread carried that had a channel opened; null for nothing. */
  Object openedFor(Object channel) {
    return openedFor.get(channel);
  }

  /**
   * Whom a channel works for that is not Reactor's: who writes on it, else who had it opened, as
   * long as that one is at it.
   */
  Object captured(Object channel) {
    Object captured = Carry.capture();
    Object opener = Carry.carries(captured) ? null : openedFor.get(channel);
    CallScope open = opener == null ? null : begun(opener);
    if (open == null) {
      return captured;
    }
    effects.completed(open);
    return opener;
  }

  /** Keeps what was captured open, until {@link Effects#completed}; null where it is not. */
  CallScope begun(Object captured) {
    Object previous = Carry.enter(captured);
    try {
      return effects.begun();
    } finally {
      Carry.restore(previous);
    }
  }

  /** The first attempt is judged, or there will be none. */
  void settle(Subscription subscription) {
    CallScope scope = subscription.settle();
    if (scope != null) {
      effects.completed(scope);
    }
  }

  /**
   * At the constructor of {@code HttpObserver}: a subscription begins, on the thread that
   * subscribes; later attempts come here as well.
   */
  SiteHandler subscribing() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Object captured = Carry.capture();
        if (Carry.carries(captured)) {
          begun = true;
        }
        // Until some thread carried something, there is nothing that could be mistaken for its own.
        if (begun) {
          if (byHandler.get(args[1]) == null) {
            byHandler.putIfAbsent(args[1], new Subscription(captured, effects.begun()));
          }
          bySink.put(args[0], byHandler.get(args[1]));
        }
        return null;
      }
    };
  }

  /** At {@code MonoSink}'s {@code cancel}: perhaps before there was a connection. */
  SiteHandler cancelling() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object sink, Object[] args) {
        Subscription subscription = bySink.isEmpty() ? null : bySink.remove(sink);
        if (subscription != null) {
          settle(subscription);
        }
        return null;
      }
    };
  }

  /** At {@code HttpClientHandler.test}: an attempt failed, and may be made anew. */
  SiteHandler failing() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object handler, Object[] args) {
        return byHandler.get(handler);
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        if (!Boolean.TRUE.equals(result)) {
          settle((Subscription) token);
        }
        return result;
      }
    };
  }

  /**
   * At {@code HttpIOHandlerObserver.onStateChange}: a connection is there for the request, or its
   * answer is. What the application does about it, it does for the subscription.
   */
  SiteHandler progressing() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object observer, Object[] args) {
        if (!begun) {
          return null;
        }
        ReactorLibrary library = ReactorLibrary.of(observer);
        Object handler = library.handler(observer);
        Subscription subscription = byHandler.get(handler);
        if (library.isRequest(args[0])) {
          Object channel = library.channel(args[0]);
          if (subscription == null) {
            byChannel.remove(channel);
          } else {
            byChannel.put(channel, library.asked(handler, subscription));
          }
        }
        return subscription == null ? null : entered(subscription.captured());
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        Carry.restore(token == NOTHING ? null : token);
        return result;
      }
    };
  }

  /** At what {@code ChannelOperationsHandler} is told of a channel: its context comes first. */
  SiteHandler reading() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Asked asked =
            byChannel.isEmpty() ? null : byChannel.get(Transport.of(self).channel(args[0]));
        return asked == null ? null : entered(asked.subscription().captured());
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        Carry.restore(token == NOTHING ? null : token);
        return result;
      }
    };
  }

  /** At the head of a pipeline, where a channel is connected. */
  SiteHandler connecting() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Object captured = Carry.capture();
        if (Carry.carries(captured)) {
          openedFor.put(Transport.of(self).channel(args[0]), captured);
        }
        return null;
      }
    };
  }

  private static Object entered(Object captured) {
    Object previous = Carry.enter(captured);
    return previous == null ? NOTHING : previous;
  }
}
