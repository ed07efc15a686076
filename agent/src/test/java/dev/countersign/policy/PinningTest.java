package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings, time, exceptions, single files, and what a machine remembers. */
class PinningTest {

  @TempDir Path directory;

  private final TestHost host = new TestHost();
  private Instant now = Fleet.NOW;
  private Fleet fleet;

  @BeforeEach
  void publishes() throws Exception {
    fleet = new Fleet();
    fleet.publish(1, 1);
  }

  private final Source tree = (path, most) -> fleet.tree.get(path);

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private Pinning open(Settings settings, Source source) throws Exception {
    Path state = directory.resolve("state");
    if (!Files.exists(state)) {
      Files.createDirectory(state);
    }
    return Pinning.open(settings, host, source, PinnedState.in(state, new Disk()), clock);
  }

  private Pinning open() throws Exception {
    return open(AcceptanceTest.settings(fleet, true), tree);
  }

  private Settings settings(
      boolean enforce, boolean refuseRollback, boolean refuseStale, Map<String, String> labels) {
    return new Settings(
        "the source",
        true,
        fleet.trusted,
        "shop",
        1,
        enforce,
        refuseRollback,
        refuseRollback,
        refuseStale,
        Duration.ofHours(1),
        100,
        "0.1.0",
        labels);
  }

  private static List<Object> said(Standing standing) {
    List<Object> said = new ArrayList<>();
    standing.events().forEach(event -> said.add(event.record().get("status")));
    return said;
  }

  // Rings

  private void rollout(long version, Ref bundle, Ref stable, Ring... rings) throws Exception {
    Rollout rollout =
        new Rollout(
            "acme",
            1,
            version,
            "spring",
            bundle,
            stable,
            List.of(rings),
            Instant.parse("2026-07-01T00:00:00Z"));
    fleet.put(Kind.ROLLOUT, "" + version, rollout.toJson());
  }

  private static Ring ring(String label, int percent, boolean enforce) {
    return new Ring(
        "r", label == null ? Map.of() : Map.of("ring", label), percent, enforce, Fleet.NOW);
  }

  @Test
  void aRingGetsItsBundleInItsModeAndTheOthersTheStableOne() throws Exception {
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    fleet.put(Kind.BUNDLE, "2", fleet.bundle(2, "observe", ""));
    Ref one = fleet.ref(Kind.BUNDLE, 1);
    Ref two = fleet.ref(Kind.BUNDLE, 2);
    rollout(1, two, one, ring("a", 100, false));
    fleet.putHead(2, two, fleet.ref(Kind.ROLLOUT, 1));

    Standing canary = open(settings(false, true, false, Map.of("ring", "a")), tree).look(true);
    assertThat(canary.ref()).isEqualTo(two);
    assertThat(canary.enforce()).isFalse();
    assertThat(canary.ring()).isEqualTo("r");

    directory = Files.createDirectory(directory.resolve("other"));
    Pinning other = open(settings(false, true, false, Map.of("ring", "b")), tree);
    assertThat(other.look(true).ref()).isEqualTo(one);

    // Promotion: another rollout, the same bundle.
    rollout(2, two, null, ring(null, 100, true));
    fleet.putHead(3, two, fleet.ref(Kind.ROLLOUT, 2));
    Standing promoted = other.look(true);
    assertThat(promoted.ref()).isEqualTo(two);
    assertThat(promoted.enforce()).isTrue();
    assertThat(said(promoted)).isEmpty();

    // The older rollout with its valid signature is a replay.
    fleet.putHead(4, two, fleet.ref(Kind.ROLLOUT, 1));
    assertThat(said(other.look(true))).containsExactly("rollback_blocked");

    // And a head that has lost it.
    fleet.putHead(5, two, null);
    assertThat(said(other.look(true))).containsExactly("rollback_blocked");
  }

  @Test
  void whoIsAheadOfTheStableBundleStaysThere() throws Exception {
    Pinning pinning = open(settings(false, true, false, Map.of("ring", "a")), tree);
    pinning.look(true);
    Ref one = fleet.ref(Kind.BUNDLE, 1);
    fleet.put(Kind.BUNDLE, "2", fleet.bundle(2));
    Ref two = fleet.ref(Kind.BUNDLE, 2);
    rollout(1, two, one, ring("a", 100, false));
    fleet.putHead(2, two, fleet.ref(Kind.ROLLOUT, 1));
    assertThat(pinning.look(true).ref()).isEqualTo(two);
    rollout(2, two, one, ring("b", 100, false));
    fleet.putHead(3, two, fleet.ref(Kind.ROLLOUT, 2));
    Standing left = pinning.look(true);
    assertThat(left.ref()).isEqualTo(two);
    assertThat(said(left)).isEmpty();
  }

