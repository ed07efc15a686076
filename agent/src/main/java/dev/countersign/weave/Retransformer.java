package dev.countersign.weave;

import java.lang.instrument.Instrumentation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Has classes woven again, or their packages opened to us, after {@code main} began. The {@link
 * Instrumentation} lives on the stack of one thread and in no field, so that no reflection,
 * starting at what the application can see, finds it.
 */
final class Retransformer {

  /** How long a caller waits: it may hold locks that the weaving of its class needs. */
  private static final long PATIENCE_MILLIS = 30_000;

  /** How long the end of the JVM waits, which may have ten seconds in all. */
  private static final long PATIENCE_AT_END_MILLIS = 5_000;

  /** How many different findings are told; an agent that goes on and on must not fill a disk. */
  private static final int MAX_FINDINGS = 200;

  /** How often this looks for classes that the JVM defined without us, if any were loaded. */
  private static final long PERIOD_MILLIS = 2_000;

  /**
   * How long changes are gathered after some were told: an application that starts has classes
   * woven one after the other, and whoever is told writes a file about all of them.
   */
  private static final long PAUSE_MILLIS = 500;

  private final Weaver weaver;
  private final Deque<Request> requests = new ArrayDeque<>();
  private final Deque<String> findings = new ArrayDeque<>();
  private final Set<String> found = new HashSet<>();
  private Runnable onChange;
  private Consumer<String> onFinding;
  private Runnable onLook;
  private Consumer<String> onMissed;
  private boolean changed;

  /** When changes were told last; the first are told at once. */
  private long told = System.nanoTime() - PAUSE_MILLIS * 1_000_000;

  /** Set before the thread starts; null where nothing asks the gate, so that nobody hears. */
  private CheckFailures failures;

  Retransformer(Weaver weaver) {
    this.weaver = weaver;
  }

  void onFailure(CheckFailures told) {
    failures = told;
  }

