package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A chain goes on in further segments (spec 2.2, 6); none of its entries is lost or there twice.
 */
class RotationTest {

  private static final Duration LONG = Duration.ofDays(7);

  @TempDir Path temp;

  private Path dir() {
    return temp.resolve("ledger");
  }

  /** Nanoseconds; near the end of a {@code long}, where {@link System#nanoTime} may be. */
  private final AtomicLong ticks = new AtomicLong(Long.MAX_VALUE - 10_000_000_000L);

  private Ledger begin(Rotation rotation, LineFile.Factory disk) {
    return Ledger.create(
        Calls.settings(dir()).withRotation(rotation),
        Entropy.system(),
        Clock.systemUTC(),
        ticks::get,
        disk);
  }

  private static void call(Ledger ledger) {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.outcome(Calls.returned(id));
  }

  private Books all() {
    return Books.joined(Books.chainsIn(dir()));
  }

  private static List<Map<String, Object>> segmentRecords(Books books) {
    return books.records().stream()
        .filter(record -> "agent.segment".equals(record.get("act")))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void bySizeTheChainGoesOnInSegments(Durability durability) throws IOException {
    Ledger ledger = begin(new Rotation(16 << 10, LONG), new FaultyDisk(durability));
    ledger.act("start", Map.of());
    LedgerFiles first = ledger.files();
    for (int i = 0; i < 100; i++) {
      call(ledger);
    }
    ledger.close();

    List<LedgerFiles> segments = Books.chainsIn(dir());
    assertThat(segments).hasSizeGreaterThan(3).startsWith(first);
    assertThat(segments).allMatch(segment -> segment.chainStem().equals(first.stem()));
    assertThat(segments.get(1).stem()).isEqualTo(first.stem() + ".0001");
    assertThat(ledger.files()).isEqualTo(segments.get(segments.size() - 1));
    for (LedgerFiles segment : segments) {
      long size = Files.size(segment.chain()) + Files.size(segment.effects());
      assertThat(size).isLessThan((16 << 10) + 4096);
    }
    Books books = all().assertIntact();
    assertThat(books.events().stream().filter("allow"::equals)).hasSize(101 + segments.size() - 1);
    assertThat(books.events()).endsWith("done");
    assertBeginWithTheActThatNamesTheOneBefore(segments);
  }

  private static void assertBeginWithTheActThatNamesTheOneBefore(List<LedgerFiles> segments)
      throws IOException {
    for (int i = 1; i < segments.size(); i++) {
      Books books = Books.of(segments.get(i));
      Map<String, Object> last = Books.of(segments.get(i - 1)).last();
      assertThat(books.entries().get(0)).containsEntry("scope", "agent.segment");
      assertThat(books.records().get(0))
          .containsEntry("act", "agent.segment")
          .containsEntry("segment", (long) i)
          .containsEntry(
              "previous",
              Map.of(
                  "file",
                  segments.get(i - 1).chain().getFileName().toString(),
                  "head",
                  last.get("hash"),
                  "seq",
                  last.get("seq"),
                  "bytes",
                  Files.size(segments.get(i - 1).chain()),
                  "effects_bytes",
                  Files.size(segments.get(i - 1).effects())));
    }
  }

  @Test
  void byAgeTheChainGoesOnInSegments() {
    Ledger ledger = begin(new Rotation(1L << 30, Duration.ofSeconds(30)), KernelFile.FACTORY);
    for (int i = 0; i < 50; i++) {
      call(ledger);
      ticks.addAndGet(2_000_000_000L);
    }
    ledger.close();

    assertThat(Books.chainsIn(dir())).hasSize(4);
    assertThat(segmentRecords(all().assertIntact())).hasSize(3);
  }

  /** What waits for a call's end is not asked of the old segment. */
  @Test
  void aCallMayEndInALaterSegment() {
    Ledger ledger = begin(new Rotation(4096, LONG), KernelFile.FACTORY);
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    LedgerFiles began = ledger.files();
    for (int i = 0; i < 10; i++) {
      call(ledger);
    }
    assertThat(ledger.files()).isNotEqualTo(began);
    ledger.outcome(Calls.returned(id));
    ledger.close();
    all().assertIntact();
  }

  /** The disk is full at every byte of a rotation: what was refused is in no segment. */
  @ParameterizedTest
  @EnumSource
  void aFullDiskAtEveryByteOfARotationLosesAndDoublesNothing(Durability durability) {
    FaultyDisk disk = new FaultyDisk(durability);
    Ledger ledger = begin(new Rotation(1500, LONG), disk);
    Set<String> stand = new LinkedHashSet<>();
    int refused = 0;
    int cost = 5_000; // of an act and a call, with room to spare
    for (int room = 0; room < cost; room += 7) {
      disk.room = room;
      String id = ledger.newCallId();
      try {
        ledger.allow(Calls.allow(id));
        stand.add(id);
      } catch (LedgerException full) {
        assertThat(full).hasMessageContaining("No space left on device");
        refused++;
      }
      disk.room = Long.MAX_VALUE;
      ticks.addAndGet(60_000_000_000L); // until the next attempt
      if (stand.contains(id)) {
        ledger.outcome(Calls.returned(id));
      }
    }
    ledger.close();

    assertThat(refused).isPositive();
    assertThat(stand).hasSizeGreaterThan(100);
    Books books = all().assertIntact();
    List<Object> allowed = new ArrayList<>();
    for (Map<String, Object> entry : books.entries()) {
      if ("allow".equals(entry.get("event")) && !"agent.segment".equals(entry.get("scope"))) {
        allowed.add(entry.get("call_id"));
      }
    }
    assertThat(allowed).containsExactlyElementsOf(List.<Object>copyOf(stand));
    assertThat(Books.chainsIn(dir()).size()).isGreaterThan(20);
  }

  /** Whatever stands in the place of the next segment stays what it is; the chain stays as well. */
  @ParameterizedTest
  @ValueSource(strings = {"link", "dangling", "directory", "file", "records"})
  void aNameThatIsTakenKeepsTheChainWhereItIs(String what) throws IOException {
    Ledger ledger = begin(new Rotation(4096, LONG), KernelFile.FACTORY);
    LedgerFiles next = ledger.files().segment(1);
    Path other = Files.writeString(temp.resolve("other"), "theirs");
    switch (what) {
      case "link" -> Files.createSymbolicLink(next.chain(), other);
      case "dangling" -> Files.createSymbolicLink(next.chain(), temp.resolve("nothing"));
      case "directory" -> Files.createDirectory(next.chain());
      case "file" -> Files.writeString(next.chain(), "theirs");
      default -> Files.createSymbolicLink(next.effects(), other);
    }
    LedgerFiles first = ledger.files();
    for (int i = 0; i < 8; i++) {
      call(ledger);
    }
    assertThat(ledger.files()).isEqualTo(first);
    ticks.addAndGet(59_999_999_999L);
    call(ledger);
    assertThat(ledger.files()).isEqualTo(first);
    ticks.addAndGet(1); // a minute later the name after it is tried
    call(ledger);
    ledger.close();

    assertThat(ledger.files().stem()).startsWith(first.stem() + ".00").isNotEqualTo(next.stem());
    assertThat(Files.readString(other)).isEqualTo("theirs");
    assertThat(temp.resolve("nothing")).doesNotExist();
    List<LedgerFiles> ours = new ArrayList<>(Books.chainsIn(dir()));
    ours.remove(next);
    Books.joined(ours).assertIntact();
  }

  /** Going on would give one number to two entries. */
  @Test
  void whatCannotBeTakenBackEndsTheChain() {
    FaultyDisk disk = new FaultyDisk(Durability.WRITE);
    Ledger ledger = begin(new Rotation(2000, LONG), disk);
    LedgerFiles first = ledger.files();
    call(ledger);
    call(ledger);
    disk.room = 600;
    disk.stuck = true;
    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .isInstanceOf(LedgerException.class);
    disk.room = Long.MAX_VALUE;
    disk.stuck = false;

    call(ledger);
    assertThat(ledger.files().chainStem()).isNotEqualTo(first.chainStem());
    assertThat(Books.whole(ledger).assertIntact().records().get(0).get("previous"))
        .asString()
        .contains(first.stem());
  }

  @Test
  void aSegmentThatSomebodyChangedIsNotGoneOnFrom() throws IOException {
    Ledger ledger = begin(new Rotation(4096, LONG), KernelFile.FACTORY);
    LedgerFiles first = ledger.files();
    while (Files.size(first.chain()) + Files.size(first.effects()) < 4096) {
      ledger.deny(Calls.deny(ledger.newCallId())); // one entry at a time
    }
    Files.writeString(first.chain(), "");
    assertThatThrownBy(() -> call(ledger)).hasMessageContaining("was truncated");
    call(ledger);
    assertThat(ledger.files().chainStem()).isNotEqualTo(first.chainStem());
    assertThat(first.segment(1).chain()).doesNotExist();
  }
}
