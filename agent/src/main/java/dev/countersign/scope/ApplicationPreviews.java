package dev.countersign.scope;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.AppMethod;
import dev.countersign.config.ToolRule;
import dev.countersign.preview.Previews;
import dev.countersign.preview.Returned;
import dev.countersign.preview.Told;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Asks the application what a call would change (spec 4), or whether somebody approved it, without
 * letting it change anything.
 *
 * <p>Each run has a thread of its own, which carries a scope that is closed for good: so do the
 * threads and tasks that it starts. Whoever asks waits at most {@link #LIMIT_MILLIS}; what goes on
 * longer is interrupted, left to itself, and stays closed. At most {@link #MOST_AT_ONCE} go on in a
 * JVM, and {@link #MOST_OF_ONE_TOOL} of one tool: those that hang cost no more than that.
 */
final class ApplicationPreviews implements Previews {

  /** How long a run may take. */
  static final long LIMIT_MILLIS = 5_000;

  static final int MOST_AT_ONCE = 16;
  static final int MOST_OF_ONE_TOOL = 4;

  /** Tools whose finding is kept until their next call. */
  private static final int MOST_FINDINGS = 1_000;

  private final Surroundings run;
  private final ToolObjects objects;
  private final Supplier<String> closer;
  private final long limitMillis;

  /** Guarded by itself: what a concurrent set adds up as its size may be any number. */
  private final Set<String> findings = new HashSet<>();

  private volatile boolean anyFinding;

  /** Runs that go on, by tool. Guarded by itself. */
  private final Map<String, Integer> going = new LinkedHashMap<>();

  /** Guarded by {@link #going}. */
  private int goingAtAll;

  /** Null until it is known; empty where everything is closed that can be. */
  private volatile String notClosed;

  /**
   * @param closer closes what is woven for nothing else, once; returns null, or why it could not
   */
  ApplicationPreviews(
      Surroundings run, ToolObjects objects, Supplier<String> closer, long limitMillis) {
    this.run = run;
    this.objects = objects;
    this.closer = closer;
    this.limitMillis = limitMillis;
  }

  @Override
  public Told preview(String tool, ToolRule rule, Map<String, Object> arguments) {
    return ask(tool, "preview", rule.preview(), arguments, null);
  }

  /**
   * The same about a call that is made: asks the object that carries it out. Other calls of the
   * tool may have another one at the same time, say of another user's.
   *
   * @param own null where it is not known: then the one that was seen last
   */
  Told preview(String tool, ToolRule rule, Map<String, Object> arguments, ToolObjects.Held own) {
    return ask(tool, "preview", rule.preview(), arguments, own);
  }

  @Override
  public Told preflight(String tool, ToolRule rule, Map<String, Object> arguments) {
    return ask(tool, "preflight", rule.preflight(), arguments, null);
  }

  /** Whether effects were attempted in a run of this tool since this was asked last. */
  boolean takeFinding(String tool) {
    if (!anyFinding) {
      return false;
    }
    synchronized (findings) {
      return findings.remove(tool);
    }
  }

  /**
   * Asks the configured method whether somebody approved something.
   *
   * @param question what it is called with
   * @param reader reads what it returned, on the thread of the run
   */
  Told approval(
      String tool,
      AppMethod configured,
      Map<String, Object> question,
      Function<Object, Told> reader) {
    return ask(tool, "approval", PreviewMethod.of(configured, false, null), question, reader);
  }

  private Told ask(
      String tool,
      String what,
      AppMethod configured,
      Map<String, Object> arguments,
      ToolObjects.Held own) {
    boolean preview = what.equals("preview");
    try {
      Object object = own == null ? objects.of(tool) : own.read();
      return ask(
          tool,
          what,
          PreviewMethod.of(configured, preview, object),
          arguments,
          preview ? Returned::preview : Returned::preflight);
    } catch (RuntimeException | Error failed) {
      return Told.failed(what + ": could not be called: " + failed.getClass().getName());
    }
  }

  private Told ask(
      String tool,
      String what,
      PreviewMethod method,
      Map<String, Object> arguments,
      Function<Object, Told> reader) {
    if (Closing.current() != null) {
      return Told.failed(what + ": not called from inside another one");
    }
    try {
      if (method == null) {
        return Told.absent();
      }
      String open = requireClosed();
      if (!open.isEmpty()) {
        return Told.failed(what + ": not called, for it could not be kept from effects: " + open);
      }
      return run(tool, what, method, plain(arguments), reader);
    } catch (RuntimeException | Error failed) {
      return Told.failed(what + ": could not be called: " + failed.getClass().getName());
    }
  }

  private String requireClosed() {
    String known = notClosed;
    if (known == null) {
      synchronized (this) {
        if (notClosed == null) {
          String reason = closer.get();
          notClosed = reason == null ? "" : reason;
        }
        known = notClosed;
      }
    }
    return known;
  }

  private Told run(
      String tool,
      String what,
      PreviewMethod method,
      Map<String, Object> arguments,
      Function<Object, Told> reader) {
    if (!begin(tool)) {
      return Told.failed(what + ": not called, for earlier ones have not ended");
    }
    Closing closing = new Closing(() -> found(tool));
    Run body = new Run(tool, what, method, arguments, reader, closing);
    boolean started = false;
    try {
      Thread thread = new Thread(null, body, "countersign-" + what);
      thread.setDaemon(true);
      thread.start();
      started = true;
      return answer(what, closing, body, thread);
    } finally {
      if (!started) {
        end(tool);
      }
    }
  }

  private Told answer(String what, Closing closing, Run body, Thread thread) {
    boolean ended = false;
    try {
      ended = body.ended.await(limitMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      return Told.failed(what + ": whoever asked was interrupted");
    }
    if (!ended) {
      thread.interrupt();
      return Told.failed(what + ": it did not end within " + limitMillis + " ms");
    }
    List<String> attempts = closing.attempts();
    if (!attempts.isEmpty()) {
      return Told.failed(
          what + ": it attempted what was refused (" + String.join(", ", attempts) + ")");
    }
    return body.told;
  }

  /** Effects were attempted in a run of this tool. */
  void found(String tool) {
    anyFinding = true;
    synchronized (findings) {
      if (findings.size() < MOST_FINDINGS) {
        findings.add(tool);
      }
    }
  }

  private boolean begin(String tool) {
    synchronized (going) {
      int ofTool = going.getOrDefault(tool, 0);
      if (goingAtAll >= MOST_AT_ONCE || ofTool >= MOST_OF_ONE_TOOL) {
        return false;
      }
      going.put(tool, ofTool + 1);
      goingAtAll++;
      return true;
    }
  }

  private void end(String tool) {
    synchronized (going) {
      int left = going.get(tool) - 1;
      if (left == 0) {
        going.remove(tool);
      } else {
        going.put(tool, left);
      }
      goingAtAll--;
    }
  }

  /** One run, on its own thread. */
  private final class Run implements Runnable {

    private final String tool;
    private final String what;
    private final PreviewMethod method;
    private final Map<String, Object> arguments;
    private final Function<Object, Told> reader;
    private final Closing closing;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Written before the latch opens. */
    private Told told;

    Run(
        String tool,
        String what,
        PreviewMethod method,
        Map<String, Object> arguments,
        Function<Object, Told> reader,
        Closing closing) {
      this.tool = tool;
      this.what = what;
      this.method = method;
      this.arguments = arguments;
      this.reader = reader;
      this.closing = closing;
      this.told = Told.failed(what + ": it ended the thread that it ran on");
    }

    @Override
    public void run() {
      try {
        ThreadCell.current()
            .pin(CallScope.ofPreview(ApplicationPreviews.this.run.judging().now(), closing));
        told = called();
      } finally {
        ended.countDown();
        end(tool);
      }
    }

    private Told called() {
      try {
        if (!method.find()) {
          return Told.absent();
        }
        return reader.apply(method.call(arguments));
      } catch (PreviewMethod.Missing missing) {
        return Told.failed(what + ": not called: " + missing.getMessage());
      } catch (NotCanonicalException wrong) {
        return Told.failed(what + ": what it returned cannot be used: " + wrong.getMessage());
      } catch (Throwable thrown) {
        // Never its message: it may hold what the caller must not see.
        return Told.failed(what + ": it threw " + thrown.getClass().getName());
      }
    }
  }

  /**
   * The arguments as a library of JSON would hand them to a method that takes a map: copies that
   * may be written to, integers as {@code Integer} where they fit, else {@code Long}; decimals as
   * {@code Double} where that is the same number.
   */
  @SuppressWarnings("unchecked") // an object stays one
  private static Map<String, Object> plain(Map<String, Object> arguments) {
    return (Map<String, Object>) copy(arguments);
  }

  private static Object copy(Object json) {
    if (json instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        copy.put(member.getKey(), copy(member.getValue()));
      }
      return copy;
    }
    if (json instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      for (Object element : list) {
        copy.add(copy(element));
      }
      return copy;
    }
    if (json instanceof Long number) {
      return number == number.intValue() ? (Object) number.intValue() : number;
    }
    if (json instanceof BigInteger number && number.bitLength() < Long.SIZE) {
      return copy(number.longValue());
    }
    if (json instanceof BigDecimal number) {
      double nearest = number.doubleValue();
      boolean same =
          !Double.isInfinite(nearest)
              && new BigDecimal(Double.toString(nearest)).compareTo(number) == 0;
      return same ? (Object) nearest : number;
    }
    return json;
  }
}
