package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of specs 1 and 2: clean as it is, and found out whatever is changed in it. */
class WorkedExampleVerifiesTest {

  private static final AnchorKey KEY = Vectors.hs256Text("worked-example-key");

  @TempDir Path directory;
  private Path chain;
  private Path effects;

  @BeforeEach
  void copy() throws IOException {
    chain = directory.resolve("chain.jsonl");
    effects = directory.resolve("chain.effects.jsonl");
    Files.write(chain, Vectors.bytes("worked-example/chain.jsonl"));
    Files.write(effects, Vectors.bytes("worked-example/chain.effects.jsonl"));
  }

  @Test
  void itsBundleIsCleanUnderItsKey() {
    Report report =
        Vectors.bundle(Vectors.bytes("worked-example/bundle.json"), Given.nothing().withKey(KEY));

    assertThat(report.failures()).isEmpty();
    assertThat(report.aggregate()).isEqualTo("clean");
    assertThat(report.anchor()).isEqualTo("verified");
    assertThat(report.effects()).isEqualTo("not checked");
    assertThat(report.exit(true)).isZero();
    assertThat(Entry.object(Vectors.json(report).get("execution_binding")))
        .containsEntry("params_coverage", "partial");
  }

  @Test
  void itsChainAndRecordsAreCleanAndTellOfTwoRefusals() throws IOException {
    Report report = verify();

    assertThat(report.failures()).isEmpty();
    assertThat(report.exit(false)).isZero();
    assertThat(report.effects()).isEqualTo("verified");
    assertThat(report.effectsChecked()).isEqualTo(11);
    assertThat(report.unnamedRecords()).isZero();
    assertThat(report.refused()).isEqualTo(2);
    assertThat(report.executed()).isZero();
    assertThat(report.divergences().get(0).paths()).containsExactly("/intent/argv/3");
    assertThat(report.divergences().get(1).paths()).containsExactly("/intent/arguments/order");
  }

  @Test
  void recordsThatAreNotAtHandAreNotCheckedAndExitIs3() throws IOException {
    Files.delete(effects);

    Report report = verify();

    assertThat(report.ok()).isTrue();
    assertThat(report.effects()).isEqualTo("not checked");
    assertThat(report.exit(false)).isEqualTo(3);
  }

  @Test
  void aSecondOpinionAgrees() throws IOException {
    Given second = Given.nothing().withSecondOpinion(true);
    assertThat(Verifier.chain(files(), second).failures()).isEmpty();
    assertThat(Vectors.bundle(Vectors.bytes("worked-example/bundle.json"), second).failures())
        .isEmpty();
  }

  @Test
  void aRecordThatNoEntryNamesIsCountedAndProvesNothing() throws IOException {
    Files.writeString(
        effects,
        Files.readString(effects)
            + "{\"record\":\"outcome\",\"call_id\":\""
            + "0".repeat(32)
            + "\",\"divergence\":");

    Report report = verify();

    assertThat(report.exit(false)).isZero();
    assertThat(report.unnamedRecords()).isOne();
  }

