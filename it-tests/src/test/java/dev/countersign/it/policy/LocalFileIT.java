package dev.countersign.it.policy;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.policy.PolicyActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;

/** B25: the policy of one machine is changed while it judges (spec 3.3, unsigned local file). */
class LocalFileIT {

  /** What several JVMs of one machine remember. */
  @TempDir private Path shared;

  private static final String MACHINE =
      "bundle: desk\nversion: 1\nmode: enforce\n"
          + "policy: { source: \"file:@work@/policy.yaml\", interval: 50ms }\n";

  /** What a version allows {@code make} to start. */
  private static String policy(int version, String program) {
    return policy(version, program, "");
  }

  private static String policy(int version, String program, String more) {
    return "bundle: desk\nversion: "
        + version
        + "\nmode: enforce\nframeworks: none\n"
        + "tools:\n"
        + tool("make", program)
        + tool("makeSlowly", program)
        + more;
  }

  private static String tool(String name, String program) {
    return "  - { tool: "
        + name
        + ", method: com.example.acts.policy.Desk#"
        + name
        + "(java.lang.String name), effects: [ { exec: { argv: ["
        + program
        + ", \"${args.name}\"] } } ] }\n";
  }

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk)
        .configured(MACHINE)
        .file("policy.yaml", policy(2, "touch"))
        .file("none.yaml", policy(3, "mkdir"))
        .file("again.yaml", policy(4, "touch"));
  }

  @OnEachJdk
  void forwardIsAdoptedBetweenCallsAndACallKeepsWhatItBeganWith(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .main(
                PolicyActs.class,
                "make:one",
                "hold:two",
                "put:none.yaml>policy.yaml",
                "await:\"version\":3",
                "release",
                "make:three",
                "put:again.yaml>policy.yaml",
                "await:\"version\":4",
                "together:8",
                "make:four");

    assertThat(run).succeeded();
    assertThat(run.stdout())
        .contains("make:one: ok", "release: ok", "make:three: NIKA-SEC-011", "make:four: ok")
        .contains("together:8: [ok]");
    assertThat(run).created("one").created("two").created("four").booksVerify();
    assertThat(run.after()).doesNotContainKey("three");
    assertThat(acts(run, "agent.repin"))
        .as(run.stderr())
        .extracting(r -> r.path("to").path("bundle").path("version").asInt())
        .containsExactly(3, 4);
    assertThat(hashesInOrder(run)).as("each hash begins with its own entry").isTrue();
  }

  /** Whether no record names a judging object before the agent wrote that it judges. */
  private static boolean hashesInOrder(AgentRun run) {
    List<String> known = new ArrayList<>();
    for (JsonNode record : Books.of(run).records()) {
      String hash = record.path("policy").path("policy_bundle_hash").asText();
      if ("agent.repin".equals(record.path("act").asText())) {
        known.add(record.path("policy_bundle_hash").asText());
      } else if (!hash.isEmpty() && known.isEmpty()) {
        known.add(hash); // what it began with
      } else if (!hash.isEmpty() && !known.contains(hash)) {
        return false;
      }
    }
    return known.size() == 3;
  }

  private static List<JsonNode> acts(AgentRun run, String act) {
    return Books.of(run).records().stream()
        .filter(r -> act.equals(r.path("act").asText()))
        .toList();
  }

  private static String noting(int version) {
    return "bundle: desk\nversion: "
        + version
        + "\nmode: enforce\nframeworks: none\ntools:\n"
        + "  - { tool: note, times: "
        + version
        + ", method: com.example.acts.policy.Desk#note(java.lang.String text) }\n";
  }

  /**
   * Spec 3.3: for a policy that changes, a call reads a reference. The kernel counts what its
   * thread asks of it: to read and to write what a call reads and writes anyhow, while another
   * thread looks at the source twenty times a second, and when a new version is met.
   */
  @OnEachJdk
  void forAPolicyThatCanChangeACallAsksNothingOfTheKernel(Jdk jdk) {
    AgentRun fixed =
        AgentRun.on(jdk)
            .configured(noting(2))
            .main(PolicyActs.class, "calls:300", "calls:200", "readings:20");
    AgentRun watched =
        AgentRun.on(jdk)
            .configured(MACHINE)
            .file("policy.yaml", noting(2))
            .file("three.yaml", noting(3))
            .file("four.yaml", noting(4))
            .main(
                PolicyActs.class,
                "calls:300",
                "calls:200",
                "put:three.yaml>policy.yaml",
                "await:\"version\":3",
                "calls:1",
                "put:four.yaml>policy.yaml",
                "await:\"version\":4",
                "calls:200");

    assertThat(counted(fixed, "readings:20").get(0))
        .as("what is read is counted")
        .doesNotStartWith("reads=0 ");
    long[] untouched = counts(counted(fixed, "calls:200").get(0));
    assertThat(untouched[1]).isPositive();
    for (String calls : counted(watched, "calls:200")) {
      long[] counts = counts(calls);
      // Of each file of the books one, unless another thread has just looked; and random numbers
      // for the ids of 16 calls at a time. With one for the policy there would be 600.
      assertThat(counts[0]).as(calls).isLessThan(500);
      // And the entry and record of a version that is met.
      assertThat(counts[1]).as(calls).isBetween(untouched[1], untouched[1] + 4);
    }
    assertThat(counts(counted(watched, "calls:200").get(0))[1]).isEqualTo(untouched[1]);
    assertThat(acts(watched, "agent.repin")).hasSize(2);
  }

  private static long[] counts(String line) {
    String[] parts = line.split(" ", -1);
    return new long[] {
      Long.parseLong(parts[0].substring("reads=".length())),
      Long.parseLong(parts[1].substring("writes=".length()))
    };
  }

  private static List<String> counted(AgentRun run, String step) {
    List<String> counted = new ArrayList<>();
    for (String line : run.stdout().split("\n")) {
      if (line.startsWith(step + ": ")) {
        counted.add(line.substring(step.length() + 2));
      }
    }
    return counted;
  }

  @OnEachJdk
  void aLowerVersionOrOtherBytesCloseTheMachineUntilSomebodyAcknowledges(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .file("lower.yaml", policy(1, "touch"))
            .file("other.yaml", policy(4, "touch", "unbound: { in_tool: allow }\n"))
            .main(
                PolicyActs.class,
                "make:one",
                "put:again.yaml>policy.yaml",
                "await:\"version\":4",
                "put:lower.yaml>policy.yaml",
                "await:rollback_blocked",
                "make:two",
                "start:true");

    assertThat(run.stdout())
        .contains("make:one: ok", "make:two: CS-POLICY", "start:true: CS-POLICY");
    assertThat(run).created("one").booksVerify();
    assertThat(run.after()).doesNotContainKey("two");
    assertThat(acts(run, "agent.policy"))
        .extracting(r -> r.path("status").asText())
        .containsExactly("rollback_blocked");
  }

  @OnEachJdk
  void otherBytesOfTheSameVersionAreTamperingAndAFileThatIsGoneChangesNothing(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .file("other.yaml", policy(2, "touch", "unbound: { in_tool: allow }\n"))
            .main(
                PolicyActs.class,
                "make:one",
                "remove:policy.yaml",
                "await:unreachable",
                "make:two",
                "put:other.yaml>policy.yaml",
                "await:tamper",
                "make:three");

    assertThat(run.stdout()).contains("make:one: ok", "make:two: ok", "make:three: CS-POLICY");
    JsonNode tamper =
        acts(run, "agent.policy").stream()
            .filter(r -> "tamper".equals(r.path("status").asText()))
            .findFirst()
            .orElseThrow();
    assertThat(tamper.path("detail").asText())
        .contains(tamper.path("offered").path("sha256").asText())
        .contains(tamper.path("pinned").path("sha256").asText());
    assertThat(run).booksVerify();
  }

  @OnEachJdk
  void whatCannotBeReadChangesNothing(Jdk jdk) {
    AgentRun run =
        on(jdk)
            .file("bad.yaml", policy(3, "touch").replace("tools:", "toolz:"))
            .file("hook.yaml", policy(5, "touch", tool("remake", "touch")))
            .main(
                PolicyActs.class,
                "put:bad.yaml>policy.yaml",
                "await:incompatible",
                "make:one",
                "put:hook.yaml>policy.yaml",
                "await:restart",
                "make:two",
                "remake:three");

    assertThat(run.stdout()).contains("make:one: ok", "make:two: ok");
    assertThat(run.stderr()).contains("toolz: unknown key").contains("takes effect with the next");
    assertThat(run.agentLines())
        .as("who runs the JVM can change what it is judged by")
        .anyMatch(
            line ->
                line.contains("policy.source: ")
                    && line.contains("writable by the user that runs this JVM"));
    assertThat(acts(run, "agent.repin")).isEmpty();
    assertThat(run).booksVerify();
  }

  private AgentRun.Builder onTheSameMachine(Jdk jdk) {
    return on(jdk).configured(MACHINE + "state: { dir: \"" + state() + "\" }\n");
  }

  private Path state() {
    return shared.resolve("state");
  }

  private static List<String> statuses(AgentRun run) {
    return acts(run, "agent.policy").stream().map(r -> r.path("status").asText()).toList();
  }

  @OnEachJdk
  void somebodyAcknowledgesWhileTheJvmRuns(Jdk jdk) throws Exception {
    Path seen = shared.resolve("seen");
    AgentRun known = onTheSameMachine(jdk).main(PolicyActs.class, "make:one");
    CompletableFuture<AgentRun> somebody =
        CompletableFuture.supplyAsync(
            () -> {
              long since = System.nanoTime();
              while (!Files.exists(seen)
                  && System.nanoTime() - since < TimeUnit.SECONDS.toNanos(AgentRun.LIMIT_SECONDS)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
              }
              return known.command("policy", "ack", state().toString());
            });
    AgentRun run =
        onTheSameMachine(jdk)
            .file("lower.yaml", policy(1, "mkdir"))
            .file("closed", "")
            .main(
                PolicyActs.class,
                "put:lower.yaml>policy.yaml",
                "await:rollback_blocked",
                "make:two",
                "put:closed>" + seen,
                "await:acknowledged",
                "make:three");
    AgentRun acknowledged = somebody.get();

    assertThat(known.stdout()).contains("make:one: ok");
    assertThat(acknowledged).succeeded();
    assertThat(acknowledged.stdout()).contains("acknowledged: rollback");
    assertThat(run.stdout())
        .as(run.stderr())
        .contains("make:two: CS-POLICY", "await:acknowledged: ok", "make:three: ok");
    assertThat(run).created("three").booksVerify();
    assertThat(acts(run, "agent.repin")).as("what was blocked stays blocked").isEmpty();

    AgentRun later = onTheSameMachine(jdk).main(PolicyActs.class, "make:four");
    assertThat(later).created("four").booksVerify();
    AgentRun nothing = known.command("policy", "ack", state().toString());
    assertThat(nothing.stdout()).contains("nothing closed this machine");
  }

  @OnEachJdk
  void jvmsThatDieOfAVersionCloseTheMachineAndOnesThatEndDoNot(Jdk jdk) {
    AgentRun ended = onTheSameMachine(jdk).main(PolicyActs.class, "make:zero");
    AgentRun died = onTheSameMachine(jdk).main(PolicyActs.class, "make:one", "end:9");
    AgentRun again = onTheSameMachine(jdk).main(PolicyActs.class, "make:two", "end:9");
    AgentRun third = onTheSameMachine(jdk).main(PolicyActs.class, "make:three", "start:true");
    AgentRun shown = third.command("policy", "ack", "--show", state().toString());
    AgentRun fourth = onTheSameMachine(jdk).main(PolicyActs.class, "make:four");
    AgentRun acknowledged = third.command("policy", "ack", state().toString());
    AgentRun fifth =
        onTheSameMachine(jdk).main(PolicyActs.class, "await:acknowledged", "make:five");
    AgentRun sixth = onTheSameMachine(jdk).main(PolicyActs.class, "make:six");

    assertThat(ended).created("zero");
    assertThat(died.exitCode()).isEqualTo(9);
    assertThat(died).created("one");
    assertThat(again).as("one death is none too many").created("two");
    assertThat(third.stdout()).contains("make:three: CS-POLICY", "start:true: CS-POLICY");
    assertThat(third.stderr()).contains("died twice within a minute of adopting version 2");
    assertThat(statuses(third)).containsExactly("quarantined");
    assertThat(third).booksVerify();
    assertThat(shown.exitCode()).isEqualTo(1);
    assertThat(shown.stdout()).contains("closed: JVMs died twice");
    assertThat(fourth.stdout()).as("looking is no acknowledging").contains("make:four: CS-POLICY");
    assertThat(acknowledged).succeeded();
    assertThat(fifth.stdout()).as(fifth.stderr()).contains("make:five: ok");
    assertThat(statuses(fifth)).contains("acknowledged");
    assertThat(sixth).created("six").booksVerify();
  }
}
