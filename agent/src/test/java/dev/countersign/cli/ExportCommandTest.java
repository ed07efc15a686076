package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.verify.OcsfCheck;
import dev.countersign.verify.SchemaCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books in the words of other tools, each checked against the schema that these publish. */
class ExportCommandTest {

  @TempDir Path temp;

  private JudgedBooks books;

  @BeforeEach
  void writeBooks() throws Exception {
    books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":40}", true);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", true);
    Map<String, Object> exec =
        new LinkedHashMap<>(
            JudgedBooks.decision("exec", "git", Map.of("argv", List.of("git")), false));
    exec.put("policy", Map.of("policy_bundle_hash", "sha256:" + "0".repeat(64)));
    exec.put("verdict", "allow");
    exec.put("verdict_reason", "default");
    exec.put("preview_digest", JudgedBooks.PREVIEW);
    books.allow("git", Map.of(), exec, Map.of("use", 1L, "commit_digest", JudgedBooks.PREVIEW));
    Map<String, Object> diverged =
        Map.of(
            "preview",
            JudgedBooks.PREVIEW,
            "commit",
            "6".repeat(64),
            "paths",
            List.of("/intent/argv/1"));
    books.allow("git", Map.of(), exec, Map.of("use", 1L, "divergence", diverged));
    Map<String, Object> observed = new LinkedHashMap<>(exec);
    observed.put("would_refuse", "CS-UNBOUND");
    books.allow("git", Map.of(), observed, null);
  }

  private Ran export(String form) {
    return Ran.with("export", "--as", form, books.ledgerDirectory().toString());
  }

  @Test
  void everyEntryIsACloudEvent() {
    books.ledger.close();
    Ran ran = export("cloudevents");
    SchemaCheck schema = SchemaCheck.published("cloudevents-1.0.json");
    List<Object> ids = new ArrayList<>();
    for (String line : ran.out().split("\n")) {
      Map<String, Object> event = JudgedBooks.object(line);
      assertThat(schema.fault(event)).as(line).isNull();
      ids.add(event.get("source") + "#" + event.get("id"));
    }
    assertThat(ids).doesNotHaveDuplicates().hasSizeGreaterThan(10);
    Map<String, Object> broken = JudgedBooks.object(ran.out().split("\n")[0]);
    for (String member : List.of("id", "source", "specversion", "type")) {
      Map<String, Object> without = new LinkedHashMap<>(broken);
      without.remove(member);
      assertThat(schema.fault(without)).as(member).isNotNull();
    }
    broken.put("time", "yesterday");
    assertThat(schema.fault(broken)).isNotNull();
  }

  @Test
  void everyJudgedEffectIsAnOcsfEvent() {
    books.ledger.close();
    Ran ran = export("ocsf");
    List<String> seen = new ArrayList<>();
    for (String line : ran.out().split("\n")) {
      Map<String, Object> event = JudgedBooks.object(line);
      assertThat(OcsfCheck.fault(event)).as(line).isNull();
      seen.add(
          event.get("class_uid")
              + " "
              + event.get("action_id")
              + " "
              + event.get("disposition_id")
              + " "
              + event.get("is_alert"));
      for (String member : List.of("metadata", "actor", "time", "severity_id", "activity_id")) {
        Map<String, Object> without = new LinkedHashMap<>(event);
        without.put(member, member.equals("activity_id") ? 77L : null);
        if (!member.equals("metadata")) {
          assertThat(OcsfCheck.fault(without)).as(member).isNotNull();
        }
      }
      Map<String, Object> more = new LinkedHashMap<>(event);
      more.put("verdict", "allow");
      assertThat(OcsfCheck.fault(more)).contains("is no attribute there");
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "6003 1 1 false",
            "6003 2 2 false",
            "1007 1 1 false",
            "1007 3 19 true",
            "1007 3 19 true");
  }

  @Test
  void refusalsAndFindingsAreASarifLog() throws Exception {
    books.ledger.close();
    Ran ran = export("sarif");
    SchemaCheck schema = SchemaCheck.published("sarif-2.1.0.json");
    Object log = Json.parse(ran.out());
    assertThat(schema.fault(log)).isNull();
    assertThat(ran.out())
        .contains("\"ruleId\": \"CS-POLICY\"")
        .contains("\"ruleId\": \"CS-UNBOUND\"")
        .contains("\"level\": \"error\"")
        .contains("Happened although it changed after it was approved");
    assertThat(schema.fault(Json.parse(ran.out().replace("\"error\"", "\"fatal\"")))).isNotNull();

    // A chain that somebody wrote in: the finding is a result, at its place.
    Path chain;
    try (var files = Files.newDirectoryStream(books.ledgerDirectory(), "*[0-9a-f].jsonl")) {
      chain = files.iterator().next();
    }
    Files.writeString(chain, Files.readString(chain).replaceFirst("tool.refund", "tool.refunt"));
    Ran forged = export("sarif");
    assertThat(forged.exit()).isEqualTo(Exit.FAILED);
    assertThat(schema.fault(Json.parse(forged.out()))).isNull();
    assertThat(forged.out()).contains("\"ruleId\": \"integrity\"").contains("hash mismatch");
  }
}
