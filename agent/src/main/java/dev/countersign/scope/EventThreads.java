package dev.countersign.scope;

import java.util.Set;

/** Tells the threads that must not wait for anybody: whatever else they carry waits with them. */
final class EventThreads {

  /** Reactor's workers and those of RxJava that compute say so by an interface. */
  private static final Set<String> MARKS =
      Set.of(
          "reactor.core.scheduler.NonBlocking",
          "io.reactivex.rxjava3.internal.schedulers.NonBlockingThread",
          "io.reactivex.internal.schedulers.NonBlockingThread");

  /**
   * What the calling thread is, or is below; null where it may wait. A thread of Netty's is of the
   * same class whether it is an event loop, which must not wait, or of a group of executors, which
   * applications have for what waits: the loop that runs on it tells. No code of either is called.
   */
  static String ofCaller() {
    Thread thread = Thread.currentThread();
    for (Class<?> type = thread.getClass(); type != Thread.class; type = type.getSuperclass()) {
      for (Class<?> each : type.getInterfaces()) {
        if (MARKS.contains(each.getName())) {
          return thread.getClass().getName();
        }
      }
    }
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (isLoop(frame.getClassName()) && frame.getMethodName().equals("run")) {
        return frame.getClassName();
      }
    }
    return null;
  }

  /** Vert.x has Netty's own; others have Netty in a package of theirs. */
  private static boolean isLoop(String type) {
    return type.contains("netty.channel.") && type.endsWith("EventLoop");
  }

  private EventThreads() {}
}
