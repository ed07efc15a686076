package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass(name = "{0}")
@EnumSource
class FaultyDiskTest {

  @TempDir Path temp;
  private final FaultyDisk disk;

  FaultyDiskTest(Durability durability) {
    disk = new FaultyDisk(durability);
  }

  @Test
  void aFullDiskRefusesAtEveryByteAndLeavesWholeLines() throws Exception {
    Ledger ledger = begin();
    String probe = ledger.newCallId();
    long before = written(ledger);
    ledger.allow(Calls.allow(probe));
    long cost = written(ledger) - before;
    ledger.outcome(Calls.returned(probe));
    List<Map<String, Object>> entries = Books.of(ledger).entries();

    for (int room = 0;
        room < cost - 2;
        room++) { // a later seq may be a digit longer, never shorter
      String id = ledger.newCallId();
      disk.room = room;
      assertThatThrownBy(() -> ledger.allow(Calls.allow(id)))
          .isInstanceOf(LedgerException.class)
          .isNotInstanceOf(CommittedAuditException.class)
          .hasMessageContaining("No space left on device");
      disk.room = Long.MAX_VALUE;
      assertThatThrownBy(() -> ledger.outcome(Calls.returned(id)))
          .hasMessageContaining("owes no outcome");
    }
    assertThat(Books.of(ledger).assertIntact().entries()).isEqualTo(entries);
    assertThat(Books.of(ledger).records()).hasSize(2);
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.close();
    assertThat(Books.of(ledger).assertIntact().events()).endsWith("allow", "outcome", "done");
  }

  @Test
  void anOutcomeThatDidNotFitIsStillOwed() {
    Ledger ledger = begin();
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    disk.room = 100;
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(id)))
        .isInstanceOf(LedgerException.class);
    assertThat(ledger.complete().pendingCallIds()).containsExactly(id);

    disk.room = Long.MAX_VALUE;
    ledger.outcome(Calls.returned(id));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome");
  }

  @Test
  void nothingIsWrittenBehindATornLine() throws Exception {
    Ledger ledger = begin();
    LedgerFiles first = ledger.files();
    String record = Files.readString(first.effects());
    disk.room = record.length() + 30L;
    disk.stuck = true;
    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .hasMessageContaining("No space");
    disk.room = Long.MAX_VALUE;

    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .hasMessageContaining("a torn line cannot be cut off");
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    assertThat(ledger.files()).isNotEqualTo(first);
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "allow");
  }

  @Test
  void aTornLineIsCutOffAsSoonAsTheDiskLetsUs() {
    Ledger ledger = begin();
    LedgerFiles first = ledger.files();
    disk.room = 30;
    disk.stuck = true;
    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .hasMessageContaining("No space");
    disk.room = Long.MAX_VALUE;
    disk.stuck = false;

    ledger.allow(Calls.allow(ledger.newCallId()));
    assertThat(ledger.files()).isEqualTo(first);
    assertThat(Books.of(first).assertIntact().events()).containsExactly("root", "allow");
  }

  @Test
  void whileNoNewChainFitsEverythingIsRefusedAndNoFileIsLeft() throws Exception {
    Ledger ledger = begin();
    LedgerFiles first = ledger.files();
    Files.delete(first.chain());
    for (int room = 0; room < 900; room += 100) {
      disk.room = room;
      assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
          .isInstanceOf(LedgerException.class);
    }
    assertThat(Books.chainsIn(temp.resolve("ledger"))).isEmpty();

    disk.room = Long.MAX_VALUE;
    ledger.allow(Calls.allow(ledger.newCallId()));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "allow");
    assertThat(Books.chainsIn(temp.resolve("ledger"))).hasSize(1);
  }

  @Test
  void aFullDiskAtTheStartLeavesNothing() {
    disk.room = 10;
    assertThatThrownBy(this::begin)
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("no chain could be begun");
    assertThat(temp.resolve("ledger")).isEmptyDirectory();
  }

  @Test
  void aCommittedEntryThatIsNotDurableStillOwesItsOutcome() throws Exception {
    Ledger ledger = begin();
    String id = ledger.newCallId();
    disk.volatileOnly = true;
    CommittedAuditException thrown =
        catchThrowableOfType(CommittedAuditException.class, () -> ledger.allow(Calls.allow(id)));
    disk.volatileOnly = false;

    assertThat(thrown.callId()).isEqualTo(id);
    List<String> lines =
        Files.readString(ledger.files().chain(), StandardCharsets.UTF_8).lines().toList();
    assertThat(thrown.entry()).isEqualTo(lines.get(1)).contains(id);
    assertThat(thrown.record() + "\n").isEqualTo(Files.readString(ledger.files().effects()));
    assertThat(ledger.complete().pendingCallIds()).containsExactly(id);
    ledger.outcome(
        new Outcome(id, BodyState.RAISED, 0, ErrorCode.EFFECT_REFUSED, Params.NONE, Map.of()));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome");
  }

  private Ledger begin() {
    return Ledger.create(
        Calls.settings(temp.resolve("ledger")), Entropy.system(), Clock.systemUTC(), disk);
  }

  private static long written(Ledger ledger) throws Exception {
    return Files.size(ledger.files().chain()) + Files.size(ledger.files().effects());
  }
}
