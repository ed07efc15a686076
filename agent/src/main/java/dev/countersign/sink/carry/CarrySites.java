package dev.countersign.sink.carry;

import dev.countersign.scope.ThreadCell;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * What is woven so that a scope reaches the threads that work for a call. Descriptors as read with
 * {@code javap -p -s} on JDK 17.0.15 and 25.0.3; where one of them lacks a method, the line says
 * so.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>mechanism</th><th>captured at</th><th>entered at</th></tr>
 * <tr><td>thread, virtual thread, {@code ThreadPerTaskExecutor}</td><td>{@code Thread.start()}, {@code
 *     Thread.start(ThreadContainer)}, {@code VirtualThread.start(ThreadContainer)} (both 21+)</td><td>the thread's first passage of
 *     any gate</td></tr>
 * <tr><td>{@code ThreadPoolExecutor}</td><td>{@code execute}; {@code remove} and
 *     {@code shutdownNow} take it back</td><td>the call of {@code Runnable.run} in {@code runWorker}</td></tr>
 * <tr><td>Tomcat's {@code ThreadPoolExecutor}</td><td>nowhere</td><td>the call of {@code Runnable.run} in {@code
 *     runWorker} is outside of every scope, and so is {@code SocketProcessorBase.run} on whichever thread</td></tr>
 * <tr><td>Jetty's {@code QueuedThreadPool}, {@code ReservedThreadExecutor}</td><td>nowhere</td><td>the calls of {@code
 *     runJob} and {@code Runnable.run} in their workers are outside of every scope, and so are {@code run} and {@code
 *     produce} of {@code AdaptiveExecutionStrategy} on whichever thread, virtual ones say</td></tr>
 * <tr><td>{@code ScheduledThreadPoolExecutor}</td><td>{@code delayedExecute}, which its own submit methods and {@code execute} all
 *     reach; {@code reExecutePeriodic}</td><td>the same</td></tr>
 * <tr><td>{@code ForkJoinPool}</td><td>{@code externalSubmit}, {@code poolSubmit} and {@code scheduleDelayedTask} (both 25), {@code
 *     ForkJoinTask.fork}</td><td>{@code ForkJoinTask.doExec}</td></tr>
 * <tr><td>{@code CompletableFuture}</td><td>the calls of {@code Executor.execute} with a new task; {@code
 *     tryPushStack}</td><td>{@code AsyncSupply.run}, {@code AsyncRun.run}; {@code tryFire} of each completion that has a
 *     function</td></tr>
 * <tr><td>{@code Timer}</td><td>{@code sched}</td><td>the call of {@code TimerTask.run} in {@code mainLoop}</td></tr>
 * <tr><td>OkHttp 3.14 and from 4 on</td><td>{@code Dispatcher.enqueue}, {@code enqueue$okhttp}</td><td>{@code
 *     AsyncCall.execute}, {@code AsyncCall.run}</td></tr>
 * <tr><td>Netty's event loops</td><td>{@code SingleThreadEventExecutor.addTask}, {@code
 *     AbstractScheduledEventExecutor.schedule}</td><td>{@code AbstractEventExecutor.runTask}, {@code
 *     ScheduledFutureTask.run}; a loop that a call happens to start carries nothing by itself</td></tr>
 * <tr><td>Netty's promises</td><td>{@code DefaultPromise.addListener0}</td><td>{@code notifyListener0}</td></tr>
 * <tr><td>Reactor's pipelines</td><td>the calls of {@code CorePublisher.subscribe}, to the source, and of
 *     {@code OptimizableOperator.subscribeOrReturn}, to what several share, in {@code Flux.subscribe}
 *     and {@code Mono.subscribe}</td><td>each signal; its schedulers are pools as
 *     above</td></tr>
 * </table>
 *
 * <p>Not covered: other queues of an application's or library's own. A scope that is lost there
 * shows as a refusal.
 */
public final class CarrySites {

  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String NETTY = "io.netty.util.concurrent.";
  private static final String POOL = CONCURRENT + "ThreadPoolExecutor";
  private static final String TOMCAT_POOL = "org.apache.tomcat.util.threads.ThreadPoolExecutor";
  private static final String JETTY = "org.eclipse.jetty.util.thread.";
  private static final String SCHEDULED = CONCURRENT + "ScheduledThreadPoolExecutor";
  private static final String FORK_JOIN_POOL = CONCURRENT + "ForkJoinPool";
  private static final String FORK_JOIN_TASK = CONCURRENT + "ForkJoinTask";
  private static final String FUTURE = CONCURRENT + "CompletableFuture";

