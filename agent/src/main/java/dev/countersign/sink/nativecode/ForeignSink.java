package dev.countersign.sink.nativecode;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Unjudged;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * The foreign function API: a library is opened by path or name (its first argument), or a
 * down-call is made. Who asks is on the stack only.
 */
final class ForeignSink implements SiteHandler {

  private final String kind;
  private final Effects effects;
  private final ForeignCaller callers;
  private final Adapter adapter;

  ForeignSink(String kind, Effects effects, ForeignCaller callers, Adapter adapter) {
    this.kind = kind;
    this.effects = effects;
    this.callers = callers;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Class<?> caller = callers.find();
    if (caller == null) {
      return null;
    }
    String by = LoadSink.name(caller);
    String asked = kind.equals(Unjudged.LOAD) ? String.valueOf(args[0]) : by;
    return effects.useUnjudged(new Unjudged(kind, asked, by, adapter));
  }

  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return callers.find() == null;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
