package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.START_CHANGED;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.agents.Hostile;
import com.example.acts.langchain4j.PeerActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import dev.countersign.it.agents.OtherAgent;
import dev.countersign.it.agents.Peers;
import java.util.ArrayList;
import java.util.List;

/**
 * Beside the OpenTelemetry and the Datadog agent, the latter with its application security, before
 * and after this one: honest calls run as they do without, an attack is refused, the books verify.
 * None of them is given anybody to talk to.
 */
class PeerAgentsIT {

  private static final String[] PRINTED = {
    "copySecret: " + START_CHANGED,
    "copy: copied",
    "copyWithEnvironment: copied",
    "copyInPool: copied",
    "say: a b",
    "answer: done",
    "own start: 0",
    "pipeline: 0",
  };

  @OnEachJdk
  void openTelemetryBehindThisOne(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .verified()
            .jvmLater(Peers.openTelemetry())
            .main(PeerActs.class, "everything");

    behind(run, "opentelemetry-javaagent.jar");
  }

  @OnEachJdk
  void openTelemetryBeforeThisOne(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .verified()
            .jvm(Peers.openTelemetry())
            .main(PeerActs.class, "everything");

    before(run, "opentelemetry-javaagent.jar");
  }

  @OnEachJdk
  void datadogBehindThisOne(Jdk jdk) {
    AgentRun run = besideDatadog(jdk).jvmLater(Peers.datadog()).main(PeerActs.class, "everything");

    behind(run, "dd-java-agent.jar");
  }

  @OnEachJdk
  void datadogBeforeThisOne(Jdk jdk) {
    AgentRun run = besideDatadog(jdk).jvm(Peers.datadog()).main(PeerActs.class, "everything");

    before(run, "dd-java-agent.jar");
  }

  /** It sets a variable in the environment of every process that is given one of its own. */
  private static AgentRun.Builder besideDatadog(Jdk jdk) {
    return LangChain4j.application(jdk)
        .verified()
        .configured(
            AgentRun.config("langchain4j.yaml")
                + "exec: { env_ignore: [_DD_ROOT_JAVA_SESSION_ID] }\n");
  }

  /** B20, of the framework's classes and the tool's. */
  @OnEachJdk
  void aHostileAgentTakesNoGateOutOfTheFramework(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .verified()
            .libraries("byte-buddy")
            .jvmLater("-javaagent:" + OtherAgent.jar(Hostile.class))
            .main(PeerActs.class, "withoutGates");

    assertThat(run)
        .succeeded()
        .printed(
            "copySecret: " + START_CHANGED,
            "answer: done",
            "copySecret: " + START_CHANGED,
            "copy: copied",
            "answer: done")
        .created("copy")
        .booksVerify();
    assertThat(OtherAgent.holesFoundLate(run))
        .anyMatch(text -> text.contains("changes dev.langchain4j.service.tool.DefaultToolExecutor"))
        .anyMatch(text -> text.contains("changes com.example.acts.langchain4j.RepoTools"));
    assertThat(run.withoutAgent().stdout()).startsWith("copySecret: copied");
  }

  private static void behind(AgentRun run, String jar) {
    worked(run);
    assertThat(holes(run))
        .anyMatch(line -> line.contains("the agent " + jar + " is on the command line: "))
        .anyMatch(line -> line.contains("changes classes that carry a gate"));
  }

  private static void before(AgentRun run, String jar) {
    worked(run);
    assertThat(holes(run))
        .anyMatch(line -> line.contains(jar + " is on the command line before this one: "));
  }

  private static void worked(AgentRun run) {
    assertThat(run)
        .succeeded()
        .printed(PRINTED)
        .created("copy")
        .created("second")
        .created("third")
        .denied("NIKA-SEC-011")
        .booksVerify();
    Books books = Books.of(run);
    assertThat(books.denialCodes()).as(run.directory().toString()).hasSize(1);
    assertThat(books.allowedScopes())
        .filteredOn(scope -> scope.equals("exec.cp"))
        .as(run.directory().toString())
        .hasSize(3);
    assertThat(run.agentLines())
        .as(run.directory().toString())
        .noneMatch(line -> line.contains("failed"))
        .noneMatch(line -> line.contains("unwoven"))
        .noneMatch(line -> line.contains("would be gone"));
  }

  private static List<String> holes(AgentRun run) {
    List<String> holes = new ArrayList<>(run.agentLines());
    holes.removeIf(line -> !line.startsWith("countersign: hole: "));
    return holes;
  }
}
