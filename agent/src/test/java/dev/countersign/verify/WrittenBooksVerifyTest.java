package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger writes, the verifier finds clean: one thread after another, and many at once. */
class WrittenBooksVerifyTest {

  private static final Adapter ADAPTER = new Adapter("test", "1", "hook");
  private static final String DIGEST = "5".repeat(64);

  @TempDir Path directory;

  @Test
  void manyThreadsWriteOneCleanChain() throws Exception {
    Ledger ledger =
        Ledger.create(LedgerSettings.of(directory.resolve("ledger").toString(), "shop", "1"));
    List<Throwable> failures = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 50; call++) {
                  call(ledger);
                }
              });
      thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure));
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ledger.act("status", new LinkedHashMap<>(Map.of("act", "agent.status")));
    ledger.close();
    assertThat(failures).isEmpty();

    Report report = verify(ledger);

    assertThat(report.failures()).isEmpty();
    assertThat(report.entries()).isEqualTo(2 * 401 + 2);
    assertThat(report.aggregate()).isEqualTo("clean");
    assertThat(report.effects()).isEqualTo("verified");
    assertThat(report.effectsChecked()).isEqualTo(802);
    assertThat(report.exit(false)).isZero();
  }

  @Test
  void booksThatAreStillOpenAreIncomplete() throws IOException {
    Ledger ledger =
        Ledger.create(LedgerSettings.of(directory.resolve("ledger").toString(), "shop", "1"));
    call(ledger);
    try {
      assertThat(verify(ledger).exit(false)).isEqualTo(3);
    } finally {
      ledger.close();
    }
    assertThat(verify(ledger).exit(false)).isZero();
  }

  private static void call(Ledger ledger) {
    String id = ledger.newCallId();
    Params params = Params.of(Map.of("amount", 1L));
    Map<String, Object> decision =
        new LinkedHashMap<>(Map.of("verb", "invoke", "verdict", "allow"));
    decision.put("preview_digest", DIGEST);
    ledger.allow(
        new Allow(
            id,
            "tool.pay",
            "pay",
            DIGEST,
            null,
            Capture.WRAPPER_SYNC,
            ADAPTER,
            params,
            false,
            decision));
    Map<String, Object> record = new LinkedHashMap<>(Map.of("commit_digest", DIGEST, "use", 1L));
    ledger.outcome(new Outcome(id, BodyState.RETURNED, 5_000_000, null, params, record));
  }

  private static Report verify(Ledger ledger) throws IOException {
    ChainFiles files = ChainFiles.of(List.of(ledger.files().chain()), List.of()).get(0);
    return Verifier.chain(files, Given.nothing());
  }
}
