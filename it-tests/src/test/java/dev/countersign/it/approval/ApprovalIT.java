package dev.countersign.it.approval;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.approval.ApprovalActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What needs a person's approval, in running applications: with it once, and not without it. */
class ApprovalIT {

  @TempDir private static Path temp;

  /** Number, act, what it does without the agent, what with it. */
  private static final String TABLE_TEXT =
      """
      -  needsNone           ended none   ended none
      -  unanswered          ended none   CS-APPROVAL none
      -  approved            ended none   ended none
      -  approvedInATool     ended none   ended none
      -  approvedAgain       ended none   ended none
      -  usedTwice           ended none   CS-APPROVAL none
      -  refusedByThePerson  ended none   CS-APPROVAL none
      -  anotherCustomer     ended none   CS-APPROVAL none
      -  signsItself         ended none   CS-APPROVAL none
      -  copiesATicket       ended none   CS-APPROVAL none
      -  editsTheQuestion    ended none   CS-APPROVAL none
      -  removesTheMark      ended none   CS-APPROVAL none
      -  linksTheDirectory   ended none   CS-APPROVAL none
      -  concurrent          ended none   ended none
      """;

  private static final ActTable TABLE =
      ActTable.of(
          jdk -> application(jdk, temp.resolve("table-" + jdk)), ApprovalActs.class, TABLE_TEXT);

  @BeforeAll
  static void makeKeys() throws IOException {
    write("ada.pub", "PUBLIC KEY", "302a300506032b6570032100", publicOfOnes());
    writePrivate("ada", 1);
    writePrivate("agent", 3);
  }

