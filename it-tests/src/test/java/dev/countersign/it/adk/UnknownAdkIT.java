package dev.countersign.it.adk;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.adk.AdkActs;
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
 * A line of Google ADK that nobody has seen: a method that is bound has another name. Its tools are
 * refused, with the version that was seen.
 */
class UnknownAdkIT {

  private static final AdkLine NEWEST = new AdkLine("1.8");
  private static final String MAYBE = "Lio/reactivex/rxjava3/core/Maybe;";
  private static final String INVOCATION = "Lcom/google/adk/agents/InvocationContext;";
  private static final String TOOL = "Lcom/google/adk/tools/BaseTool;";
  private static final String REST = "Ljava/util/Map;Lcom/google/adk/tools/ToolContext;";

  /** The method, its descriptor, and how the line of the agent names it. */
  private static final String[][] ROWS = {
    {
      "handleFunctionCalls",
      "(" + INVOCATION + "Lcom/google/adk/events/Event;Ljava/util/Map;Ljava/util/Map;)" + MAYBE,
      "Functions#handleFunctionCalls"
    },
    {
      "maybeInvokeBeforeToolCall",
      "(" + INVOCATION + TOOL + REST + ")" + MAYBE,
      "Functions#maybeInvokeBeforeToolCall"
    },
    {"callTool", "(" + TOOL + REST + ")" + MAYBE, "Functions#callTool"},
    {
      "buildArguments",
      "(" + REST + INVOCATION + ")[Ljava/lang/Object;",
      "FunctionTool#buildArguments"
    },
  };

  @TempDir private Path directory;

  static Stream<Arguments> unknown() {
    return Stream.of(ROWS).flatMap(row -> Jdks.tested().map(jdk -> Arguments.of(row, jdk)));
  }

  @ParameterizedTest(name = "{1} without {0}")
  @MethodSource("unknown")
  void toolsOfALineThatNobodyKnowsAreRefused(String[] row, Jdk jdk) throws IOException {
    AgentRun.Builder application = AgentRun.on(jdk).with("adk.yaml");
    for (Path jar : NEWEST.classPath()) {
      boolean other = jar.getFileName().toString().startsWith("google-adk-");
      application.classPath(other ? DoctoredJar.without(jar, directory, row[0], row[1]) : jar);
    }
    AgentRun run =
        application.main(Acts.class, AdkActs.class.getName(), "aMethod", "aToolOfItsOwn");

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout().split("pay: \\{error=\\[CS-INTERNAL] Refused", -1)).hasSize(3);
    assertThat(run.stdout()).doesNotContain("PAID");
    assertThat(run.agentLines())
        .as(run.stderr())
        .anyMatch(line -> line.contains("Google ADK 1.8.0 has no " + row[2]));
    // That the application runs without the agent is no matter of the JDK.
    if (jdk.equals(Jdks.tested().findFirst().orElseThrow())) {
      assertThat(run.withoutAgent().stdout()).contains("PAID");
    }
  }
}
