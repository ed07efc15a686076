package dev.countersign.it;

import com.example.acts.Act;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** What a test says about an {@link AgentRun}. */
public final class AgentRunAssert extends AbstractAssert<AgentRunAssert, AgentRun> {

  private AgentRunAssert(AgentRun run) {
    super(run, AgentRunAssert.class);
    as("%s", description(run));
  }

  /** Starts the sentence. */
  public static AgentRunAssert assertThat(AgentRun run) {
    return new AgentRunAssert(run);
  }

  /** The JVM ended with this code. */
  public AgentRunAssert exitedWith(int code) {
    Assertions.assertThat(actual.exitCode()).as(descriptionText()).isEqualTo(code);
    return this;
  }

  /** The act ended by itself. */
  public AgentRunAssert succeeded() {
    return exitedWith(0);
  }

  /** A refusal with this code, and nothing else, ended the act; the books carry it. */
  public AgentRunAssert refusedWith(String code) {
    exitedWith(Act.REFUSED);
    Assertions.assertThat(actual.applicationErrorLines())
        .as(descriptionText())
        .singleElement()
        .asString()
        .startsWith("[" + code + "] Refused: ");
    // A refusal at the tool's own sink is the outcome of its call, every other one a denial (spec
    // 2.2).
    Books books = Books.of(actual);
    Assertions.assertThat(books.refusedAtSink() || books.denialCodes().contains(code))
        .as("%s%na refusal in the books%n%s", descriptionText(), books.entries())
        .isTrue();
    return this;
  }

  /** The books carry a denial with this code, whatever the application made of it. */
  public AgentRunAssert denied(String code) {
    Assertions.assertThat(Books.of(actual).denialCodes()).as(descriptionText()).contains(code);
    return this;
  }

  /** The books carry no denial. */
  public AgentRunAssert deniedNothing() {
    Assertions.assertThat(Books.of(actual).denialCodes()).as(descriptionText()).isEmpty();
    return this;
  }

  /** The application did not start: the agent ended the JVM with 78, and said so with this text. */
  public AgentRunAssert notStarted(String because) {
    exitedWith(78);
    Assertions.assertThat(actual.stderr()).as(descriptionText()).contains(because);
    Assertions.assertThat(actual.stdout()).as(descriptionText()).isEmpty();
    return this;
  }

  /** The working directory is byte for byte what it was: no effect happened, not even in part. */
  public AgentRunAssert touchedNothing() {
    Assertions.assertThat(actual.after()).as(descriptionText()).isEqualTo(actual.before());
    return this;
  }

  /** This file exists in the working directory and did not before. */
  public AgentRunAssert created(String path) {
    Assertions.assertThat(actual.before()).as(descriptionText()).doesNotContainKey(path);
    Assertions.assertThat(actual.after()).as(descriptionText()).containsKey(path);
    return this;
  }

  /** Standard output is exactly these lines. */
  public AgentRunAssert printed(String... lines) {
    Assertions.assertThat(actual.stdout().lines().toList())
        .as(descriptionText())
        .containsExactly(lines);
    return this;
  }

  /** Standard output has this text somewhere. */
  public AgentRunAssert printedSomewhere(String text) {
    Assertions.assertThat(actual.stdout()).as(descriptionText()).contains(text);
    return this;
  }

  /** Exit code, standard output, standard error and files are those of a run without the agent. */
  public AgentRunAssert sameAsWithoutAgent() {
    AgentRun plain = actual.withoutAgent();
    Assertions.assertThat(actual.stdout()).as(descriptionText()).isEqualTo(plain.stdout());
    Assertions.assertThat(actual.applicationErrorLines())
        .as(descriptionText())
        .isEqualTo(plain.applicationErrorLines());
    Assertions.assertThat(actual.after()).as(descriptionText()).isEqualTo(plain.after());
    return exitedWith(plain.exitCode());
  }

  /** {@code countersign verify} on the ledger directory says clean. */
  public AgentRunAssert booksVerify() {
    CommandLine.Result verify = CommandLine.run("verify", actual.ledger().toString());
    Assertions.assertThat(verify.exitCode())
        .as("%s%n--- verify%n%s", descriptionText(), verify.printed())
        .isZero();
    return this;
  }

  private static String description(AgentRun run) {
    return run.plan().name()
        + " on "
        + run.plan().jdk()
        + ", exit code "
        + run.exitCode()
        + ", in "
        + run.directory()
        + "\n--- standard output\n"
        + run.stdout()
        + "--- standard error\n"
        + run.stderr();
  }
}