  private static final String RUNNABLE = "(Ljava/lang/Runnable;)V";
  private static final String FORK_JOIN =
      "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
  private static final String PERIODIC = "(Ljava/util/concurrent/RunnableScheduledFuture;)V";
  private static final String CONTAINER = "(Ljdk/internal/vm/ThreadContainer;)V";

  /** The completions of {@code CompletableFuture} that run a function of the application. */
  private static final String[] COMPLETIONS = {
    "UniApply", "UniAccept", "UniRun", "UniWhenComplete", "UniHandle", "UniExceptionally",
        "UniComposeExceptionally",
    "UniCompose", "BiApply", "BiAccept", "BiRun", "OrApply", "OrAccept", "OrRun"
  };

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final int FIRST_WITH_DELAY_SCHEDULER = 25;

  /**
   * The sites for this JDK; started threads find their scope from here on.
   *
   * @param jdk feature version
   */
  public static List<Site> sites(int jdk) {
    Travel travel = new Travel();
    List<Site> sites = new ArrayList<>(64);
    threads(sites, travel, jdk);
    pools(sites, travel);
    tomcat(sites, travel);
    jetty(sites, travel);
    forkJoin(sites, travel, jdk);
    futures(sites, travel);
    timers(sites, travel);
    okHttp(sites, travel);
    netty(sites, travel);
    reactor(sites, travel);
    return sites;
  }

  private static void threads(List<Site> sites, Travel travel, int jdk) {
    Associations threads = new Associations();
    ThreadCell.inheritBy(new StartedThreads(threads));
    SiteHandler start =
        new Submission(travel, threads, Submission.RECEIVER, Submission.Kind.FORKED);
    sites.add(Site.onEntry("java.lang.Thread").at("start", "()V").carrying().to(start));
    if (jdk >= FIRST_WITH_VIRTUAL_THREADS) {
      sites.add(Site.onEntry("java.lang.Thread").at("start", CONTAINER).carrying().to(start));
      sites.add(
          Site.onEntry("java.lang.VirtualThread").at("start", CONTAINER).carrying().to(start));
    }
  }

