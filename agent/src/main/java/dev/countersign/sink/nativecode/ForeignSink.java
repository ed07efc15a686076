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
  private final JdkCode own;
  private final Adapter adapter;

  ForeignSink(String kind, Effects effects, JdkCode own, Adapter adapter) {
    this.kind = kind;
    this.effects = effects;
    this.own = own;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Class<?> caller = caller();
    if (caller == null) {
      return null;
    }
    String by = LoadSink.name(caller);
    String asked = kind.equals(Unjudged.LOAD) ? String.valueOf(args[0]) : by;
    return effects.useUnjudged(new Unjudged(kind, asked, by, adapter));
  }

  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return caller() == null;
  }

  /** The nearest class on the stack that is not the JDK's and not ours; null for none. */
  private Class<?> caller() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> !type.getName().startsWith("dev.countersign."))
                    .dropWhile(this::isForeignApi)
                    .findFirst()
                    .filter(type -> !own.contains(type))
                    .orElse(null));
  }

  /** The API itself, and reflection on it, through which an application may call. */
  private boolean isForeignApi(Class<?> type) {
    String name = type.getName();
    return own.contains(type)
        && (name.startsWith("java.lang.foreign.")
            || name.startsWith("jdk.internal.foreign.")
            || name.startsWith("jdk.incubator.foreign.")
            || name.startsWith("jdk.internal.loader.")
            || name.startsWith("java.lang.reflect.")
            || name.startsWith("jdk.internal.reflect.")
            || name.startsWith("java.lang.invoke."));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
