package dev.countersign.it.agents;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.agents.GivenActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** B22, F04, F13, F14: the ways in which a JVM is given this agent, and given it twice. */
class GivenIT {

  private static final Path AGENT = AgentRun.agentJar();

  private static final String[] BOTH = {"honest: fired", "attack: refused"};

  @TempDir private static Path directory;

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).with("agents.yaml");
  }

  static Stream<Arguments> twice() {
    return Jdks.tested()
        .flatMap(
            jdk ->
                Stream.of("sameOption", "environmentAndOption", "copy", "onTheClassPathAsWell")
                    .map(way -> Arguments.of(jdk, way)));
  }

  /** One allow and one outcome for each effect, whoever came first. */
  @ParameterizedTest(name = "{1} on {0}")
  @MethodSource("twice")
  void b22TheSecondDoesNothing(Jdk jdk, String way) throws IOException {
    // Nobody reads the configuration of the one that comes second.
    String again = "=" + directory.resolve("no-such.yaml");
    AgentRun.Builder builder = on(jdk);
    switch (way) {
      case "sameOption" -> builder.jvmLater("-javaagent:" + AGENT + again);
      case "environmentAndOption" ->
          builder
              .environment("JAVA_TOOL_OPTIONS", "-javaagent:" + AGENT + "=" + configuration())
              .jvmLater("-javaagent:" + AGENT + again);
      case "copy" -> builder.jvmLater("-javaagent:" + copy() + again);
      default -> builder.classPath(AGENT);
    }

    AgentRun run = builder.main(GivenActs.class, "both");

    assertThat(run).succeeded().printed(BOTH).booksVerify();
    Books books = Books.of(run);
    assertThat(books.allows("exec.touch")).as(run.directory().toString()).hasSize(1);
    assertThat(books.allows("tool.touch")).hasSize(2);
    assertThat(books.denialCodes()).hasSize(1);
    assertThat(books.allows("agent.start")).hasSize(1);
    assertThat(run.agentLines()).noneMatch(line -> line.contains("on the command line"));
    long toldAgain =
        run.agentLines().stream().filter(line -> line.contains("attached already")).count();
    assertThat(toldAgain)
        .as(run.stderr())
        .isEqualTo(
            switch (way) {
              case "onTheClassPathAsWell" -> 0;
              case "environmentAndOption" -> 2;
              default -> 1;
            });
  }

  /** F04: every JVM that inherits the variable is bound, with a chain of its own. */
  @OnEachJdk
  void throughTheEnvironmentAlone(Jdk jdk) throws IOException {
    AgentRun run =
        AgentRun.on(jdk)
            .environment("JAVA_TOOL_OPTIONS", "-javaagent:" + AGENT + "=" + configuration())
            .main(GivenActs.class, "bothHereAndInAChild");

    assertThat(run)
        .succeeded()
        .printed(BOTH[0], BOTH[1], "exit code 0", BOTH[0], BOTH[1])
        .booksVerify();
    Books books = Books.of(run);
    assertThat(books.events("root")).hasSize(2);
    assertThat(books.allows("exec.touch")).hasSize(2);
    assertThat(books.denialCodes()).hasSize(2);
  }

  /** F04. */
  @OnEachJdk
  void jdkToolsRunAsTheyDid(Jdk jdk) throws IOException {
    AgentRun run =
        AgentRun.on(jdk)
            .environment("JAVA_TOOL_OPTIONS", "-javaagent:" + AGENT + "=" + configuration())
            .main(GivenActs.class, "jdkTools");

    assertThat(run)
        .succeeded()
        .printed(
            "exit code 0",
            "marked as ours: false",
            "jcmd lists this JVM: true",
            "exit code 0",
            "marked as ours: false",
            "jstack shows it: true")
        .booksVerify();
    // Attaching to look is no agent.
    assertThat(OtherAgent.holesFoundLate(run)).isEmpty();
    assertThat(Books.of(run).events("root")).hasSize(3);
  }

  /** F14: without {@code sun.misc.Unsafe}, and without a word about it. */
  @Test
  void f14NoUnsafe() {
    Jdk newest = Jdks.tested().filter(jdk -> jdk.feature() >= 24).findFirst().orElseThrow();
    AgentRun run =
        on(newest)
            .jvm("--sun-misc-unsafe-memory-access=deny", "--illegal-native-access=deny")
            .main(GivenActs.class, "both");

    assertThat(run).succeeded().printed(BOTH).booksVerify();
    assertThat(run.applicationErrorLines()).isEmpty();
  }

  /** Relative to the working directory of the run, whose directory of the books it is. */
  private static Path configuration() throws IOException {
    return Files.writeString(
        directory.resolve("agents.yaml"),
        AgentRun.config("agents.yaml") + "ledger: { dir: ../ledger }\n");
  }

  private static Path copy() throws IOException {
    Path copy = directory.resolve("another-name.jar");
    if (!Files.exists(copy)) {
      Files.copy(AGENT, copy);
    }
    return copy;
  }
}
