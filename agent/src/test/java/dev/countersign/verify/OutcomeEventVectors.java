package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the vectors of {@code vectors/outcome-events-v2}. The same bytes each time: ids, salts,
 * times and keys are fixed, HMAC and Ed25519 are deterministic.
 */
final class OutcomeEventVectors {

  /** Private keys of RFC 8032, tests 1 and 2. */
  private static final String[] SECRETS = {
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
  };

  private final Path scratch;
  private final Map<String, List<VectorCase>> cases = new LinkedHashMap<>();

  /**
   * @param scratch an empty directory, for ledgers and keys
   */
  OutcomeEventVectors(Path scratch) {
    this.scratch = scratch;
  }

  /** Where they are kept: beside the module, whose directory is the working directory of a test. */
  static Path folder() {
    return Path.of("..", "vectors", "outcome-events-v2");
  }

  /** The cases by the file that they stand in. */
  Map<String, List<VectorCase>> cases() throws IOException {
    if (!cases.isEmpty()) {
      return cases;
    }
    AnchorKey first = ed25519(0);
    AnchorKey second = ed25519(1);
    cases.put("chain", ChainVectors.all(first));
    cases.put("authority", AuthorityVectors.all());
    cases.put("records", RecordVectors.all());
    cases.put("binding", BindingVectors.all());
    cases.put("append", AppendVectors.all(scratch));
    cases.put("envelopes", EnvelopeVectors.all(first, second));
    cases.put("segments", SegmentVectors.all(first, second));
    cases.put("effects", EffectVectors.all());
    cases.put("text", TextVectors.all());
    return cases;
  }

  /** File name and content of each file. */
  Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Map.Entry<String, List<VectorCase>> group : cases().entrySet()) {
      files.put(group.getKey() + ".json", file(group.getKey(), group.getValue()));
    }
    files.put("crosswalk.json", file("crosswalk", CrosswalkVectors.all()));
    files.put("rows.json", rows());
    StringBuilder params = begin("params");
    ParamsVectors.write(params);
    files.put("params.json", end(params));
    return files;
  }

  private static byte[] file(String group, List<VectorCase> vectors) {
    StringBuilder out = begin(group);
    String separator = "[\n";
    for (VectorCase vector : vectors) {
      vector.write(out.append(separator));
      separator = ",\n";
    }
    return end(out.append(']'));
  }

  /** Which vectors show a row of the seed. */
  private byte[] rows() throws IOException {
    Map<SeedRow, List<String>> rows = new EnumMap<>(SeedRow.class);
    for (List<VectorCase> group : cases().values()) {
      for (VectorCase vector : group) {
        for (SeedRow row : vector.rows) {
          rows.computeIfAbsent(row, r -> new ArrayList<>()).add(vector.name);
        }
      }
    }
    // Whole files: the hashes of params.json, and every vector under a second canonicaliser.
    rows.put(SeedRow.S10_SALT, List.of("params.json"));
    rows.put(SeedRow.S10_NUMBERS, List.of("params.json"));
    rows.put(SeedRow.S10_PARITY, List.of("all"));
    StringBuilder out = new StringBuilder("{");
    String separator = "\n";
    for (Map.Entry<SeedRow, List<String>> row : rows.entrySet()) {
      out.append(separator)
          .append(new String(Canonical.jcs(row.getKey().text), StandardCharsets.UTF_8))
          .append(":")
          .append(new String(Canonical.jcs(row.getValue()), StandardCharsets.UTF_8));
      separator = ",\n";
    }
    return end(out);
  }

  private static StringBuilder begin(String group) {
    return new StringBuilder("{\"format\":\"countersign-vectors/1\",\"group\":\"")
        .append(group)
        .append("\",\n\"vectors\":");
  }

  private static byte[] end(StringBuilder out) {
    return out.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private AnchorKey ed25519(int number) throws IOException {
    Path file = scratch.resolve("secret" + number + ".pem");
    Files.writeString(file, Vectors.privatePem(SECRETS[number]));
    return AnchorKey.toSign("ed25519:" + file);
  }
}