  void start(Instrumentation instrumentation) {
    Thread thread = new Thread(null, new Loop(instrumentation), "countersign-weaver", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  /**
   * Waits, and keeps an interrupt for later.
   *
   * @return null, or what went wrong
   */
  Throwable retransform(Class<?> loaded) {
    return ask(new Request(loaded, false), PATIENCE_MILLIS);
  }

  /**
   * Opens the package of a class to this agent and to nobody else; waits as {@link #retransform}
   * does.
   */
  Throwable open(Class<?> loaded) {
    return ask(new Request(loaded, true), PATIENCE_MILLIS);
  }

  /**
   * Looks at once for classes that the JVM defined without us, and at every class, for the JVM
   * ends; waits as {@link #retransform} does, only less.
   *
   * @return null, or why nobody can say that there is none
   */
  Throwable lookOnceMore() {
    return ask(new Request(null, false), PATIENCE_AT_END_MILLIS);
  }

  /** What to run on this thread after classes were woven; once for changes that come together. */
  void onChange(Runnable told) {
    synchronized (requests) {
      onChange = told;
    }
    changed();
  }

  void onMissed(Consumer<String> told) {
    synchronized (requests) {
      onMissed = told;
    }
  }

  void onFinding(Consumer<String> told) {
    synchronized (requests) {
      onFinding = told;
    }
  }

  void onLook(Runnable look) {
    synchronized (requests) {
      onLook = look;
    }
  }

  /** Each text once. Takes a lock and no more: called while a class is being defined. */
  void found(String text) {
    synchronized (requests) {
      if (found.size() < MAX_FINDINGS && found.add(text)) {
        findings.add(text);
        requests.notifyAll();
      }
    }
  }

  void tellFindings() {
    while (true) {
      String text;
      synchronized (requests) {
        text = onFinding == null ? null : findings.poll();
      }
      if (text == null) {
        return;
      }
      onFinding.accept(text);
    }
  }

  /** Takes a lock and no more: called while a class is being defined. */
  void changed() {
    synchronized (requests) {
      changed = true;
      requests.notifyAll();
    }
  }

  private Throwable ask(Request request, long patienceMillis) {
    synchronized (requests) {
      requests.add(request);
      requests.notifyAll();
    }
    return request.await(patienceMillis);
  }

  static Throwable apply(Instrumentation instrumentation, Class<?>... loaded) {
    try {
      instrumentation.retransformClasses(loaded);
      return null;
    } catch (Throwable failed) {
      return failed;
    }
  }

  private static Throwable openPackage(Instrumentation instrumentation, Class<?> type) {
    try {
      instrumentation.redefineModule(
          type.getModule(),
          Set.of(),
          Map.of(),
          Map.of(type.getPackageName(), Set.of(Retransformer.class.getModule())),
          Set.of(),
          Map.of());
      return null;
    } catch (Throwable failed) {
      return failed;
    }
  }

  private final class Loop implements Runnable {

    private Instrumentation handedOver;

    Loop(Instrumentation instrumentation) {
      this.handedOver = instrumentation;
    }

    @Override
    public void run() {
      Instrumentation instrumentation = handedOver;
      handedOver = null;
      while (true) {
        try {
          serve(instrumentation);
        } catch (Throwable exhausted) {
          // Out of memory even for saying so. This thread has classes to weave yet.
          continue;
        }
      }
    }

    private void serve(Instrumentation instrumentation) {
      Request request = next();
      if (request == null) {
        look(instrumentation);
        return;
      }
      if (request.loaded == null) {
        request.done(lookForMissed(instrumentation));
        return;
      }
      request.done(
          request.open
              ? openPackage(instrumentation, request.loaded)
              : apply(instrumentation, request.loaded));
    }

    private Throwable lookForMissed(Instrumentation instrumentation) {
      try {
        tellMissed(weaver.repair(instrumentation, true));
        return null;
      } catch (Throwable failed) {
        return failed;
      }
    }

    private void tellMissed(List<String> classNames) {
      Consumer<String> missed;
      synchronized (requests) {
        missed = onMissed;
      }
      for (String className : classNames) {
        if (missed != null) {
          missed.accept(className);
        }
      }
    }

    private void look(Instrumentation instrumentation) {
      Runnable telling = null;
      Runnable looking;
      synchronized (requests) {
        looking = onLook;
        if (millisToChange() <= 0) {
          changed = false;
          Retransformer.this.told = System.nanoTime();
          telling = onChange;
        }
      }
      try {
        if (looking != null) {
          looking.run();
        }
        tellFindings();
        tellMissed(weaver.repair(instrumentation, false));
        tellFindings();
        if (telling != null) {
          telling.run();
        }
      } catch (RuntimeException | Error failed) {
        // This thread has classes to weave yet.
        if (failures != null) {
          failures.notPassedOn(failed);
        }
      }
    }

    /** Null when it is time to look around and nobody waits. */
    private Request next() {
      long began = System.nanoTime();
      synchronized (requests) {
        while (requests.isEmpty()) {
          long left =
              Math.min(millisToChange(), PERIOD_MILLIS - (System.nanoTime() - began) / 1_000_000);
          if (left <= 0 || (!findings.isEmpty() && onFinding != null)) {
            return null;
          }
          try {
            requests.wait(left);
          } catch (InterruptedException notForUs) {
            // Nobody else has this thread's end to decide; it is a daemon.
            return null;
          }
        }
        return requests.poll();
      }
    }
  }

  /** Until changes are told; longer than any wait where there are none. */
  private long millisToChange() {
    return changed && onChange != null
        ? PAUSE_MILLIS - (System.nanoTime() - told) / 1_000_000
        : Long.MAX_VALUE;
  }

  private static final class Request {

    /** Null to look for classes that the JVM defined without us. */
    private final Class<?> loaded;

    private final boolean open;
    private boolean done;
    private Throwable failed;

    Request(Class<?> loaded, boolean open) {
      this.loaded = loaded;
      this.open = open;
    }

    synchronized void done(Throwable failed) {
      this.failed = failed;
      this.done = true;
      notifyAll();
    }

    synchronized Throwable await(long patienceMillis) {
      boolean interrupted = false;
      long deadline = System.nanoTime() + patienceMillis * 1_000_000;
      try {
        while (!done) {
          long left = (deadline - System.nanoTime()) / 1_000_000;
          if (left <= 0) {
            return new IllegalStateException("not finished after " + patienceMillis + " ms");
          }
          try {
            wait(left);
          } catch (InterruptedException later) {
            interrupted = true;
          }
        }
        return failed;
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
