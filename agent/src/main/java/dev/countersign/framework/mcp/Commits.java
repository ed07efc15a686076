package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.BoundTools;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What is committed where something is subscribed, which no class file carries a gate for: a check
 * like any other all the same, which fails closed.
 */
final class Commits {

  private static final WovenMethod SUBSCRIBED =
      BoundTools.callSite(Library.MONO, "subscribe", "()V");
  private static final Method GO_ON = goOn();
  private static final Object[] NOTHING = {};

  private final GatedCall gate;

  Commits(Weaver weaver) {
    // Never woven: it names what is checked.
    gate =
        weaver.gatedCall(
            Site.on(SUBSCRIBED.className())
                .at(SUBSCRIBED.method(), SUBSCRIBED.descriptor())
                .to(new Check()),
            SUBSCRIBED);
  }

  /**
   * Commits before anything of a subscription happens.
   *
   * @throws EffectRefusedException when nothing of it may
   */
  void make(Runnable commit) {
    try {
      gate.invoke(GO_ON, new Subscription(commit), NOTHING);
    } catch (EffectRefusedException refused) {
      throw refused;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * One use of a call that was resolved before.
   *
   * @param called what carries it out
   * @param compared its arguments as they are now
   * @param ended completes when the use ended
   * @throws EffectRefusedException when nothing of it may
   */
  static void use(
      ToolSink sink,
      WovenMethod called,
      CallScope scope,
      Map<?, ?> compared,
      CompletableFuture<Object> ended) {
    synchronized (scope) {
      // Both at once: while another use is between the two, this one would seem to be part of it.
      Object before = Carry.enter(scope);
      try {
        Object running = sink.enter(called, null, new Object[] {compared});
        if (running != null) {
          sink.exit(running, ended, null);
        }
      } finally {
        Carry.restore(before);
      }
    }
  }

  private static final class Check implements SiteHandler {

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      ((Subscription) self).commit.run();
      return null;
    }
  }

  /** What the gate stands around: nothing is left to do once it let us pass. */
  private record Subscription(Runnable commit) implements Runnable {

    @Override
    public void run() {}
  }

  private static Method goOn() {
    try {
      return Runnable.class.getMethod("run");
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
