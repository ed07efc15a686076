package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ConcurrencyTest {

  private static final int THREADS = 200;
  private static final int CALLS = 20;

  @TempDir Path temp;

  @Test
  void twoHundredThreadsKeepOneChain() throws Exception {
    Ledger ledger = Ledger.create(Calls.settings(temp.resolve("ledger")));
    atOnce(
        () -> {
          for (int i = 0; i < CALLS; i++) {
            String id = ledger.newCallId();
            ledger.allow(Calls.allow(id));
            ledger.deny(Calls.deny(ledger.newCallId()));
            ledger.outcome(Calls.returned(id));
          }
        });

    assertThat(ledger.complete().completed()).isTrue();
    assertThat(Books.of(ledger).assertIntact().events())
        .hasSize(1 + 3 * THREADS * CALLS + 1)
        .filteredOn("outcome"::equals)
        .hasSize(THREADS * CALLS);
  }

  @Test
  void ofManyOutcomesOfOneCallExactlyOneIsWritten() throws Exception {
    Ledger ledger = Ledger.create(Calls.settings(temp.resolve("ledger")));
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    AtomicInteger refused = new AtomicInteger();
    atOnce(
        () -> {
          try {
            ledger.outcome(Calls.returned(id));
          } catch (LedgerException e) {
            refused.incrementAndGet();
          }
        });

    assertThat(refused).hasValue(THREADS - 1);
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome");
  }

  @Test
  void closingAmidCallsLeavesNothingOwed() throws Exception {
    Ledger ledger = Ledger.create(Calls.settings(temp.resolve("ledger")));
    AtomicInteger entered = new AtomicInteger();
    atOnce(
        () -> {
          if (entered.incrementAndGet() == THREADS / 2) {
            ledger.close();
          }
          try {
            String id = ledger.newCallId();
            ledger.allow(Calls.allow(id));
            ledger.outcome(Calls.returned(id));
          } catch (LedgerException e) {
            assertThat(e).hasMessageMatching(".*(closed|owes no outcome).*");
          }
        });

    Books books = Books.of(ledger).assertIntact();
    assertThat(books.events()).endsWith("done");
    assertThat(books.events().stream().filter("allow"::equals))
        .hasSameSizeAs(books.events().stream().filter("outcome"::equals).toList());
  }

  private static void atOnce(Runnable body) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      running.add(
          threads.submit(
              () -> {
                start.await();
                body.run();
                return null;
              }));
    }
    for (Future<?> future : running) {
      future.get();
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }
}