  private static void pools(List<Site> sites, Travel travel) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(travel, tasks, 0, Submission.Kind.QUEUED);
    sites.add(Site.onEntry(POOL).at("execute", RUNNABLE).carrying().to(submit));
    sites.add(Site.onEntry(SCHEDULED).at("delayedExecute", PERIODIC).carrying().to(submit));
    sites.add(Site.onEntry(SCHEDULED).at("reExecutePeriodic", PERIODIC).carrying().to(submit));
    sites.add(Site.onEntry(POOL).at("reject", RUNNABLE).carrying().to(new Rejection(tasks)));
    Removal removal = new Removal(tasks);
    sites.add(Site.on(POOL).at("remove", "(Ljava/lang/Runnable;)Z").carrying().to(removal));
    sites.add(Site.on(POOL).at("shutdownNow", "()Ljava/util/List;").carrying().to(removal));
    sites.add(
        Site.onCall(POOL)
            .at("runWorker", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V")
            .before("java/lang/Runnable", "run", "()V")
            .carrying()
            .to(new WorkerRun(travel, tasks, false)));
    sites.add(
        Site.onCall(POOL)
            .at("runWorker", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V")
            .before("java/util/concurrent/ThreadPoolExecutor", "getTask", "()Ljava/lang/Runnable;")
            .carrying()
            .to(new WorkerIdle(travel)));
  }

  /**
   * Tomcat's copy of that pool works for connections, never for a call: a worker that a call
   * happens to start (its answer is written on another thread) goes on with requests of others.
   * What it works off is no call's on threads of another executor either, virtual ones say.
   */
  private static void tomcat(List<Site> sites, Travel travel) {
    SiteHandler outside = new WorkerIdle(travel);
    String worker = "(L" + TOMCAT_POOL.replace('.', '/') + "$Worker;)V";
    sites.add(
        Site.onCall(TOMCAT_POOL)
            .at("runWorker", worker)
            .before("java/lang/Runnable", "run", "()V")
            .carrying()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(TOMCAT_POOL)
            .at("runWorker", worker)
            .before(TOMCAT_POOL.replace('.', '/'), "getTask", "()Ljava/lang/Runnable;")
            .carrying()
            .optional()
            .to(outside));
    sites.add(
        Site.on("org.apache.tomcat.util.net.SocketProcessorBase")
            .at("run", "()V")
            .carrying()
            .optional()
            .to(new OutsideRun(travel)));
  }

  /** The same of Jetty's, as in {@code jetty-util} 10 to 12.1. */
  private static void jetty(List<Site> sites, Travel travel) {
    SiteHandler outside = new WorkerIdle(travel);
    String pool = JETTY + "QueuedThreadPool";
    String worker = pool + "$Runner";
    sites.add(
        Site.onCall(worker)
            .anywhere()
            .before(pool.replace('.', '/'), "runJob", RUNNABLE)
            .carrying()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(worker)
            .anywhere()
            .before(worker.replace('.', '/'), "idleJobPoll", "(J)Ljava/lang/Runnable;")
            .carrying()
            .optional()
            .to(outside));
    sites.add(
        Site.onCall(JETTY + "ReservedThreadExecutor$ReservedThread")
            .anywhere()
            .before("java/lang/Runnable", "run", "()V")
            .carrying()
            .optional()
            .to(outside));
    // It looks for the work of all connections, also on a thread that was started for it alone and
    // carries what its starter did; and starts others to carry out what it found.
    SiteHandler run = new OutsideRun(travel);
    for (String method : new String[] {"run", "produce"}) {
      sites.add(
          Site.on(JETTY + "strategy.AdaptiveExecutionStrategy")
              .at(method, "()V")
              .carrying()
              .optional()
              .to(run));
    }
  }

  private static void forkJoin(List<Site> sites, Travel travel, int jdk) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(travel, tasks, 0, Submission.Kind.FORKED);
    sites.add(Site.onEntry(FORK_JOIN_POOL).at("externalSubmit", FORK_JOIN).carrying().to(submit));
    if (jdk >= FIRST_WITH_DELAY_SCHEDULER) {
      sites.add(
          Site.onEntry(FORK_JOIN_POOL)
              .at(
                  "poolSubmit",
                  "(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;")
              .carrying()
              .to(new Submission(travel, tasks, 1, Submission.Kind.FORKED)));
      sites.add(Site.onEntry(FORK_JOIN_POOL).at("scheduleDelayedTask", "(").carrying().to(submit));
    }
    sites.add(
        Site.onEntry(FORK_JOIN_TASK)
            .at("fork", "()Ljava/util/concurrent/ForkJoinTask;")
            .carrying()
            .to(new Submission(travel, tasks, Submission.RECEIVER, Submission.Kind.FORKED)));
    // The return type differs: int on 17, void on 25.
    sites.add(
        Site.on(FORK_JOIN_TASK)
            .at("doExec", "()")
            .carrying()
            .to(new NestedRun(travel, tasks, false)));
  }

  private static void futures(List<Site> sites, Travel travel) {
    Associations tasks = new Associations();
    // Of the call's receiver and argument, the task is the second.
    SiteHandler submit = new Submission(travel, tasks, 1, Submission.Kind.ONCE);
    for (String method : new String[] {"asyncSupplyStage", "asyncRunStage", "completeAsync"}) {
      sites.add(
          Site.onCall(FUTURE)
              .at(
                  method,
                  method.equals("completeAsync")
                      ? "(Ljava/util/function/Supplier;Ljava/util/concurrent/Executor;)"
                      : "(")
              .before("java/util/concurrent/Executor", "execute", RUNNABLE)
              .carrying()
              .to(submit));
    }
    sites.add(
        Site.onEntry(FUTURE)
            .at("tryPushStack", "(Ljava/util/concurrent/CompletableFuture$Completion;)Z")
            .carrying()
            .to(new Submission(travel, tasks, 0, Submission.Kind.ONCE)));
    SiteHandler run = new NestedRun(travel, tasks, true);
    sites.add(Site.on(FUTURE + "$AsyncSupply").at("run", "()V").carrying().to(run));
    sites.add(Site.on(FUTURE + "$AsyncRun").at("run", "()V").carrying().to(run));
    SiteHandler fire = new NestedRun(travel, tasks, true, Submission.RECEIVER, true);
    for (String completion : COMPLETIONS) {
      sites.add(Site.on(FUTURE + "$" + completion).at("tryFire", "(I)").carrying().to(fire));
    }
  }

