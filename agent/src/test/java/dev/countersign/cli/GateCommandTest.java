package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.SchemaCheck;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each word of {@code gate}, against books that say it. */
class GateCommandTest {

  @TempDir Path temp;

  private Path ledger(Consumer<SampleBooks> books) {
    return ledger("ledger", 1 << 20, books);
  }

  private Path ledger(String name, long segment, Consumer<SampleBooks> books) {
    SampleBooks written = new SampleBooks(temp.resolve(name), segment);
    books.accept(written);
    written.close();
    return temp.resolve(name);
  }

  private static List<Path> files(Path ledger, String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(ledger)) {
      for (Path file : all) {
        if (file.toString().endsWith(ending)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  private static void status(Path ledger, String json) throws IOException {
    for (Path file : files(ledger, ".jsonl")) {
      if (!file.toString().endsWith(".effects.jsonl")) {
        Files.writeString(LedgerFiles.of(file).status(), json);
      }
    }
  }

  private static void honest(SampleBooks books) {
    books
        .startIn("observe", "template", "tools.pay.effects[0] leaves the body to the tool")
        .call("pay", "tool.pay", BodyState.RETURNED)
        .call("pay", "tool.pay", BodyState.RAISED)
        .call("pay", "send.bank_example", BodyState.RETURNED);
  }

  @Test
  void whatNothingSpeaksAgainstIsReady() throws Exception {
    Path ledger = ledger(GateCommandTest::honest);
    status(
        ledger,
        "{\"checks\":{\"count\":3,\"p50_ns\":4010,\"p99_ns\":45001},\"checks_failed\":0,\"outcomes_lost\":0}");
    Ran ran = Ran.with("gate", ledger.toString());

    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(Exit.CLEAN);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .contains(
            "seen         2 calls of 1 tool, 1 effect, mode observe\n             pay 2\n",
            "coverage     3 bound (",
            "holes        1\n             tools.pay.effects[0] leaves the body to the tool\n",
            "the check    p50 4.1 \u00b5s, p99 46 \u00b5s of 3 checks\n",
            "would refuse 0\n",
            "READY for enforce, as far as this was seen\n")
        .doesNotContain("NOT READY");
  }

  @Test
  void whatWouldHaveBeenRefusedIsGroupedByToolAndReason() {
    Path ledger =
        ledger(
            books -> {
              honest(books);
              books
                  .wouldRefuse("pay", "send.evil", "CS-UNBOUND")
                  .wouldRefuse("pay", "send.evil", "CS-UNBOUND")
                  .wouldRefuse("pay", "send.evil", "NIKA-SEC-011", "/intent/url", "/intent/body")
                  .wouldRefuse("clone", "exec.git", "CS-UNBOUND")
                  .wouldRefuse(null, "exec.stty", "CS-UNBOUND");
            });
    Ran ran = Ran.with("gate", ledger.toString());

    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(Exit.INCOMPLETE);
    assertThat(ran.out())
        .contains(
            "would refuse 5\n"
                + "             pay  CS-UNBOUND  send.evil  2 times\n"
                + "             pay  NIKA-SEC-011  send.evil  1 time  at /intent/url /intent/body\n"
                + "             clone  CS-UNBOUND  exec.git  1 time\n"
                + "             outside tools  CS-UNBOUND  exec.stty  1 time\n",
            "NOT READY    5 calls or effects would be refused\n",
            "countersign explain CODE")
        .doesNotContain("READY for enforce");
  }

  /** What makes it not ready beside a refusal, and what is said then. */
  @Test
  void eachOtherReasonIsALine() throws Exception {
    assertNotReady(
        "no tool call was seen: name the tools (frameworks, bind, method)",
        ledger("none", 1 << 20, books -> books.startIn("observe", "template")));
    assertNotReady(
        "only 2 tool calls were seen, of 5 that were asked for",
        ledger("few", 1 << 20, GateCommandTest::honest),
        "--calls",
        "5");
    assertNotReady(
        "enforce would not start (78): the site x is not woven",
        ledger(
            "site",
            1 << 20,
            books ->
                books
                    .startIn("observe", "sink", "the site x is not woven")
                    .call("pay", "tool.pay", BodyState.RETURNED)));
    Path failing = ledger("failing", 1 << 20, GateCommandTest::honest);
    status(failing, "{\"checks\":{\"count\":3},\"checks_failed\":2,\"outcomes_lost\":1}");
    assertNotReady(
        "2 checks failed by themselves, and would each have been a refusal (CS-INTERNAL)", failing);
    assertNotReady("1 outcome could not be written", failing);
    Path recordless = ledger("recordless", 1 << 20, GateCommandTest::honest);
    for (Path records : files(recordless, ".effects.jsonl")) {
      Files.delete(records);
    }
    assertNotReady("its records (.effects.jsonl) are not all beside it", recordless);
  }

  private static void assertNotReady(String why, Path ledger, String... more) {
    List<String> command = new ArrayList<>(List.of("gate", ledger.toString()));
    command.addAll(List.of(more));
    Ran ran = Ran.with(command.toArray(String[]::new));
    assertThat(ran.exit()).as(why + "\n" + ran.out() + ran.err()).isEqualTo(Exit.INCOMPLETE);
    assertThat(ran.out().lines().filter(line -> line.startsWith("NOT READY")))
        .anySatisfy(line -> assertThat(line).contains(why));
  }

  @Test
  void booksThatWereChangedSayNothing() throws Exception {
    Path ledger = ledger(GateCommandTest::honest);
    for (Path chain : files(ledger, ".jsonl")) {
      if (!chain.toString().endsWith(".effects.jsonl")) {
        Files.writeString(chain, Files.readString(chain).replace("tool.pay", "tool.pax"));
      }
    }
    Ran ran = Ran.with("gate", ledger.toString());

    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(Exit.FAILED);
    assertThat(ran.out())
        .contains("NOTHING CAN BE SAID: the books are not what was written")
        .doesNotContain("READY");
  }

  @Test
  void saysTheSameAsJson() throws Exception {
    Path ledger =
        ledger(
            books -> {
              honest(books);
              books.wouldRefuse("pay", "send.evil", "NIKA-SEC-011", "/intent/url");
            });
    status(ledger, "{\"checks\":{\"count\":3,\"p50_ns\":4010,\"p99_ns\":45001}}");
    Ran ran = Ran.with("gate", ledger.toString(), "--format", "json");
    assertThat(ran.exit()).isEqualTo(Exit.INCOMPLETE);
    Map<?, ?> json = (Map<?, ?>) Json.parse(ran.out());
    assertThat(SchemaCheck.of("gate.schema.json").fault(json)).isNull();
    assertThat(json.get("ready")).isEqualTo(false);
    assertThat(json.get("calls")).isEqualTo(2L);
    assertThat(json.get("would_refuse")).isEqualTo(1L);
    assertThat(json.get("refusals").toString())
        .contains("tool=pay", "code=NIKA-SEC-011", "count=1", "paths=[/intent/url]");
    assertThat(json.get("check").toString()).contains("p50_ns=4010", "p99_ns=45001");
    assertThat(json.get("why_not").toString()).contains("1 call or effect would be refused");
  }

  /** Whoever goes on in the same directory is told why that is never ready. */
  @Test
  void whatHappenedUnderAnOlderConfigurationCountsAndIsSaid() {
    Path ledger = ledger(books -> honest(books.wouldRefuse("pay", "exec.x", "CS-UNBOUND")));
    String hint = "these books are of 2 configurations";
    assertThat(Ran.with("gate", ledger.toString()).out()).doesNotContain("configurations");
    Path next =
        ledger(
            "next",
            1 << 20,
            books -> {
              books.configuration = "cd";
              honest(books);
            });
    assertThat(Ran.with("gate", ledger.toString(), next.toString()).out()).contains(hint);
    assertThat(Ran.with("gate", next.toString()).out()).contains("READY for enforce");
  }

  /** Segments, several chains, and names that are somebody else's text. */
  @Test
  void severalBooksAreOneAnswer() {
    Path one = ledger("one", 2048, GateCommandTest::honest);
    Path two =
        ledger(
            "two",
            2048,
            books -> {
              honest(books);
              books.wouldRefuse("evil\u001b[2J\nREADY", "exec.x", "CS-UNBOUND");
            });
    Ran ran = Ran.with("gate", one.toString(), two.toString());

    assertThat(ran.exit()).as(ran.out() + ran.err()).isEqualTo(Exit.INCOMPLETE);
    assertThat(ran.out())
        .contains("seen         4 calls of ")
        .contains("would refuse 1\n")
        .doesNotContain("\u001b")
        .doesNotContain("\nREADY");
  }
}
