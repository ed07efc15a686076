package dev.countersign.agent;

import dev.countersign.ledger.Ledger;
import dev.countersign.observe.StandardError;
import dev.countersign.scope.Effects;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Joins the JDK's flight recorder and JMX once the application, or who runs it, uses them, within
 * some seconds. Neither is ever begun by the agent: both load hundreds of classes, and JMX lets the
 * application replace parts that must not be chosen before {@code main}.
 *
 * <p>What is loaded says that they are used; until then no class of them is asked for, so that a
 * runtime without their modules lacks nothing.
 */
final class Onlookers implements Consumer<String>, Runnable {

  /** Made by {@code jdk.jfr.FlightRecorder}, of which there is one from the first recording on. */
  private static final String RECORDER = "jdk.jfr.internal.PlatformRecorder";

  /** The JDK's own MBean server. */
  private static final String BEAN_SERVER = "com.sun.jmx.mbeanserver.JmxMBeanServer";

  private final Ledger ledger;
  private final Status status;
  private final Preflights preflights;
  private volatile boolean recorded;
  private volatile boolean managed;

  /** Held by the thread that joins, whose the two flags below are. */
  private final AtomicBoolean joining = new AtomicBoolean();

  private boolean joinedRecorder;
  private boolean joinedServer;

  Onlookers(Ledger ledger, Status status, Preflights preflights) {
    this.ledger = ledger;
    this.status = status;
    this.preflights = preflights;
  }

  /** Classes to hear of. */
  static List<String> classNames() {
    return List.of(RECORDER, BEAN_SERVER);
  }

  /** That class is loaded. */
  @Override
  public void accept(String className) {
    recorded |= className.equals(RECORDER);
    managed |= className.equals(BEAN_SERVER);
    run();
  }

  /**
   * Joins what turned up meanwhile, each once: one thread of the agent reports a class, another one
   * looks every few seconds.
   */
  @Override
  public void run() {
    if (!joining.compareAndSet(false, true)) {
      return; // whatever that thread misses, the next look finds
    }
    try {
      join();
    } finally {
      joining.set(false);
    }
  }

  private void join() {
    if (recorded && !joinedRecorder) {
      joinedRecorder = true;
      try {
        FlightWatcher watcher = new FlightWatcher();
        ledger.watch(watcher);
        Effects.watch(watcher);
        Bean agent = new Bean(status);
        watcher.joined(agent.getVersion(), agent.getMode(), agent.getChainId());
      } catch (LinkageError | RuntimeException otherJdk) {
        StandardError.say("hole: the flight recorder shows nothing of the agent: " + otherJdk);
      }
    }
    if (managed && !joinedServer) {
      try {
        joinedServer = BeanServers.register(new Bean(status), preflights);
      } catch (LinkageError | RuntimeException otherJdk) {
        joinedServer = true;
        StandardError.say("hole: JMX shows nothing of the agent: " + otherJdk);
      }
    }
  }
}
