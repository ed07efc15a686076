package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.ParamsHash;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransitionTest {

  @TempDir Path temp;
  private Path dir;
  private Ledger ledger;

  @BeforeEach
  void begin() {
    dir = temp.resolve("ledger");
    ledger = Ledger.create(Calls.settings(dir));
  }

  @Test
  void anAllowStandsBeforeItsOutcome() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));

    assertThat(Books.of(ledger).assertIntact().events()).containsExactly("root", "allow");
    ledger.outcome(Calls.returned(id));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome");
  }

  @Test
  void aSecondOutcomeIsRefused() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.outcome(Calls.returned(id));

    assertThatThrownBy(() -> ledger.outcome(Calls.returned(id)))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("owes no outcome");
    assertThat(Books.of(ledger).assertIntact().events()).hasSize(3);
    assertThat(Books.of(ledger).records()).hasSize(2);
  }

  @Test
  void anOutcomeWithoutAllowIsRefused() {
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(ledger.newCallId())))
        .isInstanceOf(LedgerException.class);
  }

  @Test
  void aDenyOwesNothing() {
    String id = ledger.newCallId();
    ledger.deny(Calls.deny(id));

    assertThatThrownBy(() -> ledger.outcome(Calls.returned(id)))
        .isInstanceOf(LedgerException.class);
    Map<String, Object> deny = Books.of(ledger).assertIntact().last();
    assertThat(deny)
        .containsEntry("reason", "CS-UNBOUND")
        .doesNotContainKeys(
            "capture", "adapter", "policy", "authorized_params_hash", "params_hash_reason");
    assertThat(((Map<?, ?>) deny.get("context")).keySet()).isEqualTo(Set.of("record"));
  }

  @Test
  void aCallThatNobodyObservesOwesNothing() {
    String id = ledger.newCallId();
    Allow allow = Calls.allow(id);
    ledger.allow(
        new Allow(
            id,
            allow.scope(),
            null,
            null,
            null,
            Capture.PRE_HOOK_ONLY,
            allow.adapter(),
            Params.NONE,
            true,
            allow.decision()));

    assertThat(ledger.complete().completed()).isTrue();
    Map<String, Object> entry = Books.of(ledger).assertIntact().entries().get(1);
    assertThat(entry)
        .containsEntry("policy", "unlisted")
        .containsEntry("tool", null)
        .doesNotContainKeys("authorized_params_hash", "params_hash_reason");
  }

  @Test
  void anIdInUseIsRefused() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));

    assertThatThrownBy(() -> ledger.allow(Calls.allow(id))).hasMessageContaining("in use");
    assertThatThrownBy(() -> ledger.deny(Calls.deny(id))).hasMessageContaining("in use");
    ledger.outcome(Calls.returned(id));
    Books.of(ledger).assertIntact();
  }

  @Test
  void completionNamesWhatIsOwedAndWritesNothing() {
    String first = ledger.newCallId();
    String second = ledger.newCallId();
    ledger.allow(Calls.allow(first));
    ledger.allow(Calls.allow(second));

    assertThat(ledger.complete()).isEqualTo(new Completion(false, List.of(first, second)));
    assertThat(Books.of(ledger).events()).containsExactly("root", "allow", "allow");
    ledger.outcome(Calls.returned(first));
    ledger.outcome(Calls.returned(second));
    assertThat(ledger.complete()).isEqualTo(new Completion(true, List.of()));
    assertThat(Books.of(ledger).assertIntact().events()).endsWith("done");
  }

  @Test
  void closeAbandonsWhatIsOwedThenEnds() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.close();
    ledger.close();

    Books books = Books.of(ledger).assertIntact();
    assertThat(books.events()).containsExactly("root", "allow", "outcome", "done");
    assertThat(books.entries().get(2))
        .containsEntry("body_state", "abandoned")
        .doesNotContainKeys("error_code", "invoked_params_hash");
  }

  @Test
  void everythingIsRefusedAfterTheEnd() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.close();

    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> ledger.deny(Calls.deny(ledger.newCallId())))
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(id))).hasMessageContaining("closed");
    assertThatThrownBy(() -> ledger.act("status", Map.of())).hasMessageContaining("closed");
    assertThat(Books.of(ledger).assertIntact().events()).endsWith("done");
  }

  @Test
  void anActIsAPairUnderItsScope() {
    ledger.act("re-pin", Map.of("from", "a", "to", "b"));

    Books books = Books.of(ledger).assertIntact();
    assertThat(books.events()).containsExactly("root", "allow", "outcome");
    assertThat(books.entries().get(1))
        .containsEntry("scope", "agent.re-pin")
        .containsEntry("tool", "countersign");
    assertThat(books.records().get(0))
        .containsEntry("act", "agent.re-pin")
        .containsEntry("from", "a");
  }

  @Test
  void parametersAreHashedUnderTheSaltOfTheChain() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.outcome(Calls.returned(id));

    List<Map<String, Object>> entries = Books.of(ledger).entries();
    byte[] salt = Hex.parse((String) entries.get(0).get("params_salt"));
    String hash = ParamsHash.of(salt, Calls.PARAMS.value()).orElseThrow();
    assertThat(entries.get(1)).containsEntry("authorized_params_hash", hash);
    assertThat(entries.get(2)).containsEntry("invoked_params_hash", hash);
  }

  @Test
  void parametersWithoutAHashSayWhy() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id, "t", Params.of(Map.of("n", 1L << 53))));
    ledger.outcome(new Outcome(id, BodyState.RETURNED, 0, null, Params.UNSUPPORTED, Map.of()));

    for (Map<String, Object> entry : Books.of(ledger).entries().subList(1, 3)) {
      assertThat(entry)
          .containsEntry("params_hash_reason", "unsupported")
          .doesNotContainKeys("authorized_params_hash", "invoked_params_hash");
    }
  }

  @Test
  void omittedHashesLeaveNoTrace() {
    LedgerSettings settings =
        new LedgerSettings(
            dir.toString(),
            "shop",
            Durability.WRITE,
            false,
            Calls.ADAPTER,
            Rotation.STANDARD,
            Signing.NOTHING);
    Ledger silent = Ledger.create(settings);
    String id = silent.newCallId();
    silent.allow(Calls.allow(id));
    silent.outcome(new Outcome(id, BodyState.RETURNED, 0, null, Params.UNSUPPORTED, Map.of()));

    for (Map<String, Object> entry : Books.of(silent).assertIntact().entries().subList(1, 3)) {
      assertThat(entry)
          .doesNotContainKeys(
              "authorized_params_hash", "invoked_params_hash", "params_hash_reason");
    }
  }

  @Test
  void withoutRandomBytesThereIsNoIdAndNothingIsWritten() {
    List<byte[]> drawn = new ArrayList<>();
    Ledger dry =
        Ledger.create(
            Calls.settings(dir),
            bytes -> {
              drawn.add(bytes);
              if (drawn.size() > 2) { // the chain's id and its salt
                throw new IllegalStateException("no entropy");
              }
            },
            Clock.systemUTC(),
            KernelFile.FACTORY);

    assertThatThrownBy(dry::newCallId)
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("call id");
    assertThatThrownBy(() -> dry.act("start", Map.of())).isInstanceOf(LedgerException.class);
    assertThat(Books.of(dry).events()).containsExactly("root");
  }

  @Test
  void anErrorCodeBelongsToRaisedOnly() {
    String id = ledger.newCallId();
    assertThatThrownBy(() -> new Outcome(id, BodyState.RETURNED, 0, "X", Params.NONE, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Outcome(id, BodyState.RAISED, 0, null, Params.NONE, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void durationsNeverLeaveTheirDomain() {
    String early = ledger.newCallId();
    String late = ledger.newCallId();
    ledger.allow(Calls.allow(early));
    ledger.allow(Calls.allow(late));
    ledger.outcome(new Outcome(early, BodyState.RETURNED, -5, null, Params.NONE, Map.of()));
    ledger.outcome(
        new Outcome(late, BodyState.RETURNED, Long.MAX_VALUE, null, Params.NONE, Map.of()));

    Books books = Books.of(ledger).assertIntact();
    assertThat(books.entries().get(3)).containsEntry("duration_ms", 0L);
    assertThat(books.records().get(2)).containsEntry("duration_ns", 0L);
    assertThat(books.records().get(3)).containsEntry("duration_ns", (1L << 53) - 1);
  }

  /**
   * Order is the chain's; a clock that is set back, or wrong beyond every calendar, changes none.
   */
  @Test
  void aClockThatJumpsChangesNoOrder() {
    Instant[] jumps = {
      Instant.parse("2026-11-29T20:00:00Z"),
      Instant.parse("2026-11-29T20:00:00.5Z"),
      Instant.parse("1999-01-01T00:00:00Z"),
      Instant.MAX,
      Instant.MIN,
      Instant.parse("2026-11-29T19:59:59Z")
    };
    int[] look = {0};
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return jumps[look[0]++ % jumps.length];
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    Ledger jumping =
        Ledger.create(Calls.settings(dir), Entropy.system(), clock, KernelFile.FACTORY);
    for (int i = 0; i < 10; i++) {
      String id = jumping.newCallId();
      jumping.allow(Calls.allow(id));
      jumping.outcome(Calls.returned(id));
    }

    Books books = Books.of(jumping).assertIntact();
    assertThat(books.events()).hasSize(21);
    assertThat(books.entries())
        .allSatisfy(
            entry ->
                assertThat((String) entry.get("ts"))
                    .matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{9}Z"));
  }

  @Test
  void aToolNameCannotForgeALine() {
    String id = ledger.newCallId();
    ledger.allow(
        Calls.allow(id, "x\n{\"event\":\"outcome\"}\u2028\u2029\u0085\ud800", Params.NONE));

    Books books = Books.of(ledger).assertIntact();
    assertThat(books.entries()).hasSize(2);
    assertThat(books.last())
        .containsEntry("tool", "x\n{\"event\":\"outcome\"}\ufffd\ufffd\ufffd\ufffd");
  }

  @Test
  void whatAVerifierWouldNotReadIsNotWritten() {
    String id = ledger.newCallId();
    Object deep = "x";
    for (int i = 0; i < 70; i++) {
      deep = List.of(deep);
    }
    Object nested = deep;

    assertThatThrownBy(() -> ledger.act("status", Map.of("x", "y".repeat(1 << 20))))
        .hasMessageContaining("1 MiB");
    assertThatThrownBy(() -> ledger.act("status", Map.of("x", nested)))
        .hasMessageContaining("64 nested");
    assertThatThrownBy(() -> ledger.act("status", Map.of("x", "\ud800")))
        .hasMessageContaining("canonical");
    assertThatThrownBy(() -> ledger.allow(Calls.allow(id, "y".repeat(1 << 20), Params.NONE)))
        .hasMessageContaining("1 MiB");
    ledger.allow(Calls.allow(id, "y".repeat(100_000), Params.NONE));
    assertThat(Books.of(ledger).assertIntact().entries()).hasSize(2);
    assertThat(Books.of(ledger).records()).hasSize(1);
  }

  @Test
  void anInterruptedThreadWritesAndStaysInterrupted() {
    Thread.currentThread().interrupt();
    try {
      Ledger other = Ledger.create(Calls.settings(dir));
      String id = other.newCallId();
      other.allow(Calls.allow(id));
      other.outcome(Calls.returned(id));
      other.close();
      assertThat(Books.of(other).assertIntact().events()).hasSize(4);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
