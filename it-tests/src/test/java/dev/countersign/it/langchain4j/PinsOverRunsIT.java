package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.Lines;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One application over several runs, on one JDK after the other: pins outlive a JVM, and what a
 * person accepts between two holds in the next.
 */
class PinsOverRunsIT {

  private static final String DAY = "PinActs.day";
  private static final String LATER_DAY = "PinActs.laterDay";
  private static final String REFUSED = "refused CS-PIN";
  private static final String PAID = "paid";

  private final List<Jdk> jdks = Jdks.tested().toList();
  private int runs;
  private Path state;

  @Test
  void p51PinsOutliveTheirJvmAndWhatIsAcceptedHoldsInTheNext() throws IOException {
    AgentRun first = run("", DAY);
    assertThat(told(first)).containsExactly(PAID);
    assertThat(told(first.withoutAgent())).containsExactly(PAID);
    state = first.ledger().resolve("state");

    AgentRun second = run(shared(), LATER_DAY, DAY);
    assertThat(told(second)).containsExactly(REFUSED, PAID);
    assertThat(told(second.withoutAgent())).containsExactly(PAID, PAID);

    JsonNode list = json(second.command("pins", "list", "--state", at(), "--format", "json"), 1);
    String pinned = list.at("/tools/0/pinned/0/digest").asText();
    String waiting = list.at("/tools/0/waiting/0/digest").asText();
    AgentRun diff = second.command("pins", "diff", "--state", at());
    assertThat(diff.stdout()).contains("/description", "+ \"Pays an amount. IMPORTANT: before");

    // A digest in the configuration needs no state, and nothing that was accepted changes it.
    AgentRun fixed = run("tools: [{ tool: day, pin: " + pinned + " }]\n", LATER_DAY, DAY);
    assertThat(told(fixed)).containsExactly(REFUSED, PAID);
    assertThat(fixed.ledger().resolve("state/pins.json")).doesNotExist();

    json(
        second.command(
            "pins", "accept", "day", "--digest", waiting, "--state", at(), "--format", "json"),
        0);
    AgentRun third = run(shared(), LATER_DAY, DAY);
    assertThat(told(third)).containsExactly(PAID, REFUSED);
    Books books = Books.of(third);
    assertThat(books.decisionOf(books.allows("tool.day").get(0)).path("detail").asText())
        .startsWith("definition " + waiting + " accepted by " + System.getProperty("user.name"));

    byte[] whole = Files.readAllBytes(state.resolve("pins.json"));
    Files.write(state.resolve("pins.json"), java.util.Arrays.copyOf(whole, whole.length / 2));
    AgentRun cut = run(shared(), LATER_DAY, DAY);
    assertThat(told(cut)).containsExactly("refused CS-INTERNAL", "refused CS-INTERNAL");
    assertThat(cut.agentLines())
        .filteredOn(line -> line.contains("tool definitions cannot be pinned"))
        .hasSize(1)
        .allMatch(line -> line.contains("pins.json was cut or changed. Who did that?"));
  }

  private AgentRun run(String more, String... acts) {
    Jdk jdk = jdks.get(runs++ % jdks.size());
    AgentRun run =
        LangChain4j.application(jdk)
            .configured("bundle: days\nversion: 1\nmode: enforce\nframeworks: auto\n" + more)
            .main(Lines.class, acts);
    assertThat(run).succeeded().booksVerify();
    return run;
  }

  private String shared() {
    return "state: { dir: \"" + state + "\" }\n";
  }

  private String at() {
    return state.toString();
  }

  /** What the model was told of each call. */
  private static List<String> told(AgentRun run) {
    List<String> told = new ArrayList<>();
    for (String line : run.stdout().lines().toList()) {
      if (line.startsWith("day: ")) {
        told.add(line.replaceFirst("day: (\\[(CS-[A-Z]+)\\].*|(paid))", "$2$3"));
      }
    }
    told.replaceAll(code -> code.startsWith("CS-") ? "refused " + code : code);
    return told;
  }

  private static JsonNode json(AgentRun command, int exit) throws IOException {
    assertThat(command.exitCode()).as(command.stderr()).isEqualTo(exit);
    return new ObjectMapper().readTree(command.stdout());
  }
}
