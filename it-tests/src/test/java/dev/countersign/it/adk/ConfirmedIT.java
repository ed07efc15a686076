package dev.countersign.it.adk;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.adk.ConfirmedActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The confirmation of Google ADK as a person's approval, in each line of it. */
class ConfirmedIT {

  @TempDir private static Path temp;

  /** Number, act, who is paid without the agent, who is paid with it. */
  private static final String[] ROWS = {
    "C01 confirmed                      | BOB 5             | BOB 5",
    "C02 confirmedTwice                 | BOB 5 EVE 6       | BOB 5 EVE 6",
    "C03 theSameAgain                   | BOB 5 BOB 5       | BOB 5 BOB 5",
    "C04 bothOfATurn                    | BOB 5 EVE 6       | BOB 5 EVE 6",
    "C05 declined                       |                   |",
    "C06 confirmedInAText               | BOB 5             | BOB 5",
    "C11 unanswered                     | BOB 5             |",
    "C12 declinedOfAToolThatDoesNotAsk  | BOB 5             |",
    "C13 delivered3Times                | BOB 5 BOB 5 BOB 5 | BOB 5",
    "C14 editedInTheSession             | EVE 5             |",
    "C15 editedByACallback              | MALLORY 5         |",
    "C16 saidByACallback                | BOB 5             |",
    "C17 overruledByACallback           | BOB 5             |",
    "C18 saidByATool                    | BOB 5             |",
    "C19 inAnotherSession               | BOB 5             |",
    "C20 anotherCallBehindTheQuestion   | BOB 5             |",
    "C21 anotherTool                    | BOB 5             |",
    "C22 anotherQuestionBehindIt        | BOB 5             |",
    "C23 aNoBehindAYes                  | EVE 6             |",
    "C24 answeredByAToolsAgent          | BOB 5             |",
    "C31 confirmedOnTheLiveConnection                |       |",
    "C32 confirmedOnTheLiveConnectionAndLater        | BOB 5 | BOB 5",
    "C33 confirmedOnTheLiveConnectionAndEditedLater  | EVE 5 |",
    "C34 saidInTheSessionOfALiveConnection           |       |",
    "C35 confirmedLaterAndConnectedAgain             | BOB 5 | BOB 5",
  };

  @BeforeAll
  static void makeKeys() throws IOException {
    Path agent = temp.resolve("agent");
    write(agent, "PRIVATE KEY", "302e020100300506032b657004220420" + "03".repeat(32));
    Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rw-------"));
    write(
        temp.resolve("ada.pub"),
        "PUBLIC KEY",
        "302a300506032b6570032100"
            + "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c");
  }

  private static void write(Path file, String type, String key) throws IOException {
    String body = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(key));
    Files.writeString(
        file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }

  private static final Map<AdkLine, ActTable> TABLES =
      AdkLine.all().stream().collect(Collectors.toMap(Function.identity(), ConfirmedIT::table));

  private static ActTable table(AdkLine line) {
    return new ActTable(
        jdk -> application(line, jdk, "enforce", "[adk]"),
        ConfirmedActs.class,
        Stream.of(ROWS).map(ConfirmedIT::act).toArray(String[]::new));
  }

  private static String act(String row) {
    return row.split(" +")[1];
  }

