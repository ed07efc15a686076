package dev.countersign.sink.closed;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.sink.nativecode.JdkCode;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Where a thread is added that runs when the JVM ends: not by a preview, but by the JDK. {@code
 * java.util.logging.LogManager} and {@code java.util.prefs.FileSystemPreferences} add theirs in
 * static initialisers: refused, they would be lost to the application for good.
 */
final class ClosedHook implements SiteHandler {

  private final JdkCode own = new JdkCode();

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] == null || !isOfJdk(args[0].getClass())) {
      Effects.requireOpen(ActionClass.JVM_END);
    }
    return null;
  }

  /**
   * Whether threads of a class run the JDK's code and nothing else. Those of {@code java.lang} and
   * {@code java.util.concurrent} run what they are given.
   */
  boolean isOfJdk(Class<?> thread) {
    String home = thread.getPackageName();
    return !home.equals("java.lang")
        && !home.equals("java.util.concurrent")
        && !home.startsWith("jdk.internal.")
        && own.contains(thread);
  }

  /** No check of ours runs for a preview. */
  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return true;
  }
}
