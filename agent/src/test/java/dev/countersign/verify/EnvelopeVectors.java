package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Observer envelopes, version 1: the cases of the public implementation's own list, on a chain and
 * under keys of our own (RFC 8032, tests 1 and 2).
 */
final class EnvelopeVectors {

  private static final String PUBLIC_1 =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
  private static final String PUBLIC_2 =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  private final AnchorKey first;
  private final AnchorKey second;
  private final List<VectorCase> all = new ArrayList<>();

  private EnvelopeVectors(AnchorKey first, AnchorKey second) {
    this.first = first;
    this.second = second;
  }

  static List<VectorCase> all(AnchorKey first, AnchorKey second) {
    EnvelopeVectors vectors = new EnvelopeVectors(first, second);
    vectors.build();
    return vectors.all;
  }

  private void build() {
    accepted("envelope_over_a_spawn", "A witness saw this delegation.", 1, "matched");
    accepted("envelope_over_an_allow", "Its subject carries the call id as well.", 2, "matched");
    accepted(
        "envelope_indeterminate", "It looked and could not tell: no failure.", 1, "indeterminate");
    accepted(
        "envelope_not_matched", "It saw something else: reported, no failure.", 1, "not_matched");
    all.add(
        enclosing("envelopes_absent", "No array: the status quo.")
            .clean()
            .says("checks", Map.of("envelopes", "not present")));
    VectorCase kept =
        enclosing("envelope_bytes_kept", "The bytes as received are canonical.", spawn());
    kept.given("envelopes", List.of(text(spawn())));
    all.add(kept.clean().says("checks", Map.of("envelopes", "verified")));
    VectorCase beside = VectorCase.of("envelope_beside_a_chain_file", "A ledger encloses none.");
    beside.chain(books()).given("witness_keys", keys()).given("envelopes", List.of(text(spawn())));
    all.add(beside.clean().says("envelopes", Map.of("results", Map.of("1", "matched"))));

    rejected("envelope_unknown_version", "v 2, signed.", signed(it -> it.put("v", 2L)));
    rejected("envelope_unknown_version", "Another typ.", signed(it -> it.put("typ", "x")));
    rejected(
        "envelope_unknown_version",
        "A result that version 1 does not have.",
        signed(it -> inner(it, "observed").put("result", "maybe")));
    rejected("envelope_unknown_member", "A member more.", signed(it -> it.put("note", "x")));
    for (String part : List.of("subject", "observed", "witness")) {
      rejected(
          "envelope_unknown_member",
          "A member more in " + part + ".",
          signed(it -> inner(it, part).put("note", "x")));
    }
    for (String member : List.of("entry_hash", "chain_id", "node", "event")) {
      rejected(
          "envelope_subject_mismatch",
          "The subject's " + member + " is not the entry's.",
          signed(
              it -> {
                Map<String, Object> subject = inner(it, "subject");
                subject.put(member, member.equals("event") ? "done" : subject.get(member) + "0");
              }));
    }
    rejected(
        "envelope_subject_mismatch",
        "The subject is without its node.",
        signed(it -> inner(it, "subject").remove("node")));
    all.add(
        enclosing(
                name("envelope_subject_mismatch"),
                "There is no entry with that seq.",
                signed(it -> inner(it, "subject").put("seq", 99L)))
            .expect(1, false, "clean")
            .finds("envelope_subject_mismatch", 99L, null, null));
    rejected(
        "envelope_unknown_witness",
        "A genuine signature of a key that nobody trusts.",
        envelope(1, "matched", "stranger", first));
    rejected(
        "envelope_unknown_witness",
        "alg none, signed by the real key.",
        signed(it -> inner(it, "witness").put("alg", "none")));
    VectorCase nobody = enclosing(name("envelope_unknown_witness"), "No key was given.", spawn());
    nobody.input.remove("witness_keys");
    all.add(nobody.expect(1, false, "clean").finds("envelope_unknown_witness", 1, Books.N1));
    rejected(
        "envelope_bad_signature",
        "Signed by another trusted key than the one it names.",
        envelope(1, "matched", "w1", second));
    Map<String, Object> cut = spawn();
    cut.put("sig", ((String) cut.get("sig")).substring(2));
    rejected("envelope_bad_signature", "A signature that is too short.", cut);
    rejected(
        "envelope_duplicate_subject",
        "Two envelopes about one entry, both genuine: neither counts.",
        spawn(),
        envelope(1, "not_matched", "w2", second));
    VectorCase escaped =
        enclosing(name("envelope_non_canonical"), "Escaped on the way.", spawn())
            .given("envelopes", List.of(text(spawn()).replace("\"matched\"", "\"\\u006datched\"")));
    all.add(escaped.expect(1, false, "clean").finds("envelope_non_canonical", 1, Books.N1));

    Map<String, Object> rehashed = changed().bundle(VectorCase.KEY);
    rehashed.put("envelopes", List.of(spawn()));
    all.add(
        VectorCase.of(
                "envelope_over_a_rewritten_chain",
                "Rewritten as a whole and anchored anew; only the witness's signature tells.")
            .bundle(rehashed)
            .key()
            .given("witness_keys", keys())
            .expect(1, false, "clean")
            .finds("envelope_subject_mismatch", 1, Books.N1)
            .says("checks", Map.of("anchor", "verified", "envelopes", "FAILED")));
  }

