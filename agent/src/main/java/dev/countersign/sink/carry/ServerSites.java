package dev.countersign.sink.carry;

import static dev.countersign.sink.carry.CarrySites.RUNNABLE;

import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import java.util.List;

/**
 * The threads and queues that servers work with, part of {@link CarrySites}: a call that happens to
 * start a thread of theirs does not keep it, and where calls queue tasks there, each runs in the
 * scope that it was queued in.
 */
final class ServerSites {

  private static final String TOMCAT_POOL = "org.apache.tomcat.util.threads.ThreadPoolExecutor";
  private static final String JETTY = "org.eclipse.jetty.util.thread.";
  private static final String JBOSS = "org.jboss.threads.";
  private static final String JBOSS_POOL = JBOSS + "EnhancedQueueExecutor";
  private static final String JBOSS_VIEW = JBOSS + "EnhancedViewExecutor";
  private static final String XNIO_THREAD = "org.xnio.nio.WorkerThread";
  private static final String VERTX_QUEUE = "io.vertx.core.impl.TaskQueue";

  static void addTo(List<Site> sites) {
    tomcat(sites);
    jetty(sites);
    jboss(sites);
    jbossView(sites);
    xnio(sites);
    vertx(sites);
  }

  /**
   * Tomcat's copy of the JDK's pool works for connections, never for a call: a worker that a call
   * happens to start (its answer is written on another thread) goes on with requests of others.
   * What it works off is no call's on threads of another executor either, virtual ones say.
   */
  private static void tomcat(List<Site> sites) {
    SiteHandler outside = new WorkerIdle();
    String worker = "(L" + TOMCAT_POOL.replace('.', '/') + "$Worker;)V";
    sites.add(
        Site.onCall(TOMCAT_POOL)
            .at("runWorker", worker)
            .before("java/lang/Runnable", "run", "()V")
            .carryingScopes()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(TOMCAT_POOL)
            .at("runWorker", worker)
            .before(TOMCAT_POOL.replace('.', '/'), "getTask", "()Ljava/lang/Runnable;")
            .carryingScopes()
            .optional()
            .to(outside));
    sites.add(
        Site.on("org.apache.tomcat.util.net.SocketProcessorBase")
            .at("run", "()V")
            .carryingScopes()
            .optional()
            .to(new OutsideRun()));
  }

  /** The same of Jetty's, as in {@code jetty-util} 10 to 12.1. */
  private static void jetty(List<Site> sites) {
    SiteHandler outside = new WorkerIdle();
    String pool = JETTY + "QueuedThreadPool";
    String worker = pool + "$Runner";
    sites.add(
        Site.onCall(worker)
            .anywhere()
            .before(pool.replace('.', '/'), "runJob", RUNNABLE)
            .carryingScopes()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(worker)
            .anywhere()
            .before(worker.replace('.', '/'), "idleJobPoll", "(J)Ljava/lang/Runnable;")
            .carryingScopes()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(JETTY + "ReservedThreadExecutor$ReservedThread")
            .anywhere()
            .before("java/lang/Runnable", "run", "()V")
            .carryingScopes()
            .optional()
            .to(outside));
    // It looks for the work of all connections, also on a thread that was started for it alone and
    // carries what its starter did; and starts others to carry out what it found.
    SiteHandler run = new OutsideRun();
    for (String method : new String[] {"run", "produce"}) {
      sites.add(
          Site.on(JETTY + "strategy.AdaptiveExecutionStrategy")
              .at(method, "()V")
              .carryingScopes()
              .optional()
              .to(run));
    }
  }

