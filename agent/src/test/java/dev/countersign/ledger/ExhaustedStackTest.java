package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls that come near the end of a stack, at every depth, from several threads at once. */
@Timeout(120)
class ExhaustedStackTest {

  private static final int THREADS = 4;

  /** Each thread goes back up until so many calls stand. */
  private static final int ENOUGH = 20;

  private static final int IDS = 5000;

  @TempDir Path temp;

  /** Descends to the end of its stack, and on the way back allows a call at each level. */
  private static final class Diver extends Thread {
    final Set<String> allowed = new HashSet<>();
    int refused;
    private final Ledger ledger;
    private final List<String> ids = new ArrayList<>();
    private int next;

    Diver(Ledger ledger) {
      super(null, null, "diver", 512 * 1024);
      this.ledger = ledger;
      for (int i = 0; i < IDS; i++) {
        ids.add(ledger.newCallId());
      }
    }

    @Override
    public void run() {
      descend();
    }

    @SuppressWarnings("InfiniteRecursion") // the end of the stack is what is tested
    private void descend() {
      try {
        descend();
      } catch (StackOverflowError end) {
        // the way back begins
      }
      if (allowed.size() < ENOUGH) {
        String id = ids.get(next++);
        try {
          ledger.allow(Calls.allow(id));
          allowed.add(id);
        } catch (StackOverflowError | LedgerException none) {
          refused++;
        }
      }
    }
  }

  /**
   * The other way round there is no promise: a stack may end between the allow and the return, and
   * then nothing happens that the books allow.
   */
  @Test
  void everyCallThatReturnedStandsAndNobodyHangs() throws Exception {
    Ledger ledger = Ledger.create(Calls.settings(temp.resolve("ledger")));
    List<Diver> divers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      divers.add(new Diver(ledger));
    }
    for (Diver diver : divers) {
      diver.start();
    }
    Set<String> allowed = new HashSet<>();
    for (Diver diver : divers) {
      diver.join();
      allowed.addAll(diver.allowed);
      assertThat(diver.refused).as("some came too deep").isPositive();
      assertThat(diver.allowed).as("some did not").hasSize(ENOUGH);
    }

    Set<String> written = new HashSet<>();
    for (Map<String, Object> entry : Books.of(ledger).assertIntact().entries()) {
      if (entry.get("event").equals("allow")) {
        written.add((String) entry.get("call_id"));
      }
    }
    assertThat(written).containsAll(allowed);
    assertThat(ledger.complete().pendingCallIds()).hasSameElementsAs(written);
  }
}
