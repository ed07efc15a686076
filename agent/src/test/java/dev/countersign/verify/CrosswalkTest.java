package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seed 6: each row of its table, and each of its "only" and "neither". */
class CrosswalkTest {

  private static final String C = "c".repeat(32);
  private static final String COMMIT = "4".repeat(64);

  @TempDir Path directory;
  private final ByteArrayOutputStream effects = new ByteArrayOutputStream();
  private Map<String, Object> written;
  private Books books;

  @BeforeEach
  void begin() {
    books = new Books(2).root();
  }

  @Test
  void returnedIsExecutedAndRaisedIsError() throws Exception {
    books.allow(Books.A).outcome(Books.A);
    books.allow(Books.B).outcome(Books.B).with("body_state", "raised").with("error_code", "X");

    assertThat(said(books.done()))
        .containsExactly(
            "allow " + Books.A, Books.A + " executed", "allow " + Books.B, Books.B + " error");
    Map<String, Object> first = Entry.object(Vectors.list(written.get("records")).get(0));
    assertThat(first.get("ledger")).isEqualTo(Map.of("node", Books.N0, "seq", 1L));
    assertThat(first.get("decision"))
        .isEqualTo(
            Map.of(
                "decision_id",
                Books.A,
                "decision",
                "allow",
                "tool",
                "pay",
                "params_hash",
                Books.HASH));
  }

  @Test
  void aCancelledOrUnseenEndIsNeither() throws Exception {
    books.allow(Books.A).outcome(Books.A).with("body_state", "abandoned");
    books.allow(Books.B).outcome(Books.B).with("body_state", "deferred");
    books.allow(C).with("capture", "pre_hook_only");

    assertThat(said(books.done()))
        .containsExactly("allow " + Books.A, "allow " + Books.B, "allow " + C);
    assertThat(written.get("not_mapped")).isEqualTo(Map.of("abandoned", 1L, "deferred", 1L));
  }

  @Test
  void aDenyIsBlockedWhereItsOwnRecordIsAtHand() throws Exception {
    books.deny(Books.A).with("context", Map.of("record", record("decision", Books.A)));
    books.deny(Books.B);

    assertThat(said(books.done()))
        .containsExactly("deny " + Books.A, Books.A + " blocked", "deny " + Books.B);
    assertThat(written.get("not_mapped")).isEqualTo(Map.of("deny_without_its_record", 1L));
  }

  /** An exception of the application that has our name is one of the application. */
  @Test
  void aRaiseIsBlockedOnlyByOurRecordOfTheRefusal() throws Exception {
    Map<String, Object> divergence = Map.of("commit", COMMIT, "paths", List.of());
    refused(Books.A, record("outcome", Books.A, "divergence", divergence));
    refused(Books.B, record("outcome", Books.B, "use", 1L));
    refused(C, record("outcome", C, "divergence", divergence));
    books.with("invoked_params_hash", Books.HASH); // its body was entered

    assertThat(said(books.done()))
        .containsExactly(
            "allow " + Books.A,
            Books.A + " blocked",
            "allow " + Books.B,
            Books.B + " error",
            "allow " + C,
            C + " error");
  }

  @Test
  void withoutTheRecordsNothingIsBlocked() throws Exception {
    refused(Books.A, record("outcome", Books.A, "divergence", Map.of("commit", COMMIT)));
    effects.reset();

    assertThat(said(books.done())).containsExactly("allow " + Books.A, Books.A + " error");
  }

  @Test
  void whatNothingAuthorisedHasNoDecision() throws Exception {
    books.allow(Books.A).with("policy", "unlisted").outcome(Books.A);
    books
        .with("node", Books.N0)
        .allow(Books.B)
        .with("tool", "countersign")
        .with("scope", "agent.start")
        .outcome(Books.B);
    books.entries.get(0).put("authority", Books.authority("agent.*"));

    assertThat(said(books.done())).isEmpty();
    assertThat(written.get("not_mapped")).isEqualTo(Map.of("unlisted", 1L, "own_act", 1L));
  }

  @Test
  void aRunningChainIsWrittenAndIncomplete() throws Exception {
    assertThat(said(books.allow(Books.A))).containsExactly("allow " + Books.A);
    assertThat(written).containsEntry("aggregate", "incomplete");
  }

  @Test
  void nothingOfTheirsThatWeHaveNotIsMadeUp() throws Exception {
    said(books.allow(Books.A).outcome(Books.A).deny(Books.B).done());

    for (Object each : Vectors.list(written.get("records"))) {
      Map<String, Object> record = Entry.object(each);
      Map<String, Object> theirs =
          Entry.object(record.getOrDefault("decision", record.get("outcome")));
      assertThat(theirs.keySet())
          .isSubsetOf("decision_id", "decision", "tool", "params_hash", "reason", "outcome");
    }
  }

  @Test
  void booksThatDoNotVerifyAreNotSaidInOtherWords() throws IOException {
    for (Books wrong :
        List.of(
            new Books(2).root().outcome(Books.A).done(),
            new Books(2).root().allow(Books.A).done(),
            new Books(1).root().done())) {
      Path chain = Files.write(directory.resolve("x.jsonl"), wrong.lines());
      StringBuilder out = new StringBuilder();
      assertThatThrownBy(
              () ->
                  Crosswalk.write(
                      ChainFiles.of(List.of(chain), List.of()).get(0), Given.nothing(), out))
          .isInstanceOf(Crosswalk.Refused.class);
      assertThat(out).isEmpty();
    }
  }

  private void refused(String callId, String digest) {
    books
        .allow(callId)
        .without("authorized_params_hash")
        .outcome(callId)
        .with("body_state", "raised")
        .with("error_code", "EffectRefused")
        .without("invoked_params_hash")
        .with("receipt", Map.of("type", EffectCheck.RECEIPT_TYPE, "ref", callId, "digest", digest));
  }

  private String record(String kind, String callId, Object... fields) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("record", kind);
    record.put("call_id", callId);
    for (int i = 0; i < fields.length; i += 2) {
      record.put((String) fields[i], fields[i + 1]);
    }
    byte[] line = Canonical.jcs(record);
    effects.writeBytes(line);
    effects.write('\n');
    return Sha256.hex(line);
  }

  private List<String> said(Books books) throws IOException, Crosswalk.Refused {
    Path chain = Files.write(directory.resolve("a.jsonl"), books.lines());
    if (effects.size() > 0) {
      Files.write(directory.resolve("a.effects.jsonl"), effects.toByteArray());
    }
    StringBuilder out = new StringBuilder();
    Crosswalk.write(ChainFiles.of(List.of(chain), List.of()).get(0), Given.nothing(), out);
    written = Entry.object(Json.parse(out.toString()));
    List<String> said = new ArrayList<>();
    for (Object each : Vectors.list(written.get("records"))) {
      Map<String, Object> decision = Entry.object(Entry.object(each).get("decision"));
      Map<String, Object> outcome = Entry.object(Entry.object(each).get("outcome"));
      said.add(
          decision != null
              ? decision.get("decision") + " " + decision.get("decision_id")
              : outcome.get("decision_id") + " " + outcome.get("outcome"));
    }
    return said;
  }
}
