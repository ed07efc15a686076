package dev.countersign.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.mcp.ElicitedActs;
import com.example.acts.mcp.ElicitedWebActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Elicitation by the server as a person's approval, in each line of the MCP Java SDK. */
class ElicitedIT {

  /** Number, act, who is paid without the agent, who is paid with it. */
  private static final String[] ROWS = {
    "E01 accepted                      | BOB 5             | BOB 5",
    "E02 acceptedOfAnAsynchronousTool  | BOB 5             | BOB 5",
    "E03 acceptedEachTime              | BOB 5 BOB 5 EVE 6 | BOB 5 BOB 5 EVE 6",
    "E11 declined                      | BOB 5             |",
    "E12 cancelled                     | BOB 5             |",
    "E13 acceptedAsItCame              | BOB 5             |",
    "E14 byAClientThatCannotAsk        | BOB 5             |",
    "E15 withoutASession               | BOB 5             |",
    "E16 oneYesForTwo                  | BOB 5 EVE 6       | BOB 5",
    "E17 aYesToNothing                 | BOB 5             |",
    "E18 answeredByATool               | BOB 5             |",
    "E19 rewrittenAfterTheYes          | MALLORY 5         |",
    "E20 answeredByAToolsAgent         | BOB 5             |",
  };

  private static final McpLine NEWEST = new McpLine("2.1");

  private static final Map<McpLine, ActTable> TABLES =
      McpLine.all().stream().collect(Collectors.toMap(Function.identity(), ElicitedIT::table));

  private static ActTable table(McpLine line) {
    return new ActTable(
        jdk -> application(line, jdk, "enforce", "ttl: 1h"),
        ElicitedActs.class,
        Stream.of(ROWS).map(ElicitedIT::act).toArray(String[]::new));
  }

  private static String act(String row) {
    return row.split(" +")[1];
  }

  private static AgentRun.Builder application(McpLine line, Jdk jdk, String mode, String more) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .configured(
                """
                bundle: elicited
                version: 1
                mode: %s
                frameworks: [mcp]
                tools:
                  - { tool: pay, approval: human, disclose: true }
                agents:
                  - agent: assistant
                    method: com.example.acts.mcp.ElicitedActs$Agents#deliver(io.modelcontextprotocol.server.McpAsyncServerExchange,java.lang.String)
                    authority: { scopes: ["tool.*"] }
                approvals: { from: [mcp], %s }
                """
                    .formatted(mode, more));
    line.classPath().forEach(builder::classPath);
    return builder;
  }

  static Stream<Arguments> rows() {
    return McpLine.all().stream()
        .flatMap(line -> Stream.of(ROWS).map(row -> Arguments.of(line, jdk(line), row)));
  }

  /** Each line on one JDK. */
  private static Jdk jdk(McpLine line) {
    return Jdks.jdk(line.equals(NEWEST) ? 25 : 17);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("rows")
  void isPaidWhatTheClientAccepted(McpLine line, Jdk jdk, String row) {
    String[] cells = row.split("\\|", -1);
    ActTable table = TABLES.get(line);
    assertThat(paid(table.without(jdk, act(row)).printed()))
        .as("without the agent")
        .isEqualTo(cells[1].strip());
    assertThat(paid(table.with(jdk, act(row)).printed())).as("with it").isEqualTo(cells[2].strip());
  }

  private static String paid(List<String> printed) {
    return printed.stream()
        .filter(text -> text.startsWith("PAID "))
        .map(text -> text.substring(5))
        .collect(Collectors.joining(" "));
  }

  @Test
  void theClientIsShownWhatIsRecorded() {
    Jdk jdk = jdk(NEWEST);
    Books books = TABLES.get(NEWEST).books(jdk, "accepted");
    JsonNode record = books.decisionOf(books.allows("tool.pay").get(0));
    assertThat(record.at("/approval/source").asText()).isEqualTo("mcp");
    assertThat(record.at("/approval/approver").asText()).isEqualTo("c");
    String asked =
        TABLES.get(NEWEST).with(jdk, "accepted").printed().stream()
            .filter(line -> line.startsWith("asked: "))
            .collect(Collectors.joining());
    assertThat(asked)
        .contains("Approve pay? approval: human")
        .contains("\\\"to\\\":\\\"bob\\\"")
        .contains(record.path("request_digest").asText())
        .contains(record.at("/approval/question").asText());
    Books declined = TABLES.get(NEWEST).books(jdk, "declined");
    List<JsonNode> denies = declined.events("deny");
    assertThat(declined.decisionOf(denies.get(denies.size() - 1)).at("/approval/decision").asText())
        .isEqualTo("refuse");
    assertThat(TABLES.get(NEWEST).with(jdk, "byAClientThatCannotAsk").printed().toString())
        .contains("[CS-APPROVAL]", "\"isError\":true");
  }

  @Test
  void overHttpItIsTheSame() {
    AgentRun run =
        application(NEWEST, Jdks.jdk(17), "enforce", "ttl: 1h")
            .main(
                Acts.class,
                ElicitedWebActs.class.getName(),
                "acceptedOverStreamableHttp",
                "declinedOverStreamableHttp",
                "acceptedOverServerSentEvents");
    assertThat(run.stdout()).contains("[CS-APPROVAL]");
    assertThat(paid(run.stdout().lines().toList())).isEqualTo("BOB 5 BOB 5");
    assertThat(paid(run.withoutAgent().stdout().lines().toList())).isEqualTo("BOB 5 BOB 5 BOB 5");
  }

  @Test
  void whatNobodyAnswersIsRefusedAfterItsTime() {
    AgentRun run = once("enforce", "ttl: 1s", "unanswered");
    assertThat(run.stdout()).contains("[CS-APPROVAL]").doesNotContain("PAID");
    assertThat(paid(run.withoutAgent().stdout().lines().toList())).isEqualTo("BOB 5");
  }

  @Test
  void nobodyIsAskedWhereNothingIsRefused() {
    AgentRun run = once("observe", "ttl: 1h", "accepted");
    assertThat(paid(run.stdout().lines().toList())).isEqualTo("BOB 5");
    assertThat(run.stdout()).doesNotContain("asked: ");
    assertThat(Books.of(run).records().toString()).contains("\"would_refuse\":\"CS-APPROVAL\"");
  }

  private static AgentRun once(String mode, String more, String act) {
    return application(NEWEST, Jdks.jdk(17), mode, more)
        .main(Acts.class, ElicitedActs.class.getName(), act);
  }
}