  private static AgentRun.Builder application(AdkLine line, Jdk jdk, String mode, String from) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .jvm("-Dsession=" + temp.resolve("session-" + line.line()))
            .configured(
                """
                bundle: confirmed
                version: 1
                mode: %s
                frameworks: [adk]
                tools:
                  - { tool: "pay*", approval: human, pin: off }
                  - { tool: "*", pin: off }
                state: { dir: "%s" }
                agents:
                  - agent: assistant
                    method: com.example.acts.adk.ConfirmedActs$Agents#says(com.example.acts.adk.Desk)
                    authority: { scopes: ["tool.*"] }
                receipts: { key: "%s" }
                approvals: { from: %s }
                """
                    .formatted(
                        mode, temp.resolve("state-" + line.line()), temp.resolve("agent"), from));
    line.classPath().forEach(builder::classPath);
    return builder;
  }

  static Stream<Arguments> rows() {
    return AdkLine.all().stream()
        .flatMap(line -> Stream.of(ROWS).map(row -> Arguments.of(line, jdk(line), row)));
  }

  /** Each line on one JDK. */
  private static Jdk jdk(AdkLine line) {
    return Jdks.jdk(line.isFirst() ? 17 : 25);
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @MethodSource("rows")
  void isPaidWhatThePersonConfirmed(AdkLine line, Jdk jdk, String row) {
    String[] cells = row.split("\\|", -1);
    ActTable table = TABLES.get(line);
    assertThat(paid(table.without(jdk, act(row)).printed()))
        .as("without the agent")
        .isEqualTo(cells[1].strip());
    assertThat(paid(table.with(jdk, act(row)).printed())).as("with it").isEqualTo(cells[2].strip());
  }

  private static String paid(String printed) {
    return paid(printed.lines().toList());
  }

  private static String paid(List<String> printed) {
    return printed.stream()
        .filter(text -> text.startsWith("PAID "))
        .map(text -> text.substring(5))
        .collect(Collectors.joining(" "));
  }

  @Test
  void theBooksSayWhoConfirmedWhat() {
    AdkLine line = AdkLine.all().get(1);
    Books books = TABLES.get(line).books(jdk(line), "confirmed");
    JsonNode asked = books.decisionOf(books.events("deny").get(0));
    assertThat(asked.path("verdict").asText()).isEqualTo("requires_approval");
    JsonNode record = books.decisionOf(books.allows("tool.pay").get(0));
    assertThat(record.at("/approval/source").asText()).isEqualTo("adk");
    assertThat(record.at("/approval/approver").asText()).isEqualTo("one");
    assertThat(record.at("/approval/decision").asText()).isEqualTo("approve");
    assertThat(record.at("/approval/request_digest").asText())
        .isEqualTo(asked.path("request_digest").asText())
        .isEqualTo(record.path("request_digest").asText());
    Books edited = TABLES.get(line).books(jdk(line), "anotherCallBehindTheQuestion");
    List<JsonNode> denies = edited.events("deny");
    assertThat(edited.decisionOf(denies.get(denies.size() - 1)).path("findings").toString())
        .contains("approval_not_accepted");
    assertThat(TABLES.get(line).run(jdk(line)).stderr()).contains("hole: approvals.from names adk");
  }

  @Test
  void receiptsSayThatNobodySignedIt() throws IOException {
    AdkLine line = AdkLine.all().get(1);
    AgentRun run = TABLES.get(line).run(jdk(line));
    String policies = temp.resolve("state-" + line.line()).resolve("policies").toString();
    String key = "ed25519:" + temp.resolve("agent");
    String call =
        TABLES
            .get(line)
            .books(jdk(line), "confirmed")
            .allows("tool.pay")
            .get(0)
            .path("call_id")
            .asText();
    AgentRun exported =
        run.command(
            "receipt",
            "export",
            run.ledger().toString(),
            "--key",
            key,
            "--policies",
            policies,
            "--call",
            call);
    Path receipts = Files.writeString(temp.resolve("receipts"), exported.stdout());
    AgentRun open =
        run.command("receipt", "verify", receipts.toString(), "--details", "--policies", policies);
    assertThat(open.stdout())
        .contains("one approved it, as the JVM heard from adk: nobody signed that")
        .doesNotContain("FAILED");
    AgentRun strict =
        run.command(
            "receipt",
            "verify",
            receipts.toString(),
            "--details",
            "--policies",
            policies,
            "--approver",
            "ed25519:" + temp.resolve("ada.pub"));
    assertThat(strict.stdout()).contains("FAILED");
    assertThat(strict.exitCode()).isNotZero();
  }

  /** Asked in one JVM, answered in others. */
  @Test
  void whatWasAskedBeforeARestartIsWhatIsPaid() {
    AdkLine line = AdkLine.all().get(1);
    Jdk jdk = jdk(line);
    assertThat(once(line, "enforce", "[adk]", "asks").stdout()).doesNotContain("PAID");
    AgentRun edited = once(line, "enforce", "[adk]", "answersAnotherLater");
    assertThat(edited.stdout()).doesNotContain("PAID");
    assertThat(paid(edited.withoutAgent().stdout())).isEqualTo("EVE 5");
    AgentRun later = once(line, "enforce", "[adk]", "answersLater");
    assertThat(later).booksVerify();
    assertThat(paid(later.stdout())).as("on %s", jdk).isEqualTo("BOB 5");
    assertThat(once(line, "enforce", "[adk]", "answersLater").stdout()).doesNotContain("PAID");
  }

  static List<AdkLine> lines() {
    return AdkLine.all();
  }

  /** What is asked on a live connection happens when the person has answered, not before. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void aLiveCallWaitsForThePersonAsWell(AdkLine line) {
    AgentRun run = once(line, "enforce", "[adk]", "liveAndConfirmedLater");

    assertThat(run).booksVerify();
    assertThat(run.stdout().lines().toList())
        .containsSubsequence("answer: done", "PAID BOB 5", "answer: done");
    assertThat(paid(run.stdout())).isEqualTo("BOB 5");
    assertThat(paid(run.withoutAgent().stdout())).isEqualTo("BOB 5");
  }

  /** The library hands the model what a person answers there, and carries nothing out. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("lines")
  void whatIsAnsweredOnALiveConnectionIsForTheModelAlone(AdkLine line) {
    ActTable table = TABLES.get(line);
    for (ActTable.Performed act :
        List.of(
            table.with(jdk(line), "confirmedOnTheLiveConnection"),
            table.without(jdk(line), "confirmedOnTheLiveConnection"))) {
      assertThat(act.printed()).contains("adk_request_confirmation: {confirmed=true}");
      assertThat(act.changed()).isEqualTo("none");
    }
  }

  /** Nobody takes a confirmation that the configuration does not name; nobody is in its way. */
  @Test
  void aConfirmationIsNoApprovalWhereNobodySaysSo() {
    AdkLine line = AdkLine.all().get(1);
    AgentRun method =
        once(line, "enforce", "[method], method: com.example.Nobody#says", "confirmed");
    assertThat(method.stdout()).doesNotContain("PAID");
    AgentRun observed = once(line, "observe", "[adk]", "confirmed");
    assertThat(paid(observed.stdout())).isEqualTo("BOB 5");
    assertThat(Books.of(observed).records().toString())
        .contains("\"would_refuse\":\"CS-APPROVAL\"");
  }

  private static AgentRun once(AdkLine line, String mode, String from, String act) {
    return application(line, jdk(line), mode, from)
        .main(Acts.class, ConfirmedActs.class.getName(), act);
  }
}
