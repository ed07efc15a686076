package dev.countersign.sink.http.netty;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.GatedCall;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;

/**
 * Requests that are held, by the place that they are written in, and how they are judged.
 *
 * <p>Such a place is a context in a pipeline and not the encoder there: one codec of HTTP/2 serves
 * all streams of all connections.
 */
final class Holding {

  private final Effects effects;

  /** Each is kept by its channel, and keeps its context: held here, no channel would ever go. */
  private final WeakIdentityMap<WeakReference<Outbound>> byContext = new WeakIdentityMap<>();

  private final Judges judges = new Judges();
  private volatile GatedCall gate;

  Holding(Effects effects) {
    this.effects = effects;
  }

  /** Sets the gate through which a held request is judged; once, before the first request. */
  void judgedThrough(GatedCall through) {
    gate = through;
  }

  /** Whether nothing was held anywhere. */
  boolean isEmpty() {
    return byContext.isEmpty();
  }

  /** Null for a context in which nothing was held. */
  Outbound of(Object ctx) {
    WeakReference<Outbound> known = byContext.get(ctx);
    return known == null ? null : known.get();
  }

  /** The one for a context. */
  Outbound of(Object ctx, NettyLibrary library) {
    Outbound known = of(ctx);
    if (known == null) {
      known = new Outbound(this, library, ctx);
      byContext.put(ctx, new WeakReference<>(known));
    }
    return known;
  }

  /** Has it judged, away from its channel's thread, which is told there. */
  void judge(Held request, Outbound outbound) {
    try {
      judges.judge(() -> decide(request, outbound));
    } catch (Throwable noThread) {
      request.judged(noThread);
    }
  }

  private void decide(Held request, Outbound outbound) {
    Throwable why = null;
    try {
      gate.invoke(Judged.METHOD, request, new Object[] {request});
    } catch (Throwable refused) {
      why = refused;
    }
    Throwable told = why;
    try {
      outbound.later(() -> request.judged(told));
    } catch (RuntimeException loopEnded) {
      Firing firing = request.firing();
      if (firing != null) {
        firing.ended(BodyState.RAISED, loopEnded);
      }
    }
  }

  /** The scope of a request that is judged, or never will be, need not stay open for it. */
  void settle(Held request) {
    CallScope scope = request.settle();
    if (scope != null) {
      effects.completed(scope);
    }
  }

  /** What stands behind the gate of a held request: that it may go on. */
  static final class Judged {

    static final Method METHOD;

    static {
      try {
        METHOD = Judged.class.getDeclaredMethod("judged", Held.class);
        METHOD.setAccessible(true);
      } catch (NoSuchMethodException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    static void judged(Held request) {}

    private Judged() {}
  }
}