  private static void timers(List<Site> sites, Travel travel) {
    Associations tasks = new Associations();
    sites.add(
        Site.onEntry("java.util.Timer")
            .at("sched", "(Ljava/util/TimerTask;JJ)V")
            .carrying()
            .to(new Submission(travel, tasks, 0, Submission.Kind.ONCE)));
    sites.add(
        Site.onCall("java.util.TimerThread")
            .at("mainLoop", "()V")
            .before("java/util/TimerTask", "run", "()V")
            .carrying()
            .to(new WorkerRun(travel, tasks, true)));
  }

  /** Its dispatcher starts a call that waited on the thread of the one that made room for it. */
  private static void okHttp(List<Site> sites, Travel travel) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(travel, tasks, 0, Submission.Kind.ONCE);
    SiteHandler run = new NestedRun(travel, tasks, false);
    sites.add(
        Site.onEntry("okhttp3.Dispatcher")
            .at("enqueue", "(Lokhttp3/RealCall$AsyncCall;)V")
            .carrying()
            .optional()
            .to(submit));
    sites.add(
        Site.onEntry("okhttp3.Dispatcher")
            .at("enqueue$okhttp", "(Lokhttp3/internal/connection/RealCall$AsyncCall;)V")
            .carrying()
            .optional()
            .to(submit));
    sites.add(
        Site.on("okhttp3.RealCall$AsyncCall").at("execute", "()V").carrying().optional().to(run));
    sites.add(
        Site.on("okhttp3.internal.connection.RealCall$AsyncCall")
            .at("run", "()V")
            .carrying()
            .to(run));
  }

  /**
   * The listeners of a promise run on its event loop: by the promise, for one listener may listen
   * to many.
   */
  private static void netty(List<Site> sites, Travel travel) {
    Associations tasks = new Associations();
    sites.add(
        Site.onEntry(NETTY + "SingleThreadEventExecutor")
            .at("addTask", RUNNABLE)
            .carrying()
            .to(new Submission(travel, tasks, 0, Submission.Kind.QUEUED)));
    sites.add(
        Site.on(NETTY + "AbstractEventExecutor")
            .at("runTask", RUNNABLE)
            .carrying()
            .to(new NestedRun(travel, tasks, false, 0, false)));
    Associations scheduled = new Associations();
    sites.add(
        Site.onEntry(NETTY + "AbstractScheduledEventExecutor")
            .at("schedule", "(Lio/netty/util/concurrent/ScheduledFutureTask;)")
            .carrying()
            .to(new Submission(travel, scheduled, 0, Submission.Kind.ONCE)));
    sites.add(
        Site.on(NETTY + "ScheduledFutureTask")
            .at("run", "()V")
            .carrying()
            .to(new NestedRun(travel, scheduled, true)));
    sites.add(
        Site.onEntry(NETTY + "SingleThreadEventExecutor")
            .at("updateLastExecutionTime", "()V")
            .carrying()
            .to(new WorkerIdle(travel)));
    Associations promises = new Associations();
    Associations listeners = new Associations();
    sites.add(
        Site.onEntry(NETTY + "DefaultPromise")
            .at("addListener0", "(Lio/netty/util/concurrent/GenericFutureListener;)V")
            .carrying()
            .to(new PromiseListening(travel, promises, listeners)));
    sites.add(
        Site.on(NETTY + "DefaultPromise")
            .at(
                "notifyListener0",
                "(Lio/netty/util/concurrent/Future;Lio/netty/util/concurrent/GenericFutureListener;)V")
            .carrying()
            .to(new PromiseNotice(travel, promises, listeners)));
  }

  private static void reactor(List<Site> sites, Travel travel) {
    SiteHandler source = new Subscribing(travel, false);
    SiteHandler operator = new Subscribing(travel, true);
    String subscriber = "(Lreactor/core/CoreSubscriber;)";
    for (String publisher : new String[] {"Flux", "Mono"}) {
      sites.add(
          subscribing(publisher)
              .before("reactor/core/CorePublisher", "subscribe", subscriber + "V")
              .to(source));
      sites.add(
          subscribing(publisher)
              .before(
                  "reactor/core/publisher/OptimizableOperator",
                  "subscribeOrReturn",
                  subscriber + "Lreactor/core/CoreSubscriber;")
              .to(operator));
    }
  }

  private static Site.Builder subscribing(String publisher) {
    return Site.onCall("reactor.core.publisher." + publisher)
        .at("subscribe", "(Lorg/reactivestreams/Subscriber;)V")
        .replacing()
        .carrying()
        .optional();
  }

  private CarrySites() {}
}
