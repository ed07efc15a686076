package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves with {@code --redact}, what keeps everything from leaving, and that it verifies. */
class RedactionTest {

  private static final String TASK = "find card 4111 1111 1111 1111 \ud83d\ude00";

  @TempDir Path directory;

  @Test
  void theTextOfATaskLeavesAsLengthAndHash() throws Exception {
    Map<String, Object> bundle = write(books(TASK), Set.of());

    Map<String, Object> spawn = Entry.object(Vectors.list(bundle.get("entries")).get(1));
    String digest = Sha256.hex(TASK.getBytes(StandardCharsets.UTF_8));
    assertThat(spawn.get("task")).isEqualTo("redacted:len=31:h=" + digest.substring(0, 12));
    assertThat(new String(Canonical.jcs(bundle), StandardCharsets.UTF_8)).doesNotContain("4111");
    assertThat(bundle)
        .containsEntry("redaction", Map.of("ok", true, "violations", List.of()))
        .extracting("note")
        .asString()
        .contains("Redacted");
  }

  @Test
  void itVerifiesUnderItsAnchorAndIsAnotherChainThanTheOriginal() throws Exception {
    Books books = books(TASK);
    String head = Vectors.chain(books.lines(), Given.nothing()).head();
    Map<String, Object> bundle = write(books, Set.of());

    Report report = Vectors.bundle(Canonical.jcs(bundle), Given.nothing().withKey(VectorCase.KEY));
    assertThat(report.failures()).isEmpty();
    assertThat(report.anchor()).isEqualTo("verified");
    assertThat(report.aggregate()).isEqualTo("clean");
    assertThat(report.head()).isNotEqualTo(head);
    List<?> entries = Vectors.list(bundle.get("entries"));
    for (int i = 0; i < entries.size(); i++) {
      assertThat(Entry.object(entries.get(i)).get("call_id"))
          .isEqualTo(books.entries.get(i).get("call_id"));
    }
  }

  @Test
  void whereThereIsNothingToTakeOutTheChainIsTheSame() throws Exception {
    for (String task : new String[] {"", null}) {
      Books books = books(task);
      Map<String, Object> bundle = write(books, Set.of());
      assertThat(bundle.get("entries")).isEqualTo(Json.parse(Canonical.jcs(books.sealed())));
    }
  }

  @Test
  void whatIsNotOnTheListsKeepsEverythingFromLeaving() throws Exception {
    refuses("context.customer", books("t").edit(2, "context", Map.of("customer", "Ann")));
    refuses("context.record", books("t").edit(2, "context", Map.of("record", "Ann")));
    refuses(
        "adapter.note",
        books("t")
            .edit(
                2,
                "adapter",
                Map.of("module", "m", "version", "1", "hook_path", "p", "note", "Ann")));
    refuses(
        "receipt.body",
        books("t")
            .edit(
                3,
                "receipt",
                Map.of("type", "t", "ref", "r", "digest", Books.HASH, "body", "Ann")));
    refuses(
        "reasons[].value",
        books("t").edit(4, "reasons", List.of(Map.of("code", "revoked", "value", "Ann"))));
    refuses("task, which is no text", books("t").edit(1, "task", List.of("Ann")));
    refuses("requested.why", books("t").edit(1, "requested", Map.of("why", "Ann")));
    refuses("context, which is no object", books("t").edit(2, "context", "Ann"));
  }

  @Test
  void aContextKeyThatIsNamedMayLeave() throws Exception {
    Books books = books(TASK);
    books.entries.get(2).put("context", Map.of("rows", 5L));

    Map<String, Object> bundle = write(books, Set.of("rows"));

    assertThat(Entry.object(Vectors.list(bundle.get("entries")).get(2)).get("context"))
        .isEqualTo(Map.of("rows", 5L));
  }

  @Test
  void envelopesAndRedactionExcludeEachOther() throws IOException {
    BundleWriter.Options both =
        new BundleWriter.Options(
            null,
            null,
            "t",
            new Redaction(Set.of()),
            List.of("{}".getBytes(StandardCharsets.UTF_8)),
            new Progress());
    assertThatThrownBy(
            () -> BundleWriter.write(files(books(TASK)), both, new ByteArrayOutputStream()))
        .isInstanceOf(BundleWriter.Refused.class)
        .hasMessageContaining("envelopes");
  }

  @Test
  void envelopesAreEnclosedAsTheyParse() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BundleWriter.write(
        files(books(TASK)),
        new BundleWriter.Options(
            null,
            null,
            "t",
            null,
            List.of("{ \"v\": 1 }".getBytes(StandardCharsets.UTF_8)),
            new Progress()),
        out);
    assertThat(Entry.object(Json.parse(out.toByteArray())).get("envelopes"))
        .isEqualTo(List.of(Map.of("v", 1L)));
  }

  private void refuses(String violation, Books books) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThatThrownBy(() -> BundleWriter.write(files(books), options(Set.of()), out))
        .as(violation)
        .isInstanceOf(BundleWriter.Refused.class)
        .hasMessageContaining(violation)
        .hasMessageNotContaining("Ann");
    assertThat(out.size()).isZero();
  }

  private Map<String, Object> write(Books books, Set<String> contextKeys) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BundleWriter.write(files(books), options(contextKeys), out);
    return Entry.object(Json.parse(out.toByteArray()));
  }

  private static BundleWriter.Options options(Set<String> contextKeys) {
    return new BundleWriter.Options(
        VectorCase.KEY,
        "k",
        "2026-11-29T00:00:00Z",
        new Redaction(contextKeys),
        List.of(),
        new Progress());
  }

  private ChainFiles files(Books books) throws IOException {
    Path chain = Files.write(directory.resolve("a.jsonl"), books.lines());
    return ChainFiles.of(List.of(chain), List.of()).get(0);
  }

  private static Books books(String task) {
    Books books =
        new Books(2)
            .root()
            .spawn(Books.authority("tool.pay"))
            .allow(Books.A)
            .outcome(Books.A)
            .deny(Books.B)
            .doneOf(Books.N1)
            .done();
    Map<String, Object> spawn = new LinkedHashMap<>(books.entries.get(1));
    spawn.put("task", task);
    books.entries.set(1, spawn);
    if (task == null) {
      spawn.remove("task");
    }
    return books;
  }
}
