package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records beside a chain (spec 2.4). The public verifiers do not read them. */
final class EffectVectors {

  private static final String PREVIEW = "3".repeat(64);
  private static final String OTHER = "4".repeat(64);

  static List<VectorCase> all() {
    List<VectorCase> all = new ArrayList<>();
    all.add(
        call(
                "equal_digests",
                "What was previewed is what was committed.",
                record("decision", "preview_digest", PREVIEW, "verdict", "allow"),
                PREVIEW,
                record("outcome", "commit_digest", PREVIEW, "use", 1L))
            .clean()
            .says("effects", "verified")
            .says("divergences", Map.of("refused", 0L, "executed", 0L)));
    Map<String, Object> divergence =
        Map.of("preview", PREVIEW, "commit", OTHER, "paths", List.of("/intent/argv/3"));
    all.add(
        call(
                "refused_divergence",
                "A correctly refused attack: the body was never entered, and the books are clean.",
                record("decision", "preview_digest", PREVIEW),
                PREVIEW,
                record("outcome", "divergence", divergence),
                "body_state",
                "raised",
                "error_code",
                "EffectRefused")
            .clean()
            .says("divergences", Map.of("refused", 1L, "executed", 0L)));
    all.add(
        call(
                "executed_divergence",
                "In observe mode it happened all the same, and that is counted.",
                record("decision", "preview_digest", PREVIEW),
                PREVIEW,
                record("outcome", "divergence", divergence))
            .clean()
            .says("divergences", Map.of("refused", 0L, "executed", 1L)));
    all.add(
        call(
                "record_of_another_preview",
                "The commit is of another request than the preview, and no divergence is stated.",
                record("decision", "preview_digest", PREVIEW),
                PREVIEW,
                record("outcome", "commit_digest", OTHER))
            .expect(1, false, "clean")
            .finds("effect_record_mismatch", 2, Books.N0)
            .says("effects", "FAILED"));
    all.add(
        call(
                "record_of_another_call",
                "The decision record is of another call.",
                record("decision", "call_id", Books.B),
                null,
                record("outcome"))
            .expect(1, false, "clean")
            .finds("effect_record_mismatch", 1, Books.N0));
    all.add(
        call(
                "malformed_record",
                "A digest that is none.",
                record("decision"),
                null,
                record("outcome", "commit_digest", "x"))
            .expect(1, false, "clean")
            .finds("invalid_effect_record", 2, Books.N0));
    VectorCase missing =
        call(
            "missing_record",
            "The records' file was cut.",
            record("decision"),
            null,
            record("outcome"));
    String effects = (String) missing.input.get("effects_text");
    missing.input.put("effects_text", effects.substring(0, effects.indexOf('\n') + 1));
    all.add(missing.expect(1, false, "clean").finds("effect_record_missing", 2, Books.N0));
    VectorCase absent =
        call(
            "records_not_at_hand",
            "A ledger whose records are elsewhere is incomplete.",
            record("decision"),
            null,
            record("outcome"));
    absent.input.remove("effects_text");
    all.add(absent.expect(3, true, "clean").says("effects", "not checked"));
    return all;
  }

  private static VectorCase call(
      String name,
      String about,
      Map<String, Object> decision,
      String preview,
      Map<String, Object> outcome,
      String... raised) {
    StringBuilder effects = new StringBuilder();
    Map<String, Object> context = new LinkedHashMap<>();
    context.put("record", write(decision, effects));
    if (preview != null) {
      context.put("preview", preview);
    }
    Books books = new Books(2).root().allow(Books.A).with("context", context).outcome(Books.A);
    books.with(
        "receipt",
        Map.of(
            "type",
            "countersign/effect-outcome/v1",
            "ref",
            Books.A,
            "digest",
            write(outcome, effects)));
    for (int i = 0; i < raised.length; i += 2) {
      books.with(raised[i], raised[i + 1]);
    }
    if (raised.length > 0) {
      books.without("invoked_params_hash");
    }
    return VectorCase.of(name, about).chain(books.done()).given("effects_text", effects.toString());
  }

  private static String write(Map<String, Object> record, StringBuilder effects) {
    byte[] line = Canonical.jcs(record);
    effects.append(new String(line, StandardCharsets.UTF_8)).append('\n');
    return Sha256.hex(line);
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

  private EffectVectors() {}
}
