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
 *     {@code shutdownNow} take it back</td><td>the call of {@code beforeExecute} in {@code runWorker}</td></tr>
 * <tr><td>Tomcat's {@code ThreadPoolExecutor}</td><td>nowhere</td><td>the call of {@code Runnable.run} in {@code
 *     runWorker} is outside of every scope, and so is {@code SocketProcessorBase.run} on whichever thread</td></tr>
 * <tr><td>Jetty's {@code QueuedThreadPool}, {@code ReservedThreadExecutor}</td><td>nowhere</td><td>the calls of {@code
 *     runJob} and {@code Runnable.run} in their workers are outside of every scope, and so are {@code run} and {@code
 *     produce} of {@code AdaptiveExecutionStrategy} on whichever thread, virtual ones say</td></tr>
 * <tr><td>JBoss's {@code EnhancedQueueExecutor}</td><td>{@code tryExecute}, {@code SchedulerTask.schedule}</td><td>{@code Task.run}, {@code doRunTask} up to 3.1, {@code
 *     AbstractScheduledFuture.run}; its threads carry nothing by themselves</td></tr>
 * <tr><td>its {@code EnhancedViewExecutor}, Vert.x's {@code TaskQueue}</td><td>{@code execute}</td><td>the call of {@code
 *     Runnable.run} in {@code run}, which itself is outside of every scope</td></tr>
 * <tr><td>XNIO's threads (Undertow's)</td><td>{@code execute}, the constructor of {@code TimeKey}</td><td>{@code safeRun};
 *     they carry nothing by themselves</td></tr>
 * <tr><td>{@code ScheduledThreadPoolExecutor}</td><td>{@code delayedExecute}, which its own submit methods and {@code execute} all
 *     reach; {@code reExecutePeriodic}</td><td>the same</td></tr>
 * <tr><td>{@code ForkJoinPool}</td><td>{@code externalSubmit}, {@code poolSubmit}, {@code scheduleDelayedTask} and, to run again,
 *     {@code postExec} of what was scheduled (all three 25), {@code ForkJoinTask.fork}; the calls of {@code doExec} in {@code invoke}, {@code quietlyInvoke} and {@code invokeAll}</td><td>{@code ForkJoinTask.doExec}</td></tr>
 * <tr><td>{@code CompletableFuture}</td><td>the calls of {@code Executor.execute}; {@code unipush}, {@code
 *     bipush}, {@code orpush}</td><td>{@code AsyncSupply.run}, {@code AsyncRun.run}; {@code tryFire} of each completion that has a
 *     function</td></tr>
 * <tr><td>{@code SubmissionPublisher}</td><td>{@code BufferedSubscription.onSubscribe}</td><td>{@code
 *     BufferedSubscription.consume}</td></tr>
 * <tr><td>{@code Timer}</td><td>{@code sched}</td><td>the call of {@code TimerTask.run} in {@code mainLoop}</td></tr>
 * <tr><td>OkHttp 3.14 and from 4 on</td><td>{@code Dispatcher.enqueue}, {@code enqueue$okhttp}</td><td>{@code
 *     AsyncCall.execute}, {@code AsyncCall.run}</td></tr>
 * <tr><td>Netty's event loops</td><td>{@code addTask} of {@code SingleThreadEventExecutor} and {@code
 *     GlobalEventExecutor}, {@code AbstractScheduledEventExecutor.schedule}</td><td>{@code AbstractEventExecutor.runTask}, {@code
 *     ScheduledFutureTask.run}; a loop that a call happens to start carries nothing by itself</td></tr>
 * <tr><td>Netty's {@code HashedWheelTimer}</td><td>the call of {@code Queue.add} in {@code newTimeout}</td><td>{@code
 *     HashedWheelTimeout.expire}</td></tr>
 * <tr><td>Netty's promises</td><td>{@code DefaultPromise.addListener0}</td><td>{@code notifyListener0}</td></tr>
 * <tr><td>Reactor's pipelines</td><td>the calls of {@code CorePublisher.subscribe}, to the source, in
 *     {@code Flux.subscribe} and {@code Mono.subscribe}; {@code subscribe} or {@code subscribeOrReturn} of what several
 *     share</td><td>each signal; its schedulers are pools as above</td></tr>
 * </table>
 *
 * <p>Not covered: other queues of an application's or library's own. A scope that is lost there
 * shows as a refusal.
 */
