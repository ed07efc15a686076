package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiFunction;

/**
 * A table of acts that share one JVM with the agent and one without, per JDK: each row is a test,
 * and starts no process of its own.
 *
 * <pre>{@code
 * static final ActTable TABLE =
 *     new ActTable((jdk, acts) -> AgentRun.on(jdk).with("x.yaml").main(XActs.class, acts), "a", "b");
 *
 * TABLE.isRefused(jdk, "a", "CS-REPLAY");
 * }</pre>
 *
 * <p>Each application is run when its first row asks, and kept.
 */
public final class ActTable {

  private final BiFunction<Jdk, String[], AgentRun> application;
  private final String[] acts;
  private final Map<Jdk, FutureTask<AgentRun>> runs = new ConcurrentHashMap<>();
  private final Map<Jdk, FutureTask<AgentRun>> runsWithoutAgent = new ConcurrentHashMap<>();

  /**
   * @param application runs acts with {@code Act.performEach}
   * @param acts every one of the table
   */
  public ActTable(BiFunction<Jdk, String[], AgentRun> application, String... acts) {
    this.application = application;
    this.acts = acts;
  }

  /** A table of the acts that these rows name in their second cell, after the number. */
  public static ActTable ofRows(BiFunction<Jdk, String[], AgentRun> application, String[]... rows) {
    List<String> acts = new ArrayList<>();
    for (String[] some : rows) {
      for (String row : some) {
        acts.add(row.split(" +", 3)[1]);
      }
    }
    return new ActTable(application, acts.toArray(new String[0]));
  }

  /** The run with the agent. */
  public AgentRun run(Jdk jdk) {
    return once(runs, jdk, () -> application.apply(jdk, acts));
  }

  /** The run without it. */
  public AgentRun runWithout(Jdk jdk) {
    return once(runsWithoutAgent, jdk, () -> run(jdk).withoutAgent());
  }

  /** What that act did with the agent. */
  public Performed with(Jdk jdk, String act) {
    return performed(run(jdk), act);
  }

  /** What that act did without the agent. */
  public Performed without(Jdk jdk, String act) {
    return performed(runWithout(jdk), act);
  }

  /** The act ends by itself, and does with the agent what it does without it. */
  public void runsAsWithout(Jdk jdk, String act) {
    assertThat(with(jdk, act)).isEqualTo(without(jdk, act));
    assertThat(with(jdk, act).ending()).isEqualTo("ended");
  }

  /**
   * With the agent the act is refused with that code, and no body has run by then; without it, one
   * has, and nothing stops the act.
   */
  public void isRefused(Jdk jdk, String act, String code) {
    assertThat(with(jdk, act).ending()).isEqualTo("refused " + code);
    assertThat(with(jdk, act).bodies()).isEmpty();
    assertThat(without(jdk, act).ending()).isEqualTo("ended");
    assertThat(without(jdk, act).bodies()).hasSize(1);
  }

  /** A run that failed is not tried again for each row. */
  private static AgentRun once(
      Map<Jdk, FutureTask<AgentRun>> runs, Jdk jdk, Callable<AgentRun> application) {
    FutureTask<AgentRun> run = runs.computeIfAbsent(jdk, unused -> new FutureTask<>(application));
    run.run();
    try {
      return run.get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException skipped) {
        throw skipped;
      }
      throw new AssertionError("the application of this table did not run", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while an application ran", interrupted);
    }
  }

  private static Performed performed(AgentRun run, String act) {
    Performed performed = Performed.in(run.stdout()).get(act);
    if (performed == null) {
      throw new AssertionError(
          "no act "
              + act
              + " ended in "
              + run.directory()
              + ", exit code "
              + run.exitCode()
              + "\n"
              + run.stdout()
              + run.stderr());
    }
    return performed;
  }

  /**
   * What one act did.
   *
   * @param printed its own lines on standard output
   * @param ending {@code ended}, {@code refused CODE} or {@code threw CLASS}
   */
  public record Performed(List<String> printed, String ending) {

    /** Which of the lines say that a body ran. */
    public List<String> bodies() {
      return printed.stream().filter(line -> line.startsWith("ran ")).toList();
    }

    private static Map<String, Performed> in(String stdout) {
      Map<String, Performed> all = new LinkedHashMap<>();
      String act = null;
      List<String> printed = new ArrayList<>();
      for (String line : stdout.split("\n")) {
        if (line.startsWith("> ")) {
          act = line.substring(2);
          printed = new ArrayList<>();
        } else if (line.startsWith("< ")) {
          all.put(act, new Performed(List.copyOf(printed), line.substring(2)));
        } else {
          printed.add(line);
        }
      }
      return all;
    }
  }
}