  private void accepted(String name, String about, int seq, String result) {
    all.add(
        enclosing(name, about, envelope(seq, result, "w1", first))
            .clean()
            .says("checks", Map.of("envelopes", "verified"))
            .says(
                "envelopes",
                Map.of(
                    "witness_signed",
                    List.of((long) seq),
                    "results",
                    Map.of(String.valueOf(seq), result))));
  }

  @SafeVarargs
  private void rejected(String reason, String about, Map<String, Object>... envelopes) {
    all.add(
        enclosing(name(reason), about, envelopes)
            .expect(1, false, "clean")
            .finds(reason, 1, Books.N1)
            .says("envelopes", Map.of("status", "FAILED", "witness_signed", List.of())));
  }

  private String name(String reason) {
    long same = all.stream().filter(it -> it.name.startsWith(reason)).count();
    return reason + "_" + (same + 1);
  }

  @SafeVarargs
  private VectorCase enclosing(String name, String about, Map<String, Object>... envelopes) {
    return VectorCase.of(name, about)
        .bundle(enclosed(books(), envelopes))
        .given("witness_keys", keys());
  }

  @SafeVarargs
  private Map<String, Object> enclosed(Books books, Map<String, Object>... envelopes) {
    Map<String, Object> bundle = books.bundle(null);
    bundle.keySet().removeAll(List.of("anchor", "redaction", "note"));
    if (envelopes.length > 0) {
      bundle.put("envelopes", List.of(envelopes));
    }
    return bundle;
  }

  private static Books books() {
    return new Books(2)
        .root()
        .spawn(Books.authority("tool.pay"))
        .without("requested")
        .allow(Books.A)
        .without("authorized_params_hash")
        .outcome(Books.A)
        .without("invoked_params_hash")
        .doneOf(Books.N1)
        .done();
  }

  private static Books changed() {
    Books books = books();
    books.entries.get(1).put("ts", 2L);
    return books;
  }

  private static List<Object> keys() {
    return List.of(
        Map.of("kid", "w1", "alg", "EdDSA", "public_key_hex", PUBLIC_1),
        Map.of("kid", "w2", "alg", "EdDSA", "public_key_hex", PUBLIC_2));
  }

  private Map<String, Object> spawn() {
    return envelope(1, "matched", "w1", first);
  }

  private Map<String, Object> signed(Consumer<Map<String, Object>> change) {
    Map<String, Object> envelope = spawn();
    envelope.remove("sig");
    change.accept(envelope);
    envelope.put("sig", first.sign(Canonical.jcs(envelope)));
    return envelope;
  }

  private static Map<String, Object> envelope(int seq, String result, String kid, AnchorKey key) {
    Map<String, Object> entry = books().sealed().get(seq);
    Map<String, Object> subject = new LinkedHashMap<>();
    for (String member : List.of("chain_id", "node", "seq", "event", "call_id")) {
      if (entry.containsKey(member)) {
        subject.put(member, entry.get(member));
      }
    }
    subject.put("entry_hash", entry.get("hash"));
    Map<String, Object> observed = new LinkedHashMap<>();
    observed.put("result", result);
    observed.put("at", "2026-11-29T20:00:00Z");
    observed.put("method", "gateway log");
    Map<String, Object> envelope = new LinkedHashMap<>();
    envelope.put("v", 1L);
    envelope.put("typ", "delegation-event-observation");
    envelope.put("subject", subject);
    envelope.put("observed", observed);
    envelope.put("witness", new LinkedHashMap<>(Map.of("kid", kid, "alg", "EdDSA")));
    envelope.put("sig", key.sign(Canonical.jcs(envelope)));
    return envelope;
  }

  private static Map<String, Object> inner(Map<String, Object> envelope, String member) {
    return Entry.object(envelope.get(member));
  }

  private static String text(Map<String, Object> envelope) {
    return new String(Canonical.jcs(envelope), StandardCharsets.UTF_8);
  }
}