public final class CarrySites {

  private static final String CONCURRENT = "java.util.concurrent.";
  private static final String NETTY = "io.netty.util.concurrent.";
  private static final String POOL = CONCURRENT + "ThreadPoolExecutor";
  private static final String SCHEDULED = CONCURRENT + "ScheduledThreadPoolExecutor";
  private static final String FORK_JOIN_POOL = CONCURRENT + "ForkJoinPool";
  private static final String FORK_JOIN_TASK = CONCURRENT + "ForkJoinTask";
  private static final String FUTURE = CONCURRENT + "CompletableFuture";

  static final String RUNNABLE = "(Ljava/lang/Runnable;)V";
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

  private static final String REACTOR = "reactor.core.publisher.";
  private static final String SUBSCRIBER = "(Lreactor/core/CoreSubscriber;)";

  /** Operators of Reactor 3.4 to 3.8 that make a value once, for whoever waits. */
  private static final String[] VALUES = {
    "MonoCacheInvalidateIf", "MonoCacheInvalidateWhen", "MonoCacheTime"
  };

  /** Operators whose signals many hear of. */
  private static final String[] SIGNALS = {
    "FluxPublishMulticast", "FluxReplay", "MonoPublishMulticast"
  };

  /** Sources whose signals many hear of, in one version or another. */
  private static final String[] SOURCES = {
    "DirectProcessor",
    "EmitterProcessor",
    "FluxAutoConnect",
    "FluxAutoConnectFuseable",
    "FluxPublish",
    "FluxRefCount",
    "FluxRefCountGrace",
    "NextProcessor",
    "ReplayProcessor",
    "SinkEmptyMulticast",
    "SinkManyBestEffort",
    "SinkManyEmitterProcessor",
    "SinkManyReplayProcessor",
    "SinkManyUnicast",
    "SinkManyUnicastNoBackpressure",
    "SinkOneMulticast",
    "UnicastProcessor"
  };

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final int FIRST_WITH_DELAY_SCHEDULER = 25;

  /**
   * The sites for this JDK; started threads find their scope from here on.
   *
   * @param jdk feature version
   */
  public static List<Site> sites(int jdk) {
    List<Site> sites = new ArrayList<>(64);
    threads(sites, jdk);
    pools(sites);
    ServerSites.addTo(sites);
    forkJoin(sites, jdk);
    futures(sites);
    publishers(sites);
    timers(sites);
    okHttp(sites);
    netty(sites);
    reactor(sites);
    return sites;
  }

  private static void threads(List<Site> sites, int jdk) {
    Associations threads = new Associations();
    ThreadCell.inheritBy(new StartedThreads(threads));
    SiteHandler start = new Submission(threads, Submission.RECEIVER, Submission.Kind.ONCE);
    sites.add(Site.onEntry("java.lang.Thread").at("start", "()V").carryingScopes().to(start));
    if (jdk >= FIRST_WITH_VIRTUAL_THREADS) {
      sites.add(Site.onEntry("java.lang.Thread").at("start", CONTAINER).carryingScopes().to(start));
      sites.add(
          Site.onEntry("java.lang.VirtualThread")
              .at("start", CONTAINER)
              .carryingScopes()
              .to(start));
    }
  }

