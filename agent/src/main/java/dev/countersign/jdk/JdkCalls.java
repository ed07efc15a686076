package dev.countersign.jdk;

import java.util.Set;
import jdk.internal.access.SharedSecrets;
import jdk.internal.misc.CDS;
import jdk.internal.misc.VM;
import jdk.internal.reflect.Reflection;

/**
 * What the agent calls of the JDK that is public inside {@code java.base} only. The packages have
 * to be exported to the agent's module first; on a JDK with other classes each of these throws a
 * {@link LinkageError}.
 *
 * <p>Called directly, for which this package is compiled by itself: the first reflective call of
 * each shape makes JDK 25 spin classes, for ten milliseconds and more where it has primitives.
 */
public final class JdkCalls {

  /** The JDK uses 0 to 2: console, application hooks, files deleted on exit. */
  private static final int SLOT = 5;

  /**
   * Lets this run when the JVM ends, after the application's own shutdown hooks (spec 2.2), which
   * may still fire effects: in a later slot of the JDK's sequence, for all hooks that {@link
   * Runtime#addShutdownHook} takes run at once.
   *
   * @throws InternalError if the slot is taken
   * @throws IllegalStateException if the JVM is ending
   */
  public static void atTheEnd(Runnable last) {
    SharedSecrets.getJavaLangAccess().registerShutdownHook(SLOT, false, last);
  }

  /** Lets reflection find none of these methods of a class any more. */
  public static void hide(Class<?> type, Set<String> methods) {
    Reflection.registerMethodsToFilter(type, methods);
  }

  /** Whether this JVM will write its classes to an archive. */
  public static boolean isDumpingArchive() {
    return CDS.isDumpingArchive();
  }

  /** What the JVM was started with, in their order, without the main class; null for nothing. */
  public static String[] arguments() {
    return VM.getRuntimeArguments();
  }

  private JdkCalls() {}
}
