package dev.countersign.it.delegation;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.delegation.ControlActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** A running JVM is told to end an agent's authority, or its own books (kill, complete). */
class ControlIT {

  /**
   * Eight threads of a killed subtree are at it: after the kill no call of theirs is allowed; what
   * was pending may still say how it ended; the rest of the application goes on.
   */
  @OnEachJdk
  void aKilledAgentIsStoppedAndNobodyElse(Jdk jdk) throws IOException {
    Path state = Files.createTempDirectory("cs");
    AgentRun run = run(jdk, state, "killedAtWork", state.toString());

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout().lines())
        .containsSubsequence(
            "threads refused: 8",
            "again: CS-POLICY",
            "late: CS-POLICY",
            "root: ended",
            "after: CS-INTERNAL");
    Books books = Books.of(run);
    List<JsonNode> kills = books.events("kill");
    assertThat(kills).hasSize(2);
    for (JsonNode kill : kills) {
      List<String> revoked = texts(kill.path("revoked"));
      assertThat(revoked).isNotEmpty();
      assertThat(after(books, kill))
          .noneMatch(
              entry ->
                  (entry.path("event").asText().equals("allow")
                          || entry.path("event").asText().equals("done"))
                      && revoked.contains(entry.path("node").asText()))
          .noneMatch(
              entry ->
                  entry.path("event").asText().equals("spawn")
                      && revoked.contains(entry.path("parent").asText()));
    }
    assertThat(kills.get(0).path("agent").asText()).isEqualTo("researcher");
    assertThat(kills.get(0).path("target").asText()).endsWith(":n0");
    assertThat(texts(kills.get(1).path("revoked")))
        .containsExactly(kills.get(1).path("target").asText());
    assertThat(kills.get(0).path("reason").asText()).isEqualTo("astray");
    assertThat(books.events("spawn_denied"))
        .extracting(entry -> entry.path("reason").asText())
        .contains("agent_banned");
    // The late true outcome of the call that was pending.
    List<String> pending = texts(kills.get(1).path("pending_at_kill"));
    assertThat(pending).hasSize(1);
    assertThat(after(books, kills.get(1)))
        .anyMatch(
            entry ->
                entry.path("event").asText().equals("outcome")
                    && entry.path("call_id").asText().equals(pending.get(0))
                    && entry.path("body_state").asText().equals("returned"));
    assertThat(run.stdout())
        .contains("\"completed\":false,\"ok\":true,\"pending_call_ids\":[\"" + pending.get(0))
        .contains("{\"command\":\"complete\"} {\"completed\":true,")
        .contains("{\"command\":\"kill\"} {\"error\":\"the books are closed");
    JsonNode last = books.entries().get(books.entries().size() - 1);
    assertThat(last.path("event").asText()).isEqualTo("done");
    assertThat(state).isEmptyDirectory();
    Files.delete(state);
  }

  /** By the command line, which finds the socket by the process. */
  @OnEachJdk
  void everythingIsKilledByTheCommandLine(Jdk jdk) throws IOException {
    Path state = Files.createTempDirectory("cs");
    AgentRun run =
        run(jdk, state, "killedByCommand", state.toString(), AgentRun.agentJar().toString());

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout().lines())
        .containsSubsequence(
            "before: ended", "killed: 1", "exit: 0", "after: CS-POLICY", "process: CS-POLICY");
    JsonNode kill = Books.of(run).events("kill").get(0);
    assertThat(kill.path("reason").asText()).isEqualTo("drill");
    assertThat(kill.path("target").asText()).endsWith(":n0");
    assertThat(run.agentLines()).anyMatch(line -> line.contains("killed by \"countersign kill\""));
    AgentRun unreachable = run.command("kill", "--state", state.toString(), "--all");
    assertThat(unreachable).exitedWith(4);
    assertThat(unreachable.stderr()).contains("no JVM listens in");
    Files.delete(state);
  }

  private static AgentRun run(Jdk jdk, Path state, String... act) throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx------");
    return AgentRun.on(jdk)
        .with("control.yaml", "state: { dir: \"" + state + "\" }")
        .main(ControlActs.class, act);
  }

  private static List<JsonNode> after(Books books, JsonNode entry) {
    return new ArrayList<>(
        books.entries().subList(books.entries().indexOf(entry) + 1, books.entries().size()));
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }
}
