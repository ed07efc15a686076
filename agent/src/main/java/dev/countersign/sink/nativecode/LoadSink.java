package dev.countersign.sink.nativecode;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Unjudged;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** A JNI library is loaded, at {@code Runtime.load0(Class fromClass, String name)} or its like. */
final class LoadSink implements SiteHandler {

  private final Effects effects;
  private final JdkCode own;
  private final Adapter adapter;

  LoadSink(Effects effects, JdkCode own, Adapter adapter) {
    this.effects = effects;
    this.own = own;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // Without a name the JDK throws, and loads nothing.
    return args[1] == null || isOwn(args)
        ? null
        : effects.useUnjudged(new Unjudged(Unjudged.LOAD, (String) args[1], by(args), adapter));
  }

  /** A check may be the first that needs one of the JDK's own libraries. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return isOwn(args);
  }

  /** The caller is null where native code asks. */
  private boolean isOwn(Object[] args) {
    return args[0] != null && own.contains((Class<?>) args[0]);
  }

  private static String by(Object[] args) {
    return args[0] == null ? "native code" : name((Class<?>) args[0]);
  }

  /**
   * Of a hidden class (a lambda, an invoker of the JDK's reflection) the class that it belongs to.
   */
  static String name(Class<?> type) {
    String name = type.getName();
    if (!type.isHidden()) {
      return name;
    }
    int generated = name.indexOf("$$");
    return name.substring(0, generated < 0 ? name.indexOf('/') : generated);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
