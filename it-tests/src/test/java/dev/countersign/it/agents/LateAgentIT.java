package dev.countersign.it.agents;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.agents.Late;
import com.example.acts.agents.LateActs;
import com.example.acts.agents.LauncherActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/**
 * B21, hooks A1 and A2: agents that are attached while the application runs. Each is a hole that is
 * said and recorded before the agent's first instruction; what it then makes of a gate is left out.
 */
class LateAgentIT {

  @TempDir private static Path directory;

  private static final Map<String, Class<?>> WAYS = new LinkedHashMap<>();

  static {
    WAYS.put("selfAttach", Late.Self.class);
    WAYS.put("attachFromAnotherJvm", Late.Other.class);
    WAYS.put("jcmd", Late.Jcmd.class);
    WAYS.put("managementBean", Late.Bean.class);
    WAYS.put("reflection", Late.Reflection.class);
  }

  @OnEachJdk
  void isRecordedBeforeItRunsAndTakesNoGateOut(Jdk jdk) {
    List<String> arguments = new ArrayList<>(List.of("all"));
    List<String> lines = new ArrayList<>(List.of("honest: fired"));
    WAYS.forEach(
        (way, agent) -> {
          arguments.add(way + "=" + OtherAgent.jar(agent));
          lines.add(way + ": came by " + agent.getSimpleName().toLowerCase(java.util.Locale.ROOT));
          lines.add(way + ": refused");
        });
    lines.add("honest: fired");

    AgentRun run =
        AgentRun.on(jdk)
            .libraries("byte-buddy")
            .with("agents.yaml")
            .jvm("-Djdk.attach.allowAttachSelf=true")
            .jvm("--add-opens", "java.instrument/sun.instrument=ALL-UNNAMED")
            .main(LateActs.class, arguments.toArray(new String[0]));

    assertThat(run).succeeded().printed(lines.toArray(new String[0])).booksVerify();
    for (Class<?> agent : WAYS.values()) {
      assertThat(run.agentLines()).anyMatch(line -> line.contains(attached(agent)));
      recordedBeforeItsFirstEffect(run, agent);
    }
    assertThat(OtherAgent.holesFoundLate(run))
        .anyMatch(text -> text.startsWith("the diagnostic command jvmtiAgentLoad was called"));
  }

  @OnEachJdk
  void inTheManifestOfTheProgramItself(Jdk jdk) {
    String classPath =
        Stream.of(System.getProperty("surefire.test.class.path", "").split(File.pathSeparator))
            .map(entry -> new File(entry).toURI().toString())
            .collect(Collectors.joining(" "));
    String program =
        OtherAgent.program(LauncherActs.class, Late.Launcher.class, classPath).toString();

    AgentRun run = AgentRun.on(jdk).with("agents.yaml").program(List.of("-jar", program));

    assertThat(run).succeeded().printed("came by launcher", "launcher: refused").booksVerify();
    recordedBeforeItsFirstEffect(run, Late.Launcher.class);
  }

  @OnEachJdk
  void aNativeOneIsFoundByItsFile(Jdk jdk) throws IOException {
    Path library = NativeAgent.library(directory.resolve("native-" + jdk.feature() + ".so"));

    AgentRun run =
        AgentRun.on(jdk)
            .with("agents.yaml")
            .main(LateActs.class, "nativeAgent", library.toString());

    assertThat(run).succeeded().printed("attack: refused").booksVerify();
    assertThat(OtherAgent.holesFoundLate(run))
        .singleElement()
        .asString()
        .startsWith("the native library " + library.toRealPath() + " was loaded in this JVM, ");
  }

  private static String attached(Class<?> agent) {
    return "an agent was attached after the start: " + agent.getName() + ".";
  }

  private static void recordedBeforeItsFirstEffect(AgentRun run, Class<?> agent) {
    Books books = Books.of(run);
    long hole = -1;
    long effect = -1;
    for (JsonNode entry : books.events("allow")) {
      JsonNode record = books.decisionOf(entry);
      if (record.path("text").asText().startsWith(attached(agent))) {
        hole = entry.path("seq").asLong();
      } else if (hole >= 0 && effect < 0 && "exec.true".equals(entry.path("scope").asText())) {
        effect = entry.path("seq").asLong();
      }
    }
    assertThat(hole).as("%s in %s", agent, run.directory()).isNotNegative();
    assertThat(effect).as("what %s started in %s", agent, run.directory()).isGreaterThan(hole);
  }
}
