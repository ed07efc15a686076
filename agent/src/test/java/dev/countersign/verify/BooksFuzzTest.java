package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Regressions;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.EntryHash;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Entries, bundles, records and envelopes that were edited, as bytes and as trees, with their
 * hashes left alone or made anew, so that what lies behind the hashes is reached. Whatever it is,
 * there is a report of its schema with known codes, and the second canonicaliser never disagrees.
 *
 * <p>Tries: {@code -Djqwik.tries.default=N}; the seed is fixed.
 */
class BooksFuzzTest {

  private static final SchemaCheck REPORT = SchemaCheck.of("report.schema.json");
  private static final byte[] CHAIN = Vectors.bytes("worked-example/chain.jsonl");
  private static final byte[] EFFECTS = Vectors.bytes("worked-example/chain.effects.jsonl");
  private static final Set<String> CODES;

  /** One open file for all tries: making and closing one takes longer than the rest. */
  private static final Path SCRATCH;

  private static final FileChannel RECORDS;

  private static final List<Object> INPUTS = new ArrayList<>();

  static {
    try {
      SCRATCH = Files.createTempFile("fuzz", ".effects.jsonl");
      SCRATCH.toFile().deleteOnExit();
      RECORDS = FileChannel.open(SCRATCH, StandardOpenOption.WRITE);
      CODES = OutcomeEventVectorsTest.explained();
      INPUTS.add(Vectors.object("worked-example/bundle.json"));
      for (Map<String, Object> vector : OutcomeEventVectorsTest.kept()) {
        Object bundle = Entry.object(vector.get("input")).get("bundle");
        if (bundle != null && INPUTS.size() < 60) {
          INPUTS.add(bundle);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Property(seed = "20261130")
  void aChainWithEditedBytesIsNeverClean(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 0, max = 100_000_000) Integer> edits) {
    byte[] chain = CHAIN.clone();
    for (int edit : edits) {
      chain[edit % chain.length] = (byte) (edit / 7 ^ edit >>> 13);
    }
    Report report = chain(chain, null);
    if (!Arrays.equals(chain, CHAIN)) {
      assertThat(report.exit(false)).isNotZero();
    }
  }

  @Property(seed = "20261130")
  void aChainWithEditedEntries(@ForAll int seed, @ForAll @IntRange(min = 1, max = 4) int edits) {
    Random random = new Random(seed);
    List<Object> entries = entries(random);
    for (int i = 0; i < edits; i++) {
      TreeEdits.edit(entries, random);
    }
    if (random.nextBoolean()) {
      seal(entries, random.nextBoolean());
    }
    chain(lines(entries), random.nextBoolean() ? EFFECTS : null);
  }

  @Property(seed = "20261130")
  void anEditedBundle(@ForAll int seed, @ForAll @IntRange(min = 1, max = 4) int edits) {
    Random random = new Random(seed);
    Map<String, Object> bundle =
        Entry.object(TreeEdits.copy(INPUTS.get(random.nextInt(INPUTS.size()))));
    for (int i = 0; i < edits; i++) {
      TreeEdits.edit(bundle, random);
    }
    if (random.nextBoolean() && bundle.get("entries") instanceof List<?> entries) {
      seal(entries, random.nextBoolean());
    }
    bundle(text(bundle));
  }

  /** The chain is right; a record is another one, and the entry names it by its digest. */
  @Property(seed = "20261130")
  void editedRecordsThatTheirEntriesName(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 3) int edits) {
    Random random = new Random(seed);
    List<Object> entries = parsed(CHAIN);
    List<Object> records = parsed(EFFECTS);
    int at = random.nextInt(records.size());
    String before = Sha256.hex(Canonical.jcs(records.get(at)));
    for (int i = 0; i < edits; i++) {
      TreeEdits.edit(records.get(at), random);
    }
    byte[] line = text(records.get(at));
    String after = Sha256.hex(line);
    ByteArrayOutputStream effects = new ByteArrayOutputStream();
    for (int i = 0; i < records.size(); i++) {
      effects.writeBytes(i == at ? line : Canonical.jcs(records.get(i)));
      effects.write('\n');
    }
    String chain = new String(lines(entries), StandardCharsets.UTF_8).replace(before, after);
    List<Object> named = parsed(chain.getBytes(StandardCharsets.UTF_8));
    seal(named, true);
    Report report = chain(lines(named), effects.toByteArray());
    assertThat(report.failures())
        .as("the record was found")
        .noneMatch(failure -> failure.reason().equals("effect_record_missing"));
  }

  /** What was found once; {@code fuzz/chain} and {@code fuzz/bundle}. */
  @TestFactory
  Stream<DynamicTest> whatWasFoundStaysRight() throws IOException {
    return Stream.concat(
        Regressions.of("chain").map(file -> replay(file, bytes -> chain(bytes, EFFECTS))),
        Regressions.of("bundle").map(file -> replay(file, BooksFuzzTest::bundle)));
  }

  private interface Target {
    Object on(byte[] bytes);
  }

  private static DynamicTest replay(Path file, Target target) {
    return DynamicTest.dynamicTest(
        file.getFileName().toString(), () -> target.on(Files.readAllBytes(file)));
  }

  private static Report chain(byte[] chain, byte[] effects) {
    Given given = given();
    if (effects == null) {
      return checked(Vectors.chain(chain, given));
    }
    try (EffectRecords records = new EffectRecords(List.of(SCRATCH), true)) {
      RECORDS.write(ByteBuffer.wrap(effects), 0);
      RECORDS.truncate(effects.length);
      return checked(Vectors.chain(chain, given.withEffects(records)));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Report bundle(byte[] bundle) {
    return checked(Vectors.bundle(bundle, given()));
  }

  private static Given given() {
    return Given.nothing().withKey(VectorCase.KEY).withSecondOpinion(true);
  }

  private static Report checked(Report report) {
    assertThat(report.exit(false)).isIn(0, 1, 3, 4);
    for (Failure failure : report.failures()) {
      assertThat(CODES).contains(failure.reason());
      assertThat(failure.detail()).doesNotContain("second opinion");
    }
    assertThat(REPORT.fault(Vectors.json(report))).isNull();
    return report;
  }

  private static List<Object> entries(Random random) {
    Object bundle = INPUTS.get(random.nextInt(INPUTS.size()));
    return new ArrayList<>((List<?>) TreeEdits.copy(Entry.object(bundle).get("entries")));
  }

  private static List<Object> parsed(byte[] lines) {
    List<Object> values = new ArrayList<>();
    new String(lines, StandardCharsets.UTF_8)
        .lines()
        .forEach(line -> values.add(TreeEdits.copy(Json.parse(line))));
    return values;
  }

  /** Makes links and hashes anew, and with {@code numbers} the sequence. */
  private static void seal(List<?> entries, boolean numbers) {
    String previous = EntryHash.GENESIS;
    long seq = 0;
    for (Object each : entries) {
      Map<String, Object> entry = Entry.object(each);
      if (entry == null) {
        continue;
      }
      if (numbers) {
        entry.put("seq", seq++);
      }
      entry.put("prev_hash", previous);
      try {
        previous = EntryHash.of(previous, entry);
        entry.put("hash", previous);
      } catch (NotCanonicalException noForm) {
        // it keeps the hash that it had
      }
    }
  }

  private static byte[] lines(List<Object> entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Object entry : entries) {
      out.writeBytes(text(entry));
      out.write('\n');
    }
    return out.toByteArray();
  }

  /** A tree as text, also where it has no canonical form. */
  private static byte[] text(Object tree) {
    StringBuilder out = new StringBuilder();
    try {
      new JsonText(out).write(tree);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toString().replaceAll("\n *", "").getBytes(StandardCharsets.UTF_8);
  }
}
