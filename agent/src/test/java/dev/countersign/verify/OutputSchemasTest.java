package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schemas of what commands write, against what they write for every vector. */
class OutputSchemasTest {

  private static final SchemaCheck REPORT = SchemaCheck.of("report.schema.json");
  private static final SchemaCheck BUNDLE = SchemaCheck.of("bundle.schema.json");
  private static final SchemaCheck CROSSWALK = SchemaCheck.of("crosswalk.schema.json");

  @TempDir Path directory;

  @Test
  void everyReportIsOfItsSchema() throws IOException {
    List<Report> reports = new ArrayList<>();
    for (Map<String, Object> vector : OutcomeEventVectorsTest.kept()) {
      Report report = OutcomeEventVectorsTest.verify(Entry.object(vector.get("input")), directory);
      reports.add(report);
      assertThat(REPORT.fault(Vectors.json(report))).as("%s", vector.get("name")).isNull();
    }
    StringBuilder together = new StringBuilder();
    Report.writeJson(reports.subList(0, 2), together);
    assertThat(REPORT.fault(Json.parse(together.toString()))).isNull();
  }

  /** A schema that everything is of would say nothing. */
  @Test
  void whatIsNoReportIsNotOfTheSchema() throws IOException {
    Map<String, Object> report =
        Vectors.json(
            OutcomeEventVectorsTest.verify(
                Entry.object(OutcomeEventVectorsTest.kept().get(0).get("input")), directory));
    for (String member : report.keySet()) {
      Map<String, Object> without = new LinkedHashMap<>(report);
      without.remove(member);
      assertThat(REPORT.fault(without)).as(member).isNotNull();
      without.put(member, -1L);
      assertThat(REPORT.fault(without)).as(member).isNotNull();
    }
  }

  @Test
  void bundlesAndCrosswalksAreOfTheirs() throws Exception {
    int written = 0;
    for (Map<String, Object> vector : OutcomeEventVectorsTest.kept()) {
      Map<String, Object> input = Entry.object(vector.get("input"));
      if (!input.containsKey("chain_text")
          || !Boolean.TRUE.equals(Entry.object(vector.get("expect")).get("ok"))) {
        continue;
      }
      Path chain = directory.resolve("a.jsonl");
      Files.writeString(chain, (String) input.get("chain_text"));
      Files.deleteIfExists(directory.resolve("a.effects.jsonl"));
      if (input.containsKey("effects_text")) {
        Files.writeString(directory.resolve("a.effects.jsonl"), (String) input.get("effects_text"));
      }
      ChainFiles files = ChainFiles.of(List.of(chain), List.of()).get(0);
      ByteArrayOutputStream bundle = new ByteArrayOutputStream();
      BundleWriter.write(
          files,
          new BundleWriter.Options(VectorCase.KEY, "k", "t", null, List.of(), new Progress()),
          bundle);
      assertThat(BUNDLE.fault(Json.parse(bundle.toByteArray()))).isNull();
      StringBuilder crosswalk = new StringBuilder();
      Crosswalk.write(files, Given.nothing(), crosswalk);
      assertThat(CROSSWALK.fault(Json.parse(crosswalk.toString()))).isNull();
      written++;
    }
    assertThat(written).isGreaterThan(10);
  }
}