  @Test
  void theModeIsTheStrictestOfMachineBundleAndRing() throws Exception {
    for (int bits = 0; bits < 8; bits++) {
      boolean machine = (bits & 1) != 0;
      boolean bundle = (bits & 2) != 0;
      boolean ring = (bits & 4) != 0;
      fleet = new Fleet();
      fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, bundle ? "enforce" : "observe", ""));
      rollout(1, fleet.ref(Kind.BUNDLE, 1), null, ring(null, 100, ring));
      fleet.putHead(1, fleet.ref(Kind.BUNDLE, 1), fleet.ref(Kind.ROLLOUT, 1));
      directory = Files.createDirectory(directory.resolve("m" + bits));
      Standing standing = open(settings(machine, true, false, Map.of()), tree).look(true);
      assertThat(standing.enforce()).as("" + bits).isEqualTo(machine || bundle || ring);
    }
  }

  @Test
  void whoWithholdsTheNextBundleLoosensNothing() throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    fleet.put(Kind.BUNDLE, "2", fleet.bundle(2, "observe", ""));
    Ref one = fleet.ref(Kind.BUNDLE, 1);
    Ref two = fleet.ref(Kind.BUNDLE, 2);
    rollout(1, one, null, ring(null, 100, true));
    fleet.putHead(1, one, fleet.ref(Kind.ROLLOUT, 1));
    Settings observe = settings(false, true, false, Map.of());
    Pinning pinning = open(observe, tree);
    assertThat(pinning.look(true).enforce()).isTrue();

    byte[] withheld = fleet.tree.remove("bundle/2.json");
    rollout(2, two, null, ring(null, 100, false));
    fleet.putHead(2, two, fleet.ref(Kind.ROLLOUT, 2));
    Standing without = pinning.look(true);
    assertThat(without.ref()).isEqualTo(one);
    assertThat(without.enforce()).isTrue();
    assertThat(open(observe, tree).standing().enforce()).as("after a restart").isTrue();

    // What the ring says of its own bundle counts once that is there, and of the first one as well.
    fleet.tree.put("bundle/2.json", withheld);
    Standing second = pinning.look(true);
    assertThat(second.ref()).isEqualTo(two);
    assertThat(second.enforce()).isFalse();
    assertThat(open(observe, tree).look(true).enforce()).isFalse();
  }

  @Test
  void aRolloutOfTheSameBundleCanGoBackToObserve() throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    Ref one = fleet.ref(Kind.BUNDLE, 1);
    rollout(1, one, null, ring(null, 100, true));
    fleet.putHead(1, one, fleet.ref(Kind.ROLLOUT, 1));
    Pinning pinning = open(settings(false, true, false, Map.of()), tree);
    assertThat(pinning.look(true).enforce()).isTrue();
    rollout(2, one, null, ring(null, 100, false));
    fleet.putHead(2, one, fleet.ref(Kind.ROLLOUT, 2));
    assertThat(pinning.look(true).enforce()).isFalse();
    assertThat(pinning.look(true).enforce()).isFalse();
    assertThat(open(settings(false, true, false, Map.of()), tree).look(true).enforce()).isFalse();
  }

  @Test
  void aGrowingPercentageOnlyAdds() {
    int before = 0;
    for (int percent = 0; percent <= 100; percent += 10) {
      Ring ring = new Ring("r", Map.of(), percent, false, Fleet.NOW);
      int in = 0;
      for (int i = 0; i < 2000; i++) {
        boolean has = ring.has("instance-" + i, "spring", Map.of(), Fleet.NOW);
        in += has ? 1 : 0;
        if (has && percent < 100) {
          assertThat(
                  new Ring("r", Map.of(), percent + 10, false, Fleet.NOW)
                      .has("instance-" + i, "spring", Map.of(), Fleet.NOW))
              .isTrue();
        }
      }
      assertThat(in)
          .isBetween(percent * 20 - 120, percent * 20 + 120)
          .isGreaterThanOrEqualTo(before);
      before = in;
    }
    assertThat(
            new Ring("r", Map.of(), 100, false, Fleet.NOW)
                .has("i", "s", Map.of(), Fleet.NOW.minusSeconds(1)))
        .as("not before its time")
        .isFalse();
  }

  @Test
  void aRingThatAsksForEnforceAsksWhetherThisJvmCan() throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    Ref one = fleet.ref(Kind.BUNDLE, 1);
    rollout(1, one, null, ring(null, 100, false));
    fleet.putHead(1, one, fleet.ref(Kind.ROLLOUT, 1));
    Settings observe = settings(false, true, false, Map.of());
    Pinning pinning = open(observe, tree);
    assertThat(pinning.look(true).enforce()).isFalse();

    host.unenforceable = "java.lang.ProcessImpl.start is not woven";
    rollout(2, one, null, ring(null, 100, true));
    fleet.putHead(2, one, fleet.ref(Kind.ROLLOUT, 2));
    Standing cannot = pinning.look(true);
    assertThat(cannot.enforce()).isFalse();
    assertThat(said(cannot)).containsExactly("restart");
    assertThat(pinning.look(true).events()).as("said once").isEmpty();

    // The next JVM is not asked before it is woven; its start does not get further than that.
    host.unenforceable = null;
    Pinning next = open(observe, tree);
    next.begin();
    assertThat(next.standing().enforce()).isTrue();

    // Who enforces does not stop because something turns out not to be woven.
    host.unenforceable = "a class came without its hook";
    Standing still = next.look(true);
    assertThat(still.enforce()).isTrue();
    assertThat(said(still)).isEmpty();
  }

  // Time

  @ParameterizedTest
  @CsvSource({"false,false", "true,false", "false,true"})
  void anExpiredHeadIsBorneForAWhile(boolean machine, boolean bundle) throws Exception {
    Map<String, Object> first = fleet.bundle(1);
    first.put("on_stale", bundle ? "refuse" : "keep");
    fleet.put(Kind.BUNDLE, "1", first);
    fleet.putHead(1, 1);
    Pinning pinning = open(settings(false, true, machine, Map.of()), tree);
    assertThat(pinning.look(true).closed()).isNull();
    now = Instant.parse("2026-06-02T00:59:59Z");
    assertThat(said(pinning.look(true))).isEmpty();
    now = Instant.parse("2026-06-02T01:00:00Z");
    Standing stale = pinning.look(true);
    assertThat(said(stale)).containsExactly("stale");
    assertThat(stale.closed() != null).isEqualTo(machine || bundle);
    assertThat(stale.ref()).isEqualTo(fleet.ref(Kind.BUNDLE, 1));
    // A restart does not make it young.
    Standing restarted = open(settings(false, true, machine, Map.of()), tree).look(true);
    assertThat(restarted.closed() != null).isEqualTo(machine || bundle);
    fleet.head.put("expires_at", "2026-06-03T00:00:00Z");
    fleet.head.put("version", 2L);
    fleet.put(Kind.HEAD, "", fleet.head);
    Standing fresh = pinning.look(true);
    assertThat(said(fresh)).containsExactly("fresh");
    assertThat(fresh.closed()).isNull();
  }

  @Test
  void anExpiredRootAcceptsNothingNew() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    now = Instant.parse("2027-01-01T00:00:00Z");
    fleet.put(Kind.BUNDLE, "2", fleet.bundle(2));
    fleet.head.put("expires_at", "2027-02-01T00:00:00Z");
    fleet.putHead(2, 2);
    Standing after = pinning.look(true);
    assertThat(said(after)).contains("expired");
    assertThat(after.ref().version()).isEqualTo(1);
  }

  // Exceptions

  private BreakGlass glass(String id, boolean freeze, String bundle, Duration span) {
    return new BreakGlass(
        "acme",
        1,
        id,
        freeze ? BreakGlass.Action.FREEZE : BreakGlass.Action.OBSERVE,
        null,
        List.of(),
        List.of(),
        Map.of(),
        "outage",
        bundle,
        Fleet.NOW,
        Fleet.NOW.plus(span));
  }

  private void open(long headVersion, BreakGlass glass, int people) throws Exception {
    fleet.put(
        Kind.BREAKGLASS,
        glass.id(),
        glass.toJson(),
        fleet.signers.get(Role.BREAKGLASS).subList(0, people));
    Map<String, Object> opening = new LinkedHashMap<>();
    opening.put("id", glass.id());
    opening.put("sha256", Fleet.sha256(fleet.tree.get(Kind.BREAKGLASS.path(glass.id()))));
    fleet.head.put("breakglass", List.of(opening));
    fleet.putHead(headVersion, 1);
  }

  /** Takes nothing from some moment on. */
  private static final class FullDisk extends Disk {
    private boolean full;

    @Override
    void write(Path file, byte[] content) throws IOException {
      if (full) {
        throw new IOException("no space left on device");
      }
      super.write(file, content);
    }
  }

  /** What loosens has to be written before it does; what freezes has not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFullDiskKeepsAFreezeFromNoMachine(boolean freeze) throws Exception {
    FullDisk disk = new FullDisk();
    Path state = Files.createDirectory(directory.resolve("state"));
    Pinning pinning =
        Pinning.open(
            AcceptanceTest.settings(fleet, true), host, tree, PinnedState.in(state, disk), clock);
    Standing before = pinning.look(true);
    open(2, glass("g-1", freeze, before.ref().sha256(), Duration.ofHours(1)), 2);
    disk.full = true;

    Standing after = pinning.look(true);

    assertThat(after.exception()).isNull();
    assertThat(after.ref()).isEqualTo(before.ref());
    if (freeze) {
      assertThat(after.closed()).contains("g-1");
    } else {
      assertThat(after.closed()).isNull();
    }
  }

  @Test
  void anExceptionIsForItsBundleItsTimeAndOneUse() throws Exception {
    Pinning pinning = open();
    Standing before = pinning.look(true);
    String bundle = before.ref().sha256();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    Standing opened = pinning.look(true);
    assertThat(opened.exception()).isEqualTo("g-1");
    assertThat(said(opened)).containsExactly("breakglass");
    now = Fleet.NOW.plus(Duration.ofHours(1));
    Standing over = pinning.look(true);
    assertThat(over.exception()).isNull();
    assertThat(said(over)).containsExactly("breakglass_end");
    // Neither the clock put back nor a restart opens it again.
    now = Fleet.NOW;
    assertThat(pinning.look(true).exception()).isNull();
    assertThat(open().look(true).exception()).isNull();
  }

  @Test
  void anExceptionThatIsTakenBackIsOver() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-1");
    fleet.head.put("breakglass", List.of());
    fleet.putHead(3, 1);
    assertThat(said(pinning.look(true))).containsExactly("breakglass_end");
  }

  @Test
  void toTightenTakesOneToLoosenTwo() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 1);
    Standing alone = pinning.look(true);
    assertThat(alone.exception()).isNull();
    assertThat(said(alone)).containsExactly("signature");
    open(3, glass("g-2", true, bundle, Duration.ofHours(1)), 1);
    Standing frozen = pinning.look(true);
    assertThat(frozen.closed()).contains("g-2");
    assertThat(frozen.exception()).isNull();
    assertThat(frozen.refuses()).isTrue();
  }

  @Test
  void whatIsClosedRefusesWhateverItsModeIs() throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    boolean[] there = {false};
    Pinning pinning =
        open(
            settings(false, true, false, Map.of()),
            (path, most) -> there[0] ? fleet.tree.get(path) : null);
    assertThat(pinning.look(true).refuses()).as("without any policy").isTrue();
    there[0] = true;
    fleet.putHead(1, 1);
    Standing observes = pinning.look(true);
    assertThat(observes.refuses()).isFalse();
    assertThat(observes.toJson()).containsEntry("mode", "observe");
    open(2, glass("g-1", true, observes.ref().sha256(), Duration.ofHours(1)), 1);
    assertThat(pinning.look(true).refuses()).as("frozen").isTrue();
  }

  @Test
  void anExceptionForAnotherBundleOrTooLongIsNone() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, "ab".repeat(32), Duration.ofHours(1)), 2);
    assertThat(said(pinning.look(true))).containsExactly("incompatible");
    open(3, glass("g-2", false, bundle, Duration.ofHours(4).plusSeconds(1)), 2);
    assertThat(said(pinning.look(true))).containsExactly("malformed");
    open(4, glass("g-3", false, bundle, Duration.ofHours(4)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-3");
  }

  /** Whoever can have its trial fail must not have what was pinned before go on under it. */
  @Test
  void aBundleIsPinnedAsAWholeThoughItsTrialCannotBegin() throws Exception {
    Pinning pinning = open(settings(false, true, false, Map.of()), tree);
    String one = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, one, Duration.ofHours(1)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-1");
    Map<String, Object> second = fleet.bundle(2);
    second.put("on_stale", "refuse");
    fleet.put(Kind.BUNDLE, "2", second);
    fleet.putHead(3, 2);
    String two = fleet.ref(Kind.BUNDLE, 2).sha256();
    state().note("deaths", (two + " many").getBytes(StandardCharsets.US_ASCII));

    Standing next = pinning.look(true);
    assertThat(said(next)).contains("breakglass_end", "unreachable");
    assertThat(next.ref().sha256()).isEqualTo(two);
    assertThat(next.exception()).isNull();
    now = Instant.parse("2026-06-02T01:00:00Z");
    assertThat(pinning.tick().closed()).contains("stale");
  }

  @Test
  void anExceptionEndsWithTheBundleThatItIsForAndAFreezeDoesNot() throws Exception {
    Pinning pinning = open();
    String one = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, one, Duration.ofHours(1)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-1");
    fleet.publish(2, 3);
    Standing next = pinning.look(true);
    assertThat(next.ref().version()).isEqualTo(2);
    assertThat(next.exception()).isNull();
    assertThat(said(next)).contains("breakglass_end");
    assertThat(pinning.look(true).exception()).isNull();

    open(4, glass("g-2", true, next.ref().sha256(), Duration.ofHours(1)), 1);
    fleet.putHead(4, 2);
    assertThat(pinning.look(true).closed()).contains("g-2");
    fleet.publish(3, 5);
    Standing frozen = pinning.look(true);
    assertThat(frozen.ref().version()).isEqualTo(3);
    assertThat(frozen.closed()).contains("g-2");
  }

  @Test
  void anExceptionThatCannotBeOpenedKeepsNoBundleBack() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    fleet.publish(2, 2);
    String two = fleet.ref(Kind.BUNDLE, 2).sha256();
    open(2, glass("g-1", false, two, Duration.ofHours(1)), 2);
    fleet.putHead(2, 2);
    Standing next = pinning.look(true);
    assertThat(next.ref().sha256()).isEqualTo(two);
    assertThat(said(next)).containsExactly("incompatible");
    assertThat(pinning.look(true).exception()).as("now it is for the pinned one").isEqualTo("g-1");

    fleet.publish(3, 3);
    open(3, glass("g-2", false, two, Duration.ofHours(1)), 2);
    fleet.tree.remove(Kind.BREAKGLASS.path("g-2"));
    fleet.putHead(3, 3);
    Standing without = pinning.look(true);
    assertThat(without.ref().version()).isEqualTo(3);
    assertThat(without.exception()).isNull();
  }

  @Test
  void timeEndsAnExceptionWhateverTheSourceDoes() throws Exception {
    boolean[] breaks = {false};
    Pinning pinning =
        open(
            AcceptanceTest.settings(fleet, true),
            (path, most) -> {
              if (breaks[0]) {
                throw new IllegalStateException("a reader that breaks");
              }
              return fleet.tree.get(path);
            });
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-1");
    assertThat(pinning.nanosToNext()).isPositive().isLessThanOrEqualTo(3_600_000_000_000L);
    breaks[0] = true;
    Standing during = pinning.look(true);
    assertThat(said(during)).containsExactly("malformed");
    assertThat(during.exception()).isEqualTo("g-1");
    now = Fleet.NOW.plus(Duration.ofHours(1));
    assertThat(pinning.nanosToNext()).isNotPositive();
    assertThat(pinning.look(true).exception()).isNull();

    breaks[0] = false;
    now = Fleet.NOW;
    open(3, glass("g-2", false, bundle, Duration.ofHours(2)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-2");
    now = Fleet.NOW.plus(Duration.ofHours(2));
    Standing ticked = pinning.tick();
    assertThat(ticked.exception()).isNull();
    assertThat(said(ticked)).containsExactly("breakglass_end");
  }

  @Test
  void oneExceptionIsUsedByWhoRunsWhenItBeginsAndByNobodyLater() throws Exception {
    Pinning first = open();
    Pinning second = open();
    String bundle = first.look(true).ref().sha256();
    second.look(true);
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    assertThat(first.look(true).exception()).isEqualTo("g-1");
    Pinning third = open();
    assertThat(third.look(true).exception()).as("began after it").isNull();
    assertThat(second.look(true).exception()).as("the same machine").isEqualTo("g-1");
    now = Fleet.NOW.plus(Duration.ofHours(1));
    for (Pinning each : new Pinning[] {first, second, third}) {
      assertThat(each.look(true).exception()).as("ends for all at once").isNull();
    }
    now = Fleet.NOW;
    for (Pinning each : new Pinning[] {first, second, third, open()}) {
      assertThat(each.look(true).exception()).isNull();
    }
    // What one remembers, the other does not forget.
    open(3, glass("g-2", false, bundle, Duration.ofHours(1)), 2);
    assertThat(second.look(true).exception()).isEqualTo("g-2");
    Pinning fourth = open();
    for (int head = 4; head <= 5; head++) {
      open(head, glass("g-" + (head - 3), false, bundle, Duration.ofHours(1)), 2);
      assertThat(fourth.look(true).exception()).isNull();
    }
  }

  @Test
  void aFreezeGoesOnThroughARestartAndWithoutItsSource() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", true, bundle, Duration.ofHours(2)), 1);
    assertThat(pinning.look(true).closed()).contains("g-1");
    fleet.publish(2, 3);
    assertThat(pinning.look(true).closed()).as("and for the next bundle").contains("g-1");
    Source gone =
        (path, most) -> {
          throw new IOException("unreachable");
        };
    Pinning restarted = open(AcceptanceTest.settings(fleet, true), gone);
    restarted.begin();
    Standing begun = restarted.standing();
    assertThat(begun.closed()).contains("g-1");
    assertThat(said(begun)).containsExactly("breakglass");
    assertThat(restarted.look(true).closed()).contains("g-1");

    now = Fleet.NOW.plus(Duration.ofHours(2));
    assertThat(restarted.look(true).closed()).as("its time is over").isNull();
    now = Fleet.NOW;
    assertThat(open().standing().closed()).as("forgotten").isNull();
  }

  @Test
  void aFreezeThatIsTakenBackIsOverForWhoBeginsLater() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", true, bundle, Duration.ofHours(2)), 1);
    assertThat(pinning.look(true).closed()).contains("g-1");
    fleet.head.put("breakglass", List.of());
    fleet.putHead(3, 1);
    Standing over = pinning.look(true);
    assertThat(over.closed()).isNull();
    assertThat(said(over)).containsExactly("breakglass_end");
    assertThat(open().standing().closed()).isNull();
  }

  @Test
  void whatWasKeptOfAFreezeIsLookedAt() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", true, bundle, Duration.ofHours(2)), 1);
    pinning.look(true);
    Path kept =
        directory.resolve(
            "state/policy/envelopes/"
                + Fleet.sha256(fleet.tree.get(Kind.BREAKGLASS.path("g-1")))
                + ".json");
    Files.write(kept, fleet.tree.get(Kind.HEAD.path("")));
    assertThatThrownBy(this::open).isInstanceOf(PolicyException.class);
    Files.delete(kept);
    assertThatThrownBy(this::open)
        .hasMessageContaining("breakglass/g-1")
        .hasMessageContaining("kept");
  }

  @Test
  void aFreezeCountsBesideAnException() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    assertThat(pinning.look(true).exception()).isEqualTo("g-1");
    List<Object> both = new ArrayList<>((List<?>) fleet.head.get("breakglass"));
    open(3, glass("g-2", true, bundle, Duration.ofHours(1)), 1);
    both.addAll((List<?>) fleet.head.get("breakglass"));
    fleet.head.put("breakglass", both);
    fleet.putHead(4, 1);
    Standing frozen = pinning.look(true);
    assertThat(frozen.closed()).contains("g-2");
    assertThat(frozen.exception()).isNull();
    assertThat(frozen.refuses()).isTrue();
  }

  private BreakGlass part(
      String id, BreakGlass.Action action, String rule, List<String> sinks, List<String> tools)
      throws Exception {
    return new BreakGlass(
        "acme",
        1,
        id,
        action,
        rule,
        sinks,
        tools,
        Map.of(),
        "outage",
        fleet.ref(Kind.BUNDLE, 1).sha256(),
        Fleet.NOW,
        Fleet.NOW.plus(Duration.ofHours(1)));
  }

  @Test
  @SuppressWarnings("unchecked") // it is one
  void aRuleIsDisabledByTwoWhereTheBundleHasIt() throws Exception {
    Map<String, Object> bundle = fleet.bundle(1);
    ((Map<String, Object>) bundle.get("policy")).put("refusing", "ceiling");
    fleet.put(Kind.BUNDLE, "1", bundle);
    fleet.putHead(1, 1);
    Pinning pinning = open();
    pinning.look(true);
    BreakGlass.Action disable = BreakGlass.Action.DISABLE_RULE;
    open(2, part("g-1", disable, "celling", List.of(), List.of()), 2);
    Standing none = pinning.look(true);
    assertThat(said(none)).containsExactly("incompatible");
    assertThat(none.events().get(0).line()).contains("breakglass/g-1").contains("rule: is no rule");
    open(3, part("g-2", disable, "ceiling", List.of(), List.of()), 1);
    assertThat(said(pinning.look(true))).containsExactly("signature");
    open(4, part("g-3", disable, "ceiling", List.of(), List.of()), 2);
    Standing opened = pinning.look(true);
    assertThat(opened.exception()).isEqualTo("g-3");
    assertThat(opened.opening().rule()).isEqualTo("ceiling");
    assertThat(opened.refuses()).as("everything else is refused as before").isTrue();
  }

  @Test
  void aPartIsFrozenOrLoosenedAndTheRestStaysAsItIs() throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    fleet.putHead(1, 1);
    Pinning observes = open(settings(false, true, false, Map.of()), tree);
    observes.look(true);
    open(2, part("g-1", BreakGlass.Action.FREEZE, null, List.of("send"), List.of()), 1);
    Standing frozen = observes.look(true);
    assertThat(frozen.closed()).isNull();
    assertThat(frozen.refuses()).isFalse();
    assertThat(frozen.checks()).isTrue();
    assertThat(frozen.frozen()).extracting(BreakGlass::id).containsExactly("g-1");
    assertThat(frozen.toJson()).containsEntry("mode", "observe").containsKey("frozen");

    directory = Files.createDirectory(directory.resolve("strict"));
    Pinning enforces = open(settings(true, true, false, Map.of()), tree);
    enforces.look(true);
    open(3, part("g-2", BreakGlass.Action.OBSERVE, null, List.of(), List.of("refund")), 2);
    Standing loosened = enforces.look(true);
    assertThat(loosened.exception()).isEqualTo("g-2");
    assertThat(loosened.refuses()).isTrue();
  }

  /** A field of an exception, its value, what is said of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "action | \"off\"            | action: is none of",
        "action | \"disable_rule\"   | rule: is null",
        "rule   | \"ceiling\"        | rule: is for disable_rule",
        "rule   |                    | rule: is missing",
        "sinks  | \"exec\"           | sinks: is no list",
        "sinks  | [\"files\"]        | sinks: holds something",
        "sinks  | [\"exec\",\"exec\"]| sinks: holds one text twice",
        "sinks  |                    | sinks: is missing",
        "tools  | [1]                | tools: holds something",
        "tools  |                    | tools: is missing",
      })
  void anExceptionIsReadStrictly(String field, String value, String said) throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    Map<String, Object> document = glass("g-1", false, bundle, Duration.ofHours(1)).toJson();
    if (value == null) {
      document.remove(field);
    } else {
      document.put(field, Json.parse(value.getBytes(StandardCharsets.UTF_8)));
    }
    byte[] envelope = fleet.put(Kind.BREAKGLASS, "g-1", document);
    Map<String, Object> opening = new LinkedHashMap<>();
    opening.put("id", "g-1");
    opening.put("sha256", Fleet.sha256(envelope));
    fleet.head.put("breakglass", List.of(opening));
    fleet.putHead(2, 1);
    Standing after = pinning.look(true);
    assertThat(said(after)).containsExactly("malformed");
    assertThat(after.events().get(0).line()).contains("breakglass/g-1").contains(said);
    assertThat(after.exception()).isNull();
  }

  @Test
  void whatIsStaleIsSoBeforeTheFirstLook() throws Exception {
    Settings refuses = settings(false, true, true, Map.of());
    Pinning first = open(refuses, tree);
    first.look(true);
    first.end();
    Pinning inTime = open(refuses, tree);
    inTime.begin();
    assertThat(inTime.standing().closed()).isNull();
    inTime.end();
    now = Instant.parse("2026-06-02T01:00:00Z");
    Pinning late = open(refuses, tree);
    late.begin();
    Standing begun = late.standing();
    assertThat(said(begun)).containsExactly("stale");
    assertThat(begun.closed()).contains("stale");
  }

  @Test
  void aRestartAfterItsSignersWereReplacedGoesOnWithWhatTheySigned() throws Exception {
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    rollout(1, fleet.ref(Kind.BUNDLE, 1), null, ring(null, 100, true));
    fleet.putHead(2, fleet.ref(Kind.BUNDLE, 1), fleet.ref(Kind.ROLLOUT, 1));
    assertThat(open().look(true).enforce()).isTrue();
    fleet.signers.put(Role.ROLLOUT, Fleet.keys(21, 1));
    fleet.signers.put(Role.TIMESTAMP, Fleet.keys(22, 1));
    fleet.putRoot(2);
    fleet.putHead(3, fleet.ref(Kind.BUNDLE, 1), fleet.ref(Kind.ROLLOUT, 1));
    assertThat(said(open().look(true))).containsExactly("root");
    Pinning restarted = open();
    restarted.begin();
    assertThat(restarted.standing().enforce()).isTrue();
    assertThat(said(restarted.look(true))).isEmpty();

    // And what was kept is still looked at.
    Path kept =
        directory.resolve(
            "state/policy/envelopes/" + fleet.ref(Kind.ROLLOUT, 1).sha256() + ".json");
    Map<String, Object> lax = Fleet.read(Files.readAllBytes(kept));
    lax.put("rings", List.of());
    Files.write(
        kept, Fleet.sign(Kind.ROLLOUT, Canonical.jcs(lax), fleet.signers.get(Role.ROLLOUT)));
    assertThatThrownBy(this::open).isInstanceOf(PolicyException.class).hasMessageContaining("kept");
  }

  @Test
  void aPipeInPlaceOfAFileHoldsNobody() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> FileSource.file(pipe).read("", 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no regular file");
  }

  // Single files

  private Settings file(Fleet signed) {
    return AcceptanceTest.settings(signed, false);
  }

  @Test
  void aSignedFileIsAdoptedOneAfterTheOther() throws Exception {
    byte[][] content = {fleet.tree.get("bundle/1.json")};
    Pinning pinning = open(file(fleet), (path, most) -> content[0]);
    assertThat(pinning.look(true).ref().version()).isEqualTo(1);
    fleet.put(Kind.BUNDLE, "2", fleet.bundle(2));
    fleet.put(Kind.BUNDLE, "3", fleet.bundle(3));
    content[0] = fleet.tree.get("bundle/3.json");
    assertThat(said(pinning.look(true))).containsExactly("gap");
    content[0] = fleet.tree.get("bundle/2.json");
    assertThat(pinning.look(true).ref().version()).isEqualTo(2);
    content[0] = fleet.tree.get("bundle/3.json");
    assertThat(pinning.look(true).ref().version()).isEqualTo(3);
    content[0] = fleet.tree.get("bundle/1.json");
    Standing back = pinning.look(true);
    assertThat(said(back)).containsExactly("rollback_blocked");
    assertThat(back.closed()).startsWith("rollback_blocked");
  }

  /**
   * Whoever stole the policy key pinned something far above: a root of the next epoch ends that.
   */
  @Test
  void aSignedFileOfTheNextEpochFollowsNothingOfTheLastOne() throws Exception {
    byte[][] content = {fleet.put(Kind.BUNDLE, "90", fleet.bundle(90))};
    assertThat(open(file(fleet), (path, most) -> content[0]).look(true).ref().version())
        .isEqualTo(90);
    fleet.epoch = 2;
    fleet.signers.put(Role.POLICY, Fleet.keys(30, 1));
    fleet.trusted = fleet.putRoot(2);
    content[0] = fleet.put(Kind.BUNDLE, "2", fleet.bundle(2));
    Pinning recovered = open(file(fleet), (path, most) -> content[0]);
    assertThat(recovered.standing().ref().version()).isEqualTo(90);
    Standing after = recovered.look(true);
    assertThat(after.ref()).as("%s", after.events()).isEqualTo(fleet.ref(Kind.BUNDLE, 2));
    assertThat(open(file(fleet), (path, most) -> content[0]).standing().ref())
        .isEqualTo(fleet.ref(Kind.BUNDLE, 2));
  }

  @Test
  void aSignedFileBelowItsThresholdIsNotAccepted() throws Exception {
    fleet = new Fleet();
    fleet.signers.put(Role.POLICY, Fleet.keys(3, 2));
    fleet.trusted = fleet.putRoot(1);
    byte[][] content = {fleet.put(Kind.BUNDLE, "1", fleet.bundle(1))};
    Pinning pinning = open(file(fleet), (path, most) -> content[0]);
    assertThat(pinning.look(true).ref().version()).isEqualTo(1);
    Map<String, Object> next = fleet.bundle(2);
    content[0] = fleet.put(Kind.BUNDLE, "2", next, Fleet.keys(3, 1));
    Standing alone = pinning.look(true);
    assertThat(said(alone)).containsExactly("signature");
    assertThat(alone.events().get(0).line()).contains("1 of the 2 that the role policy takes");
    assertThat(alone.ref().version()).isEqualTo(1);
    content[0] = fleet.put(Kind.BUNDLE, "2", next);
    assertThat(pinning.look(true).ref().version()).isEqualTo(2);
  }

  /** OPA's GHSA-g2pf-6v5v-qcc8: what was signed, without its signatures and whatever else. */
  @Test
  void withARootNothingUnsignedIsEverAccepted() throws Exception {
    byte[] policy = Canonical.jcs(fleet.bundle(2).get("policy"));
    byte[] bundle = Canonical.jcs(fleet.bundle(2));
    String payload = java.util.Base64.getEncoder().encodeToString(bundle);
    String type = Kind.BUNDLE.payloadType();
    String head = "{\"payload\":\"" + payload + "\",\"payloadType\":\"" + type + "\"";
    byte[][] content = {fleet.tree.get("bundle/1.json")};
    Pinning pinning = open(file(fleet), (path, most) -> content[0]);
    assertThat(pinning.look(true).ref().version()).isEqualTo(1);
    for (String each :
        new String[] {
          new String(policy, StandardCharsets.UTF_8),
          new String(bundle, StandardCharsets.UTF_8),
          head + "}",
          head + ",\"signatures\":[]}",
          head + ",\"signatures\":null}",
          head + ",\"signatures\":[{\"sig\":\"\"}]}",
          head + ",\"signatures\":[{\"keyid\":\"\",\"sig\":\"AA==\"}]}",
          ""
        }) {
      content[0] = each.getBytes(StandardCharsets.UTF_8);
      Standing after = pinning.look(true);
      assertThat(after.ref().version()).as(each).isEqualTo(1);
      assertThat(after.closed()).isNull();
    }
  }

  @Test
  void aMachineWithoutAnyPolicyRefusesUntilThereIsOne() throws Exception {
    boolean[] there = {false};
    Pinning pinning =
        open(
            AcceptanceTest.settings(fleet, true),
            (path, most) -> {
              if (!there[0]) {
                throw new IOException("connection refused");
              }
              return fleet.tree.get(path);
            });
    Standing none = pinning.look(true);
    assertThat(none.pinned()).isNull();
    assertThat(none.closed()).contains("no policy was accepted");
    there[0] = true;
    Standing some = pinning.look(true);
    assertThat(some.ref().version()).isEqualTo(1);
    assertThat(some.closed()).isNull();
  }

  @Test
  void theVersionInTheMachinesFileIsAFloor() throws Exception {
    Settings floor =
        new Settings(
            "s",
            true,
            fleet.trusted,
            "shop",
            2,
            false,
            true,
            true,
            false,
            Duration.ofHours(1),
            100,
            "0.1.0",
            Map.of());
    Standing below = open(floor, tree).look(true);
    assertThat(said(below)).containsExactly("rollback_blocked");
    assertThat(below.pinned()).isNull();
  }

  // What a machine remembers

  @Test
  void anAcknowledgementOpensTheMachineAndTheBlockedStaysBlocked() throws Exception {
    fleet.publish(2, 2);
    Pinning pinning = open();
    pinning.look(true);
    fleet.putHead(3, 1);
    assertThat(pinning.look(true).closed()).startsWith("rollback_blocked");
    Incidents incidents = Incidents.in(directory.resolve("state"));
    assertThat(incidents.text()).startsWith("rollback_blocked");
    incidents.acknowledge();
    Standing after = pinning.look(true);
    assertThat(said(after)).startsWith("acknowledged");
    assertThat(after.closed()).isNull();
    assertThat(after.ref().version()).isEqualTo(2);
    assertThat(open().look(true).closed()).isNull();
    assertThat(Incidents.in(directory.resolve("state")).text()).isNull();
  }

  /** Two JVMs of one machine: what one of them met later is not what somebody has seen. */
  @Test
  void anAcknowledgementIsOfOneIncident() throws Exception {
    fleet.publish(2, 2);
    Pinning first = open();
    first.look(true);
    fleet.putHead(3, 1);
    assertThat(first.look(true).closed()).startsWith("rollback_blocked");
    Incidents.in(directory.resolve("state")).acknowledge();
    PinnedState shared = PinnedState.in(directory.resolve("state"), new Disk());
    HighWater.Incident later = new HighWater.Incident("c".repeat(64), "rollback_blocked: later");
    shared.advance(now -> now.with(later));
    assertThat(first.look(true).closed()).isNull();
    assertThat(shared.highWater().incident()).isEqualTo(later);
    assertThat(open().look(true).closed()).isEqualTo(later.text());
  }

  @Test
  void withKeepThePinnedPolicyGoesOn() throws Exception {
    fleet.publish(2, 2);
    Pinning pinning = open(settings(false, false, false, Map.of()), tree);
    pinning.look(true);
    fleet.putHead(3, 1);
    Standing after = pinning.look(true);
    assertThat(said(after)).containsExactly("rollback_blocked");
    assertThat(after.closed()).isNull();
    assertThat(after.ref().version()).isEqualTo(2);
  }

  @Test
  void whatNeededARestartIsThereAfterIt() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    host.needsRestart = true;
    fleet.publish(2, 2);
    assertThat(said(pinning.look(true))).containsExactly("restart");
    Source gone =
        (path, most) -> {
          throw new IOException("unreachable");
        };
    Pinning restarted = open(AcceptanceTest.settings(fleet, true), gone);
    assertThat(restarted.startStaged().ref().version()).isEqualTo(2);
  }

  private PinnedState state() throws IOException {
    return PinnedState.in(directory.resolve("state"), new Disk());
  }

  @Test
  void twoDeathsWithinAMinuteOfAVersionCloseTheMachineUntilTheNext() throws Exception {
    Pinning first = open();
    first.look(true);
    String one = fleet.ref(Kind.BUNDLE, 1).sha256();
    for (int death = 1; death <= 2; death++) {
      CrashGuardTest.die(state(), one, death);
      Pinning next = open();
      next.begin();
      assertThat(next.standing().closed() != null).as("death " + death).isEqualTo(death == 2);
    }
    Pinning quarantined = open();
    quarantined.begin();
    Standing standing = quarantined.standing();
    assertThat(standing.closed()).contains("died twice");
    assertThat(standing.ref().version()).as("never back").isEqualTo(1);
    fleet.publish(2, 2);
    assertThat(quarantined.look(true).closed()).isNull();
  }

  @Test
  void whatIsTakenFromALocalSourceAtTheStartIsOnTrialAsWell() throws Exception {
    Pinning pinning = open();
    pinning.begin();
    pinning.look(false);
    assertThat(state().notes(CrashGuard.TRIAL)).hasSize(1);
    CrashGuardTest.die(state(), fleet.ref(Kind.BUNDLE, 1).sha256(), 1);
    CrashGuardTest.die(state(), fleet.ref(Kind.BUNDLE, 1).sha256(), 2);
    fleet.publish(2, 2);
    CrashGuardTest.die(state(), fleet.ref(Kind.BUNDLE, 2).sha256(), 3);
    CrashGuardTest.die(state(), fleet.ref(Kind.BUNDLE, 2).sha256(), 4);
    Standing adopted = pinning.look(true);
    assertThat(adopted.ref().version()).isEqualTo(2);
    assertThat(adopted.closed()).as("others died of it").contains("died twice");
    assertThat(said(adopted)).containsExactly("quarantined");
  }

  @Test
  void aJvmThatEndsAsItShouldHasNotDied() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    pinning.end();
    for (int i = 0; i < 3; i++) {
      Pinning next = open();
      next.begin();
      assertThat(next.standing().closed()).isNull();
      next.end();
    }
  }

  @Test
  void whatSomebodyChangedInTheStateIsNoticed() throws Exception {
    open().look(true);
    Path policy = directory.resolve("state/policy");
    List<Path> slots = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      Path slot = policy.resolve("high-water." + i);
      if (Files.exists(slot)) {
        slots.add(slot);
        Files.writeString(slot, Files.readString(slot).replace("\"version\":1", "\"version\":0"));
      }
    }
    assertThat(slots).isNotEmpty();
    assertThatThrownBy(this::open).hasMessageContaining("no slot of it is whole");
  }

  /** Whoever cuts the newer slot takes a step back at most, and not in silence. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aSlotThatSomebodyCutIsSaid(int cut) throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    fleet.publish(2, 2);
    assertThat(pinning.look(true).ref().version()).isEqualTo(2);
    assertThat(open().standing().events()).isEmpty();
    Path slot = directory.resolve("state/policy/high-water." + cut);
    Files.writeString(slot, Files.readString(slot).substring(0, 20));
    Pinning next = open();
    Standing after = next.standing();
    assertThat(said(after)).containsExactly("damaged");
    assertThat(after.events().get(0).line()).contains("high-water." + cut, "who changed it");
    assertThat(after.ref().version()).isBetween(1L, 2L);
    assertThat(next.look(true).ref().version()).isEqualTo(2);
  }

  /** What somebody wrote into a slot, with the right hash: field, value, what is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bundle.version  |        | high_water.bundle.version: is missing",
        "bundle.version  | \"1\"  | high_water.bundle.version: is no whole number",
        "bundle.version  | 0      | high_water.bundle.version: is no whole number",
        "bundle.sha256   | \"ab\" | high_water.bundle.sha256: is no SHA-256",
        "bundle          | 7      | high_water.bundle: is no object",
        "head.more       | 1      | high_water.head.more: is no field",
        "root.sha256     |        | high_water.root.sha256: is missing",
        "sequence        | \"9\"  | high_water.sequence: is no whole number",
        "epoch           |        | high_water.epoch: is missing",
        "bundle_epoch    | null   | high_water.bundle_epoch: is no whole number",
        "incident        | \"x\"  | high_water.incident: is no object",
        "incident        | {}     | high_water.incident.id: is missing",
        "more            | 1      | high_water.more: is no field",
      })
  @SuppressWarnings("unchecked") // it is one
  void aSlotThatSomebodyWroteIsRefusedByItsField(String field, String value, String said)
      throws Exception {
    open().look(true);
    for (int i = 0; i < 2; i++) {
      Path slot = directory.resolve("state/policy/high-water." + i);
      if (Files.exists(slot)) {
        Map<String, Object> json =
            new LinkedHashMap<>((Map<String, Object>) Json.parse(Files.readAllBytes(slot)));
        Map<String, Object> mark = copied(json.get("high_water"));
        Map<String, Object> inner = mark;
        String name = field;
        if (field.indexOf('.') > 0) {
          if (mark.get(field.substring(0, field.indexOf('.'))) == null) {
            continue; // the slot before it was there
          }
          inner = copied(mark.get(field.substring(0, field.indexOf('.'))));
          mark.put(field.substring(0, field.indexOf('.')), inner);
          name = field.substring(field.indexOf('.') + 1);
        }
        if (value == null) {
          inner.remove(name);
        } else {
          inner.put(name, Json.parse(value.getBytes(StandardCharsets.UTF_8)));
        }
        json.put("high_water", mark);
        json.put("sha256", Sha256.hex(Canonical.jcs(mark)));
        Files.write(slot, Canonical.jcs(json));
      }
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("high-water.")
        .hasMessageContaining(said)
        .hasMessageContaining("who did?");
  }

  @SuppressWarnings("unchecked") // it is one
  private static Map<String, Object> copied(Object json) {
    return new LinkedHashMap<>((Map<String, Object>) json);
  }

  @Test
  void aPinnedBundleThatWasChangedIsNoticed() throws Exception {
    open().look(true);
    Path kept =
        directory.resolve("state/policy/envelopes/" + fleet.ref(Kind.BUNDLE, 1).sha256() + ".json");
    Files.write(kept, fleet.put(Kind.BUNDLE, "9", fleet.bundle(9)));
    assertThatThrownBy(this::open)
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("changed");
    Files.delete(kept);
    assertThatThrownBy(this::open).hasMessageContaining("does not have the bundle");
  }

  /** Whoever serves a root may put anything beside what is signed, up to the size of a root. */
  @Test
  void aRootThatWasServedWithMuchBesideItIsReadAgainAtTheNextStart() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    fleet.signers.put(Role.POLICY, Fleet.keys(30, 1));
    fleet.putRoot(2);
    fleet.publish(2, 2);
    String root = new String(fleet.tree.get("root/2.json"), StandardCharsets.UTF_8);
    String beside = "{\"x\":\"" + "y".repeat(200 << 10) + "\",";
    fleet.tree.put(
        "root/2.json", root.replaceFirst("\\{", beside).getBytes(StandardCharsets.UTF_8));
    assertThat(pinning.look(true).ref().version()).isEqualTo(2);
    assertThat(open().standing().ref().version()).isEqualTo(2);
  }

  /**
   * Nobody signed it: what it says of itself is no text for the books, however often it changes.
   */
  @Test
  void aRootThatNobodySignedIsNotRead() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    fleet.putRoot(2);
    Map<String, Object> root = new LinkedHashMap<>(fleet.root);
    root.put("\u001b[2J" + "long".repeat(1000), 1L);
    fleet.put(Kind.ROOT, "2", root, Fleet.keys(99, 2));
    fleet.putHead(2, 1);
    Standing after = pinning.look(true);
    assertThat(said(after)).containsExactly("signature");
    assertThat(after.events().get(0).line())
        .contains("root/2: signatures: 0 of the 2 that the root before it takes")
        .doesNotContain("long");
    assertThat(after.ref().version()).isEqualTo(1);
  }

  /** From one machine to a fleet: what was pinned before the root was nobody's word. */
  @Test
  void withTheFirstRootWhatNobodySignedJudgesNoMore() throws Exception {
    byte[][] content = {Canonical.jcs(fleet.bundle(7).get("policy"))};
    Source file = (path, most) -> content[0];
    assertThat(open(AcceptanceTest.settings(null, false), file).look(true).ref().version())
        .isEqualTo(7);
    Pinning signed = open();
    Standing before = signed.standing();
    assertThat(before.pinned()).isNull();
    assertThat(before.ref()).isNull();
    assertThat(before.closed()).contains("no policy was accepted");
    assertThat(signed.look(true).ref()).isEqualTo(fleet.ref(Kind.BUNDLE, 1));
    assertThat(open().standing().ref()).isEqualTo(fleet.ref(Kind.BUNDLE, 1));
    // And the way back is said, not taken: a configuration that lost a line is no other policy.
    assertThatThrownBy(() -> open(AcceptanceTest.settings(null, false), file))
        .isInstanceOf(PolicyException.class)
        .hasMessageContaining("policy.root")
        .hasMessageContaining("signed since root 1")
        .hasMessageContaining("Name the root again");
  }

  /** A machine of many exceptions, over years: what it remembers of them stays readable. */
  @Test
  void usedExceptionsAreForgottenLongAfterTheirTime() throws Exception {
    Pinning pinning = open();
    String bundle = pinning.look(true).ref().sha256();
    StringBuilder used = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      used.append("bg-").append("0".repeat(56)).append(10_000 + i).append('\n');
    }
    state().note("used-breakglass", used.toString().getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(this::open).as("so it was").hasMessageContaining("more than");
    state()
        .note(
            "used-breakglass",
            used.substring(0, used.length() / 5).getBytes(StandardCharsets.US_ASCII));
    Pinning next = open();
    open(2, glass("g-1", false, bundle, Duration.ofHours(1)), 2);
    assertThat(next.look(true).exception()).isEqualTo("g-1");
    String kept = new String(state().note("used-breakglass"), StandardCharsets.US_ASCII);
    assertThat(kept.lines())
        .hasSize(1000)
        .contains("g-1")
        .doesNotContain("bg-" + "0".repeat(56) + 10_000);
    assertThat(open().look(true).exception()).as("still used").isNull();
  }

  /** What is wrong with a rollout: what is said, after one that has this machine enforce. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "without signatures          | malformed",
        "by another role's key       | signature",
        "by an unknown key           | signature",
        "signed twice by one key     | signature",
        "an unknown field            | malformed",
        "a field that is missing     | malformed",
        "a ring without a mode       | malformed",
        "a ring of another mode      | malformed",
        "another fleet's             | incompatible",
        "of a later epoch            | incompatible",
        "expired                     | expired",
        "in time for ever            | malformed",
        "other bytes than the head's | tamper",
        "the same version changed    | tamper",
        "a lower version             | rollback_blocked",
        "none any more               | rollback_blocked",
        "not there                   | unreachable",
      })
  void aRolloutThatIsNotAcceptedLoosensNothing(String what, String said) throws Exception {
    fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
    Ref bundle = fleet.ref(Kind.BUNDLE, 1);
    rollout(4, bundle, null, ring(null, 100, false));
    rollout(5, bundle, null, ring(null, 100, true));
    fleet.putHead(1, bundle, fleet.ref(Kind.ROLLOUT, 5));
    Pinning pinning = open(settings(false, false, false, Map.of()), tree);
    assertThat(pinning.look(true).refuses()).isTrue();

    rollout(6, bundle, null, ring(null, 100, false));
    Ref named = spoiled(what);
    fleet.putHead(2, bundle, named);
    Standing after = pinning.look(true);

    assertThat(said(after)).as("%s", after.events()).containsExactly(said);
    assertThat(after.refuses()).isTrue();
    assertThat(open(settings(false, false, false, Map.of()), tree).standing().refuses()).isTrue();
  }

  /** Rollout 6, which loosens, with something wrong; gives what the head names. */
  @SuppressWarnings("unchecked") // documents are objects
  private Ref spoiled(String what) throws Exception {
    Map<String, Object> six = Fleet.read(fleet.tree.get("rollout/6.json"));
    Map<String, Object> ring =
        new LinkedHashMap<>((Map<String, Object>) ((List<?>) six.get("rings")).get(0));
    List<dev.countersign.canonical.Ed25519> by = fleet.signers.get(Role.ROLLOUT);
    switch (what) {
      case "without signatures":
        fleet.tree.put(
            "rollout/6.json", Dsse.of(Kind.ROLLOUT.payloadType(), Canonical.jcs(six)).json());
        return new Ref(6, Sha256.hex(Canonical.jcs(six)));
      case "by another role's key":
        by = fleet.signers.get(Role.TIMESTAMP);
        break;
      case "by an unknown key":
        by = Fleet.keys(99, 1);
        break;
      case "signed twice by one key":
        by = List.of(by.get(0), by.get(0));
        break;
      case "an unknown field":
        six.put("only_for", "x");
        break;
      case "a field that is missing":
        six.remove("stable");
        break;
      case "a ring without a mode":
        ring.remove("mode");
        six.put("rings", List.of(ring));
        break;
      case "a ring of another mode":
        ring.put("mode", "Observe");
        six.put("rings", List.of(ring));
        break;
      case "another fleet's":
        six.put("fleet", "other");
        break;
      case "of a later epoch":
        six.put("epoch", 2L);
        break;
      case "expired":
        six.put("expires_at", "2026-06-01T12:00:00Z");
        break;
      case "in time for ever":
        six.put("expires_at", Instant.MAX.toString());
        break;
      case "other bytes than the head's":
        Ref other = fleet.ref(Kind.ROLLOUT, 6);
        six.put("id", "autumn");
        fleet.put(Kind.ROLLOUT, "6", six);
        return other;
      case "the same version changed":
        six.put("version", 5L);
        fleet.put(Kind.ROLLOUT, "5", six);
        return fleet.ref(Kind.ROLLOUT, 5);
      case "a lower version":
        return fleet.ref(Kind.ROLLOUT, 4);
      case "none any more":
        return null;
      case "not there":
        Ref gone = fleet.ref(Kind.ROLLOUT, 6);
        fleet.tree.remove("rollout/6.json");
        return gone;
      default:
        throw new IllegalStateException(what);
    }
    fleet.put(Kind.ROLLOUT, "6", six, by);
    return fleet.ref(Kind.ROLLOUT, 6);
  }

  @Test
  void anOlderTrustedRootThanTheMachineKnowsIsWalkedForwardAgain() throws Exception {
    Pinning pinning = open();
    pinning.look(true);
    List<dev.countersign.canonical.Ed25519> old = fleet.signers.get(Role.ROOT);
    fleet.signers.put(Role.ROOT, Fleet.keys(20, 2));
    fleet.putRoot(2, old.toArray(new dev.countersign.canonical.Ed25519[0]));
    fleet.publish(2, 2);
    assertThat(pinning.look(true).ref().version()).isEqualTo(2);
    assertThat(open().look(true).ref().version()).isEqualTo(2);
    Files.delete(directory.resolve("state/policy/root-2.json"));
    assertThatThrownBy(this::open).hasMessageContaining("no root between them");
  }
}