  /**
   * JBoss threads 2.4 to 3.9. What {@code execute} submits is an object of its own each time, so
   * nothing has to be taken back where it is rejected or drained; up to 3.1 it is wrapped, from
   * then on it is in a {@code Task}. A scheduled one has a single {@code Task} for all of its runs,
   * and the scheduler submits it: whose it is, is kept with itself.
   */
  private static void jboss(List<Site> sites) {
    Associations tasks = new Associations();
    optional(
        sites,
        Site.onEntry(JBOSS_POOL).at("tryExecute", "("),
        new Submission(tasks, 0, Submission.Kind.ONCE));
    optional(
        sites,
        Site.on(JBOSS_POOL + "$Task").at("run", "()V"),
        nested(tasks, false, Submission.RECEIVER));
    optional(
        sites,
        Site.on(JBOSS_POOL + "$ThreadBody").at("doRunTask", RUNNABLE),
        nested(tasks, false, 0));
    Associations scheduled = new Associations();
    optional(
        sites,
        Site.onEntry(JBOSS_POOL + "$SchedulerTask").at("schedule", "("),
        new Submission(scheduled, 0, Submission.Kind.ONCE));
    optional(
        sites,
        Site.on(JBOSS_POOL + "$AbstractScheduledFuture").at("run", "()V"),
        nested(scheduled, true, Submission.RECEIVER));
    SiteHandler thread = new OutsideRun();
    optional(sites, Site.on(JBOSS_POOL + "$ThreadBody").at("run", "()V"), thread);
    optional(sites, Site.on(JBOSS_POOL + "$SchedulerTask").at("run", "()V"), thread);
  }

  /**
   * Whoever ends a task there hands the next one to the pool, or runs it where the pool is full.
   */
  private static void jbossView(List<Site> sites) {
    Associations tasks =
        oneByOne(sites, JBOSS_VIEW, RUNNABLE, JBOSS_VIEW + "$EnhancedViewExecutorRunnable");
    optional(
        sites, Site.on(JBOSS_VIEW).at("shutdownNow", "()Ljava/util/List;"), new Removal(tasks));
  }

  /** The threads that Undertow's connections live on, 3.8. */
  private static void xnio(List<Site> sites) {
    Associations tasks = new Associations();
    optional(sites, Site.onEntry(XNIO_THREAD).at("execute", RUNNABLE), queued(tasks, 0));
    // Not at executeAfter, which passes on to execute what is due at once.
    optional(
        sites,
        Site.onConstructor(XNIO_THREAD + "$TimeKey")
            .at("(L" + XNIO_THREAD.replace('.', '/') + ";JLjava/lang/Runnable;)V"),
        queued(tasks, 2));
    optional(sites, Site.on(XNIO_THREAD).at("safeRun", RUNNABLE), nested(tasks, false, 0));
    optional(sites, Site.on(XNIO_THREAD).at("run", "()V"), new OutsideRun());
  }

  /**
   * The ordered tasks of a context run one after the other in one run of the queue, which whoever
   * queued the first of them handed to the pool. As in {@code vertx-core} 4 and 5.
   */
  private static void vertx(List<Site> sites) {
    oneByOne(
        sites, VERTX_QUEUE, "(Ljava/lang/Runnable;Ljava/util/concurrent/Executor;)V", VERTX_QUEUE);
  }

  /**
   * A queue whose tasks are run one after the other by one who may be none of those that queued
   * them.
   *
   * @param execute descriptor of what queues a task
   * @param runner the class whose method {@code run} runs them
   */
  private static Associations oneByOne(
      List<Site> sites, String queue, String execute, String runner) {
    Associations tasks = new Associations();
    optional(sites, Site.on(queue).at("execute", execute), queued(tasks, 0));
    optional(sites, Site.on(runner).at("run", "()V"), new OutsideRun());
    optional(
        sites,
        Site.onCall(runner).anywhere().before("java/lang/Runnable", "run", "()V"),
        new WorkerRun(tasks, 0, false));
    return tasks;
  }

  private static SiteHandler queued(Associations tasks, int task) {
    return new Submission(tasks, task, Submission.Kind.QUEUED);
  }

  private static SiteHandler nested(Associations tasks, boolean again, int task) {
    return new NestedRun(tasks, again, task, NestedRun.Unknown.OUTSIDE);
  }

  private static void optional(List<Site> sites, Site.Builder site, SiteHandler handler) {
    sites.add(site.carryingScopes().optional().to(handler));
  }

  private ServerSites() {}
}
