package dev.countersign.verify;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hashes, links, anchors, versions, identities: that this is one whole chain. */
final class ChainVectors {

  /** Public key of RFC 8032 test 1; its private key signs {@code anchor_ed25519}. */
  private static final String ED25519_PUBLIC =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

  static List<VectorCase> all(AnchorKey ed25519) {
    List<VectorCase> all = new ArrayList<>();
    all.add(
        VectorCase.of(
                "anchor_hs256",
                "One call, finished, under an anchor that verifies.",
                SeedRow.S5_CLEAN,
                SeedRow.S5_PROVES,
                SeedRow.S10_AGGREGATES)
            .signed(Books.honest())
            .clean()
            .says("params_coverage", "complete")
            .says("checks", Map.of("anchor", "verified", "integrity", true))
            .says("verified_against", "bundle_anchor")
            .says("nodes", 1L)
            .says("actions_checked", 1L)
            .says("ungated", 0L));
    all.add(
        VectorCase.of("anchor_ed25519", "The same under Ed25519: the key decides, not the anchor.")
            .bundle(Books.honest().bundle(ed25519))
            .given("key", Map.of("alg", "Ed25519", "public_key_hex", ED25519_PUBLIC))
            .clean()
            .says("checks", Map.of("anchor", "verified")));
    all.add(
        VectorCase.of(
                "anchor_of_the_other_algorithm",
                "An HS256 anchor for a reader who holds an Ed25519 key.")
            .bundle(Books.honest().bundle(VectorCase.KEY))
            .given("key", Map.of("alg", "Ed25519", "public_key_hex", ED25519_PUBLIC))
            .expect(1, false, "clean")
            .finds("integrity(anchor)")
            .says("checks", Map.of("anchor", "FAILED", "integrity", false)));
    all.add(
        VectorCase.of("no_key", "Without a key the signature is not checked, and that is said.")
            .bundle(Books.honest().bundle(VectorCase.KEY))
            .clean()
            .says("checks", Map.of("anchor", "not checked")));
    all.add(
        VectorCase.of("no_key_but_an_anchor_is_required", "Asked for and not to be had: exit 4.")
            .bundle(Books.honest().bundle(VectorCase.KEY))
            .given("require_anchor", true)
            .expect(4, true, "clean"));
    Map<String, Object> stripped = Books.honest().bundle(VectorCase.KEY);
    stripped.remove("anchor");
    all.add(
        VectorCase.of("anchor_stripped", "A reader with a key gets a bundle without an anchor.")
            .bundle(stripped)
            .key()
            .expect(1, false, "clean")
            .finds("integrity(anchor)"));
    Map<String, Object> claimed = Books.honest().bundle(VectorCase.KEY);
    Entry.object(claimed.get("anchor")).put("sig", "0".repeat(64));
    all.add(
        VectorCase.of("anchor_claims_to_be_verified", "\"verified\": true is nobody's proof.")
            .bundle(claimed)
            .key()
            .expect(1, false, "clean")
            .finds("integrity(anchor)"));
    Map<String, Object> rewritten = Books.honest().bundle(VectorCase.KEY);
    Books other = Books.honest();
    other.entries.get(1).put("tool", "refund");
    rewritten.put("entries", other.sealed());
    all.add(
        VectorCase.of(
                "rewritten_as_a_whole", "All hashes are right; the kept anchor is of other books.")
            .bundle(rewritten)
            .key()
            .expect(1, false, "clean")
            .finds("integrity(anchor)"));
    integrity(all);
    identity(all);
    versions(all);
    expected(all);
    return all;
  }

