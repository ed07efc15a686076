package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A table of acts that share one JVM with the agent and one without, per JDK: each row is a test,
 * and starts no process of its own.
 *
 * <pre>{@code
 * static final ActTable TABLE =
 *     new ActTable(jdk -> AgentRun.on(jdk).with("x.yaml"), XActs.class, "a", "b");
 *
 * TABLE.isRefused(jdk, "a", "CS-REPLAY");
 * }</pre>
 *
 * <p>Each application is run when its first row asks, and kept; it must end by itself with 0, and
 * the books of the one with the agent must verify.
 *
 * <p>A table can be a text as well, see {@link #of} and {@link Row}.
 */
public final class ActTable {

  private final Function<Jdk, AgentRun.Builder> application;
  private final Class<?> acts;
  private final Function<Jdk, List<Row>> table;
  private final Function<Jdk, List<String>> names;
  private final Map<Jdk, FutureTask<AgentRun>> runs = new ConcurrentHashMap<>();
  private final Map<Jdk, FutureTask<AgentRun>> runsWithoutAgent;

  /** All of a run's: a table asks for each of its rows. */
  private final Map<Jdk, Books> books = new ConcurrentHashMap<>();

  /**
   * @param application how the JVMs are started
   * @param acts whose static methods the names stand for
   * @param names every act of the table, as {@link Acts} takes them
   */
  public ActTable(Function<Jdk, AgentRun.Builder> application, Class<?> acts, String... names) {
    this(application, acts, jdk -> List.of(), jdk -> List.of(names), new ConcurrentHashMap<>());
  }

  private ActTable(
      Function<Jdk, AgentRun.Builder> application,
      Class<?> acts,
      Function<Jdk, List<Row>> table,
      Function<Jdk, List<String>> names,
      Map<Jdk, FutureTask<AgentRun>> runsWithoutAgent) {
    this.application = application;
    this.acts = acts;
    this.table = table;
    this.names = names;
    this.runsWithoutAgent = runsWithoutAgent;
  }

  /** A table of the acts that these rows name in their second cell, after the number. */
  public static ActTable ofRows(
      Function<Jdk, AgentRun.Builder> application, Class<?> acts, String[]... rows) {
    return new ActTable(
        application,
        acts,
        Stream.of(rows)
            .flatMap(Stream::of)
            .map(row -> row.split(" +", 3)[1])
            .toArray(String[]::new));
  }

  /** A table that is a text, one {@link Row} a line. */
  public static ActTable of(
      Function<Jdk, AgentRun.Builder> application, Class<?> acts, String text) {
    return of(application, acts, jdk -> text);
  }

  /** The same, where the JDKs differ in what they can do. */
  public static ActTable of(
      Function<Jdk, AgentRun.Builder> application, Class<?> acts, Function<Jdk, String> text) {
    Function<Jdk, List<Row>> table =
        jdk -> text.apply(jdk).lines().map(line -> Row.of(line, jdk)).toList();
    return new ActTable(
        application,
        acts,
        table,
        jdk -> table.apply(jdk).stream().map(Row::act).toList(),
        new ConcurrentHashMap<>());
  }

  /**
   * The same acts where this agent is configured or attached in another way: without it these are
   * one and the same application, and it runs once.
   */
  public ActTable attached(Function<Jdk, AgentRun.Builder> otherwise) {
    return new ActTable(otherwise, acts, table, names, runsWithoutAgent);
  }

  /** The run with the agent. */
  public AgentRun run(Jdk jdk) {
    return once(
        runs,
        jdk,
        () -> {
          List<String> arguments = new ArrayList<>(List.of(acts.getName()));
          arguments.addAll(names.apply(jdk));
          assertThat(arguments).doesNotHaveDuplicates();
          AgentRun run = application.apply(jdk).main(Acts.class, arguments.toArray(new String[0]));
          AgentRunAssert.assertThat(run).succeeded().booksVerify();
          return run;
        });
  }

  /** The run without it. */
  public AgentRun runWithout(Jdk jdk) {
    return once(
        runsWithoutAgent,
        jdk,
        () -> {
          AgentRun run = run(jdk).withoutAgent();
          AgentRunAssert.assertThat(run).succeeded();
          return run;
        });
  }

  /** What that act did with the agent. */
  public Performed with(Jdk jdk, String act) {
    return performed(run(jdk), act);
  }

  /** What that act did without the agent. */
  public Performed without(Jdk jdk, String act) {
    return performed(runWithout(jdk), act);
  }

  /** What stands in the books of that act. */
  public Books books(Jdk jdk, String act) {
    int[] lines = with(jdk, act).lines();
    Books all = books.computeIfAbsent(jdk, unused -> Books.of(run(jdk)));
    return new Books(
        all.entries().subList(lines[0], lines[1]), all.records().subList(lines[2], lines[3]));
  }

  /** The act ends by itself, and does with the agent what it does without it. */
  public void runsAsWithout(Jdk jdk, String act) {
    isSame(jdk, act);
    assertThat(with(jdk, act).ending()).isEqualTo("ended");
  }

  /** Whether by itself or by an exception: the act ends, prints and changes what it did before. */
  public void isSame(Jdk jdk, String act) {
    Performed with = with(jdk, act);
    Performed without = without(jdk, act);
    assertThat(with.printed()).isEqualTo(without.printed());
    assertThat(with.errors()).isEqualTo(without.errors());
    assertThat(with.ending()).isEqualTo(without.ending());
    assertThat(with.changed()).isEqualTo(without.changed());
  }

  /**
   * With the agent the act is refused with that code, and no body has run by then; without it, one
   * has, and nothing stops the act.
   */
  public void isRefused(Jdk jdk, String act, String code) {
    assertThat(with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(with(jdk, act).bodies()).isEmpty();
    assertThat(without(jdk, act).ending()).isEqualTo("ended");
    assertThat(without(jdk, act).bodies()).hasSize(1);
  }

  /**
   * What the act does first happens, and what it does next is refused with that code; without the
   * agent that happens as well.
   */
  public void isRefusedLater(Jdk jdk, String act, String code) {
    assertThat(with(jdk, act).ending()).endsWith("refused " + code);
    int reached = with(jdk, act).bodies().size();
    assertThat(reached).isPositive();
    assertThat(without(jdk, act).ending()).isEqualTo("ended");
    assertThat(without(jdk, act).bodies()).hasSize(reached + 1);
  }

  /** The rows of a text, on each JDK. */
  public Stream<Row> rows() {
    return Jdks.tested().flatMap(jdk -> table.apply(jdk).stream());
  }

  /** Every row of a text is what happened on that JDK. */
  public void shows(Jdk jdk) {
    table.apply(jdk).forEach(this::shows);
  }

  /** A row of a text is what happened. */
  public void shows(Row row) {
    String where = run(row.jdk()).directory().toString();
    assertThat(without(row.jdk(), row.act()).came())
        .as("without the agent, %s", where)
        .isEqualTo(row.without());
    assertThat(with(row.jdk(), row.act()).came())
        .as("with the agent, %s", where)
        .isEqualTo(row.with());
    if (row.where() != null) {
      assertThat(differences(row.jdk(), row.act()))
          .as("where it differs, %s", where)
          .containsExactly(row.where());
    }
  }

  /** Of each denial of that act, the pointers in it, separated by blanks. */
  public List<String> differences(Jdk jdk, String act) {
    Books books = books(jdk, act);
    List<String> differences = new ArrayList<>();
    for (JsonNode denial : books.events("deny")) {
      List<String> paths = new ArrayList<>();
      books.decisionOf(denial).at("/divergence/paths").forEach(path -> paths.add(path.asText()));
      differences.add(String.join(" ", paths));
    }
    return differences;
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
    List<String> printed = section(run.stdout(), act);
    int last = printed.size() - 1;
    if (last < 0 || !printed.get(last).startsWith("< ")) {
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
    String[] columns = printed.get(last).substring(2).split("\t");
    return new Performed(
        printed.subList(0, last),
        section(run.stderr(), act),
        columns[0],
        columns[1],
        Arrays.stream(columns[2].split("[- ]")).mapToInt(Integer::parseInt).toArray());
  }

  /** The lines behind this act's heading, up to the next one. */
  private static List<String> section(String output, String act) {
    List<String> section = new ArrayList<>();
    boolean inside = false;
    for (String line : output.split("\n")) {
      if (line.startsWith("> ")) {
        inside = line.equals("> " + act);
      } else if (inside) {
        section.add(line);
      }
    }
    return section;
  }

  /**
   * One line of a table that is a text, columns two or more spaces apart:
   *
   * <pre>{@code
   * B03  commandReplaced  ended +fired  NIKA-SEC-011 none  /intent/argv/1
   * -    honest           ended +judged ended +judged
   * }</pre>
   *
   * @param number of the bypass catalogue or field report
   * @param without what the act does without the agent, which shows that it does something: {@code
   *     ended}, the code of a refusal or the class of another exception, then what changed in the
   *     working directory
   * @param with what it does with the agent
   * @param where for a refusal by difference, where the two differ; else null
   */
  public record Row(String number, String act, String without, String with, String where, Jdk jdk) {

    private static Row of(String line, Jdk jdk) {
      String[] cells = line.strip().split(" {2,}");
      return new Row(
          cells[0], cells[1], cells[2], cells[3], cells.length > 4 ? cells[4] : null, jdk);
    }

    @Override
    public String toString() {
      return number + " " + act + " on " + jdk;
    }
  }

  /**
   * What one act did.
   *
   * @param printed its own lines on standard output
   * @param stderr the lines on standard error while it ran, the agent's among them
   * @param ending see {@link Acts}
   * @param changed files of the working directory, see {@link Acts}
   * @param lines of the books: from and to in the chain, from and to in the effects
   */
  public record Performed(
      List<String> printed, List<String> stderr, String ending, String changed, int[] lines) {

    /** Which of the lines say that a body ran. */
    public List<String> bodies() {
      return printed.stream().filter(line -> line.startsWith("ran ")).toList();
    }

    /**
     * What the application itself printed on standard error, without the JDK's own steps of a call
     * by reflection: JDK 17 numbers the classes that it generates for some.
     */
    public List<String> errors() {
      return stderr.stream()
          .filter(line -> !AgentRun.isAgentLine(line) && !line.contains("jdk.internal.reflect."))
          .toList();
    }

    /** What the agent said meanwhile. */
    public List<String> agentLines() {
      return stderr.stream().filter(AgentRun::isAgentLine).toList();
    }

    /** How it ended, in the words of a {@link Row}. */
    private String came() {
      return ending.replaceFirst("^(refused|threw) ", "") + " " + changed;
    }
  }
}
