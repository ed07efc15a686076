package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.ledger.Checkpoint;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code vectors/outcome-events-v2}: made by this project, kept in it, and answered by it. What
 * reads them here does what its README asks of a second implementation.
 */
class OutcomeEventVectorsTest {

  private static final int MOST_BYTES = 500_000;

  /** Run with {@code -Dvectors.write=true} to write them anew. */
  @Test
  void areMadeByteForByte(@TempDir Path scratch) throws IOException {
    Path folder = OutcomeEventVectors.folder();
    Map<String, byte[]> files = new OutcomeEventVectors(scratch).files();
    if (Boolean.getBoolean("vectors.write")) {
      Files.createDirectories(folder);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        Files.write(folder.resolve(file.getKey()), file.getValue());
      }
    }
    long bytes = 0;
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      bytes += file.getValue().length;
      assertThat(new String(file.getValue(), StandardCharsets.UTF_8))
          .as(
              "%s; where a change of the format is meant, write the files anew:"
                  + " mvn -pl agent -am test -Dtest=OutcomeEventVectorsTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false -Dvectors.write=true",
              file.getKey())
          .isEqualTo(Files.readString(folder.resolve(file.getKey())));
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
    try (Stream<Path> kept = Files.list(folder)) {
      assertThat(kept.map(file -> file.getFileName().toString()).toList())
          .containsExactlyInAnyOrderElementsOf(with(files.keySet(), "README.md"));
    }
  }

  @TestFactory
  Stream<DynamicTest> eachIsAnsweredAsItsExpectationSays(@TempDir Path directory)
      throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (Map<String, Object> vector : kept()) {
      tests.add(
          DynamicTest.dynamicTest(
              vector.get("name") + " " + vector.get("rows"), () -> scores(vector, directory)));
    }
    return tests.stream();
  }

  private static void scores(Map<String, Object> vector, Path directory) throws IOException {
    Map<String, Object> input = Entry.object(vector.get("input"));
    Map<String, Object> expect = Entry.object(vector.get("expect"));
    Report report = verify(input, directory);
    Map<String, Object> json = Vectors.json(report);

    assertThat(report.ok()).as("%s", report.failures()).isEqualTo(expect.get("ok"));
    assertThat((long) report.exit(Boolean.TRUE.equals(input.get("require_anchor"))))
        .as("%s", report.failures())
        .isEqualTo(expect.get("exit"));
    assertThat(report.aggregate()).as("%s", report.failures()).isEqualTo(expect.get("aggregate"));
    Set<List<Object>> found = new HashSet<>();
    for (Failure failure : report.failures()) {
      found.add(position(failure.toJson()));
    }
    for (Object failure : Vectors.list(expect.get("failures"))) {
      assertThat(found).contains(position(Entry.object(failure)));
    }
    if (report.ok()) {
      assertThat(Vectors.list(expect.get("failures"))).isEmpty();
    }
    Map<String, Object> binding = Entry.object(json.get("execution_binding"));
    for (Map.Entry<String, Object> said : expect.entrySet()) {
      switch (said.getKey()) {
        case "ok", "exit", "aggregate", "failures" -> {}
        case "checks", "envelopes" ->
            assertThat(Entry.object(json.get(said.getKey())))
                .containsAllEntriesOf(Entry.object(said.getValue()));
        case "params_coverage", "per_call", "body_states", "per_node_lifecycle" ->
            assertThat(binding).containsEntry(said.getKey(), said.getValue());
        default -> assertThat(json).containsEntry(said.getKey(), said.getValue());
      }
    }
  }

  private static List<Object> position(Map<String, Object> failure) {
    List<Object> position = new ArrayList<>();
    position.add(failure.get("reason"));
    position.add(failure.get("seq"));
    position.add(failure.get("node"));
    return position;
  }

  /** What a reader does with an input, by the README. */
  static Report verify(Map<String, Object> input, Path directory) throws IOException {
    Given given = given(input);
    if (input.containsKey("segments")) {
      return Verifier.chain(segments(input, directory), given);
    }
    if (input.containsKey("chain_text")) {
      byte[] chain = bytes(input.get("chain_text"));
      if (!input.containsKey("effects_text")) {
        return Verifier.chain(new ByteArrayInputStream(chain), given);
      }
      Path effects = directory.resolve("effects.jsonl");
      Files.write(effects, bytes(input.get("effects_text")));
      try (EffectRecords records = new EffectRecords(List.of(effects), true)) {
        return Verifier.chain(new ByteArrayInputStream(chain), given.withEffects(records));
      }
    }
    if (input.containsKey("bundle_text")) {
      return Verifier.bundle(bytes(input.get("bundle_text")), given);
    }
    if (input.containsKey("bundle_base64")) {
      return Verifier.bundle(
          Base64.getDecoder().decode((String) input.get("bundle_base64")), given);
    }
    return Verifier.bundle(Canonical.jcs(input.get("bundle")), given);
  }

  private static Given given(Map<String, Object> input) throws IOException {
    AnchorKey key = null;
    Map<String, Object> stated = Entry.object(input.get("key"));
    if (stated != null && "HS256".equals(stated.get("alg"))) {
      key = Vectors.hs256((String) stated.get("secret_hex"));
    } else if (stated != null) {
      key = AnchorKey.ed25519((String) stated.get("public_key_hex"));
    }
    Map<String, AnchorKey> witnesses = new HashMap<>();
    if (input.containsKey("witness_keys")) {
      for (Object each : Vectors.list(input.get("witness_keys"))) {
        Map<String, Object> witness = Entry.object(each);
        witnesses.put(
            (String) witness.get("kid"), AnchorKey.ed25519((String) witness.get("public_key_hex")));
      }
    }
    List<byte[]> received = new ArrayList<>();
    if (input.containsKey("envelopes")) {
      Vectors.list(input.get("envelopes")).forEach(line -> received.add(bytes(line)));
    }
    String head = (String) input.get("expected_head");
    return Given.nothing()
        .withKey(key)
        .withExpectedHead(head == null ? null : Given.Head.parse(head))
        .withExpectedAnchor(Entry.object(input.get("expected_anchor")))
        .withSecondOpinion(true)
        .withWitnesses(new Witnesses(witnesses, received))
        .withCheckpoints(checkpoints(input));
  }

  private static KeptCheckpoints checkpoints(Map<String, Object> input) throws IOException {
    Map<String, Object> key = Entry.object(input.get("checkpoint_key"));
    String from = (String) input.get("from_checkpoint");
    return new KeptCheckpoints(
        key == null ? null : AnchorKey.ed25519((String) key.get("public_key_hex")),
        from == null ? null : Checkpoint.parse(from),
        null);
  }

  /** Files as our ledger names them, with the checkpoints beside their segments. */
  private static ChainFiles segments(Map<String, Object> input, Path directory) throws IOException {
    Path own = Files.createTempDirectory(directory, "segments");
    Map<String, Object> notes = Entry.object(input.getOrDefault("checkpoints", Map.of()));
    List<Path> files = new ArrayList<>();
    for (Object text : Vectors.list(input.get("segments"))) {
      int number = files.size();
      String stem = number == 0 ? "20261129T200000Z-1-c" : "20261129T200000Z-1-c.000" + number;
      files.add(Files.write(own.resolve(stem + ".jsonl"), bytes(text)));
      if (notes.containsKey(String.valueOf(number))) {
        Files.write(own.resolve(stem + ".checkpoint"), bytes(notes.get(String.valueOf(number))));
      }
    }
    List<ChainFiles> chains = ChainFiles.of(files, List.of());
    assertThat(chains).hasSize(1);
    return chains.get(0);
  }

  @TestFactory
  Stream<DynamicTest> eachParameterHashIsAnsweredAsItSays() {
    return Vectors.list(Entry.object(read("params.json")).get("vectors")).stream()
        .map(Entry::object)
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    "[10: raw-salt versus hex-salt hashing; numbers] " + vector.get("name"),
                    () -> {
                      Object expected = vector.get("expect");
                      String answer = ParamsVectors.answer(vector);
                      assertThat(answer)
                          .isEqualTo(expected.equals("hash") ? vector.get("hash") : expected)
                          .isNotEqualTo(vector.get("wrong_hash_of_the_hex_text"));
                    }));
  }

  @TestFactory
  Stream<DynamicTest> eachCrosswalkSaysWhatItMaySay(@TempDir Path directory) {
    return Vectors.list(Entry.object(read("crosswalk.json")).get("vectors")).stream()
        .map(Entry::object)
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    (String) vector.get("name"), () -> crosswalk(vector, directory)));
  }

  private static void crosswalk(Map<String, Object> vector, Path directory) throws Exception {
    Map<String, Object> input = Entry.object(vector.get("input"));
    Map<String, Object> expect = Entry.object(vector.get("expect"));
    Path own = Files.createTempDirectory(directory, "crosswalk");
    Path chain = Files.write(own.resolve("a.jsonl"), bytes(input.get("chain_text")));
    if (input.containsKey("effects_text")) {
      Files.write(own.resolve("a.effects.jsonl"), bytes(input.get("effects_text")));
    }
    StringBuilder out = new StringBuilder();
    Report report =
        Crosswalk.write(ChainFiles.of(List.of(chain), List.of()).get(0), Given.nothing(), out);
    Map<String, Object> written = Entry.object(Json.parse(out.toString()));
    List<Object> records = new ArrayList<>();
    for (Object each : Vectors.list(written.get("records"))) {
      Map<String, Object> record = new HashMap<>(Entry.object(each));
      record.remove("ledger");
      records.add(record);
    }
    assertThat(records).isEqualTo(expect.get("records"));
    assertThat(written.get("not_mapped")).isEqualTo(expect.get("not_mapped"));
    assertThat((long) report.exit(false)).isEqualTo(expect.get("exit"));
  }

  /** The closed list of the verifier's codes, from the table that {@code explain} reads. */
  @Test
  void everyReasonCodeHasAVector() throws IOException {
    Set<Object> codes = new TreeSet<>();
    for (Map<String, Object> vector : kept()) {
      for (Object failure : Vectors.list(Entry.object(vector.get("expect")).get("failures"))) {
        codes.add(Entry.object(failure).get("reason"));
      }
    }
    // Those of checkpoints need files beside the chain: CheckpointVerifyTest.
    codes.addAll(List.of("checkpoint_mismatch", "invalid_checkpoint"));
    assertThat(codes).containsExactlyInAnyOrderElementsOf(explained());
  }

  static Set<String> explained() throws IOException {
    Set<String> codes = new TreeSet<>();
    boolean finding = false;
    String table =
        new String(
            OutcomeEventVectorsTest.class
                .getResourceAsStream("/dev/countersign/cli/codes.txt")
                .readAllBytes(),
            StandardCharsets.UTF_8);
    for (String line : table.lines().toList()) {
      if (line.startsWith("## ")) {
        finding = line.contains("(verify)");
      } else if (finding && !line.isBlank() && !line.startsWith(" ") && !line.startsWith("#")) {
        codes.add(line);
      }
    }
    return codes;
  }

  @Test
  void everyRowOfTheSeedHasAVector() {
    List<String> rows = new ArrayList<>();
    for (SeedRow row : SeedRow.values()) {
      rows.add(row.text);
    }
    assertThat(Entry.object(read("rows.json")).keySet()).containsExactlyElementsOf(rows);
  }

  @Test
  void namesAreUnique() {
    List<Object> names = kept().stream().map(vector -> vector.get("name")).toList();
    assertThat(names).doesNotHaveDuplicates();
  }

  /** The vectors as they are kept, not as they would be made. */
  static List<Map<String, Object>> kept() {
    List<Map<String, Object>> vectors = new ArrayList<>();
    for (String group :
        List.of(
            "chain",
            "authority",
            "records",
            "binding",
            "append",
            "envelopes",
            "segments",
            "effects",
            "text")) {
      for (Object vector : Vectors.list(Entry.object(read(group + ".json")).get("vectors"))) {
        vectors.add(Entry.object(vector));
      }
    }
    return vectors;
  }

  private static Object read(String file) {
    try {
      return Json.parse(Files.readAllBytes(OutcomeEventVectors.folder().resolve(file)));
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }

  private static byte[] bytes(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  private static Set<String> with(Set<String> names, String more) {
    Set<String> all = new TreeSet<>(names);
    all.add(more);
    return all;
  }
}