  private static void integrity(List<VectorCase> all) {
    Map<String, Object> edited = Books.honest().bundle(VectorCase.KEY);
    Map<String, Object> outcome = new LinkedHashMap<>(entry(edited, 2));
    outcome.put("duration_ms", 2L);
    entries(edited).set(2, outcome);
    all.add(
        VectorCase.of("edited_entry", "A field is edited, its hash is not.")
            .bundle(edited)
            .key()
            .expect(1, false, "clean")
            .finds("integrity", 2, Books.N0)
            .finds("integrity(anchor)"));
    Map<String, Object> cut = Books.honest().bundle(VectorCase.KEY);
    entries(cut).remove(2);
    all.add(
        VectorCase.of("removed_entry", "An entry is taken out of the middle.")
            .bundle(cut)
            .key()
            .failed()
            .finds("integrity", 3, Books.N0));
    Map<String, Object> reordered = Books.honest().bundle(VectorCase.KEY);
    entries(reordered).add(1, entries(reordered).remove(2));
    all.add(
        VectorCase.of("reordered_entries", "Two entries have changed places.")
            .bundle(reordered)
            .key()
            .failed()
            .finds("integrity", 2, Books.N0));
    Map<String, Object> unlinked = Books.honest().bundle(VectorCase.KEY);
    entry(unlinked, 1).put("prev_hash", "0".repeat(64));
    all.add(
        VectorCase.of("wrong_link", "prev_hash is not the hash of the entry before.")
            .bundle(unlinked)
            .key()
            .expect(1, false, "clean")
            .finds("integrity", 1, Books.N0));
    for (String number : List.of("9007199254740993", "1e16", "0.5000000000000000000001")) {
      Books books = Books.honest();
      books.entries.get(1).put("context", Map.of("rows", new BigDecimal("0.5")));
      String text = new String(books.lines(), StandardCharsets.UTF_8);
      all.add(
          VectorCase.of(
                  "number_that_another_reader_rounds_" + number.replace('.', '_'),
                  "RFC 8785 rounds to binary64: a number that this changes is no number of an entry.")
              .given("chain_text", text.replace(":0.5}", ":" + number + "}"))
              .expect(1, false, "clean")
              .finds("integrity", 1, Books.N0));
    }
  }

  private static void identity(List<VectorCase> all) {
    all.add(
        VectorCase.of(
                "spliced_entry",
                "An entry of another chain, everything hashed anew.",
                SeedRow.S5_SPLICED)
            .signed(
                new Books(2)
                    .root()
                    .allow(Books.A)
                    .outcome(Books.A)
                    .with("chain_id", "other")
                    .done())
            .expect(1, false, "clean")
            .finds("chain_id_mismatch", 2, Books.N0));
    Map<String, Object> anchor = Books.honest().bundle(null);
    Entry.object(anchor.get("anchor")).put("chain_id", "other");
    all.add(
        VectorCase.of("anchor_of_another_chain", "The anchor names another chain.")
            .bundle(anchor)
            .expect(1, false, "clean")
            .finds("chain_id_mismatch"));
    all.add(
        VectorCase.of("no_root", "A chain begins with its root.")
            .signed(new Books(2).allow(Books.A).outcome(Books.A))
            .expect(1, false, "clean")
            .finds("missing_root")
            .finds("containment", 0, Books.N0));
    all.add(
        VectorCase.of("two_roots", "A chain has one root.")
            .signed(new Books(2).root().root().done())
            .expect(1, false, "clean")
            .finds("missing_root")
            .finds("monotonicity", 1, Books.N0));
    all.add(
        VectorCase.of("unknown_field", "What is not read is not passed over.")
            .signed(Books.honest().with("deny_scopes", List.of("tool.pay")))
            .expect(1, false, "clean")
            .finds("unknown_ledger_fields", 3, Books.N0));
    all.add(
        VectorCase.of("unknown_event", "An event that the format does not have.")
            .signed(Books.honest().add("started", "node", Books.N0))
            .expect(1, false, "clean")
            .finds("unknown_ledger_event", 4, Books.N0));
  }

