package dev.countersign.it.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The examples whose tools a framework calls, learned and enforced (spec 5.8): what honest runs
 * taught lets the honest run through as it was and refuses the attack, and what a poisoned run
 * taught beside an honest one is no more than that. The payments agent is in {@link LearnIT}, the
 * repository assistant in {@code observe-to-enforce.sh}, each with effects of its own; the fleet's
 * desk has none, and no attack. Each on one JDK: what is woven is the other tests' affair.
 */
class LearnExamplesIT {

  private static final Path EXAMPLES =
      Path.of(System.getProperty("countersign.examples", "../examples"))
          .toAbsolutePath()
          .normalize();

  private static final String OBSERVED =
      """
      bundle: example
      version: 1
      mode: observe
      frameworks: auto
      ledger: { dir: "@work@/../ledger", learn: true }
      """;

  private static final String SESSION =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"host","version":"1"}}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{"supplier":"zenith","amount":"129.95"}}}
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"payments","arguments":{}}}
      """;

  /**
   * A host that closes the session when it has heard three answers, or after a minute: what the
   * server still has to say when it ends, the library loses.
   */
  private static final String HOST =
      "{ cat session; i=0; until [ $(wc -l < ../stdout) -ge 3 ] || [ $i -ge 600 ];"
          + " do i=$((i + 1)); sleep 0.1; done; } | \"$@\"";

  /** An example, and what its attacker edits. */
  private enum Example {
    /** A tool's first attempt fails, so that its body runs twice in each call. */
    SPRING_AI(17, "spring-ai-refund-desk", "refund-desk.jar", "refunds.csv", "MALLORY-1"),
    MCP(17, "mcp-payments-server", "payments-server.jar", "payments.csv", "mallory"),
    ADK(25, "adk-invoice-desk", "invoice-desk.jar", "payments.csv", "MALLORY-1");

    private final int feature;
    private final String directory;
    private final String jar;
    private final String loot;
    private final String attacker;

    Example(int feature, String directory, String jar, String loot, String attacker) {
      this.feature = feature;
      this.directory = directory;
      this.jar = jar;
      this.loot = loot;
      this.attacker = attacker;
    }

    AgentRun run(String configuration, String edition) {
      Jdk jdk = Jdks.jdk(feature);
      AgentRun.Builder run = AgentRun.on(jdk).configured(configuration);
      if (this == SPRING_AI) {
        run.file("tenants/shop.json", workspace("tenants/" + edition + ".json"));
      } else if (this == ADK) {
        run.file("suppliers.txt", workspace("suppliers/" + edition + ".txt"));
      } else {
        run.file("names.txt", workspace("names/" + edition + ".txt"))
            .file("pay.md", workspace("descriptions/honest.md"))
            .file("session", SESSION)
            .through("sh", "-c", HOST, "sh");
      }
      return run.program(
          List.of("-jar", EXAMPLES.resolve(directory).resolve("target").resolve(jar).toString()));
    }

    private String workspace(String file) {
      try {
        return Files.readString(EXAMPLES.resolve(directory).resolve("workspace").resolve(file));
      } catch (IOException missing) {
        throw new AssertionError(missing);
      }
    }

    boolean isRobbed(AgentRun run) {
      return run.after().getOrDefault(loot, "").contains(attacker);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasLearnedLetsTheHonestRunThroughAndNotTheAttack(Example example) throws Exception {
    // Two at a time: a runner has two processors.
    CompletableFuture<AgentRun> beside =
        CompletableFuture.supplyAsync(() -> example.run(OBSERVED, "honest"));
    AgentRun poisoned = example.run(OBSERVED, "edited");
    AgentRun one = beside.join();
    assertThat(example.isRobbed(poisoned)).as("it works while observed").isTrue();
    assertThat(example.isRobbed(one)).isFalse();

    String afterPoison = suggested(one, List.of(one, poisoned));
    // A body that runs twice is seen in two calls only if two runs were learned from.
    String suggested = example == Example.SPRING_AI ? afterPoison : suggested(one, List.of(one));
    assertThat(used(afterPoison)).as("beside an honest run").isEqualTo(used(suggested));

    CompletableFuture<AgentRun> attack =
        CompletableFuture.supplyAsync(() -> example.run(enforced(suggested), "edited"));
    AgentRun enforced = example.run(enforced(suggested), "honest");
    AgentRun attacked = attack.join();
    assertThat(enforced.stdout()).as(enforced.stderr()).isEqualTo(one.stdout());
    assertThat(files(enforced)).isEqualTo(files(one));
    assertThat(Books.of(enforced).denialCodes()).isEmpty();
    assertThat(attacked.stdout()).as(attacked.stderr()).contains("[NIKA-SEC-011] Refused: ");
    assertThat(example.isRobbed(attacked)).isFalse();
  }

  /** What the agent keeps beside the application's own files is not compared. */
  private static Map<String, String> files(AgentRun run) {
    return run.after().entrySet().stream()
        .filter(file -> !run.before().containsKey(file.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static String suggested(AgentRun by, List<AgentRun> learned) {
    List<String> command = new ArrayList<>(List.of("suggest"));
    learned.forEach(run -> command.add(run.ledger().toString()));
    command.addAll(List.of("--into", by.directory().resolve("countersign.yaml").toString()));
    AgentRun suggest = by.command(command.toArray(String[]::new));
    assertThat(suggest.exitCode()).as(suggest.stderr()).isZero();
    return suggest.stdout();
  }

  private static List<String> used(String configuration) {
    return configuration.lines().filter(line -> !line.strip().startsWith("#")).toList();
  }

  private static String enforced(String suggested) {
    return suggested
        .replace("mode: observe", "mode: enforce")
        .replaceAll("ledger: .*", "ledger: { dir: \"@work@/../ledger\" }");
  }
}
