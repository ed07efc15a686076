package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.countersign.canonical.Canonical;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Observer envelopes against the public implementation's own: its chain, its envelope, its keys.
 */
class EnvelopesTest {

  private static final Instant NOW = Instant.parse("2026-11-30T00:00:00Z");

  @TempDir Path directory;
  private Map<String, Object> bundle;
  private Map<String, Object> envelope;
  private Map<String, AnchorKey> keys;

  @BeforeEach
  void published() throws IOException {
    Map<String, Object> vector = Vectors.object("attenu/valid_spawn_envelope.json");
    envelope = Entry.object(vector.get("envelope"));
    keys = keys(Canonical.jcs(vector.get("witness_keys")));
    for (Object each : Vectors.list(Vectors.object("attenu/bundle_vectors_v1.json").get("cases"))) {
      if ("valid_bundle_v2".equals(Entry.object(each).get("name"))) {
        bundle = new LinkedHashMap<>(Entry.object(Entry.object(each).get("bundle")));
      }
    }
    bundle.put("envelopes", List.of(envelope));
  }

  @Test
  void thePublishedEnvelopeVerifies() {
    Report report = verify(new Witnesses(keys, List.of(Canonical.jcs(envelope))));

    assertThat(report.failures()).isEmpty();
    assertThat(report.envelopes()).isEqualTo("verified");
    assertThat(report.observations()).isEqualTo(Map.of(1L, "matched"));
    assertThat(Entry.object(Vectors.json(report).get("envelopes")))
        .containsEntry("count", 1L)
        .containsEntry("received", 1L)
        .containsEntry("witness_signed", List.of(1L));
  }

  @Test
  void withoutKeysNobodyIsTrusted() {
    Report report = verify(Witnesses.none());

    assertThat(report.failures())
        .extracting(Failure::reason, Failure::seq, Failure::node)
        .containsExactly(tuple("envelope_unknown_witness", 1L, "vectors:n1"));
    assertThat(report.exit(false)).isEqualTo(1);
    assertThat(report.observations()).isEmpty();
  }

  @Test
  void aChangeToAnyMemberIsFound() {
    for (String member : List.of("v", "typ", "subject", "observed", "witness", "sig")) {
      Map<String, Object> changed = new LinkedHashMap<>(envelope);
      Object value = changed.get(member);
      if (value instanceof Map<?, ?>) {
        Map<String, Object> inner = new LinkedHashMap<>(Entry.object(value));
        inner.replaceAll((name, old) -> old instanceof Long seq ? (Object) (seq + 1) : old + "0");
        changed.put(member, inner);
      } else {
        changed.put(member, value instanceof Long v ? (Object) (v + 1) : value + "0");
      }
      bundle.put("envelopes", List.of(changed));
      assertThat(verify(new Witnesses(keys, List.of())).envelopes()).as(member).isEqualTo("FAILED");
    }
  }

  @Test
  void anAbsentArrayIsTheStatusQuo() {
    bundle.remove("envelopes");

    Report report = verify(new Witnesses(keys, List.of()));

    assertThat(report.envelopes()).isEqualTo("not present");
    assertThat(report.failures()).isEmpty();
  }

  /** A ledger encloses no envelopes: what was received is all there is. */
  @Test
  void envelopesBesideAChainAreJudgedLikeEnclosedOnes() {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (Object entry : Vectors.list(bundle.get("entries"))) {
      entries.add(Entry.object(entry));
    }
    byte[] chain = Books.linesOf(entries);
    byte[] bytes = Canonical.jcs(envelope);

    Report report =
        Vectors.chain(chain, Given.nothing().withWitnesses(new Witnesses(keys, List.of(bytes))));
    assertThat(report.observations()).isEqualTo(Map.of(1L, "matched"));

    byte[] spaced =
        (" " + new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    for (byte[] wrong :
        List.of(spaced, "{".getBytes(StandardCharsets.UTF_8), new byte[0], new byte[] {-1})) {
      report =
          Vectors.chain(chain, Given.nothing().withWitnesses(new Witnesses(keys, List.of(wrong))));
      assertThat(report.failures())
          .extracting(Failure::reason)
          .containsExactly("envelope_non_canonical");
    }
  }

  @Test
  void aKeyThatIsOverIsNotTrusted() throws IOException {
    String row =
        "[{\"alg\":\"EdDSA\",\"kid\":\"witness-interop-v1\",\"not_after\":\"%s\",\"public_key_hex\":"
            + "\"175690a2bd6cdde8dc82af9df6529ad86ca740d9adf9cf06caeafd151fa15249\"}]";
    keys = keys(row.formatted("2026-11-29T23:59:59Z").getBytes(StandardCharsets.UTF_8));
    assertThat(keys).isEmpty();
    keys = keys(row.formatted("2026-11-30T01:00:00+00:30").getBytes(StandardCharsets.UTF_8));
    assertThat(verify(new Witnesses(keys, List.of())).failures()).isEmpty();
  }

  @Test
  void aFileOfKeysIsReadWholeOrNotAtAll() {
    String kid = "{\"kid\":\"k\",\"alg\":\"EdDSA\",\"public_key_hex\":\"" + "0".repeat(64) + "\"}";
    for (String wrong :
        List.of(
            "",
            "{}",
            "[1]",
            "[" + kid.replace("EdDSA", "none") + "]",
            "[" + kid.replace("00", "0") + "]",
            "[" + kid.replace("\"k\"", "\"\"") + "]",
            "[" + kid.replace("}", ",\"use\":\"sig\"}") + "]",
            "[" + kid.replace("}", ",\"not_after\":\"tomorrow\"}") + "]",
            "[" + kid.replace("}", ",\"not_after\":null}") + "]",
            "[" + kid + "," + kid + "]")) {
      assertThatThrownBy(() -> keys(wrong.getBytes(StandardCharsets.UTF_8)))
          .as(wrong)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("keys.json");
    }
  }

  private Map<String, AnchorKey> keys(byte[] json) throws IOException {
    Path file = directory.resolve("keys.json");
    Files.write(file, json);
    return Witnesses.keys(file, NOW);
  }

  private Report verify(Witnesses witnesses) {
    return Vectors.bundle(Canonical.jcs(bundle), Given.nothing().withWitnesses(witnesses));
  }
}
