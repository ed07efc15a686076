package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Json;
import dev.countersign.verify.SchemaCheck;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code approvals list}, {@code answer} and {@code serve}. */
class ApprovalsCommandTest {

  @TempDir private Path temp;

  private Waiting waiting;
  private Path key;

  @BeforeEach
  void make() throws Exception {
    waiting = new Waiting(temp.resolve("approvals"));
    key = key("ann");
  }

  private Path key(String name) {
    Path file = temp.resolve(name + ".pem");
    Ran made = Ran.with("policy", "keygen", file.toString());
    assertThat(made.exit()).as(made.err()).isZero();
    return file;
  }

  private Ran list(String... more) {
    return approvals("list", more);
  }

  private Ran approvals(String command, String... more) {
    return Ran.with(arguments(command, more));
  }

  private String[] arguments(String command, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("approvals", command, "--dir", waiting.directory().toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(new String[0]);
  }

  private Ran answer(String... more) {
    List<String> arguments = new ArrayList<>(List.of("--key", key.toString(), "--approver", "ann"));
    arguments.addAll(List.of(more));
    return approvals("answer", arguments.toArray(new String[0]));
  }

  private Ran asked(String in, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--key", key.toString(), "--approver", "ann", "--ask"));
    arguments.addAll(List.of(more));
    return Ran.reading(in, arguments("answer", arguments.toArray(new String[0])));
  }

  private ApprovalState state(ApprovalRequest request) throws IOException {
    return ApprovalDirectory.open(waiting.directory()).entryOf(request.requestDigest()).state();
  }

  private Ticket ticket(ApprovalRequest request) throws IOException {
    return ApprovalDirectory.open(waiting.directory()).entryOf(request.requestDigest()).ticket();
  }

  private ApprovalRequest refund() throws IOException {
    return waiting.discloses(
        "refund",
        Map.of("order", "R-1047"),
        Waiting.change(
            "refund",
            "ch_8812",
            "Refund 249 EUR of order R-1047",
            "before",
            Map.of("status", "paid", "order", "R-1047"),
            "after",
            Map.of("status", "refunded", "order", "R-1047"),
            "x-reversible",
            false));
  }

  private static Object valid(String schema, Ran ran) throws IOException {
    Object json = Json.parse(ran.out());
    assertThat(SchemaCheck.of(schema).fault(json)).isNull();
    return json;
  }

  // list

  @Test
  void whatWaitsIsShownWithWhatItWouldChange() throws Exception {
    assertThat(list().exit()).isZero();
    assertThat(list().out()).isEqualTo("no call waits for an approval\n");
    ApprovalRequest request = refund();
    Ran list = list();
    assertThat(list.exit()).isEqualTo(Exit.INCOMPLETE);
    assertThat(list.err()).isEmpty();
    assertThat(list.out())
        .startsWith(request.requestDigest().substring(0, 12) + "  pending  refund  expires in 1 h")
        .contains("  asked      " + request.requestedAt() + " by com.acme.RefundDesk, process 4711")
        .contains("  because    calls of this tool need a person")
        .contains("  change 1   refund  ch_8812\n             Refund 249 EUR of order R-1047\n")
        .contains("             status: \"paid\" -> \"refunded\"\n             x-reversible: false")
        .contains("  arguments  { \"order\": \"R-1047\" }", "1 call waits for an approval")
        .doesNotContain("order: ");
  }

  @Test
  void whatIsOverIsShownWithAll() throws Exception {
    ApprovalRequest request = refund();
    assertThat(answer("--refuse", "--reason", "no").exit()).isZero();
    waiting.asks("old", null, Instant.now().minusSeconds(9_000), Duration.ofHours(1), List.of());
    assertThat(list().out()).isEqualTo("no call waits for an approval\n");
    Ran all = list("--all");
    assertThat(all.exit()).isZero();
    assertThat(all.out())
        .contains(request.requestDigest().substring(0, 12) + "  refused  refund")
        .contains("  answer     refuse, ", ", ann (so it says; the key is not known here): no\n")
        .contains("  expired  old", "  changes    nothing is predicted");
  }

  @Test
  void programsReadOneDocument() throws Exception {
    ApprovalRequest request = refund();
    waiting.asks("other");
    answer(request.requestDigest(), "--approve", "--reason", "fine");
    waiting.put("x.request.json", "{".getBytes(StandardCharsets.UTF_8));
    Ran list = list("--format", "json");
    assertThat(list.exit()).isEqualTo(Exit.FAILED);
    Map<?, ?> json = (Map<?, ?>) valid("approvals-list.schema.json", list);
    assertThat(json.get("waiting")).isEqualTo(1L);
    assertThat((List<?>) json.get("approvals")).hasSize(1);
    assertThat((List<?>) json.get("faults")).hasSize(1);
    Map<?, ?> all =
        (Map<?, ?>) valid("approvals-list.schema.json", list("--all", "--format", "json"));
    assertThat((List<?>) all.get("approvals")).hasSize(2);
    assertThat(all.toString()).contains("reason=fine", "state=approved");
  }

  @Test
  void filesThatAreNoRequestsAreNamedAndTheOthersAreListed() throws Exception {
    refund();
    for (int i = 0; i < 30; i++) {
      waiting.put("x" + i + "\u001b[31m\u202e.request.json", "{".getBytes(StandardCharsets.UTF_8));
    }
    Ran list = list();
    assertThat(list.exit()).isEqualTo(Exit.FAILED);
    assertThat(list.out()).contains("Refund 249 EUR");
    assertThat(list.err())
        .contains("\\u001b[31m\\u202e.request.json: it is no JSON text", "and 10 more such files")
        .doesNotContain("\u001b", "\u202e");
    assertThat(list.err().lines()).hasSize(21);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[2J\u001b[1;1Happroved",
        "line\n000000000000  pending  harmless  expires in 1 h",
        "\r\rdeceptive",
        "\u202egnp.exe",
        "\u009b31m",
        "a\u0301\u0301\u0301\u0301\u0301\u0301",
        "\udb40\udc41tag",
        "x\b\b\b\b"
      })
  void noTextOfACallCommandsATerminal(String attack) throws Exception {
    waiting.discloses(
        "tool",
        Map.of(attack, attack),
        Waiting.change(
            attack,
            attack,
            attack,
            "before",
            Map.of(attack, attack),
            "after",
            Map.of(attack, 1L),
            "x-" + attack,
            List.of(attack)));
    Ran list = list("--whole");
    assertThat(list.out()).matches("[\\n -~\u0301]+").doesNotContain("\u0301\u0301\u0301\u0301");
    assertThat(list.out().lines())
        .as("each line begins with ours")
        .allMatch(line -> line.isEmpty() || line.matches("^([0-9a-f]{12}  pending|  | ?1 call).*"));
    assertThat(list.out().lines().filter(line -> line.matches("[0-9a-f]{12}  pending .*")))
        .hasSize(1);
  }

  @Test
  void hugeTextsAreCutAndSoAreManyChanges() throws Exception {
    List<Map<String, Object>> changes = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      changes.add(Waiting.change("write", "t", "w".repeat(1_000)));
    }
    waiting.asks("huge", null, Instant.now(), Duration.ofHours(1), changes);
    assertThat(list().out())
        .contains("[600 more characters]", "[280 more changes]")
        .hasSizeLessThan(20_000);
    assertThat(list("--whole").out()).hasSizeGreaterThan(300_000).doesNotContain("more c");
  }

  @Test
  void whatCannotBeReadIsSaid() throws Exception {
    Ran none = Ran.with("approvals", "list", "--dir", temp.resolve("none").toString());
    assertThat(none.exit()).isEqualTo(Exit.CANNOT);
    assertThat(none.err()).contains("is not there");
    assertThat(Ran.with("approvals", "list").exit()).isEqualTo(Exit.USAGE);
    assertThat(list("--watch", "--format", "json").exit()).isEqualTo(Exit.USAGE);
    Files.setPosixFilePermissions(
        waiting.directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(list().exit()).isEqualTo(Exit.CANNOT);
    assertThat(list().err()).contains("written by everybody");
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "answer"})
  void hasASchema(String command) {
    assertThat(Ran.with("approvals", command, "--schema").out()).contains("2020-12");
  }

  @Test
  void watchingPrintsWhatComes() throws Exception {
    refund();
    PipedInputStream read = new PipedInputStream(1 << 20);
    PrintStream written =
        new PrintStream(new PipedOutputStream(read), true, StandardCharsets.UTF_8);
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Thread watching =
        new Thread(
            () ->
                Cli.run(
                    arguments("list", "--watch"), written, nowhere, InputStream.nullInputStream()));
    watching.start();
    BufferedReader lines = new BufferedReader(new InputStreamReader(read, StandardCharsets.UTF_8));
    readUntil(lines, "  pending  refund  ");
    waiting.asks("later");
    readUntil(lines, "  pending  later  ");
    watching.interrupt();
    watching.join();
  }

  private static void readUntil(BufferedReader lines, String part) throws IOException {
    String line = lines.readLine();
    while (!line.contains(part)) {
      line = lines.readLine();
    }
  }

  @Test
  void aConfigurationNamesTheDirectoryAndWhoMayAnswer() throws Exception {
    ApprovalRequest request = refund();
    Path configuration =
        Files.writeString(
            temp.resolve("c.yaml"),
            "bundle: b\nversion: 1\nmode: enforce\nledger: { dir: "
                + temp.resolve("ledger")
                + " }\napprovals: { dir: "
                + waiting.directory()
                + ", keys: ["
                + temp.resolve("ann.pem.pub")
                + "] }\n");
    String config = configuration.toString();
    Ran list = Ran.with("approvals", "list", "--config", config);
    assertThat(list.exit()).as(list.err()).isEqualTo(Exit.INCOMPLETE);
    Path bob = key("bob");
    Ran other =
        Ran.with(
            "approvals",
            "answer",
            "--config",
            config,
            "--key",
            bob.toString(),
            "--approve",
            "--reason",
            "fine");
    assertThat(other.exit()).isEqualTo(Exit.CANNOT);
    assertThat(other.err()).contains("does not name its public key", "Nothing was answered");
    assertThat(state(request)).isEqualTo(ApprovalState.PENDING);
    Ran own =
        Ran.with(
            "approvals",
            "answer",
            "--config",
            config,
            "--key",
            key.toString(),
            "--approver",
            "ann",
            "--approve",
            "--reason",
            "fine");
    assertThat(own.exit()).as(own.err()).isZero();
    assertThat(Ran.with("approvals", "list", "--all", "--config", config).out())
        .contains("Z, ann: fine");
    Files.writeString(configuration, "bundle: b\nversion: 1\nmode: enforce\nledger: { dir: x }\n");
    assertThat(Ran.with("approvals", "list", "--config", config).err())
        .contains("has no approvals");
  }

  // answer

  @Test
  void oneIsAnsweredByHowItsDigestBegins() throws Exception {
    ApprovalRequest first = refund();
    ApprovalRequest second = waiting.asks("other");
    Ran none = answer("--approve", "--reason", "fine");
    assertThat(none.exit()).isEqualTo(Exit.USAGE);
    assertThat(none.err()).contains("2 calls wait whose digest begins so");
    Ran unknown = answer("zz", "--approve", "--reason", "fine");
    assertThat(unknown.exit()).isEqualTo(Exit.FAILED);
    assertThat(unknown.err()).contains("no call waits whose digest begins so");
    Ran approved = answer(first.requestDigest().substring(0, 12), "--approve", "--reason", "fine");
    assertThat(approved.exit()).as(approved.err()).isZero();
    assertThat(approved.out())
        .contains("approved: " + first.requestDigest() + " by ann, to be used once until ");
    assertThat(state(first)).isEqualTo(ApprovalState.APPROVED);
    assertThat(ticket(first).reason()).isEqualTo("fine");
    assertThat(state(second)).isEqualTo(ApprovalState.PENDING);
    Ran refused = answer("--refuse", "--reason", "no", "--format", "json");
    assertThat(refused.exit()).isZero();
    assertThat(valid("approvals-answer.schema.json", refused).toString())
        .contains("answered=true", "decision=refuse", second.requestDigest());
    assertThat(state(second)).isEqualTo(ApprovalState.REFUSED);
  }

  @Test
  void anApprovalMayEndBeforeItsRequestDoesAndNotLater() throws Exception {
    ApprovalRequest first = refund();
    answer("--approve", "--reason", "fine", "--ttl", "5m");
    assertThat(Duration.between(ticket(first).issuedAt(), ticket(first).expiresAt()))
        .isEqualTo(Duration.ofMinutes(5));
    ApprovalRequest second = waiting.asks("other");
    answer("--approve", "--reason", "fine", "--ttl", "9d");
    assertThat(Duration.between(ticket(second).issuedAt(), ticket(second).expiresAt()))
        .isEqualTo(Duration.ofHours(2));
  }

  @Test
  void ofTwoTheFirstDecidesAndTheOtherIsTold() throws Exception {
    ApprovalRequest request = refund();
    Path bob = key("bob");
    String[] other =
        arguments(
            "answer",
            request.requestDigest(),
            "--key",
            bob.toString(),
            "--approver",
            "bob",
            "--approve",
            "--reason",
            "yes");
    CompletableFuture<Ran> one =
        CompletableFuture.supplyAsync(
            () -> answer(request.requestDigest(), "--refuse", "--reason", "too much"));
    CompletableFuture<Ran> two = CompletableFuture.supplyAsync(() -> Ran.with(other));
    List<Ran> both = List.of(one.get(), two.get());
    assertThat(both).extracting(Ran::exit).containsExactlyInAnyOrder(Exit.CLEAN, Exit.FAILED);
    boolean annWon = both.get(0).exit() == Exit.CLEAN;
    Ran lost = both.get(annWon ? 1 : 0);
    assertThat(state(request)).isEqualTo(annWon ? ApprovalState.REFUSED : ApprovalState.APPROVED);
    assertThat(lost.out()).isEmpty();
    assertThat(lost.err())
        .contains(
            "nothing was answered: " + (annWon ? "ann" : "bob"),
            "was first: ",
            "" + ticket(request).issuedAt());
    Ran late = answer(request.requestDigest(), "--approve", "--reason", "fine", "--format", "json");
    assertThat(late.exit()).isEqualTo(Exit.FAILED);
    assertThat(valid("approvals-answer.schema.json", late).toString()).contains("answered=false");
  }

  @Test
  void whatHasExpiredIsNotAnswered() throws Exception {
    ApprovalRequest old =
        waiting.asks(
            "old", null, Instant.now().minusSeconds(9_000), Duration.ofHours(1), List.of());
    Ran late = answer(old.requestDigest(), "--approve", "--reason", "fine");
    assertThat(late.exit()).isEqualTo(Exit.FAILED);
    assertThat(late.err()).contains("the request has expired");
    assertThat(state(old)).isEqualTo(ApprovalState.EXPIRED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--approve",
        "--approve --reason= ",
        "--reason x",
        "--approve --refuse --reason x",
        "--approve --ask --reason x",
        "--approve --reason x --ttl 5",
        "--approve --reason x --approver= "
      })
  void aCommandLineThatSaysTooLittleOrTooMuchAnswersNothing(String arguments) throws Exception {
    ApprovalRequest request = refund();
    Ran ran = answer(arguments.split(" "));
    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(Exit.USAGE);
    assertThat(state(request)).isEqualTo(ApprovalState.PENDING);
  }

  @Test
  void aKeyThatOthersCanReadIsNotUsed() throws Exception {
    ApprovalRequest request = refund();
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
    Ran ran = answer("--approve", "--reason", "fine");
    assertThat(ran.exit()).isEqualTo(Exit.CANNOT);
    assertThat(ran.err()).contains("others may use it", "Nothing was answered");
    Files.writeString(key, "none");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    assertThat(answer("--approve", "--reason", "fine").err()).contains("no Ed25519 private key");
    Files.delete(key);
    assertThat(answer("--approve", "--reason", "fine").exit()).isEqualTo(Exit.CANNOT);
    Ran without = approvals("answer", "--approve", "--reason", "fine");
    assertThat(without.exit()).isEqualTo(Exit.USAGE);
    assertThat(without.err()).contains("--key FILE");
    Ran serve = approvals("serve", "--key", key.toString());
    assertThat(serve.exit()).isEqualTo(Exit.CANNOT);
    assertThat(state(request)).isEqualTo(ApprovalState.PENDING);
  }

  // On a terminal

  @Test
  void whoIsAskedSeesWhatWouldChangeAndSaysWhy() throws Exception {
    ApprovalRequest request = refund();
    Ran ran = asked("yes\ny\napprove\n\nit was cancelled\n");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err())
        .contains("Refund 249 EUR of order R-1047", "Why? Why? ")
        .contains("Approve or refuse? [approve/refuse/no] ".repeat(3));
    assertThat(ran.out()).startsWith("approved: ");
    assertThat(ticket(request).reason()).isEqualTo("it was cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no\n", "n\n", "approve\n", "refuse\n\n", "y\n"})
  void whoSaysNeitherAnswersNothing(String in) throws Exception {
    ApprovalRequest request = refund();
    Ran ran = asked(in);
    assertThat(ran.exit()).isEqualTo(Exit.INCOMPLETE);
    assertThat(ran.err()).contains("neither: nothing was answered");
    assertThat(state(request)).isEqualTo(ApprovalState.PENDING);
  }

