package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody changes the files while we run: noticed before the next line, refused, and said in a new
 * chain.
 */
class TamperingTest {

  @TempDir Path temp;
  private Path dir;
  private Ledger ledger;
  private LedgerFiles first;
  private String pending;

  @BeforeEach
  void begin() {
    dir = temp.resolve("ledger");
    ledger = Ledger.create(Calls.settings(dir));
    first = ledger.files();
    ledger.act("start", Map.of("agent_version", "0.1.0"));
    pending = ledger.newCallId();
    ledger.allow(Calls.allow(pending));
  }

  static Stream<Arguments> attacks() {
    List<Arguments> attacks = new ArrayList<>();
    for (String file : List.of("chain", "effects")) {
      attacks.add(Arguments.of(file, "was truncated", attack(path -> truncate(path, 0))));
      attacks.add(
          Arguments.of(
              file, "was truncated", attack(path -> truncate(path, Files.size(path) - 1))));
      attacks.add(Arguments.of(file, "was deleted", attack(Files::delete)));
      attacks.add(
          Arguments.of(file, "was deleted", attack(p -> Files.move(p, p.resolveSibling("away")))));
      attacks.add(Arguments.of(file, "was replaced", attack(TamperingTest::replaceByACopy)));
      attacks.add(
          Arguments.of(file, "was replaced", attack(TamperingTest::replaceByALinkToItself)));
      attacks.add(
          Arguments.of(
              file,
              "was written to",
              attack(path -> Files.writeString(path, "{}\n", StandardOpenOption.APPEND))));
    }
    return attacks.stream();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void theEffectIsRefusedAndANewChainNamesTheOld(
      String file, String reason, Consumer<Path> attack) {
    List<Map<String, Object>> before = Books.of(first).assertIntact().entries();
    attack.accept(file.equals("chain") ? first.chain() : first.effects());

    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll(
            "the " + file + " file " + reason, "this call was refused", first.stem());

    LedgerFiles second = ledger.files();
    assertThat(second).isNotEqualTo(first);
    Books books = Books.of(second).assertIntact();
    assertThat(books.events()).containsExactly("root", "allow", "outcome");
    assertThat(books.records().get(0))
        .containsEntry("act", "agent.start")
        .containsEntry("agent_version", "0.1.0");
    assertThat((Map<?, ?>) books.records().get(0).get("previous"))
        .isEqualTo(
            Map.of(
                "chain_id", before.get(0).get("chain_id"),
                "file", first.chain().getFileName().toString(),
                "head", before.get(before.size() - 1).get("hash"),
                "seq", (long) before.size() - 1,
                "reason", ((Map<?, ?>) books.records().get(0).get("previous")).get("reason"),
                "pending", List.of(pending),
                "pending_count", 1L,
                "unproved", List.of(),
                "unproved_count", 0L));

    String next = ledger.newCallId();
    ledger.allow(Calls.allow(next));
    ledger.outcome(Calls.returned(next));
    ledger.close();
    assertThat(Books.of(second).assertIntact().events()).hasSize(6).endsWith("done");
  }

  /**
   * Where the names were not touched for a while, a look at the directory and at the ends of the
   * open files stands for a look at each name: it sees the same.
   */
  @ParameterizedTest
  @MethodSource("attacks")
  void isSeenWithoutALookAtEachNameAsWell(String file, String reason, Consumer<Path> attack)
      throws IOException {
    AtomicLong nanos = new AtomicLong();
    LookedAt files = new LookedAt();
    Ledger quick =
        Ledger.create(
            Calls.settings(temp.resolve("quick")),
            Entropy.system(),
            Clock.systemUTC(),
            nanos::get,
            files);
    quick.allow(Calls.allow(quick.newCallId()));
    awaitTick(temp.resolve("quick"));
    nanos.addAndGet(60_000_000);
    quick.allow(Calls.allow(quick.newCallId()));
    int looks = files.looks.get();
    for (int i = 0; i < 20; i++) {
      String id = quick.newCallId();
      quick.allow(Calls.allow(id));
      quick.outcome(Calls.returned(id));
    }
    assertThat(files.looks).hasValue(looks);

    attack.accept(file.equals("chain") ? quick.files().chain() : quick.files().effects());
    assertThatThrownBy(() -> quick.allow(Calls.allow(quick.newCallId())))
        .hasMessageContaining("the " + file + " file " + reason);
  }

  @Test
  void namesAreLookedAtAgainAfterAMoment() throws IOException {
    AtomicLong nanos = new AtomicLong();
    LookedAt files = new LookedAt();
    Ledger quick =
        Ledger.create(Calls.settings(dir), Entropy.system(), Clock.systemUTC(), nanos::get, files);
    awaitTick(dir);
    nanos.addAndGet(60_000_000);
    quick.allow(Calls.allow(quick.newCallId()));
    int looks = files.looks.get();
    nanos.addAndGet(10_000_000);
    quick.allow(Calls.allow(quick.newCallId()));
    assertThat(files.looks).hasValue(looks + 2);
  }

  /** Until a change of the directory would give it another time: the kernel's clock has ticks. */
  private void awaitTick(Path directory) throws IOException {
    FileTime last = Files.getLastModifiedTime(directory);
    Path probe = temp.resolve("probe");
    do {
      Files.deleteIfExists(probe);
      Files.createFile(probe);
    } while (Files.getLastModifiedTime(probe).compareTo(last) <= 0);
  }

  /** Real files, with a count of how often one was looked at by its name. */
  private static final class LookedAt implements LineFile.Factory {
    private final AtomicInteger looks = new AtomicInteger();

    @Override
    public LineFile create(Path path) throws IOException {
      LineFile file = KernelFile.FACTORY.create(path);
      return (LineFile)
          Proxy.newProxyInstance(
              LineFile.class.getClassLoader(),
              new Class<?>[] {LineFile.class},
              (self, method, args) -> {
                if (method.getName().equals("fault")) {
                  looks.getAndIncrement();
                }
                try {
                  return method.invoke(file, args);
                } catch (InvocationTargetException byMethod) {
                  throw byMethod.getTargetException();
                }
              });
    }
  }

  /** It tells of what has happened: there is nothing to refuse, so nobody looks. */
  @Test
  void anOutcomeThatMayBeLostIsNamedInTheNewChain() {
    String other = ledger.newCallId();
    ledger.allow(Calls.allow(other));
    truncate(first.chain(), 10);
    ledger.outcome(Calls.returned(pending));
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(pending)))
        .hasMessageContaining("owes no outcome");