  private static void versions(List<VectorCase> all) {
    Map<String, Object> three = Books.honest().bundle(VectorCase.KEY);
    three.put("v", 3L);
    all.add(
        VectorCase.of(
                "unsupported_version",
                "Known are 1 and 2; nothing is concluded from records of another.",
                SeedRow.S10_VERSIONS)
            .bundle(three)
            .expect(1, false, null)
            .finds("unsupported_version")
            .finds("anchor_version_mismatch")
            .finds("root_version_mismatch", 0, Books.N0)
            .finds("mixed_entry_versions", 0, Books.N0));
    Map<String, Object> anchored = Books.honest().bundle(VectorCase.KEY);
    Entry.object(anchored.get("anchor")).put("v", 1L);
    all.add(
        VectorCase.of(
                "anchor_version_mismatch",
                "The anchor is of version 1, the bundle of 2.",
                SeedRow.S10_VERSIONS)
            .bundle(anchored)
            .expect(1, false, null)
            .finds("anchor_version_mismatch"));
    Books root = Books.honest();
    root.entries.get(0).put("v", 1L);
    all.add(
        VectorCase.of(
                "root_version_mismatch",
                "The root is of version 1, the bundle of 2.",
                SeedRow.S10_VERSIONS)
            .signed(root)
            .expect(1, false, null)
            .finds("root_version_mismatch", 0, Books.N0)
            .finds("mixed_entry_versions", 0, Books.N0));
    all.add(
        VectorCase.of(
                "mixed_entry_versions",
                "One entry of version 1 in a chain of version 2.",
                SeedRow.S10_VERSIONS)
            .signed(Books.honest().with("v", 1L))
            .expect(1, false, null)
            .finds("mixed_entry_versions", 3, Books.N0));
    all.add(
        VectorCase.of("version_is_a_boolean", "true is not 1.")
            .signed(Books.honest().with("v", true))
            .expect(1, false, null)
            .finds("mixed_entry_versions", 3, Books.N0));
    all.add(
        VectorCase.of("version_1", "A chain of version 1: execution binding does not apply.")
            .signed(version1())
            .expect(0, true, null)
            .says("actions_checked", 1L));
    all.add(
        VectorCase.of("version_1_with_a_field_of_2", "call_id exists since version 2.")
            .signed(version1().with("call_id", Books.A))
            .expect(1, false, null)
            .finds("v2_field_on_v1", 2, Books.N0));
  }

  private static Books version1() {
    return new Books(1)
        .root()
        .add(
            "allow",
            "node",
            Books.N0,
            "scope",
            "tool.pay",
            "tool",
            "pay",
            "context",
            Map.of("rows", 5L))
        .done();
  }

  private static void expected(List<VectorCase> all) {
    Map<String, Object> bundle = Books.honest().bundle(VectorCase.KEY);
    String hash = (String) entry(bundle, 3).get("hash");
    all.add(
        VectorCase.of(
                "expected_head", "The head that the reader kept is the last.", SeedRow.S5_EXPECTED)
            .bundle(bundle)
            .given("expected_head", "3:" + hash)
            .clean()
            .says("checks", Map.of("anchor", "not checked", "expected_anchor", "verified"))
            .says("verified_against", "expected_anchor"));
    all.add(
        VectorCase.of(
                "expected_head_mismatch",
                "The chain ends elsewhere than the head that was kept.",
                SeedRow.S5_EXPECTED)
            .bundle(bundle)
            .given("expected_head", "2:" + hash)
            .expect(1, false, "clean")
            .finds("expected_head_mismatch")
            .says("checks", Map.of("expected_anchor", "FAILED")));
    all.add(
        VectorCase.of(
                "expected_anchor", "The anchor that the reader kept fits.", SeedRow.S5_EXPECTED)
            .chain(Books.honest())
            .given("expected_anchor", bundle.get("anchor"))
            .key()
            .clean()
            .says("checks", Map.of("anchor", "verified", "expected_anchor", "verified")));
    Books rewritten = Books.honest();
    rewritten.entries.get(1).put("tool", "refund");
    all.add(
        VectorCase.of(
                "expected_anchor_mismatch",
                "Rewritten with a new anchor by whoever holds the key: only what was kept tells.",
                SeedRow.S5_EXPECTED)
            .signed(rewritten)
            .given("expected_anchor", bundle.get("anchor"))
            .expect(1, false, "clean")
            .finds("expected_anchor_mismatch")
            .says("checks", Map.of("anchor", "verified", "expected_anchor", "FAILED")));
    all.add(
        VectorCase.of("chain_file_against_nothing", "Without a bundle, key or head.")
            .chain(Books.honest())
            .clean()
            .says("verified_against", "nothing"));
  }

  @SuppressWarnings("unchecked")
  private static List<Object> entries(Map<String, Object> bundle) {
    return (List<Object>) bundle.get("entries");
  }

  private static Map<String, Object> entry(Map<String, Object> bundle, int index) {
    return Entry.object(entries(bundle).get(index));
  }

  private ChainVectors() {}
}