  @Test
  void whatIsNotShownIsNotApproved() throws Exception {
    ApprovalRequest request =
        waiting.asks("huge", Waiting.change("write", "t", "w".repeat(1_000) + "!"));
    Ran cut = asked("approve\n", "--reason", "fine");
    assertThat(cut.exit()).isEqualTo(Exit.INCOMPLETE);
    assertThat(cut.err()).contains("Not everything is shown");
    assertThat(state(request)).isEqualTo(ApprovalState.PENDING);
    Ran whole = asked("approve\n", "--reason", "fine", "--whole");
    assertThat(whole.exit()).as(whole.err()).isZero();
    assertThat(whole.err()).contains("www!");
    assertThat(state(request)).isEqualTo(ApprovalState.APPROVED);
  }

  // serve

  @Test
  void thePageIsServedUntilItsEnd() throws Exception {
    refund();
    Ran ran = approvals("serve", "--key", key.toString(), "--until-eof");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).matches("http://127\\.0\\.0\\.1:[0-9]+/\\?token=[0-9a-f]{64}\n");
    assertThat(ran.err()).contains("it works once", "the desk has ended");
    try (var taken =
        new java.net.ServerSocket(
            0, 1, java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      Ran busy =
          approvals(
              "serve", "--key", key.toString(), "--until-eof", "--port", "" + taken.getLocalPort());
      assertThat(busy.exit()).isEqualTo(Exit.CANNOT);
      assertThat(busy.err()).contains("at port " + taken.getLocalPort(), "--port N");
    }
    assertThat(approvals("serve", "--key", key.toString(), "--port", "70000").exit())
        .isEqualTo(Exit.USAGE);
  }
}