  private static void pools(List<Site> sites) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(tasks, 0, Submission.Kind.QUEUED);
    sites.add(Site.onEntry(POOL).at("execute", RUNNABLE).carryingScopes().to(submit));
    sites.add(Site.onEntry(SCHEDULED).at("delayedExecute", PERIODIC).carryingScopes().to(submit));
    sites.add(
        Site.onEntry(SCHEDULED).at("reExecutePeriodic", PERIODIC).carryingScopes().to(submit));
    sites.add(Site.onEntry(POOL).at("reject", RUNNABLE).carryingScopes().to(new Rejection(tasks)));
    Removal removal = new Removal(tasks);
    sites.add(Site.on(POOL).at("remove", "(Ljava/lang/Runnable;)Z").carryingScopes().to(removal));
    sites.add(Site.on(POOL).at("shutdownNow", "()Ljava/util/List;").carryingScopes().to(removal));
    sites.add(
        Site.onCall(POOL)
            .at("runWorker", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V")
            .before(
                "java/util/concurrent/ThreadPoolExecutor",
                "beforeExecute",
                "(Ljava/lang/Thread;Ljava/lang/Runnable;)V")
            .carryingScopes()
            .to(new WorkerRun(tasks, 2, false)));
    sites.add(
        Site.onCall(POOL)
            .at("runWorker", "(Ljava/util/concurrent/ThreadPoolExecutor$Worker;)V")
            .before("java/util/concurrent/ThreadPoolExecutor", "getTask", "()Ljava/lang/Runnable;")
            .carryingScopes()
            .to(new WorkerIdle()));
  }

