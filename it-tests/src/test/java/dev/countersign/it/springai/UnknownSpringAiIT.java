package dev.countersign.it.springai;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.springai.SpringAiActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.DoctoredJar;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A line of Spring AI that nobody has seen: a method that is bound has another name. Its tools are
 * refused, with the version that was seen.
 */
class UnknownSpringAiIT {

  private static final SpringAiLine NEWEST = new SpringAiLine("2.0");
  private static final String CONTEXT = "Lorg/springframework/ai/chat/model/ToolContext;";

  /** The method, its descriptor, an act that needs it, and how the line of the agent names it. */
  private static final String[][] ROWS = {
    {
      "buildMethodArguments",
      "(Ljava/util/Map;" + CONTEXT + ")[Ljava/lang/Object;",
      "aMethod",
      "MethodToolCallback#buildMethodArguments"
    },
    {
      "callMethod",
      "([Ljava/lang/Object;)Ljava/lang/Object;",
      "aMethod",
      "MethodToolCallback#callMethod"
    },
    {
      "callMethod",
      "(Ljava/lang/Object;" + CONTEXT + ")Ljava/lang/Object;",
      "aFunction",
      "FunctionToolCallback#callMethod"
    },
  };

  @TempDir private Path directory;

  static Stream<Arguments> unknown() {
    return Stream.of(ROWS).flatMap(row -> Jdks.tested().map(jdk -> Arguments.of(row, jdk)));
  }

  @ParameterizedTest(name = "{1} without {0}")
  @MethodSource("unknown")
  void toolsOfALineThatNobodyKnowsAreRefused(String[] row, Jdk jdk) throws IOException {
    AgentRun.Builder application = AgentRun.on(jdk).with("spring-ai.yaml");
    for (Path jar : NEWEST.classPath()) {
      boolean other = jar.getFileName().toString().startsWith("spring-ai-model-");
      application.classPath(other ? DoctoredJar.without(jar, directory, row[0], row[1]) : jar);
    }
    AgentRun run = application.main(Acts.class, SpringAiActs.class.getName(), row[2]);

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout()).contains("pay: [CS-INTERNAL] Refused").doesNotContain("PAID");
    assertThat(run.agentLines())
        .as(run.stderr())
        .anyMatch(line -> line.contains("Spring AI 2.0.1 has no " + row[3]));
    assertThat(run.withoutAgent().stdout()).contains("PAID");
  }
}
