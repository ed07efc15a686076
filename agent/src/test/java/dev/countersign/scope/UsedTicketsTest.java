package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Ed25519;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Books of another JVM in the same directory, which others may write in. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UsedTicketsTest {

  private static final String CALL = "c0ffee00c0ffee00c0ffee00c0ffee00";
  private static final String ALLOWED = "{\"call_id\":\"%s\",\"event\":\"allow\"}\n";

  @TempDir private Path directory;

  private Fixture run;
  private Ticket ticket;
  private Path effects;
  private Path chain;

  @BeforeEach
  void approve() throws Exception {
    Ed25519 key = Ed25519.of(new byte[32]);
    ApprovalDirectory approvals =
        ApprovalDirectory.openOrMake(directory.resolve("approvals").toString());
    run = new Fixture(directory, "enforce", "tools: [{ tool: refund, approval: human }]");
    run.effects.ask(
        new ApprovalCheck(approvals, List.of(key.publicKey()), Duration.ofHours(1)),
        null,
        "Main",
        1);
    run.effects.end(run.effects.resolve(run.call("refund", "{\"name\":\"a\"}")), null);
    ticket =
        approvals.answer(
            approvals.entries().get(0).request(), Decision.APPROVE, "as agreed", "ada", key);
    Path books = run.ledger.files().directory();
    effects = books.resolve("20260101T000000Z-1-0000000000000001.effects.jsonl");
    chain = books.resolve("20260101T000000Z-1-0000000000000001.jsonl");
  }

  private String record(String call) {
    return "{\"approval\":{\"ticket\":\"" + ticket.id() + "\"},\"call_id\":\"" + call + "\"}\n";
  }

  private boolean haveUsed() throws IOException {
    return new UsedTickets(run.ledger).haveUsed(ticket);
  }

  @Test
  void whatTheChainAllowedWasUsedAndWhatItDeniedWasNot() throws Exception {
    Files.writeString(effects, record("d0" + CALL.substring(2)) + record(CALL));
    Files.writeString(chain, ALLOWED.replace("allow", "deny").formatted(CALL));
    assertThat(haveUsed()).isFalse();
    Files.writeString(chain, ALLOWED.formatted("another") + ALLOWED.formatted(CALL));
    assertThat(haveUsed()).isTrue();
    Files.delete(chain);
    assertThat(haveUsed()).as("nobody can say").isTrue();
    Files.delete(effects);
    assertThat(haveUsed()).isFalse();
  }

  @Test
  void aPipeInThePlaceOfTheChainKeepsNobodyWaiting() throws Exception {
    Files.writeString(effects, record(CALL));
    assertThat(new ProcessBuilder("mkfifo", chain.toString()).start().waitFor()).isZero();
    assertThat(haveUsed()).isTrue();
  }

  @Test
  void aLinkToADeviceInThePlaceOfTheChainIsNotRead() throws Exception {
    Files.writeString(effects, record(CALL));
    Files.createSymbolicLink(chain, Path.of("/dev/zero"));
    assertThat(haveUsed()).isTrue();
  }

  @Test
  void aPipeInThePlaceOfRecordsKeepsNobodyWaiting() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", effects.toString()).start().waitFor()).isZero();
    assertThat(haveUsed()).isFalse();
  }

  @Test
  void linesAreWholeWhereverTheyAreCut() throws Exception {
    // About the size of what is read at a time: the line that counts begins and ends anywhere.
    for (int filled = (1 << 16) - 150; filled < (1 << 16) + 10; filled += 7) {
      Files.writeString(effects, "x".repeat(filled - 1) + '\n' + record(CALL));
      Files.writeString(chain, "y".repeat(filled - 1) + '\n' + ALLOWED.formatted(CALL));
      assertThat(haveUsed()).as("behind %s bytes", filled).isTrue();
    }
    Files.writeString(effects, "x".repeat(1_000_000) + '\n' + record(CALL));
    assertThat(haveUsed()).as("behind a long line").isTrue();
  }

  @Test
  void manyRefusedCallsThatCarryItAreNoUse() throws Exception {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      records.append(record("call" + i)).append(record("call" + i));
    }
    Files.writeString(effects, records);
    Files.writeString(chain, ALLOWED.formatted("another"));
    assertThat(haveUsed()).isFalse();
    Files.writeString(effects, records + record(CALL));
    assertThatThrownBy(this::haveUsed)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 1000 calls")
        .hasMessageContaining(effects.getParent().toString());
  }

  @Test
  void moreThanAnybodyLooksThroughIsARefusalThatSaysWhatToDo() throws Exception {
    Files.writeString(effects, "x".repeat(5_000) + '\n');
    assertThat(new UsedTickets(run.ledger, 5_001).haveUsed(ticket)).isFalse();
    assertThatThrownBy(() -> new UsedTickets(run.ledger, 5_000).haveUsed(ticket))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ledger.rotate")
        .hasMessageContaining(effects.getParent().toString());
  }

  @Test
  void anInterruptedThreadLooksAndStaysInterrupted() throws Exception {
    Files.writeString(effects, record(CALL));
    Files.writeString(chain, ALLOWED.formatted(CALL));
    Thread.currentThread().interrupt();
    boolean used = haveUsed();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(used).isTrue();
  }
}
