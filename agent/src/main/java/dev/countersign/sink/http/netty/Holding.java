package dev.countersign.sink.http.netty;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Method;

/** Requests that are held, by the encoder that made them, and how they are judged. */
final class Holding {

  private final Effects effects;
  private final WeakIdentities<Outbound> byEncoder = new WeakIdentities<>();
  private final Judges judges = new Judges();
  private volatile GatedCall gate;

  Holding(Effects effects) {
    this.effects = effects;
  }

  /** Sets the gate through which a held request is judged; once, before the first request. */
  void judgedThrough(GatedCall through) {
    gate = through;
  }

  /** Null for an encoder of which nothing was held. */
  Outbound of(Object encoder) {
    return byEncoder.get(encoder);
  }

  /** The one for an encoder in this place of its pipeline. */
  Outbound of(Object encoder, NettyLibrary library, Object ctx) {
    Outbound known = byEncoder.get(encoder);
    if (known == null || known.channelContext() != ctx) {
      known = new Outbound(this, library, ctx);
      byEncoder.put(encoder, known);
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