    ledger.deny(Calls.deny(ledger.newCallId()));
    assertThat(previous())
        .containsEntry("pending", List.of(other))
        .containsEntry("unproved", List.of(pending))
        .containsEntry("unproved_count", 1L);
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(other)))
        .hasMessageContaining("its chain was lost");
    assertThat(ledger.complete().completed()).isTrue();
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "deny", "done");
  }

  /** A process that is killed later, and does nothing until then, has named it. */
  @Test
  void anOutcomeThatMayBeLostIsNamedThoughNothingMoreHappens() {
    ledger.look();
    truncate(first.chain(), 10);
    ledger.look();
    assertThat(ledger.files()).as("nothing was written that could be lost").isEqualTo(first);

    ledger.outcome(Calls.returned(pending));
    ledger.look();
    assertThat(previous()).containsEntry("unproved", List.of(pending));
  }

  @Test
  void anOutcomeIsNamedUntilTheFilesWereSeenToBeOurs() {
    ledger.outcome(Calls.returned(pending));
    String next = ledger.newCallId();
    ledger.allow(Calls.allow(next));
    truncate(first.effects(), 10);
    ledger.outcome(Calls.returned(next));
    ledger.close();

    assertThat(previous()).containsEntry("unproved", List.of(next));
  }

  /**
   * Nobody looks at the files for an outcome. A write behind it that fails half way must not give
   * them the length that they have to have: neither by what of it is left, nor by what is cut off.
   *
   * @param change bytes that somebody wrote at the end before that outcome; negative for cut off
   * @param fits how much of the failing line of that file the disk takes
   */
  @ParameterizedTest
  @CsvSource({
    "chain, 5, 0",
    "chain, 5, 7",
    "chain, -5, 5",
    "chain, -5, 9",
    "effects, 5, 0",
    "effects, 5, 7",
    "effects, -5, 5",
    "effects, -5, 9",
    "effects, -1000, 1000"
  })
  void aTornWriteHidesNoChange(String file, int change, int fits) throws IOException {
    FaultyDisk disk = new FaultyDisk(Durability.WRITE);
    ledger = Ledger.create(Calls.settings(dir), Entropy.system(), Clock.systemUTC(), disk);
    first = ledger.files();
    boolean entries = file.equals("chain");
    Path changed = entries ? first.chain() : first.effects();
    String before = allowed();
    String written = allowed();
    String torn = allowed();
    long records = Files.size(first.effects());
    ledger.outcome(Calls.returned(before));
    int record = (int) (Files.size(first.effects()) - records);
    ledger.allow(Calls.allow(ledger.newCallId()));

    if (change > 0) {
      Files.writeString(changed, "#".repeat(change), StandardOpenOption.APPEND);
    } else {
      truncate(changed, Files.size(changed) - Math.min(-change, record));
    }
    ledger.outcome(Calls.returned(written));
    disk.room = (long) (entries ? record : 0) + Math.min(fits, record);
    assertThatThrownBy(() -> ledger.outcome(Calls.returned(torn))).hasMessageContaining("No space");
    disk.room = Long.MAX_VALUE;

    assertThatThrownBy(this::allowed)
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll("this call was refused", first.chain().getFileName().toString());
    assertThat(previous()).containsEntry("unproved", List.of(written));
    assertThat(previous().get("pending").toString()).contains(torn);
  }

  private String allowed() {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    return id;
  }

  @Test
  void aRefusalAndAnActGoToTheNewChain() {
    truncate(first.chain(), 0);
    ledger.deny(Calls.deny(ledger.newCallId()));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "deny");

    truncate(ledger.files().effects(), 0);
    ledger.act("status", Map.of());
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "allow", "outcome");
    assertThat(Books.chainsIn(dir)).hasSize(3);
  }

  @Test
  void theEndIsWrittenInTheNewChain() {
    truncate(first.chain(), 0);
    ledger.close();

    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "done");
  }

  @Test
  void anotherDirectoryInItsPlaceGetsNoBooks() throws IOException {
    Path away = Files.move(dir, temp.resolve("away"));
    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .hasMessageContaining("was deleted");
    Files.createDirectory(dir);
    assertThatThrownBy(() -> ledger.allow(Calls.allow(ledger.newCallId())))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("is another directory");
    assertThat(dir).isEmptyDirectory();

    Files.delete(dir);
    Files.move(away, dir);
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    assertThat(Books.of(ledger).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "allow");
    assertThat(Books.of(first).assertIntact().events()).hasSize(4);
  }

  @Test
  void aDirectoryThatBecameWritableForOthersGetsNoNewChain() throws IOException {
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
    truncate(first.chain(), 0);

    assertThatThrownBy(() -> ledger.deny(Calls.deny(ledger.newCallId())))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("is writable by group or others");
    assertThat(Books.chainsIn(dir)).containsExactly(first);
  }

  /** What the chain that is written now says of the one before it. */
  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  private Map<String, Object> previous() {
    return (Map<String, Object>) Books.of(ledger).assertIntact().records().get(0).get("previous");
  }

  private interface FileAttack {
    void on(Path path) throws IOException;
  }

  private static Consumer<Path> attack(FileAttack attack) {
    return path -> {
      try {
        attack.on(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static void truncate(Path path, long length) {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replaceByACopy(Path path) throws IOException {
    Path copy = path.resolveSibling("copy");
    Files.copy(path, copy);
    Files.move(copy, path, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void replaceByALinkToItself(Path path) throws IOException {
    Path moved = Files.move(path, path.resolveSibling("moved"));
    Files.createSymbolicLink(path, moved);
  }
}
