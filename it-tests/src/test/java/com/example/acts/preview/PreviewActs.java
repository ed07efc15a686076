package com.example.acts.preview;

import java.lang.reflect.InvocationTargetException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jboss.threads.EnhancedQueueExecutor;

/** Calls of a tool whose preview is of some kind, and what the same code does elsewhere. */
public final class PreviewActs {

  /** The tool's object, as long as somebody may ask for its preview. */
  private static Refunds kept = new Refunds("map");

  /** Whatever is there before any preview runs. */
  static void first() throws Exception {
    Kinds.begin();
  }

  /** What {@code call:byWhoWaits} would do. */
  static void whoWaits() throws Throwable {
    Kinds.begin();
    directly("byWhoWaits");
  }

  /** A pool that a preview made grow works for others afterwards. */
  static void poolOfAPreview() throws Throwable {
    call("newPool");
    Kinds.touchIn(Kinds.grown);
  }

  /** The same of Jetty's, all threads of which a preview starts. */
  static void jettysOfAPreview() throws Throwable {
    QueuedThreadPool pool = new QueuedThreadPool(2, 2);
    pool.setDaemon(true);
    grownByAPreview(
        () -> {
          LifeCycle.start(pool);
          return null;
        });
    LifeCycle.start(pool);
    Kinds.touchIn(pool);
  }

  /** The same of Tomcat's, which starts those that it always keeps at once. */
  static void tomcatsOfAPreview() throws Throwable {
    Executor pool =
        new org.apache.tomcat.util.threads.ThreadPoolExecutor(
            0, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), Kinds::daemon);
    grownByAPreview(() -> started(pool));
    Kinds.touchIn(pool);
  }

  /** The same of JBoss's. */
  static void jbosssOfAPreview() throws Throwable {
    Executor pool =
        new EnhancedQueueExecutor.Builder()
            .setCorePoolSize(1)
            .setMaximumPoolSize(1)
            .setThreadFactory(Kinds::daemon)
            .build();
    grownByAPreview(() -> started(pool));
    Kinds.touchIn(pool);
  }

  private static Object started(Executor pool) {
    pool.execute(() -> {});
    return null;
  }

  private static void grownByAPreview(Callable<Object> growing) {
    Kinds.growing = growing;
    call("grows");
  }

  /** A task that the application queued, and a preview queues behind it. */
  static void sharedTask() throws Exception {
    Kinds.RUNS.set(0);
    Kinds.share(
        () -> {
          Kinds.submitShared();
          call("sharing");
          return null;
        });
  }

  /** What that task does when somebody else queues it for the second time. */
  static void sharedTaskDirectly() throws Exception {
    Kinds.RUNS.set(1);
    Kinds.share(Kinds::submitShared);
  }

  /** The same, but that the application takes its own out of the queue again. */
  static void takenOut() throws Exception {
    Kinds.RUNS.set(0);
    Kinds.share(
        () -> {
          Kinds.submitShared();
          Kinds.takeOutShared();
          call("sharing");
          return null;
        });
  }

  /** What it does when the application itself queues it again. */
  static void takenOutDirectly() throws Exception {
    Kinds.RUNS.set(0);
    Kinds.share(
        () -> {
          Kinds.submitShared();
          Kinds.takeOutShared();
          return Kinds.submitShared();
        });
  }

  /** A preview is the first to listen to what the whole application waits for. */
  static void promised() {
    Kinds.promise = Kinds.promised();
    call("listens");
    Kinds.listen();
    Kinds.promise.setSuccess("now");
  }

  /** What a preview does when it hears of it, on whoever's thread. */
  static void heard() {
    Kinds.promise = Kinds.promised();
    call("hears");
    Kinds.promise.setSuccess("now");
  }

  /** What that listener would have done. */
  static void heardDirectly() throws Throwable {
    Kinds.promise = Kinds.promised();
    directly("hears");
    Kinds.promise.setSuccess("now");
  }

  private static void call(String... kind) {
    kept = new Refunds(kind[0]);
    kept.refund("7");
  }

  /** The same code, in no preview. */
  private static void directly(String... kind) throws Throwable {
    Kinds.perform(kind[0], Map.of("id", "7"));
  }

  /** What the thread does that a preview left behind. */
  static void later() throws Exception {
    call("late");
    Kinds.LATER.countDown();
    Kinds.left.join();
  }

  /** What that thread would have done. */
  static void laterDirectly() throws Throwable {
    directly("late");
    Kinds.LATER.countDown();
    Kinds.left.join();
  }

  /** The caller holds what the preview waits for. */
  static void locked() throws Exception {
    try {
      synchronized (Kinds.LOCK) {
        call("lock");
      }
    } finally {
      if (Kinds.left != null) {
        Kinds.left.join();
      }
    }
  }

  static void configured() {
    new Refunds("map").configured("7");
  }

  static void missing() {
    new Refunds("map").missing("7");
  }

  static void declared() throws Exception {
    new Plain().declared("made");
  }

  static void undeclared() {
    new Plain().undeclared("x");
  }

  /** As an application asks the agent, where there is one. */
  static void validate(String... kind) throws Exception {
    kept = new Refunds(kind[0]);
    // The tool's object is known from its last call, which need not have been allowed.
    try {
      kept.refund("7");
    } catch (SecurityException refused) {
      System.out.println("refused before");
    }
    asks("refund");
  }

  private static void asks(String... tool) throws Exception {
    Object result = validated(tool[0]);
    if (result == null) {
      return;
    }
    System.out.println("valid " + get(result, "valid"));
    for (Object change : (Collection<?>) get(result, "predictedChanges")) {
      System.out.println("change " + get(change, "action") + " " + get(change, "target"));
    }
    for (Object check : (Collection<?>) get(result, "checks")) {
      for (Object warning : (Collection<?>) get(check, "warnings")) {
        System.out.println(get(check, "check") + ": " + warning);
      }
    }
  }

  private static Object validated(String tool) throws Exception {
    try {
      return Class.forName("dev.countersign.Countersign")
          .getMethod("validate", String.class, Map.class)
          .invoke(null, tool, Map.of("id", "7", "name", "made"));
    } catch (ClassNotFoundException noAgent) {
      return null;
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(failed.getCause());
    }
  }

  private static Object get(Object target, String accessor) throws Exception {
    return target.getClass().getMethod(accessor).invoke(target);
  }

  private PreviewActs() {}
}
