package dev.countersign.verify;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Input that is malformed as text, or cut: every one has its code, and none ends the verifier. */
final class TextVectors {

  static List<VectorCase> all() {
    List<VectorCase> all = new ArrayList<>();
    Map<String, String> bundles = new LinkedHashMap<>();
    bundles.put("empty", "");
    bundles.put("null", "null");
    bundles.put("array", "[]");
    bundles.put("no_entries", "{}");
    bundles.put("entries_no_array", "{\"entries\":{}}");
    bundles.put("anchor_no_object", "{\"entries\":[],\"anchor\":[]}");
    bundles.put("redaction_no_object", "{\"entries\":[],\"redaction\":1}");
    bundles.put("envelopes_no_array", "{\"entries\":[],\"envelopes\":1}");
    bundles.put("duplicate_key", "{\"entries\":[],\"entries\":[]}");
    bundles.put("duplicate_key_escaped", "{\"v\":2,\"\\u0076\":2,\"entries\":[]}");
    bundles.put("byte_order_mark", "\uFEFF{\"entries\":[]}");
    bundles.put("something_after_it", "{\"entries\":[]} x");
    bundles.put("trailing_comma", "{\"entries\":[],}");
    bundles.put("lone_surrogate", "{\"entries\":[],\"chain_id\":\"\\ud800\"}");
    bundles.put("not_a_number", "{\"entries\":[],\"v\":NaN}");
    bundles.put("leading_zero", "{\"entries\":[],\"v\":02}");
    bundles.put("cut", "{\"v\":2,\"c14n\":\"JCS\",\"entries\":[{\"v\":2");
    bundles.put("deep", "{\"entries\":" + "[".repeat(1_000));
    bundles.forEach(
        (name, text) ->
            all.add(
                VectorCase.of("invalid_bundle_" + name, "No strict JSON, or no bundle.")
                    .given("bundle_text", text)
                    .expect(1, false, null)
                    .finds("invalid_bundle")));
    all.add(
        VectorCase.of("invalid_bundle_no_utf8", "Bytes that are no UTF-8.")
            .given(
                "bundle_base64",
                Base64.getEncoder()
                    .encodeToString(
                        "{\"entries\":[],\"note\":\"\u00e9\"}"
                            .getBytes(StandardCharsets.ISO_8859_1)))
            .expect(1, false, null)
            .finds("invalid_bundle"));
    all.add(
        VectorCase.of("bundle_without_an_entry", "A bundle of nothing verifies nowhere.")
            .given("bundle_text", "{\"v\":2,\"c14n\":\"JCS\",\"chain_id\":\"c\",\"entries\":[]}")
            .expect(1, false, "clean")
            .finds("missing_root"));
    all.add(
        VectorCase.of("entries_that_are_none", "Whatever stands in the place of an entry.")
            .given(
                "bundle_text", "{\"v\":2,\"chain_id\":\"c\",\"entries\":[1,null,\"x\",[],{},true]}")
            .expect(1, false, "clean")
            .finds("missing_root")
            .finds("invalid_ledger_entry")
            .finds("integrity"));
    String chain = new String(Books.honest().lines(), StandardCharsets.UTF_8);
    String shortest = new String(new Books(2).root().done().lines(), StandardCharsets.UTF_8);
    for (String line : List.of("null", "x", "", "{\"a\":1,\"a\":1}", "{\"a\":\"\\ud800\"}")) {
      all.add(
          VectorCase.of("line_that_is_no_entry_" + all.size(), "A whole line, and no entry.")
              .given("chain_text", shortest + line + "\n")
              .expect(1, false, "clean")
              .finds("invalid_ledger_entry")
              .finds("integrity"));
    }
    String open =
        new String(
            new Books(2).root().allow(Books.A).outcome(Books.A).lines(), StandardCharsets.UTF_8);
    all.add(
        VectorCase.of(
                "unfinished_last_line",
                "The beginning of an entry without a newline: a process was killed, or still"
                    + " writes. No entry, no finding, in progress.")
            .given("chain_text", open + "{\"adapter\":{\"hook_path\":\"p\",\"mod")
            .expect(3, true, "incomplete")
            .says("unfinished_bytes", 32L));
    all.add(
        VectorCase.of("last_line_without_its_newline", "All of an entry but the newline.")
            .given("chain_text", chain.stripTrailing())
            .clean());
    all.add(
        VectorCase.of("unfinished_line_that_a_newline_ends", "What ends was written as a whole.")
            .given("chain_text", open + "{\"adapter\":{\"hook_path\":\"p\",\"mod\n")
            .expect(1, false, "incomplete")
            .finds("invalid_ledger_entry")
            .finds("integrity"));
    all.add(
        VectorCase.of("unfinished_line_after_the_end", "Every node was done; this came later.")
            .given("chain_text", chain + "{\"adapter\":{")
            .expect(1, false, "clean")
            .finds("invalid_ledger_entry"));
    all.add(
        VectorCase.of("remains_without_a_newline", "No beginning of an entry.")
            .given("chain_text", open + "xyz")
            .expect(1, false, "incomplete")
            .finds("invalid_ledger_entry"));
    all.add(
        VectorCase.of("nothing", "An empty chain file.")
            .given("chain_text", "")
            .expect(1, false, null)
            .finds("missing_root"));
    return all;
  }

  private TextVectors() {}
}
