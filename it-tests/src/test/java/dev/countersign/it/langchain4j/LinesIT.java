package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.LineLoaders;
import com.example.acts.langchain4j.Lines;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The acts of {@link LineTable} on the lines of the library, many acts to a JVM. */
class LinesIT {

  /** On the class path of a JVM of their own. */
  private static final List<LibraryLine> ALONE =
      List.of(
          LibraryLine.of("1.0.1"),
          LibraryLine.of("1.11.0"),
          LibraryLine.of("1.19.0"),
          new LibraryLine("1.19.0", "1.23.0"));

  /** One of every other minor version, each in a loader of its own, on one of the JDKs. */
  private static final List<LibraryLine> TOGETHER =
      Stream.of(
              "1.1.0", "1.2.1", "1.3.0", "1.4.0", "1.5.0", "1.6.0", "1.7.1", "1.8.0", "1.9.1",
              "1.10.0", "1.12.2", "1.13.0", "1.14.1", "1.15.1", "1.16.3", "1.17.2", "1.18.1")
          .map(LibraryLine::of)
          .toList();

  static List<Arguments> alone() {
    List<Arguments> arguments = new ArrayList<>();
    for (LibraryLine line : ALONE) {
      Jdks.tested().forEach(jdk -> arguments.add(Arguments.of(line, jdk)));
    }
    return arguments;
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("alone")
  void everyActEndsAsTheTableHasIt(LibraryLine line, Jdk jdk) {
    AgentRun.Builder application = application(jdk);
    line.classPath().forEach(application::classPath);
    AgentRun run = application.main(Lines.class, LineTable.acts(line).toArray(new String[0]));

    LineTable.check(line, run.stdout(), run.withoutAgent().stdout());
    assertThat(run).succeeded().booksVerify();
    assertThatNothingElseIsOpen(run);
  }

  @OnEachJdk
  void everyActEndsAsTheTableHasItOnEveryLineInBetween(Jdk jdk) {
    List<LibraryLine> lines = inBetween(jdk);
    AgentRun run = together(application(jdk), lines);
    String[] with = run.stdout().split("=== .*\n");
    String[] without = run.withoutAgent().stdout().split("=== .*\n");

    assertThat(with).as(run.stderr()).hasSize(lines.size() + 1);
    for (int i = 0; i < lines.size(); i++) {
      LineTable.check(lines.get(i), with[i + 1], without[i + 1]);
    }
    assertThat(run).succeeded().booksVerify();
    assertThatNothingElseIsOpen(run);
  }

  /** Every second one on each: which line runs on which JDK is chance, and both run many. */
  private static List<LibraryLine> inBetween(Jdk jdk) {
    List<Jdk> jdks = Jdks.tested().toList();
    int first = jdks.indexOf(jdk);
    return IntStream.range(0, TOGETHER.size())
        .filter(i -> i % jdks.size() == first)
        .mapToObj(TOGETHER::get)
        .toList();
  }

  /** Of each way in which a line is served, and each in which it tells its model of a refusal. */
  @OnEachJdk
  void everyActEndsAsWithoutTheAgentWhereNothingIsRefused(Jdk jdk) {
    AgentRun run =
        together(
            application(jdk).configured(observing()),
            Stream.of("1.0.1", "1.5.0", "1.8.0", "1.19.0").map(LibraryLine::of).toList());

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing();
    // The books say what ran otherwise than it was judged.
    AgentRun verify = run.command("verify", run.ledger().toString());
    assertThat(verify.stdout()).contains("params_mismatch");
    assertThat(verify.stdout().lines().filter(line -> line.contains(": call_id ")))
        .allMatch(line -> line.contains("params_mismatch"));
  }

  private static AgentRun together(AgentRun.Builder application, List<LibraryLine> lines) {
    List<String> arguments = new ArrayList<>();
    for (LibraryLine line : lines) {
      arguments.add(line.version());
      arguments.add(
          line.classPath().stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(File.pathSeparator))
              + File.pathSeparator
              + LangChain4j.testClasses());
      arguments.add(String.join(",", LineTable.acts(line)));
    }
    return application.main(LineLoaders.class, arguments.toArray(new String[0]));
  }

  private static String observing() {
    try (InputStream stream =
        LinesIT.class.getResourceAsStream("/configs/langchain4j-lines.yaml")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .replace("mode: enforce", "mode: observe");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Which definitions the models of a line were seen to get, PinsIT tells. */
  private static void assertThatNothingElseIsOpen(AgentRun run) {
    assertThat(run.agentLines()).noneMatch(said -> said.contains(" cannot be bound"));
  }

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .with("langchain4j-lines.yaml")
        .file("page", "for everybody\n")
        .file("secret", "for nobody\n");
  }
}