  private static void writePrivate(String name, int value) throws IOException {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) value);
    write(name, "PRIVATE KEY", "302e020100300506032b657004220420", HexFormat.of().formatHex(seed));
    Files.setPosixFilePermissions(temp.resolve(name), PosixFilePermissions.fromString("rw-------"));
  }

  /** The public key of the seed of 32 ones. */
  private static String publicOfOnes() {
    return "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
  }

  private static void write(String name, String type, String head, String key) throws IOException {
    String body = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(head + key));
    Files.writeString(
        temp.resolve(name),
        "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }

  private static AgentRun.Builder application(Jdk jdk, Path approvals) {
    return AgentRun.on(jdk)
        .libraries("jackson")
        .jvm("-Dapprovals=" + approvals)
        .with("approvals.yaml", approvals(approvals));
  }

  private static String approvals(Path directory) {
    return """
        approvals: { dir: "%s", keys: ["%s"] }
        receipts: { key: "%s" }
        """
        .formatted(directory, temp.resolve("ada.pub"), temp.resolve("agent"));
  }

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void nothingHappensWithoutThePerson(ActTable.Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void whatIsApprovedHappensOnce(Jdk jdk) {
    String out = TABLE.run(jdk).stdout();
    assertThat(count(out, "refunded approved\n")).isEqualTo(1);
    assertThat(count(out, "refunded approvedAgain\n")).isEqualTo(2);
    assertThat(count(out, "refunded usedTwice\n")).isEqualTo(1);
    assertThat(count(out, "refunded removesTheMark\n")).isEqualTo(1);
    assertThat(count(out, "refunded linksTheDirectory\n")).isEqualTo(1);
    assertThat(count(out, "refunded concurrent\n")).isEqualTo(1);
    // Shown meaningful: as often as it is asked for.
    assertThat(count(TABLE.runWithout(jdk).stdout(), "refunded concurrent\n")).isEqualTo(9);
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }

  @OnEachJdk
  void theBooksHaveTheTicketAndWhatWasNotAccepted(Jdk jdk) {
    JsonNode allow = TABLE.books(jdk, "approved").allows("tool.refund").get(0);
    JsonNode record = TABLE.books(jdk, "approved").decisionOf(allow);
    assertThat(record.path("verdict").asText()).isEqualTo("requires_approval");
    assertThat(record.at("/approval/approver").asText()).isEqualTo("ada");
    assertThat(record.at("/approval/decision").asText()).isEqualTo("approve");
    assertThat(record.at("/approval/envelope/payloadType").asText()).contains("approval.v1");
    for (String act :
        List.of("signsItself", "copiesATicket", "editsTheQuestion", "removesTheMark")) {
      JsonNode deny = last(TABLE.books(jdk, act).events("deny"));
      assertThat(TABLE.books(jdk, act).decisionOf(deny).path("findings").toString())
          .as(act)
          .contains("approval_not_accepted");
    }
    assertThat(TABLE.with(jdk, "unanswered").stderr())
        .contains(
            "[CS-APPROVAL] Refused: this tool call needs a person's approval first. You may ask for"
                + " it and try again.");
  }

  private static JsonNode last(List<JsonNode> nodes) {
    return nodes.get(nodes.size() - 1);
  }

  private static final ActTable LANGCHAIN4J =
      ActTable.of(
          jdk ->
              frameworks(jdk, "langchain4j")
                  .libraries(
                      "langchain4j-1",
                      "langchain4j-core",
                      "jackson",
                      "jspecify",
                      "slf4j-api",
                      "opennlp",
                      "byte-buddy")
                  .file("page", "for everybody\n")
                  .file("secret", "for nobody\n"),
          com.example.acts.langchain4j.ApprovedActs.class,
          """
          -  unanswered       ended +copy    ended none
          -  approved         ended +other   ended +other
          -  copiesTheSecret  ended +hidden  ended none
          """);

  private static final ActTable SPRING_AI =
      ActTable.of(
          jdk -> frameworks(jdk, "spring-ai").line("spring-ai-1.1"),
          com.example.acts.springai.ApprovedActs.class,
          """
          -  unanswered     ended none  ended none
          -  approved       ended none  ended none
          -  anotherAmount  ended none  ended none
          """);

  private static AgentRun.Builder frameworks(Jdk jdk, String name) {
    Path approvals = temp.resolve(name + '-' + jdk);
    return AgentRun.on(jdk)
        .jvm("-Dapprovals=" + approvals)
        .with("approvals-frameworks.yaml", approvals(approvals));
  }

  static Stream<ActTable.Row> langChain4j() {
    return LANGCHAIN4J.rows();
  }

  @ParameterizedTest(name = "LangChain4j {0}")
  @MethodSource("langChain4j")
  void nothingHappensInLangChain4jWithoutThePerson(ActTable.Row row) {
    LANGCHAIN4J.shows(row);
  }

  @OnEachJdk
  void theModelIsToldThatAPersonIsNeeded(Jdk jdk) {
    assertThat(LANGCHAIN4J.run(jdk).stdout())
        .contains("copy: [CS-APPROVAL] Refused: this tool call needs a person's approval first.");
  }

  @OnEachJdk
  void springAiPaysWhatWasApprovedOnce(Jdk jdk) {
    String out = SPRING_AI.run(jdk).stdout();
    assertThat(out).contains("[CS-APPROVAL]").doesNotContain("paid bob").doesNotContain("paid eve");
    assertThat(out).contains("paid ann 5");
    // Shown meaningful: without the agent all of it is paid.
    assertThat(SPRING_AI.runWithout(jdk).stdout())
        .contains("paid bob 5")
        .contains("paid ann 5")
        .contains("paid eve 6");
  }

  /** Asked, answered on the command line, killed between mark and end, raced for by two JVMs. */
  @Test
  void anApprovalIsForOneUseOverRestartsCrashesAndJvms() throws Exception {
    Jdk jdk = Jdks.jdk(17);
    Path approvals = temp.resolve("over-runs");
    AgentRun asks = acts(jdk, approvals, "again", "diesInTheBody");
    assertThat(asks.stdout()).contains("< refused CS-APPROVAL").doesNotContain("refunded");
    answer(asks, approvals);

    AgentRun dies = acts(jdk, approvals, "diesInTheBody");
    assertThat(dies.exitCode()).isEqualTo(137);
    AgentRun after = acts(jdk, approvals, "diesInTheBody");
    assertThat(after.exitCode()).isZero();
    assertThat(after.stdout()).contains("< refused CS-APPROVAL");

    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Callable<AgentRun> run = () -> acts(jdk, approvals, "again");
      int refunded = 0;
      for (Future<AgentRun> each : pool.invokeAll(List.of(run, run))) {
        assertThat(each.get()).booksVerify();
        refunded += count(each.get().stdout(), "refunded again\n");
      }
      assertThat(refunded).isEqualTo(1);
    } finally {
      pool.shutdown();
    }
  }

  private static AgentRun acts(Jdk jdk, Path approvals, String... names) {
    String[] arguments = new String[names.length + 1];
    arguments[0] = ApprovalActs.class.getName();
    System.arraycopy(names, 0, arguments, 1, names.length);
    return application(jdk, approvals).main(Acts.class, arguments);
  }

  /** Says yes to everything that waits. */
  private static void answer(AgentRun run, Path approvals) throws IOException {
    try (Stream<Path> files = Files.list(approvals)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".request.json")).toList()) {
        String digest = file.getFileName().toString().replace(".request.json", "");
        AgentRun answered =
            run.command(
                "approvals",
                "answer",
                digest,
                "--dir",
                approvals.toString(),
                "--approve",
                "--reason",
                "as agreed",
                "--key",
                temp.resolve("ada").toString());
        assertThat(answered.exitCode()).as(answered.stderr()).isZero();
      }
    }
  }

  /** Where nothing needs an approval, nothing of them is loaded. */
  @Test
  void aJvmWithoutApprovalsLoadsNoClassOfThem() {
    Jdk jdk = Jdks.jdk(17);
    String loaded = "dev.countersign.approval.";
    AgentRun without =
        AgentRun.on(jdk)
            .libraries("jackson")
            .jvm("-Xlog:class+load", "-Dapprovals=" + temp.resolve("none"))
            .configured(AgentRun.config("approvals.yaml").replace(", approval: human", ""))
            .main(Acts.class, ApprovalActs.class.getName(), "unanswered", "needsNone");
    assertThat(without).succeeded();
    assertThat(without.stdout())
        .contains("refunded unanswered")
        .contains("dev.countersign.scope.Effects")
        .doesNotContain(loaded)
        .doesNotContain("dev.countersign.scope.Approvals");
    AgentRun with =
        application(jdk, temp.resolve("loaded"))
            .jvm("-Xlog:class+load")
            .main(Acts.class, ApprovalActs.class.getName(), "needsNone");
    assertThat(with.stdout()).contains(loaded).doesNotContain(loaded + "ApprovalRequest ");
  }

  @OnEachJdk
  void receiptsCarryTheApprovalAndItIsChecked(Jdk jdk) throws IOException {
    AgentRun run = TABLE.run(jdk);
    Books.of(run);
    AgentRun exported =
        run.command(
            "receipt",
            "export",
            run.ledger().toString(),
            "--key",
            "ed25519:" + temp.resolve("agent"));
    assertThat(exported.exitCode()).as(exported.stderr()).isZero();
    List<String> lines =
        exported.stdout().lines().filter(line -> line.contains("\"approver\":\"ada\"")).toList();
    assertThat(lines).isNotEmpty();
    Path receipts = Files.writeString(temp.resolve("receipts-" + jdk), lines.get(0) + "\n");
    String key = "ed25519:" + temp.resolve("ada.pub");
    String policies = run.ledger().resolve("state").resolve("policies").toString();
    AgentRun open =
        run.command("receipt", "verify", receipts.toString(), "--details", "--policies", policies);
    assertThat(open.stdout()).contains("as a ticket says that nobody answers for");
    AgentRun known =
        run.command(
            "receipt",
            "verify",
            receipts.toString(),
            "--details",
            "--policies",
            policies,
            "--approver",
            key);
    assertThat(known.stdout()).doesNotContain("FAILED").contains("approved it, signed");
    Path swapped =
        Files.writeString(
            temp.resolve("swapped-" + jdk),
            lines.get(0).replace("\"approver\":\"ada\"", "\"approver\":\"eve\"") + "\n");
    assertThat(run.command("receipt", "verify", swapped.toString(), "--approver", key).stdout())
        .contains("FAILED");
  }
}
