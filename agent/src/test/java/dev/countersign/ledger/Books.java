package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What stands on the disk, read without any of the writer's code. */
record Books(List<Map<String, Object>> entries, List<Map<String, Object>> records) {

  static Books of(Ledger ledger) {
    return of(ledger.files());
  }

  static Books of(LedgerFiles files) {
    return new Books(lines(files.chain()), lines(files.effects()));
  }

  /** The whole chain that is being written, all its segments as one. */
  static Books whole(Ledger ledger) {
    String chain = ledger.files().chainStem();
    return joined(
        chainsIn(ledger.files().directory()).stream()
            .filter(segment -> segment.chainStem().equals(chain))
            .toList());
  }

  /** A chain's segments as one. */
  static Books joined(List<LedgerFiles> segments) {
    Books all = new Books(new ArrayList<>(), new ArrayList<>());
    for (LedgerFiles segment : segments) {
      Books part = of(segment);
      all.entries.addAll(part.entries);
      all.records.addAll(part.records);
    }
    return all;
  }

  /** The chains of a directory, oldest entry first by file name. */
  static List<LedgerFiles> chainsIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> LedgerFiles.isChain(file.getFileName().toString()))
          .map(LedgerFiles::of)
          .sorted(Comparator.comparing(LedgerFiles::stem))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  List<String> events() {
    return entries.stream().map(entry -> (String) entry.get("event")).toList();
  }

  Map<String, Object> last() {
    return entries.get(entries.size() - 1);
  }

  /**
   * Every line is canonical, linked and numbered; every record that an entry names stands beside
   * it; at most one outcome for each allow, and none without.
   */
  Books assertIntact() {
    String previous = "0".repeat(64);
    Map<String, Integer> outcomes = new HashMap<>();
    List<String> digests =
        records.stream().map(record -> Sha256.hex(Canonical.jcs(record))).toList();
    for (int i = 0; i < entries.size(); i++) {
      Map<String, Object> entry = entries.get(i);
      assertThat(entry).containsEntry("seq", (long) i).containsEntry("prev_hash", previous);
      Map<String, Object> body = new LinkedHashMap<>(entry);
      previous = (String) body.remove("hash");
      String before = (String) body.get("prev_hash");
      assertThat(Sha256.hex(before.getBytes(StandardCharsets.US_ASCII), Canonical.jcs(body)))
          .isEqualTo(previous);
      String callId = (String) entry.get("call_id");
      switch ((String) entry.get("event")) {
        case "allow" -> {
          assertThat(outcomes.put(callId, 0)).isNull();
          assertThat(digests).contains((String) ((Map<?, ?>) entry.get("context")).get("record"));
        }
        case "deny" ->
            assertThat(digests).contains((String) ((Map<?, ?>) entry.get("context")).get("record"));
        case "outcome" -> {
          assertThat(outcomes.merge(callId, 1, Integer::sum)).isEqualTo(1);
          assertThat(digests).contains((String) ((Map<?, ?>) entry.get("receipt")).get("digest"));
        }
        default ->
            assertThat(entry.get("event")).isIn("root", "done", "spawn", "spawn_denied", "kill");
      }
    }
    return this;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> lines(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(text)
        .satisfiesAnyOf(t -> assertThat(t).isEmpty(), t -> assertThat(t).endsWith("\n"));
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Map<String, Object> json = (Map<String, Object>) Json.parse(line);
      assertThat(new String(Canonical.jcs(json), StandardCharsets.UTF_8)).isEqualTo(line);
      lines.add(json);
    }
    return lines;
  }
}
