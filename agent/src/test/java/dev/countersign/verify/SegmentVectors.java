package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.ledger.CheckpointNotes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A chain in several files, and signed checkpoints of it (spec 3.6). */
final class SegmentVectors {

  /** Public keys of RFC 8032, tests 1 and 2. */
  private static final String PUBLIC_1 =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

  private static final String PUBLIC_2 =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  private final AnchorKey first;
  private final AnchorKey second;
  private final String[] lines;
  private final List<String> hashes = new ArrayList<>();

  private SegmentVectors(AnchorKey first, AnchorKey second) {
    this.first = first;
    this.second = second;
    Books books = Books.honest();
    lines = new String(books.lines(), StandardCharsets.UTF_8).split("(?<=\n)");
    books.entries.forEach(entry -> hashes.add((String) entry.get("hash")));
  }

  static List<VectorCase> all(AnchorKey first, AnchorKey second) {
    return new SegmentVectors(first, second).build();
  }

  private List<VectorCase> build() {
    List<VectorCase> all = new ArrayList<>();
    all.add(
        segments("segments_joined", "Two files in order are one chain.", joined(0, 2), joined(2, 4))
            .clean()
            .says("checkpoints", "not present"));
    all.add(
        segments(
                "segment_missing",
                "An entry between them is in a file that is not there.",
                joined(0, 2),
                joined(3, 4))
            .expect(1, false, "failed")
            .finds("integrity", 3, Books.N0));
    all.add(
        segments(
                "segment_unfinished_before_another",
                "Only the very last line of all may be unfinished.",
                joined(0, 2) + lines[2].substring(0, 100),
                joined(2, 4))
            .expect(1, false, "clean")
            .finds("invalid_ledger_entry"));
    all.add(
        segments(
                "segment_begun_after_an_unfinished_line",
                "The file of the next segment was there, with nothing in it.",
                joined(0, 2) + lines[2].substring(0, 100),
                "")
            .expect(3, true, "incomplete")
            .says("unfinished_bytes", 100L));
    all.add(
        segments("checkpoint_agrees", "It is of the first three entries.", joined(0, 4))
            .given("checkpoints", Map.of("0", note(3, PUBLIC_1, first)))
            .given("checkpoint_key", key(PUBLIC_1))
            .clean()
            .says("checkpoints", "verified"));
    all.add(
        segments(
                "checkpoint_without_a_key", "Compared, and whose it is is not known.", joined(0, 4))
            .given("checkpoints", Map.of("0", note(4, PUBLIC_1, first)))
            .clean()
            .says("checkpoints", "not checked"));
    all.add(
        segments("checkpoint_of_more_than_is_here", "The end was cut off.", joined(0, 3))
            .given("checkpoints", Map.of("0", note(4, PUBLIC_1, first)))
            .expect(1, false, "incomplete")
            .finds("checkpoint_mismatch")
            .says("checkpoints", "FAILED"));
    Books other = new Books(2).root().allow(Books.B).outcome(Books.B).done();
    other.sealed();
    List<String> others = new ArrayList<>();
    other.entries.forEach(entry -> others.add((String) entry.get("hash")));
    all.add(
        segments("checkpoint_of_other_entries", "The chain was rewritten.", joined(0, 4))
            .given("checkpoints", Map.of("0", note(others, PUBLIC_1, first)))
            .expect(1, false, "clean")
            .finds("checkpoint_mismatch"));
    all.add(
        segments(
                "checkpoint_of_another_key",
                "Signed by another key than the one given.",
                joined(0, 4))
            .given("checkpoints", Map.of("0", note(4, PUBLIC_2, second)))
            .given("checkpoint_key", key(PUBLIC_1))
            .expect(1, false, "clean")
            .finds("invalid_checkpoint"));
    all.add(
        segments("checkpoint_that_is_none", "A file of its name that is no note.", joined(0, 4))
            .given("checkpoints", Map.of("0", "countersign.dev/chain/c\n6\n"))
            .expect(1, false, "clean")
            .finds("invalid_checkpoint"));
    all.add(
        segments(
                "resumed_from_a_checkpoint",
                "The first segment is archived; what is before the trusted checkpoint is not"
                    + " missed.",
                joined(3, 4))
            .given("from_checkpoint", note(3, PUBLIC_1, first))
            .given("checkpoint_key", key(PUBLIC_1))
            .says("exit", 0L)
            .says("ok", true)
            .says("aggregate", "clean")
            .says("failures", List.of())
            .says("checkpoints", "verified"));
    return all;
  }

  private static VectorCase segments(String name, String about, String... texts) {
    return VectorCase.of(name, about).given("segments", List.of(texts));
  }

  private String joined(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(lines[i]);
    }
    return text.toString();
  }

  private String note(int size, String publicKey, AnchorKey key) {
    return note(hashes.subList(0, size), publicKey, key);
  }

  private static String note(List<String> hashes, String publicKey, AnchorKey key) {
    return CheckpointNotes.note(
        "c", hashes, Hex.parse(publicKey), text -> Hex.parse(key.sign(text)));
  }

  private static Map<String, Object> key(String publicKey) {
    Map<String, Object> key = new LinkedHashMap<>();
    key.put("alg", "Ed25519");
    key.put("public_key_hex", publicKey);
    return key;
  }
}
