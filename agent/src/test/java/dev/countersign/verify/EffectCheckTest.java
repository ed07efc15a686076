package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records against their entries and against each other (spec 2.4), where every digest and every
 * hash is right: only what they say contradicts.
 */
class EffectCheckTest {

  private static final String PREVIEW = "3".repeat(64);
  private static final String OTHER = "4".repeat(64);

  @TempDir Path directory;
  private final ByteArrayOutputStream records = new ByteArrayOutputStream();

  @Test
  void twoEqualDigestsAreClean() throws IOException {
    assertThat(
            call(decision("preview_digest", PREVIEW), PREVIEW, outcome("commit_digest", PREVIEW))
                .failures())
        .isEmpty();
  }

  @Test
  void aCommitOfAnotherRequestIsFound() throws IOException {
    mismatch(
        call(decision("preview_digest", PREVIEW), PREVIEW, outcome("commit_digest", OTHER)), 2);
  }

  @Test
  void thePreviewIsTheSameInEntryAndRecord() throws IOException {
    mismatch(call(decision("preview_digest", PREVIEW), OTHER, outcome()), 1);
    mismatch(call(decision("preview_digest", PREVIEW), null, outcome()), 1);
    mismatch(call(decision(), PREVIEW, outcome()), 1);
  }

  @Test
  void aRecordOfAnotherCallOrKindIsFound() throws IOException {
    mismatch(call(decision("call_id", Books.B), null, outcome()), 1);
    mismatch(call(decision("record", "outcome"), null, outcome()), 1);
    mismatch(call(decision(), null, outcome("call_id", Books.B)), 2);
  }

  @Test
  void aParentIsTheSameInEntryAndRecord() throws IOException {
    mismatch(call(decision("parent", Books.B), null, outcome()), 1);
  }

  @Test
  void anAllowIsNotADeniedCall() throws IOException {
    mismatch(call(decision("verdict", "deny"), null, outcome()), 1);
    assertThat(call(decision("verdict", "deny", "would_refuse", true), null, outcome()).failures())
        .isEmpty();
  }

  @Test
  void aDivergenceIsOfThePreviewThatWasDecidedOn() throws IOException {
    Map<String, Object> divergence =
        Map.of("preview", OTHER, "commit", Books.HASH, "paths", List.of("/a"));
    mismatch(
        call(decision("preview_digest", PREVIEW), PREVIEW, outcome("divergence", divergence)), 2);
  }

  @Test
  void aDivergenceThatRanIsExecuted() throws IOException {
    Map<String, Object> divergence =
        Map.of("preview", PREVIEW, "commit", OTHER, "paths", List.of("/a"));

    Report report =
        call(decision("preview_digest", PREVIEW), PREVIEW, outcome("divergence", divergence));

    assertThat(report.failures()).isEmpty();
    assertThat(report.executed()).isOne();
    assertThat(report.refused()).isZero();
    assertThat(report.divergences().get(0).executed()).isTrue();
    assertThat(Vectors.json(report))
        .containsEntry("divergences", Map.of("refused", 0L, "executed", 1L));
  }

  @Test
  void aMalformedRecordHasItsCode() throws IOException {
    for (Map<String, Object> wrong :
        List.of(
            outcome("commit_digest", "x"),
            outcome("commit_digest", PREVIEW, "divergence", Map.of("commit", OTHER)),
            outcome("divergence", "x"),
            outcome("divergence", Map.of("preview", PREVIEW)),
            outcome("divergence", Map.of("preview", PREVIEW, "commit", PREVIEW)),
            outcome("divergence", Map.of("commit", PREVIEW, "paths", List.of(1L))),
            outcome("preview_digest", PREVIEW),
            outcome("use", 0L),
            outcome("duration_ns", -1L),
            outcome("record", "note"),
            outcome("call_id", 1L))) {
      Report report = call(decision(), null, wrong);
      assertThat(report.failures())
          .as("%s", wrong)
          .extracting(Failure::reason)
          .containsExactly("invalid_effect_record");
      assertThat(report.exit(false)).isEqualTo(1);
      assertThat(report.effects()).isEqualTo("FAILED");
    }
    Report decided = call(decision("commit_digest", PREVIEW), null, outcome());
    assertThat(decided.failures())
        .extracting(Failure::reason)
        .containsExactly("invalid_effect_record");
  }

