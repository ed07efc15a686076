package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The public bundle vectors and example bundles of attenu-guard, see vectors/README.md. */
class BundleVectorsTest {

  @TestFactory
  Stream<DynamicTest> eachOfTheTwentyCases() {
    List<?> cases = Vectors.list(Vectors.object("attenu/bundle_vectors_v1.json").get("cases"));
    assertThat(cases).hasSize(20);
    return cases.stream()
        .map(Entry::object)
        .map(it -> DynamicTest.dynamicTest((String) it.get("name"), () -> scores(it)));
  }

  private static void scores(Map<String, Object> vector) {
    String secret = (String) Entry.object(vector.get("signer")).get("secret_hex");
    Report report =
        Vectors.bundle(
            Canonical.jcs(vector.get("bundle")), Given.nothing().withKey(Vectors.hs256(secret)));

    assertThat(report.ok())
        .as("%s", report.failures())
        .isEqualTo("accept".equals(vector.get("expect")));
    List<List<Object>> found = new ArrayList<>();
    for (Failure failure : report.failures()) {
      List<Object> position = new ArrayList<>();
      position.add(failure.reason());
      position.add(failure.seq());
      position.add(failure.node());
      found.add(position);
    }
    for (Object expected : Vectors.list(vector.get("expect_failures"))) {
      Map<String, Object> failure = Entry.object(expected);
      List<Object> position = new ArrayList<>();
      position.add(failure.get("reason"));
      position.add(failure.get("seq"));
      position.add(failure.get("node"));
      assertThat(found).contains(position);
    }
    if (vector.containsKey("expect_report")) {
      assertThat(Vectors.json(report))
          .containsAllEntriesOf(Entry.object(vector.get("expect_report")));
    }
    // Accepted ones have every node finalized; one of them leaves a call unobserved.
    if (report.ok()) {
      assertThat(report.aggregate()).isEqualTo(report.ungated() > 0 ? "incomplete" : "clean");
    }
  }

  @Test
  void anUnknownPolicyBuysNoExemption() {
    for (Object it : Vectors.list(Vectors.object("attenu/bundle_vectors_v1.json").get("cases"))) {
      Map<String, Object> vector = Entry.object(it);
      if ("reject_unknown_policy_value".equals(vector.get("name"))) {
        Report report = Vectors.bundle(Canonical.jcs(vector.get("bundle")), Given.nothing());
        assertThat(report.ungated()).isZero();
        return;
      }
    }
    throw new AssertionError("the vector is gone");
  }

  @TestFactory
  Stream<DynamicTest> theExampleBundlesReportAsPublished(@TempDir Path directory)
      throws IOException {
    AnchorKey hs256 = Vectors.hs256Text("sample-key");
    AnchorKey ed25519 =
        Vectors.ed25519(
            directory, (String) Vectors.object("attenu/meta.json").get("ed25519_public_hex"));
    return Stream.of(
            new Object[] {"clean", "clean_hs256", hs256},
            new Object[] {"tampered", "tampered_hs256", hs256},
            new Object[] {"widened", "widened_hs256", hs256},
            new Object[] {"clean_ed25519", "clean_ed25519", ed25519})
        .flatMap(
            it ->
                Stream.of(
                    DynamicTest.dynamicTest(
                        it[0] + " with its key",
                        () ->
                            published(
                                (String) it[0], (String) it[1], "with_key", (AnchorKey) it[2])),
                    DynamicTest.dynamicTest(
                        it[0] + " without a key",
                        () -> published((String) it[0], (String) it[1], "without_key", null))));
  }

  private static void published(String file, String name, String how, AnchorKey key) {
    Report report =
        Vectors.bundle(
            Vectors.bytes("attenu/" + file + ".bundle.json"), Given.nothing().withKey(key));

    Map<String, Object> expected =
        Entry.object(
            Entry.object(Vectors.object("attenu/expected_reports.json").get(name)).get(how));
    Map<String, Object> found = new LinkedHashMap<>(Vectors.json(report));
    assertThat(found.get("ok")).isEqualTo(expected.get("ok"));
    assertThat(found.get("checks")).isEqualTo(expected.get("checks"));
    assertThat(found.get("nodes")).isEqualTo(expected.get("nodes"));
    assertThat(found.get("actions_checked")).isEqualTo(expected.get("actions_checked"));
    assertThat(renamed(found.get("chain_id"))).isEqualTo(renamed(expected.get("chain_id")));
    assertThat(renamed(found.get("failures"))).isEqualTo(renamed(expected.get("failures")));
    assertThat(found.get("execution_binding")).isEqualTo(Map.of("status", "not applicable"));
  }

  private static String renamed(Object value) {
    return new String(Canonical.jcs(value), StandardCharsets.UTF_8).replace("fixtures", "chain");
  }
}
