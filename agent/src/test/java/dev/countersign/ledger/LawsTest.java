package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever is asked in whatever order, on whatever disk: what the ledger accepted is what stands in
 * whole chains.
 */
class LawsTest {

  private enum What {
    ALLOW,
    DENY,
    OUTCOME,
    SECOND_OUTCOME,
    ACT,
    COMPLETE,
    TRUNCATE,
    DELETE,
    CLOSE
  }

  /** One request on a disk with so much room; a stuck disk also refuses to give torn lines back. */
  private record Step(What what, int which, long room, boolean stuck, boolean volatileOnly) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<What> what =
        Arbitraries.frequency(
            Tuple.of(10, What.ALLOW),
            Tuple.of(4, What.DENY),
            Tuple.of(8, What.OUTCOME),
            Tuple.of(2, What.SECOND_OUTCOME),
            Tuple.of(2, What.ACT),
            Tuple.of(1, What.COMPLETE),
            Tuple.of(1, What.TRUNCATE),
            Tuple.of(1, What.DELETE),
            Tuple.of(1, What.CLOSE));
    Arbitrary<Long> room =
        Arbitraries.oneOf(Arbitraries.just(Long.MAX_VALUE), Arbitraries.longs().between(0, 1200));
    Arbitrary<Boolean> rarely = Arbitraries.integers().between(0, 9).map(n -> n == 0);
    return Combinators.combine(what, Arbitraries.integers().between(0, 50), room, rarely, rarely)
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }

  @Property(tries = 150)
  void whatWasAcceptedStandsOnceAndNothingElseDoes(
      @ForAll("steps") List<Step> steps,
      @ForAll Durability durability,
      @ForAll @IntRange(min = 600, max = 20_000) int segment)
      throws IOException {
    Path temp = Files.createTempDirectory("laws");
    try {
      run(steps, durability, new Rotation(segment, Duration.ofDays(1)), temp.resolve("ledger"));
    } finally {
      delete(temp);
    }
  }

  private static void run(
      List<Step> steps, Durability durability, Rotation rotation, Path directory)
      throws IOException {
    FaultyDisk disk = new FaultyDisk(durability);
    AtomicLong minute = new AtomicLong();
    Ledger.Ticks minutes = () -> minute.addAndGet(60_000_000_000L); // so that no rotation waits
    Ledger ledger =
        Ledger.create(
            Calls.settings(directory).withRotation(rotation),
            Entropy.system(),
            Clock.systemUTC(),
            minutes,
            disk);
    Set<String> destroyed = new LinkedHashSet<>();
    List<String> allowed = new ArrayList<>();
    Set<String> denied = new LinkedHashSet<>();
    Set<String> settled = new LinkedHashSet<>();
    for (Step step : steps) {
      disk.room = step.room();
      disk.stuck = step.stuck();
      disk.volatileOnly = step.volatileOnly();
      String before = ledger.files().chainStem();
      String id = pick(step, ledger, allowed, settled);
      try {
        perform(step, ledger, id);
        note(step.what(), id, allowed, denied, settled);
      } catch (CommittedAuditException e) {
        if (id.equals(e.callId())) {
          note(step.what(), id, allowed, denied, settled);
        }
      } catch (LedgerException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
      if (step.what() == What.TRUNCATE || step.what() == What.DELETE || disk.stuck) {
        destroyed.add(before);
      }
    }

    Set<String> allows = new LinkedHashSet<>();
    Set<String> denies = new LinkedHashSet<>();
    Set<String> outcomes = new LinkedHashSet<>();
    Map<String, List<LedgerFiles>> chains =
        Books.chainsIn(directory).stream().collect(Collectors.groupingBy(LedgerFiles::chainStem));
    for (Map.Entry<String, List<LedgerFiles>> chain : chains.entrySet()) {
      if (!destroyed.contains(chain.getKey())) {
        Books books = Books.joined(chain.getValue()).assertIntact();
        for (Map<String, Object> entry : books.entries()) {
          boolean act = String.valueOf(entry.get("scope")).startsWith("agent.");
          String id = (String) entry.get("call_id");
          switch ((String) entry.get("event")) {
            case "allow" -> assertThat(act || allows.add(id)).isTrue();
            case "deny" -> assertThat(denies.add(id)).isTrue();
            case "outcome" -> outcomes.add(id);
            default -> assertThat(id).isNull();
          }
        }
      }
    }
    assertThat(allowed).containsAll(allows);
    assertThat(denied).containsAll(denies);
    if (destroyed.isEmpty()) {
      assertThat(allows).containsExactlyInAnyOrderElementsOf(allowed);
      assertThat(denies).containsExactlyInAnyOrderElementsOf(denied);
      assertThat(outcomes).containsAll(settled);
    }
  }

  private static String pick(Step step, Ledger ledger, List<String> allowed, Set<String> settled) {
    if (step.what() == What.OUTCOME) {
      List<String> owed = new ArrayList<>(allowed);
      owed.removeAll(settled);
      if (!owed.isEmpty()) {
        return owed.get(step.which() % owed.size());
      }
    }
    if (step.what() == What.SECOND_OUTCOME && !settled.isEmpty()) {
      return settled.iterator().next();
    }
    return ledger.newCallId();
  }

  private static void perform(Step step, Ledger ledger, String id) throws IOException {
    switch (step.what()) {
      case ALLOW -> ledger.allow(Calls.allow(id));
      case DENY -> ledger.deny(Calls.deny(id));
      case OUTCOME, SECOND_OUTCOME -> ledger.outcome(Calls.returned(id));
      case ACT -> ledger.act("status", Map.of("n", step.which()));
      case COMPLETE -> ledger.complete();
      case CLOSE -> ledger.close();
      case DELETE -> Files.deleteIfExists(ledger.files().effects());
      case TRUNCATE -> {
        if (Files.exists(ledger.files().chain())) {
          try (FileChannel chain =
              FileChannel.open(ledger.files().chain(), StandardOpenOption.WRITE)) {
            chain.truncate(step.which());
          }
        }
      }
    }
  }

  private static void note(
      What what, String id, List<String> allowed, Set<String> denied, Set<String> settled) {
    switch (what) {
      case ALLOW -> allowed.add(id);
      case DENY -> denied.add(id);
      case OUTCOME -> settled.add(id);
      case SECOND_OUTCOME -> throw new AssertionError("a second outcome was accepted");
      default -> assertThat(what).isNotNull();
    }
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