  @Test
  void anotherReceiptIsUnverifiedCarriage() throws IOException {
    Books books = new Books(2).root().allow(Books.A).outcome(Books.A);
    books.with("receipt", Map.of("type", "someone/else", "ref", "r", "digest", Books.HASH)).done();

    Report report = books.verify();

    assertThat(report.effects()).isEqualTo("not present");
    assertThat(report.exit(false)).isZero();
  }

  @Test
  void aReceiptIsOfItsOwnCall() throws IOException {
    Books books = new Books(2).root().allow(Books.A).outcome(Books.A);
    books
        .with(
            "receipt",
            Map.of("type", EffectCheck.RECEIPT_TYPE, "ref", Books.B, "digest", write(outcome())))
        .done();
    assertThat(verify(books).failures())
        .extracting(Failure::reason)
        .contains("effect_record_mismatch");
  }

  @Test
  void recordsOfOneSegmentThatAreElsewhereAreNotChecked() throws IOException {
    write(decision());
    Books books =
        new Books(2)
            .root()
            .allow(Books.A)
            .with("context", Map.of("record", Books.HASH))
            .outcome(Books.A)
            .done();
    Path file = directory.resolve("c.effects.jsonl");
    Files.write(file, records.toByteArray());

    Report report =
        Vectors.chain(
            books.lines(), Given.nothing().withEffects(new EffectRecords(List.of(file), false)));

    assertThat(report.effects()).isEqualTo("not checked");
    assertThat(report.exit(false)).isEqualTo(3);
  }

  private Report call(Map<String, Object> decision, String preview, Map<String, Object> outcome)
      throws IOException {
    records.reset();
    Map<String, Object> context = new LinkedHashMap<>();
    context.put("record", write(decision));
    if (preview != null) {
      context.put("preview", preview);
    }
    return verify(
        new Books(2)
            .root()
            .allow(Books.A)
            .with("context", context)
            .outcome(Books.A)
            .with(
                "receipt",
                Map.of("type", EffectCheck.RECEIPT_TYPE, "ref", Books.A, "digest", write(outcome)))
            .done());
  }

  private Report verify(Books books) throws IOException {
    Path file = directory.resolve("c.effects.jsonl");
    Files.write(file, records.toByteArray());
    try (EffectRecords read = new EffectRecords(List.of(file), true)) {
      return Vectors.chain(books.lines(), Given.nothing().withEffects(read));
    }
  }

  private String write(Map<String, Object> record) {
    byte[] line = Canonical.jcs(record);
    records.writeBytes(line);
    records.write('\n');
    return Sha256.hex(line);
  }

  private static Map<String, Object> decision(Object... fields) {
    return record("decision", fields);
  }

  private static Map<String, Object> outcome(Object... fields) {
    return record("outcome", fields);
  }

  private static Map<String, Object> record(String kind, Object... fields) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("record", kind);
    record.put("call_id", Books.A);
    for (int i = 0; i < fields.length; i += 2) {
      record.put((String) fields[i], fields[i + 1]);
    }
    return record;
  }

  private static void mismatch(Report report, long at) {
    assertThat(report.failures())
        .as("%s", report.failures())
        .anySatisfy(
            failure -> {
              assertThat(failure.reason()).isEqualTo("effect_record_mismatch");
              assertThat(failure.seq()).isEqualTo(at);
            });
    assertThat(report.exit(false)).isEqualTo(1);
  }
}