  @Test
  void recordsInAnotherOrderAreFoundAllTheSame() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(effects));
    Collections.reverse(lines);
    Files.writeString(effects, String.join("\n", lines) + "\n");

    assertThat(verify().failures()).isEmpty();
  }

  @Test
  void everyChangedOrRemovedOrAddedFieldOfTheChainIsFound() throws IOException {
    List<Map<String, Object>> entries = parsed(chain);
    int mutations = 0;
    for (int i = 0; i < entries.size(); i++) {
      for (Object mutant : mutantsOf(entries.get(i))) {
        List<Map<String, Object>> changed = new ArrayList<>(entries);
        changed.set(i, Entry.object(mutant));
        Files.write(chain, Books.linesOf(changed));
        assertThat(verify().exit(false)).as("entry %s as %s", i, mutant).isEqualTo(1);
        mutations++;
      }
    }
    assertThat(mutations).isGreaterThan(400);
  }

  @Test
  void everyChangedOrRemovedOrAddedFieldOfTheRecordsIsFound() throws IOException {
    List<Map<String, Object>> records = parsed(effects);
    int mutations = 0;
    for (int i = 0; i < records.size(); i++) {
      for (Object mutant : mutantsOf(records.get(i))) {
        List<Map<String, Object>> changed = new ArrayList<>(records);
        changed.set(i, Entry.object(mutant));
        Files.write(effects, Books.linesOf(changed));
        assertThat(verify().exit(false)).as("record %s as %s", i, mutant).isEqualTo(1);
        mutations++;
      }
    }
    assertThat(mutations).isGreaterThan(300);
  }

  @Test
  void everyRemovedDuplicatedOrSwappedLineIsFound() throws IOException {
    for (Path file : List.of(chain, effects)) {
      byte[] original = Files.readAllBytes(file);
      List<String> lines = new String(original, StandardCharsets.UTF_8).lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        List<String> removed = new ArrayList<>(lines);
        removed.remove(i);
        Files.writeString(file, String.join("\n", removed) + "\n");
        // The last line of a chain can be cut without a trace inside it: that needs a head kept
        // outside.
        boolean lastEntry = file == chain && i == lines.size() - 1;
        assertThat(verify().exit(false))
            .as("%s without line %s", file, i)
            .isEqualTo(lastEntry ? 3 : 1);
        if (file == chain) {
          List<String> twice = new ArrayList<>(lines);
          twice.add(i, lines.get(i));
          Files.writeString(file, String.join("\n", twice) + "\n");
          assertThat(verify().exit(false)).as("line %s twice", i).isEqualTo(1);
        }
      }
      Files.write(file, original);
    }
  }

  @Test
  void aCutTailIsFoundWithAHeadKeptOutside() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(chain));
    Given.Head head = Given.Head.parse(verify().head());
    lines.remove(lines.size() - 1);
    Files.writeString(chain, String.join("\n", lines) + "\n");

    Report report = Verifier.chain(files(), Given.nothing().withExpectedHead(head));

    assertThat(report.exit(false)).isEqualTo(1);
    assertThat(report.failures().get(0).reason()).isEqualTo("expected_head_mismatch");
    assertThat(report.verifiedAgainst()).isEqualTo("expected_anchor");
  }

  private ChainFiles files() throws IOException {
    return ChainFiles.of(List.of(chain), List.of()).get(0);
  }

  private Report verify() throws IOException {
    return Verifier.chain(files(), Given.nothing());
  }

  private static List<Map<String, Object>> parsed(Path file) throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      all.add(Entry.object(Json.parse(line)));
    }
    return all;
  }

  /** The value with one place changed, for every place in it, and every change of a few kinds. */
  static List<Object> mutantsOf(Object value) {
    List<Object> mutants = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      for (Object key : map.keySet()) {
        Map<Object, Object> without = new LinkedHashMap<>(map);
        without.remove(key);
        mutants.add(without);
        for (Object member : mutantsOf(map.get(key))) {
          Map<Object, Object> with = new LinkedHashMap<>(map);
          with.put(key, member);
          mutants.add(with);
        }
      }
      Map<Object, Object> more = new LinkedHashMap<>(map);
      more.put("added", 1L);
      mutants.add(more);
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        List<Object> without = new ArrayList<>(list);
        without.remove(i);
        mutants.add(without);
        for (Object element : mutantsOf(list.get(i))) {
          List<Object> with = new ArrayList<>(list);
          with.set(i, element);
          mutants.add(with);
        }
      }
      List<Object> more = new ArrayList<>(list);
      more.add("added");
      mutants.add(more);
    } else if (value instanceof String text) {
      mutants.add(text + "0");
      mutants.add(text.isEmpty() ? "0" : (text.charAt(0) == '0' ? "1" : "0") + text.substring(1));
      mutants.add(null);
    } else if (value instanceof Long number) {
      mutants.add(number + 1);
      mutants.add(String.valueOf(number));
    } else if (value instanceof Boolean flag) {
      mutants.add(!flag);
    } else {
      mutants.add(0L);
    }
    return mutants;
  }
}
