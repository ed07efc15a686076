package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rotated chain is verified in one pass, and what is missing of it is seen (spec 2.6, 6). */
class SegmentsVerifyTest {

  @TempDir Path directory;

  private Ledger begin() {
    return Ledger.create(
        LedgerSettings.of(directory.resolve("ledger").toString(), "shop", "1")
            .withRotation(new Rotation(8192, Duration.ofDays(1))));
  }

  private static void call(Ledger ledger) {
    String id = ledger.newCallId();
    Params params = Params.of(Map.of("amount", 1L));
    ledger.allow(
        new Allow(
            id,
            "tool.pay",
            "pay",
            null,
            null,
            Capture.WRAPPER_SYNC,
            new Adapter("test", "1", "hook"),
            params,
            false,
            Map.of("verb", "invoke", "verdict", "allow")));
    ledger.outcome(new Outcome(id, BodyState.RETURNED, 5_000_000, null, params, Map.of("use", 1L)));
  }

  /** Closed books of some segments, in order. */
  private List<Path> written() throws Exception {
    Ledger ledger = begin();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 25; call++) {
                  call(ledger);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    ledger.close();
    return segments();
  }

  private List<Path> segments() throws IOException {
    List<Path> segments = new ArrayList<>(ChainFiles.in(directory.resolve("ledger")));
    segments.sort(Comparator.comparing(file -> LedgerFiles.of(file).stem()));
    return segments;
  }

  private static Report verify(List<Path> files) throws IOException {
    List<ChainFiles> chains = ChainFiles.of(files, List.of());
    assertThat(chains).hasSize(1);
    return Verifier.chain(chains.get(0), Given.nothing());
  }

  @Test
  void segmentsInAnyOrderAreOneChain() throws Exception {
    List<Path> segments = written();
    assertThat(segments).hasSizeGreaterThan(10);
    List<Path> shuffled = new ArrayList<>(segments);
    Collections.reverse(shuffled);

    Report report = verify(shuffled);

    assertThat(report.failures()).isEmpty();
    assertThat(report.aggregate()).isEqualTo("clean");
    assertThat(report.effects()).isEqualTo("verified");
    assertThat(report.unnamedRecords()).isZero();
    assertThat(report.exit(false)).isZero();
    assertThat(report.entries()).isEqualTo(2 + 200 + 2L * (segments.size() - 1));
  }

  @Test
  void aDeletedSegmentIsAGap() throws Exception {
    List<Path> segments = written();
    for (int gone : new int[] {0, 1, segments.size() - 2}) {
      List<Path> rest = new ArrayList<>(segments);
      rest.remove(gone);
      Report report = verify(rest);
      assertThat(report.failures())
          .as("without segment " + gone)
          .anyMatch(failure -> failure.toString().startsWith("integrity: seq gap"));
      assertThat(report.exit(false)).isEqualTo(1);
    }
  }

  @Test
  void aSegmentOfAnotherChainInItsPlaceIsNoSegmentOfThisOne() throws Exception {
    List<Path> segments = written();
    List<Path> others = new ArrayList<>(segments);
    Ledger other = begin();
    for (int i = 0; i < 30; i++) {
      call(other);
    }
    other.close();
    List<Path> all = segments();
    all.removeAll(others);
    Files.copy(all.get(1), others.get(1), java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    List<ChainFiles> chains = ChainFiles.of(others, List.of());
    assertThat(Verifier.chain(chains.get(0), Given.nothing()).exit(false)).isEqualTo(1);
  }

  /** What a process leaves that dies between the creation of its files and their first line. */
  @Test
  void aSegmentThatWasNeverBegunIsNoFinding() throws Exception {
    Ledger ledger = begin();
    call(ledger);
    LedgerFiles files = ledger.files();
    Path empty = files.directory().resolve(files.stem() + ".0001.jsonl");
    Files.createFile(empty);

    Report report = verify(List.of(empty, files.chain()));

    assertThat(report.failures()).isEmpty();
    assertThat(report.effects()).isEqualTo("verified");
    assertThat(report.exit(false)).isEqualTo(3);

    // And one whose first line the kernel tore: like any line that was being written.
    Files.writeString(empty, "{\"adapter\":{\"hook_pa", StandardOpenOption.APPEND);
    Report torn = verify(List.of(empty, files.chain()));
    assertThat(torn.failures()).isEmpty();
    assertThat(torn.exit(false)).isEqualTo(3);
    ledger.close();
  }
}
