package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Durability {@code write}: what was handed to the kernel survives {@code kill -9}. */
@Timeout(60)
class KilledProcessTest {

  private static final int ANNOUNCED = 500;

  @TempDir Path temp;

  @Test
  void everyAllowThatReturnedIsReadable() throws Exception {
    Path dir = temp.resolve("ledger");
    Process process = ForkedJvm.start(List.of(), Endless.class, dir.toString());
    String last = null;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (int i = 0; i < ANNOUNCED; i++) {
        last = out.readLine();
      }
      process.destroyForcibly();
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 9);

    List<LedgerFiles> chains = Books.chainsIn(dir);
    assertThat(chains).hasSize(1);
    Books books = Books.of(chains.get(0)).assertIntact();
    assertThat(books.entries()).extracting(entry -> entry.get("call_id")).contains(last);
    assertThat(books.events()).doesNotContain("done").hasSizeGreaterThan(2 * ANNOUNCED - 1);
  }

  /** Allows, then says so, then settles, for ever. */
  static final class Endless {
    public static void main(String[] args) {
      Ledger ledger = Ledger.create(Calls.settings(Path.of(args[0])));
      ledger.act("start", Map.of());
      while (true) {
        String id = ledger.newCallId();
        ledger.allow(Calls.allow(id));
        System.out.println(id);
        ledger.outcome(Calls.returned(id));
      }
    }
  }
}