  private static void forkJoin(List<Site> sites, int jdk) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(tasks, 0, Submission.Kind.QUEUED);
    sites.add(
        Site.onEntry(FORK_JOIN_POOL).at("externalSubmit", FORK_JOIN).carryingScopes().to(submit));
    if (jdk >= FIRST_WITH_DELAY_SCHEDULER) {
      sites.add(
          Site.onEntry(FORK_JOIN_POOL)
              .at(
                  "poolSubmit",
                  "(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;")
              .carryingScopes()
              .to(new Submission(tasks, 1, Submission.Kind.QUEUED)));
      sites.add(
          Site.onEntry(FORK_JOIN_POOL).at("scheduleDelayedTask", "(").carryingScopes().to(submit));
      String scheduler = "java/util/concurrent/DelayScheduler";
      sites.add(
          Site.onCall(CONCURRENT + "DelayScheduler$ScheduledForkJoinTask")
              .at("postExec", "()Z")
              .before(scheduler, "pend", "(L" + scheduler + "$ScheduledForkJoinTask;)V")
              .carryingScopes()
              .to(new Submission(tasks, 1, Submission.Kind.QUEUED)));
    }
    sites.add(
        Site.onEntry(FORK_JOIN_TASK)
            .at("fork", "()Ljava/util/concurrent/ForkJoinTask;")
            .carryingScopes()
            .to(new Submission(tasks, Submission.RECEIVER, Submission.Kind.QUEUED)));
    // What runs a task that nobody submitted. (Other callers of doExec took it from a queue.)
    for (String method : new String[] {"invoke", "quietlyInvoke", "invokeAll"}) {
      sites.add(
          Site.onCall(FORK_JOIN_TASK)
              .at(method, "(")
              .before(FORK_JOIN_TASK.replace('.', '/'), "doExec", "()")
              .expect(method.equals("invokeAll") ? 3 : 1)
              .carryingScopes()
              .to(new Submission(tasks, 0, Submission.Kind.QUEUED)));
    }
    // The return type differs: int on 17, void on 25.
    sites.add(
        Site.on(FORK_JOIN_TASK)
            .at("doExec", "()")
            .carryingScopes()
            .to(new NestedRun(tasks, false, Submission.RECEIVER, NestedRun.Unknown.OUTSIDE)));
  }

  private static void futures(List<Site> sites) {
    Associations tasks = new Associations();
    // Of the call's receiver and argument, the task is the second.
    sites.add(
        Site.onCall(FUTURE)
            .anywhere()
            .before("java/util/concurrent/Executor", "execute", RUNNABLE)
            .carryingScopes()
            .to(new Submission(tasks, 1, Submission.Kind.ONCE)));
    String completion = "Ljava/util/concurrent/CompletableFuture$Completion;";
    String two =
        "(Ljava/util/concurrent/CompletableFuture;Ljava/util/concurrent/CompletableFuture$BiCompletion;)V";
    // Not at tryPushStack, which they all reach: who completes a future moves what others
    // registered from stack to stack by it.
    registering(sites, "unipush", "(" + completion + ")V", 0, tasks);
    registering(sites, "bipush", two, 1, tasks);
    registering(sites, "orpush", two, 1, tasks);
    SiteHandler run = new NestedRun(tasks, true, Submission.RECEIVER, NestedRun.Unknown.OUTSIDE);
    sites.add(Site.on(FUTURE + "$AsyncSupply").at("run", "()V").carryingScopes().to(run));
    sites.add(Site.on(FUTURE + "$AsyncRun").at("run", "()V").carryingScopes().to(run));
    SiteHandler fire = new CompletionRun(tasks);
    for (String each : COMPLETIONS) {
      sites.add(Site.on(FUTURE + "$" + each).at("tryFire", "(I)").carryingScopes().to(fire));
    }
  }

  private static void registering(
      List<Site> sites, String method, String descriptor, int task, Associations tasks) {
    sites.add(
        Site.onEntry(FUTURE)
            .at(method, descriptor)
            .carryingScopes()
            .to(new Submission(tasks, task, Submission.Kind.ONCE)));
  }

  /** Whoever gives it items has them consumed, for whom it is that subscribed. */
  private static void publishers(List<Site> sites) {
    Associations subscriptions = new Associations();
    String subscription = CONCURRENT + "SubmissionPublisher$BufferedSubscription";
    sites.add(
        Site.onEntry(subscription)
            .at("onSubscribe", "()V")
            .carryingScopes()
            .to(new Submission(subscriptions, Submission.RECEIVER, Submission.Kind.ONCE)));
    sites.add(
        Site.on(subscription)
            .at("consume", "()V")
            .carryingScopes()
            .to(new Consumption(subscriptions)));
  }

  private static void timers(List<Site> sites) {
    Associations tasks = new Associations();
    sites.add(
        Site.onEntry("java.util.Timer")
            .at("sched", "(Ljava/util/TimerTask;JJ)V")
            .carryingScopes()
            .to(new Submission(tasks, 0, Submission.Kind.ONCE)));
    sites.add(
        Site.onCall("java.util.TimerThread")
            .at("mainLoop", "()V")
            .before("java/util/TimerTask", "run", "()V")
            .carryingScopes()
            .to(new WorkerRun(tasks, 0, true)));
  }

  /** Its dispatcher starts a call that waited on the thread of the one that made room for it. */
  private static void okHttp(List<Site> sites) {
    Associations tasks = new Associations();
    SiteHandler submit = new Submission(tasks, 0, Submission.Kind.ONCE);
    SiteHandler run = new NestedRun(tasks, false, Submission.RECEIVER, NestedRun.Unknown.OUTSIDE);
    sites.add(
        Site.onEntry("okhttp3.Dispatcher")
            .at("enqueue", "(Lokhttp3/RealCall$AsyncCall;)V")
            .carryingScopes()
            .optional()
            .to(submit));
    sites.add(
        Site.onEntry("okhttp3.Dispatcher")
            .at("enqueue$okhttp", "(Lokhttp3/internal/connection/RealCall$AsyncCall;)V")
            .carryingScopes()
            .optional()
            .to(submit));
    sites.add(
        Site.on("okhttp3.RealCall$AsyncCall")
            .at("execute", "()V")
            .carryingScopes()
            .optional()
            .to(run));
    sites.add(
        Site.on("okhttp3.internal.connection.RealCall$AsyncCall")
            .at("run", "()V")
            .carryingScopes()
            .to(run));
  }

  private static void netty(List<Site> sites) {
    Associations tasks = new Associations();
    sites.add(
        Site.onEntry(NETTY + "SingleThreadEventExecutor")
            .at("addTask", RUNNABLE)
            .carryingScopes()
            .to(new Submission(tasks, 0, Submission.Kind.QUEUED)));
    sites.add(
        Site.onEntry(NETTY + "GlobalEventExecutor")
            .at("addTask", RUNNABLE)
            .carryingScopes()
            .to(new Submission(tasks, 0, Submission.Kind.QUEUED)));
    sites.add(
        Site.onCall(NETTY + "GlobalEventExecutor$TaskRunner")
            .at("run", "()V")
            .before("io/netty/util/concurrent/GlobalEventExecutor", "takeTask", "()")
            .carryingScopes()
            .to(new WorkerIdle()));
    sites.add(
        Site.on(NETTY + "AbstractEventExecutor")
            .at("runTask", RUNNABLE)
            .carryingScopes()
            .to(new NestedRun(tasks, false, 0, NestedRun.Unknown.CALLERS)));
    Associations scheduled = new Associations();
    sites.add(
        Site.onEntry(NETTY + "AbstractScheduledEventExecutor")
            .at("schedule", "(Lio/netty/util/concurrent/ScheduledFutureTask;)")
            .carryingScopes()
            .to(new Submission(scheduled, 0, Submission.Kind.ONCE)));
    sites.add(
        Site.on(NETTY + "ScheduledFutureTask")
            .at("run", "()V")
            .carryingScopes()
            .to(new NestedRun(scheduled, true, Submission.RECEIVER, NestedRun.Unknown.OUTSIDE)));
    sites.add(
        Site.onEntry(NETTY + "SingleThreadEventExecutor")
            .at("updateLastExecutionTime", "()V")
            .carryingScopes()
            .to(new WorkerIdle()));
    Associations timeouts = new Associations();
    String wheel = "io.netty.util.HashedWheelTimer";
    sites.add(
        Site.onCall(wheel)
            .at("newTimeout", "(")
            .before("java/util/Queue", "add", "(Ljava/lang/Object;)Z")
            .carryingScopes()
            .optional()
            .to(new Submission(timeouts, 1, Submission.Kind.ONCE)));
    sites.add(
        Site.on(wheel + "$HashedWheelTimeout")
            .at("expire", "()V")
            .carryingScopes()
            .optional()
            .to(new NestedRun(timeouts, true, Submission.RECEIVER, NestedRun.Unknown.OUTSIDE)));
    Associations promises = new Associations();
    sites.add(
        Site.onEntry(NETTY + "DefaultPromise")
            .at("addListener0", "(Lio/netty/util/concurrent/GenericFutureListener;)V")
            .carryingScopes()
            .to(new PromiseListening(promises)));
    sites.add(
        Site.on(NETTY + "DefaultPromise")
            .at(
                "notifyListener0",
                "(Lio/netty/util/concurrent/Future;Lio/netty/util/concurrent/GenericFutureListener;)V")
            .carryingScopes()
            .to(new PromiseNotice(promises)));
  }

  private static void reactor(List<Site> sites) {
    SiteHandler any = new Subscribing(Subscribing.Kind.ANY);
    for (String publisher : new String[] {"Flux", "Mono"}) {
      sites.add(
          Site.onCall(REACTOR + publisher)
              .at("subscribe", "(Lorg/reactivestreams/Subscriber;)V")
              .before("reactor/core/CorePublisher", "subscribe", SUBSCRIBER + "V")
              .replacing()
              .carryingScopes()
              .optional()
              .to(any));
    }
    shared(sites, Subscribing.Kind.VALUE, "subscribeOrReturn", VALUES);
    shared(sites, Subscribing.Kind.SIGNALS, "subscribeOrReturn", SIGNALS);
    shared(sites, Subscribing.Kind.SOURCE, "subscribe", SOURCES);
  }

  private static void shared(
      List<Site> sites, Subscribing.Kind kind, String method, String[] classes) {
    SiteHandler handler = new Subscribing(kind);
    for (String each : classes) {
      sites.add(
          Site.onEntry(REACTOR + each)
              .at(method, SUBSCRIBER)
              .replacing()
              .carrying()
              .optional()
              .to(handler));
    }
  }

  private CarrySites() {}
}
