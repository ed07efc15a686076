package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One vector: what is put in, and the least that a verifier must answer. */
final class VectorCase {

  static final String SECRET = "766563746f72732d6b6579";
  static final AnchorKey KEY = Vectors.hs256(SECRET);

  final String name;
  final String about;
  final List<SeedRow> rows;
  final Map<String, Object> input = new LinkedHashMap<>();
  final Map<String, Object> expect = new LinkedHashMap<>();
  private final List<Object> failures = new ArrayList<>();

  private VectorCase(String name, String about, List<SeedRow> rows) {
    this.name = name;
    this.about = about;
    this.rows = rows;
  }

  static VectorCase of(String name, String about, SeedRow... rows) {
    return new VectorCase(name, about, Arrays.asList(rows));
  }

  /** The whole chain as a bundle, its anchor signed with {@link #KEY}, which the reader holds. */
  VectorCase signed(Books books) {
    Map<String, Object> bundle = books.bundle(KEY);
    bundle.keySet().removeAll(List.of("redaction", "note")); // they say nothing here
    return bundle(bundle).key();
  }

  /** The chain as a bundle without an anchor, for what does not depend on one. */
  VectorCase plain(Books books) {
    Map<String, Object> bundle = books.bundle(null);
    bundle.keySet().removeAll(List.of("anchor", "redaction", "note"));
    return bundle(bundle);
  }

  VectorCase bundle(Map<String, Object> bundle) {
    return given("bundle", bundle);
  }

  VectorCase key() {
    return given("key", Map.of("alg", "HS256", "secret_hex", SECRET));
  }

  VectorCase chain(Books books) {
    return given("chain_text", new String(books.lines(), StandardCharsets.UTF_8));
  }

  VectorCase given(String member, Object value) {
    input.put(member, value);
    return this;
  }

  /**
   * @param exit of the command line; 1 failed, 3 incomplete, 4 cannot verify
   * @param aggregate null where execution binding does not apply
   */
  VectorCase expect(int exit, boolean ok, String aggregate) {
    expect.put("exit", (long) exit);
    expect.put("ok", ok);
    expect.put("aggregate", aggregate);
    expect.put("failures", failures);
    return this;
  }

  VectorCase clean() {
    return expect(0, true, "clean");
  }

  VectorCase failed() {
    return expect(1, false, "failed");
  }

  /** A finding of the whole chain. */
  VectorCase finds(String reason) {
    return finds(reason, null, null, null);
  }

  VectorCase finds(String reason, long seq, String node) {
    return finds(reason, seq, node, null);
  }

  VectorCase finds(String reason, Long seq, String node, String why) {
    Map<String, Object> failure = new LinkedHashMap<>();
    failure.put("reason", reason);
    failure.put("seq", seq);
    failure.put("node", node);
    if (why != null) {
      failure.put("why", why);
    }
    failures.add(failure);
    return this;
  }

  VectorCase says(String member, Object value) {
    expect.put(member, value);
    return this;
  }

  List<Object> failures() {
    return failures;
  }

  /** As it stands in the file: members in order, one entry or finding a line. */
  void write(StringBuilder out) {
    out.append("{\"name\":");
    value(out, name);
    out.append(",\n \"rows\":");
    List<Object> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(row.text));
    value(out, texts);
    out.append(",\n \"about\":");
    value(out, about);
    members(out.append(",\n \"input\":"), input);
    members(out.append(",\n \"expect\":"), expect);
    out.append('}');
  }

  private static void members(StringBuilder out, Map<String, Object> object) {
    String separator = "{";
    for (Map.Entry<String, Object> member : object.entrySet()) {
      out.append(separator).append("\n  ");
      value(out, member.getKey());
      out.append(':');
      if (member.getKey().equals("bundle")) {
        bundle(out, Entry.object(member.getValue()));
      } else if (member.getKey().equals("failures") || member.getKey().equals("records")) {
        lines(out, (List<?>) member.getValue());
      } else {
        value(out, member.getValue());
      }
      separator = ",";
    }
    out.append('}');
  }

  private static void bundle(StringBuilder out, Map<String, Object> bundle) {
    String separator = "{";
    for (Map.Entry<String, Object> member : bundle.entrySet()) {
      out.append(separator);
      value(out, member.getKey());
      out.append(':');
      if (member.getKey().equals("entries") && member.getValue() instanceof List<?> entries) {
        lines(out, entries);
      } else {
        value(out, member.getValue());
      }
      separator = ",";
    }
    out.append('}');
  }

  private static void lines(StringBuilder out, List<?> values) {
    String separator = "[\n   ";
    for (Object value : values) {
      value(out.append(separator), value);
      separator = ",\n   ";
    }
    out.append(values.isEmpty() ? "[]" : "]");
  }

  private static void value(StringBuilder out, Object value) {
    out.append(new String(Canonical.jcs(value), StandardCharsets.UTF_8));
  }
}
